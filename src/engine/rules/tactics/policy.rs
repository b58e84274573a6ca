//! Policies for choosing a stance (M18).

use super::stance::Tactic;

/// A fighter's policy for choosing a stance at the start of each round: the first row whose conditions are all true, or
/// else the default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// The rows, in the order in which they are checked.
    pub when: Vec<PolicyRow>,
    /// The stances if no row applies.
    pub default: StanceMix,
}

/// A row of a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyRow {
    /// The conditions, all of which must be true.
    pub conditions: Vec<Circumstance>,
    /// The stances to choose from.
    pub then: StanceMix,
}

/// Stances with weights. One of them is chosen at random; a single stance needs no roll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StanceMix(pub Vec<(Tactic, u32)>);

/// A condition that a fighter can observe. Wound levels are counted from Undamaged = 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Circumstance {
    /// The fighter's worst wound is at least this level.
    Wounds(u8),
    /// The worst wound of the least wounded foe faced is at least this level.
    FoeWounds(u8),
    /// The least wounded foe faced is at least this number of levels worse off than the fighter.
    Ahead(u8),
    /// The fighter is at least this number of levels worse off than the least wounded foe faced.
    Behind(u8),
    /// Whether the fighter faces several foes alone.
    Outnumbered(bool),
    /// At most this part of the fighter's side is fit.
    SideDownTo(SideLeft),
    /// The round is this one or later, counted from 1.
    FromRound(u16),
    /// The round is this one or earlier.
    UntilRound(u16),
}

/// The remaining part of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideLeft {
    /// A number of fighters.
    Fighters(u16),
    /// Thousandths of the fighters of the side who have arrived.
    Thousandths(u16),
}

/// The information that a fighter has at the start of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FighterView {
    /// The round, counted from 1. It stops increasing once no rule depends on it.
    pub round: u16,
    /// The fighter's worst wound level.
    pub wounds: u8,
    /// The worst wound level of the least wounded foe faced; `None` if the fighter faces no foe.
    pub foe_wounds: Option<u8>,
    /// Number of foes that the fighter faces now.
    pub foes: u16,
    /// Number of fit fighters on the fighter's side.
    pub left: u16,
    /// Number of fighters on the fighter's side who have arrived, fit or not.
    pub strength: u16,
}

impl Circumstance {
    /// Whether the condition is true in `view`.
    pub fn is_true(self, view: &FighterView) -> bool {
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

    /// Number of rounds that must be distinguished to check the condition.
    pub(crate) fn rounds_to_distinguish(self) -> u16 {
        match self {
            Self::FromRound(round) => round.saturating_sub(1),
            Self::UntilRound(round) => round,
            _ => 0,
        }
    }
}

impl StanceMix {
    /// A mix of a single stance, which needs no roll.
    pub fn fixed(tactic: Tactic) -> Self {
        Self(vec![(tactic, 1)])
    }
}

impl Policy {
    /// A policy that always chooses the normal stance.
    pub fn normal() -> Self {
        Self::fixed(Tactic::normal())
    }

    /// A policy that always chooses the stance `tactic`.
    pub fn fixed(tactic: Tactic) -> Self {
        Self { when: Vec::new(), default: StanceMix::fixed(tactic) }
    }

    /// The index of the row that applies: the first whose conditions are all true in `view`. If no row applies, this is
    /// the number of rows, which stands for the default.
    pub fn decide(&self, view: &FighterView) -> usize {
        let holds = |row: &PolicyRow| row.conditions.iter().all(|condition| condition.is_true(view));
        self.when.iter().position(holds).unwrap_or(self.when.len())
    }

    /// The stances of a row, by index as returned by [`decide`](Self::decide).
    pub fn row(&self, row: usize) -> &StanceMix {
        self.when.get(row).map_or(&self.default, |row| &row.then)
    }

    /// The stances of all rows, the default last.
    pub fn rows(&self) -> impl Iterator<Item = &StanceMix> {
        self.when.iter().map(|row| &row.then).chain([&self.default])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: FighterView = FighterView { round: 3, wounds: 2, foe_wounds: Some(1), foes: 2, left: 2, strength: 5 };

    #[test]
    fn conditions_include_their_limit() {
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
            assert_eq!(condition.is_true(&VIEW), holds, "{condition:?}");
        }
        let ahead = FighterView { wounds: 0, ..VIEW };
        assert!(Ahead(1).is_true(&ahead) && !Ahead(2).is_true(&ahead));
        let alone = FighterView { foe_wounds: None, foes: 0, ..VIEW };
        assert!(!FoeWounds(0).is_true(&alone) && !Ahead(0).is_true(&alone) && Outnumbered(false).is_true(&alone));
    }

    #[test]
    fn decide_matches_the_first_applicable_row() {
        let row = |conditions| PolicyRow { conditions, then: StanceMix::fixed(Tactic::normal()) };
        let never = Circumstance::FromRound(9);
        let rows = vec![
            row(vec![Circumstance::Wounds(1), never]),
            row(vec![Circumstance::Wounds(1)]),
            row(vec![Circumstance::Outnumbered(true)]),
        ];
        let policy = Policy { when: rows, default: StanceMix::fixed(Tactic::normal()) };
        assert_eq!(policy.decide(&VIEW), 1);
        assert_eq!(policy.decide(&FighterView { wounds: 0, ..VIEW }), 2);
        assert_eq!(policy.decide(&FighterView { wounds: 0, foes: 1, ..VIEW }), 3);
        assert_eq!(policy.rows().count(), 4);
    }
}
