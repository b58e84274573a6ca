//! Fudge points: the uses in a fight, and the policy for spending them (P1 to P7; SRD 1.36, 4.64, KAER, Fantasy Fudge).

use super::choice::choice;
use super::tactics::{Circumstance, View};
use crate::ladder::SUPERB;

choice! {
    /// A use of a Fudge point in a fight: P1 to P6, in this order.
    Boon {
        Success = "success": "the one roll that decides the fight succeeds without being made",
        Shift = "shift": "after a roll, one of your own or a foe's dice is changed by one, if that changes who hits",
        Lighter = "lighter-wound": "the wound of a blow is made lighter, see `lighter_wound` of [rules]",
        Automatic = "automatic": "+4 in place of the dice, before they are rolled; never a critical",
        Reroll = "reroll": "your own dice are rolled again, and the new result counts",
        CheatDeath = "near-death": "a deadly blow leaves the fighter at the last level before death",
    }
}

choice! {
    /// The reduction of a wound for one Fudge point (P3). On a track filled in order, a level is a box.
    Lighter {
        OneLevel = "one-level": "one level (Fantasy Fudge; SRD 1.36)",
        TwoLevels = "two-levels": "two levels (SRD 1.36)",
        Scratch = "scratch": "any wound becomes a Scratch, for `scratch_price` points (SRD 1.36)",
        Halved = "halved": "the level is halved, rounded down, counted as Scratch 1, Hurt 2 … Near Death 5 (KAER)",
    }
}

choice! {
    /// The wounds that a Fudge point reduces (P3).
    LighterFor {
        Blow = "blow": "the wound of one blow",
        Round = "round": "the wounds of this blow and of all later blows on the fighter in the round (SRD 1.36: each wound)",
    }
}

choice! {
    /// The limit on guaranteed success for a Fudge point (P1).
    SuccessLimit {
        Superb = "superb": "a difficulty beyond Superb (SRD 1.36)",
        Skill = "skill": "a difficulty beyond Superb, or more than three levels above the trait (Fantasy Fudge)",
        Dearer = "dearer": "no difficulty, but one more than three levels above the trait costs two points (SRD 7.42)",
    }
}

/// The result that a Fudge point buys in place of the dice (P4).
pub const AUTOMATIC: i8 = 4;

/// Maximum number of rows of a spending policy.
pub const MOST_SPENDS: usize = 16;

/// Maximum number of Fudge points of a fighter.
pub const MOST_POINTS: u8 = 20;

/// Prices in points (P3, P4, P6). Uses not listed here cost one point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prices {
    /// Reducing any wound to a Scratch; "dearer" than other reductions.
    pub scratch: u8,
    /// An automatic +4, for "one (or more)" points.
    pub automatic: u8,
    /// Surviving a deadly blow when already Near Death.
    pub near_death: u8,
}

/// A policy for spending Fudge points: rows that are checked in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spending(pub Vec<Spend>);

/// A row of a spending policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spend {
    /// The use.
    pub on: Boon,
    /// The goal of a shift or reroll.
    pub to: Goal,
    /// The lightest wound that is worth a point, for lighter wounds.
    pub from: Threshold,
    /// Number of points to keep in reserve.
    pub save: u8,
    /// Further conditions, all of which must be true.
    pub conditions: Vec<Circumstance>,
}

/// The change that a point should make to an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Avoid being hit.
    Avoid,
    /// Hit the foe.
    Hit,
    /// Avoid being hit, or hit the foe.
    Either,
}

/// The lightest wound that is worth a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threshold {
    /// This wound level or worse, counted from Undamaged = 0.
    Level(u8),
    /// A wound that puts the fighter out of action.
    Out,
}

/// The result of an exchange for one of its fighters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Whether the fighter is hit.
    pub hit: bool,
    /// Whether the fighter hits.
    pub hits: bool,
}

/// A set of rows of a spending policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rows(u16);

/// An occasion to spend a Fudge point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion<'a> {
    /// Before the dice are rolled.
    Due,
    /// After the roll: the result of the exchange, and its result after each possible change of a die by one.
    Rolled {
        /// The result as rolled.
        now: Standing,
        /// The result after each possible change.
        shifted: &'a [Standing],
        /// Whether the fighter has dice to reroll.
        rerolls: bool,
    },
    /// Before a single roll that decides everything.
    Element {
        /// The price of success in points; `None` if success cannot be bought.
        price: Option<u8>,
        /// Points left.
        left: u8,
    },
    /// Before a wound is marked.
    Wounded(Harmed),
}

/// A wound about to be marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Harmed {
    /// The wound level that it marks.
    pub level: u8,
    /// Whether a lighter wound would mark less.
    pub helps: bool,
    /// Whether it puts the fighter out of action.
    pub out: bool,
    /// Whether it kills the fighter.
    pub dies: bool,
    /// The price of surviving, in points.
    pub price: u8,
    /// Points left.
    pub left: u8,
}

/// A use that a fighter pays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bought {
    /// The use.
    pub boon: Boon,
    /// For a shift, the index of the change of a die; otherwise 0.
    pub shift: usize,
}

impl Standing {
    /// 0 if the fighter is hit without hitting, 2 if it hits without being hit, otherwise 1.
    pub fn rank(self) -> u8 {
        1 + u8::from(self.hits) - u8::from(self.hit)
    }
}

