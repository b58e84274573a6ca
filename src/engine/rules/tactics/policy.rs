//! How a fighter chooses a stance (M18).

use super::stance::Tactic;

/// How a fighter chooses a stance at the start of each round: the first row whose conditions all hold, else the default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// The rows, in the order in which they are looked at.
    pub when: Vec<When>,
    /// What is done where none holds.
    pub default: Mix,
}

/// A row of a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    /// What must hold, all of it.
    pub conditions: Vec<Circumstance>,
    /// What is done then.
    pub then: Mix,
}

/// Stances with weights, one of which is rolled for; a single one is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mix(pub Vec<(Tactic, u32)>);

/// Something that a fighter can see. Wound levels are counted from Undamaged = 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Circumstance {
    /// The fighter's own worst wound is at least this.
    Wounds(u8),
    /// The worst wound of the least wounded foe faced is at least this.
    FoeWounds(u8),
    /// The least wounded foe faced is so many levels worse off than the fighter, or more.
    Ahead(u8),
    /// The fighter is so many levels worse off than the least wounded foe faced, or more.
    Behind(u8),
    /// Several foes are faced alone, or they are not.
    Outnumbered(bool),
    /// So much of the fighter's side is left fit, or less.
    SideDownTo(SideLeft),
    /// It is this round of the fight, counted from 1, or a later one.
    FromRound(u16),
    /// It is this round or an earlier one.
    UntilRound(u16),
}

/// How much of a side is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideLeft {
    /// So many fighters.
    Fighters(u16),
    /// So many thousandths of those who began.
    Thousandths(u16),
}

/// What a fighter can see at the start of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// The round, counted from 1; once nothing asks for it any more it stands still.
    pub round: u16,
    /// The fighter's worst wound level.
    pub wounds: u8,
    /// That of the least wounded foe faced; none where nobody is.
    pub foe_wounds: Option<u8>,
    /// How many foes are faced alone.
    pub foes: u16,
    /// How many of the fighter's side are fit.
    pub left: u16,
    /// How many they were at the start.
    pub strength: u16,
}

impl Circumstance {
    /// Whether it holds.
    pub fn holds(self, view: &View) -> bool {
        let worse_than = |one: u8, other: u8, by: u8| i16::from(one) - i16::from(other) >= i16::from(by);
        let foe = |holds: &dyn Fn(u8) -> bool| view.foe_wounds.is_some_and(holds);
        match self {
            Self::Wounds(level) => view.wounds >= level,
            Self::FoeWounds(level) => foe(&|wounds| wounds >= level),
            Self::Ahead(by) => foe(&|wounds| worse_than(wounds, view.wounds, by)),
            Self::Behind(by) => foe(&|wounds| worse_than(view.wounds, wounds, by)),
            Self::Outnumbered(yes) => (view.foes >= 2) == yes,
            Self::SideDownTo(SideLeft::Fighters(fighters)) => view.left <= fighters,
            Self::SideDownTo(SideLeft::Thousandths(share)) => {
                u32::from(view.left) * 1000 <= u32::from(view.strength) * u32::from(share)
            }
            Self::FromRound(round) => view.round >= round,
            Self::UntilRound(round) => view.round <= round,
        }
    }

    /// The number of rounds that it must distinguish.
    pub(crate) fn rounds(self) -> u16 {
        match self {
            Self::FromRound(round) => round.saturating_sub(1),
            Self::UntilRound(round) => round,
            _ => 0,
        }
    }
}

impl Mix {
    /// Always the same.
    pub fn fixed(tactic: Tactic) -> Self {
        Self(vec![(tactic, 1)])
    }
}

impl Policy {
    /// Nothing out of the ordinary, ever.
    pub fn normal() -> Self {
        Self::fixed(Tactic::normal())
    }

    /// Always the same.
    pub fn fixed(tactic: Tactic) -> Self {
        Self { when: Vec::new(), default: Mix::fixed(tactic) }
    }

    /// Which row a fighter who sees this goes by: the first whose conditions all hold; past the last it is the default.
    pub fn decide(&self, view: &View) -> usize {
        let holds = |row: &When| row.conditions.iter().all(|condition| condition.holds(view));
        self.when.iter().position(holds).unwrap_or(self.when.len())
    }

    /// What is done by a row.
    pub fn row(&self, row: usize) -> &Mix {
        self.when.get(row).map_or(&self.default, |row| &row.then)
    }

    /// All that may be done, row by row, the default last.
    pub fn rows(&self) -> impl Iterator<Item = &Mix> {
        self.when.iter().map(|row| &row.then).chain([&self.default])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: View = View { round: 3, wounds: 2, foe_wounds: Some(1), foes: 2, left: 2, strength: 5 };

    #[test]
    fn conditions_hold_from_their_limit_on() {
        use Circumstance::*;
        let table = [
            (Wounds(2), true),
            (Wounds(3), false),
            (FoeWounds(1), true),
            (FoeWounds(2), false),
            (Behind(1), true),
            (Behind(2), false),
            (Ahead(1), false),
            (Ahead(0), false),
            (Outnumbered(true), true),
            (Outnumbered(false), false),
            (SideDownTo(SideLeft::Fighters(2)), true),
            (SideDownTo(SideLeft::Fighters(1)), false),
            (SideDownTo(SideLeft::Thousandths(400)), true),
            (SideDownTo(SideLeft::Thousandths(399)), false),
            (FromRound(3), true),
            (FromRound(4), false),
            (UntilRound(3), true),
            (UntilRound(2), false),
        ];
        for (condition, holds) in table {
            assert_eq!(condition.holds(&VIEW), holds, "{condition:?}");
        }
        let ahead = View { wounds: 0, ..VIEW };
        assert!(Ahead(1).holds(&ahead) && !Ahead(2).holds(&ahead));
        let alone = View { foe_wounds: None, foes: 0, ..VIEW };
        assert!(!FoeWounds(0).holds(&alone) && !Ahead(0).holds(&alone) && Outnumbered(false).holds(&alone));
    }

    #[test]
    fn the_first_row_that_holds_counts() {
        let row = |conditions| When { conditions, then: Mix::fixed(Tactic::normal()) };
        let never = Circumstance::FromRound(9);
        let rows = vec![
            row(vec![Circumstance::Wounds(1), never]),
            row(vec![Circumstance::Wounds(1)]),
            row(vec![Circumstance::Outnumbered(true)]),
        ];
        let policy = Policy { when: rows, default: Mix::fixed(Tactic::normal()) };
        assert_eq!(policy.decide(&VIEW), 1);
        assert_eq!(policy.decide(&View { wounds: 0, ..VIEW }), 2);
        assert_eq!(policy.decide(&View { wounds: 0, foes: 1, ..VIEW }), 3);
        assert_eq!(policy.rows().count(), 4);
    }
}