impl Goal {
    /// Whether the current result leaves room for improvement.
    fn is_open(self, now: Standing) -> bool {
        match self {
            Self::Avoid => now.hit,
            Self::Hit => !now.hits,
            Self::Either => now.hit || !now.hits,
        }
    }

    /// Whether the change from `now` to `then` reaches the goal.
    fn is_met(self, now: Standing, then: Standing) -> bool {
        let (avoids, hits) = (now.hit && !then.hit, !now.hits && then.hits);
        match self {
            Self::Avoid => avoids,
            Self::Hit => hits,
            Self::Either => avoids || hits,
        }
    }
}

impl Boon {
    /// Whether the point is spent on a roll.
    pub fn is_for_rolls(self) -> bool {
        !self.is_for_wounds()
    }

    /// Whether the point is spent on a wound.
    pub fn is_for_wounds(self) -> bool {
        matches!(self, Self::Lighter | Self::CheatDeath)
    }
}

impl Lighter {
    /// The reduced level of a wound. Level 1 is a Scratch.
    pub fn after(self, level: u8) -> u8 {
        match self {
            Self::OneLevel => level.saturating_sub(1),
            Self::TwoLevels => level.saturating_sub(2),
            Self::Scratch => level.min(1),
            Self::Halved => level / 2,
        }
    }
}

impl SuccessLimit {
    /// The price of success against `difficulty` with a trait at `level`; `None` if it cannot be bought (P1).
    pub fn price(self, level: i32, difficulty: i32) -> Option<u8> {
        let far = difficulty > level + 3;
        match self {
            Self::Superb | Self::Skill if difficulty > SUPERB => None,
            Self::Skill if far => None,
            Self::Dearer if far => Some(2),
            _ => Some(1),
        }
    }
}

impl Prices {
    /// The minimum price of a use.
    pub fn of(&self, boon: Boon, lighter: Lighter) -> u8 {
        match boon {
            Boon::Lighter if lighter == Lighter::Scratch => self.scratch,
            Boon::Automatic => self.automatic,
            _ => 1,
        }
    }
}

impl Rows {
    /// No rows.
    pub const NONE: Self = Self(0);

    /// Whether there are no rows.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Spending {
    /// Buys `boon` at every opportunity.
    pub fn on(boon: Boon) -> Self {
        Self(vec![Spend::on(boon)])
    }

    /// Spends points only to survive: on blows that put the fighter out of action or kill.
    pub fn to_survive() -> Self {
        let lighter = Spend { from: Threshold::Out, ..Spend::on(Boon::Lighter) };
        Self(vec![lighter, Spend::on(Boon::CheatDeath)])
    }

    /// Whether any row spends points on a use for which `sort` is true.
    pub fn any(&self, sort: fn(Boon) -> bool) -> bool {
        self.0.iter().any(|spend| sort(spend.on))
    }

    /// The rows that the fighter can apply now: `sort` is true for the use, all conditions are true in `view`, and the
    /// `left` points cover the price and the reserve.
    pub fn open(&self, view: &View, left: u8, sort: fn(Boon) -> bool, price: impl Fn(Boon) -> u8) -> Rows {
        let open = |spend: &Spend| {
            sort(spend.on)
                && left >= price(spend.on).saturating_add(spend.save)
                && spend.conditions.iter().all(|condition| condition.holds(view))
        };
        let rows = self.0.iter().take(MOST_SPENDS).enumerate().filter(|(_, spend)| open(spend));
        Rows(rows.map(|(place, _)| 1 << place).sum())
    }

    /// The use that the fighter buys: that of the first row in `rows` that applies to this occasion.
    pub fn decide(&self, rows: Rows, occasion: Occasion<'_>) -> Option<Bought> {
        let open = self.0.iter().take(MOST_SPENDS).enumerate().filter(|(place, _)| rows.0 >> place & 1 == 1);
        open.map(|(_, spend)| spend).find_map(|spend| {
            let shift = spend.answers(occasion)?;
            Some(Bought { boon: spend.on, shift })
        })
    }
}

impl Spend {
    /// A row without conditions: buys `boon` whenever that gains something.
    pub const fn on(boon: Boon) -> Self {
        Self { on: boon, to: Goal::Either, from: Threshold::Level(1), save: 0, conditions: Vec::new() }
    }

    /// The index of the change of a die that the row buys on this occasion (0 for other uses); `None` if it buys
    /// nothing.
    fn answers(&self, occasion: Occasion<'_>) -> Option<usize> {
        match (self.on, occasion) {
            (Boon::Automatic, Occasion::Due) => Some(0),
            (Boon::Reroll, Occasion::Rolled { now, rerolls, .. }) => (rerolls && self.to.is_open(now)).then_some(0),
            (Boon::Shift, Occasion::Rolled { now, shifted, .. }) => {
                shifted.iter().position(|then| self.to.is_met(now, *then))
            }
            (Boon::Success, Occasion::Element { price, left }) => self.affords(left, price?).then_some(0),
            (Boon::Lighter, Occasion::Wounded(harmed)) => {
                let bad = match self.from {
                    Threshold::Level(level) => harmed.level >= level,
                    Threshold::Out => harmed.out,
                };
                (bad && harmed.helps).then_some(0)
            }
            (Boon::CheatDeath, Occasion::Wounded(harmed)) => {
                (harmed.dies && self.affords(harmed.left, harmed.price)).then_some(0)
            }
            _ => None,
        }
    }

    fn affords(&self, left: u8, price: u8) -> bool {
        left >= price.saturating_add(self.save)
    }
}

#[cfg(test)]
mod tests;
