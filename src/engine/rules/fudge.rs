//! Fudge points: the uses in a fight, and the policy for spending them (P1 to P7; SRD 1.36, 4.64, KAER, Fantasy Fudge).

use super::choice::choice;
use super::tactics::{Circumstance, FighterView};
use crate::ladder::SUPERB;

choice! {
    /// A use of a Fudge point in a fight: P1 to P6, in this order.
    Boon {
        Success = "success": "the one roll that decides the fight succeeds without being made",
        Shift = "shift": "after a roll, one of your own or a foe's dice is changed by one, if that changes who hits",
        Lighter = "lighter-wound": "the wound of a blow is made lighter, see `lighter_wound` of `[rules]`",
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
pub const AUTOMATIC_RESULT: i8 = 4;

/// Maximum number of rows of a spending policy.
pub const MOST_SPENDS: usize = 16;

/// Maximum number of Fudge points of a fighter.
pub const MOST_POINTS: u8 = 20;

/// Prices in points (P3, P4, P6). Uses not listed here cost one point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prices {
    /// The price of reducing any wound to a Scratch.
    pub scratch: u8,
    /// The price of an automatic +4.
    pub automatic: u8,
    /// The price of surviving a deadly blow when already Near Death.
    pub near_death: u8,
}

/// A policy for spending Fudge points: rows that are checked in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spending(pub Vec<Spend>);

/// A row of a spending policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spend {
    /// The use of the points.
    pub on: Boon,
    /// The goal of a shift or reroll.
    pub to: Goal,
    /// The lightest wound that is worth a point, if points make wounds lighter.
    pub from: Threshold,
    /// Number of points that the row leaves unspent.
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
pub struct ExchangeResult {
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
        now: ExchangeResult,
        /// The result after each possible change.
        shifted: &'a [ExchangeResult],
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
    Wounded(WoundAtStake),
}

/// A wound about to be marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WoundAtStake {
    /// The wound level that the wound marks.
    pub level: u8,
    /// Whether a Fudge point for a lighter wound would make this wound lighter: a lighter level, or fewer points.
    pub can_be_lighter: bool,
    /// Whether the wound puts the fighter out of action.
    pub out: bool,
    /// Whether the wound kills the fighter.
    pub dies: bool,
    /// The price of surviving, in points.
    pub price: u8,
    /// Points that the fighter has left.
    pub left: u8,
}

/// A purchase with Fudge points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purchase {
    /// The use of the points.
    pub boon: Boon,
    /// For a shift, the index of the change of a die; otherwise 0.
    pub shift: usize,
}

impl ExchangeResult {
    /// 0 if the fighter is hit without hitting, 2 if it hits without being hit, otherwise 1.
    pub fn rank(self) -> u8 {
        1 + u8::from(self.hits) - u8::from(self.hit)
    }
}

impl Goal {
    /// Whether a better result than `now` exists for this goal.
    fn can_improve(self, now: ExchangeResult) -> bool {
        match self {
            Self::Avoid => now.hit,
            Self::Hit => !now.hits,
            Self::Either => now.hit || !now.hits,
        }
    }

    /// Whether the change from `now` to `then` reaches the goal.
    fn is_met(self, now: ExchangeResult, then: ExchangeResult) -> bool {
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
    /// The level to which a wound of `level` is reduced. Level 1 is a Scratch.
    pub fn reduced(self, level: u8) -> u8 {
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
    /// The minimum price of using a point for `boon`.
    pub fn minimum(&self, boon: Boon, lighter: Lighter) -> u8 {
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

    /// Whether any row spends points on a use that `accepts` accepts.
    pub fn uses_any(&self, accepts: fn(Boon) -> bool) -> bool {
        self.0.iter().any(|spend| accepts(spend.on))
    }

    /// The rows that the fighter can apply now. `accepts` accepts their use, their conditions are all true in `view`,
    /// and the `left` points cover the price and the reserve.
    pub fn usable_rows(
        &self,
        view: &FighterView,
        left: u8,
        accepts: fn(Boon) -> bool,
        price: impl Fn(Boon) -> u8,
    ) -> Rows {
        let open = |spend: &Spend| {
            accepts(spend.on)
                && left >= price(spend.on).saturating_add(spend.save)
                && spend.conditions.iter().all(|condition| condition.is_true(view))
        };
        let rows = self.0.iter().take(MOST_SPENDS).enumerate().filter(|(_, spend)| open(spend));
        Rows(rows.map(|(place, _)| 1 << place).sum())
    }

    /// The use that the fighter buys: that of the first row in `rows` that applies to this occasion.
    pub fn decide(&self, rows: Rows, occasion: Occasion<'_>) -> Option<Purchase> {
        let open = self.0.iter().take(MOST_SPENDS).enumerate().filter(|(place, _)| rows.0 >> place & 1 == 1);
        open.map(|(_, spend)| spend).find_map(|spend| {
            let shift = spend.shift_to_buy(occasion)?;
            Some(Purchase { boon: spend.on, shift })
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
    fn shift_to_buy(&self, occasion: Occasion<'_>) -> Option<usize> {
        match (self.on, occasion) {
            (Boon::Automatic, Occasion::Due) => Some(0),
            (Boon::Reroll, Occasion::Rolled { now, rerolls, .. }) => (rerolls && self.to.can_improve(now)).then_some(0),
            (Boon::Shift, Occasion::Rolled { now, shifted, .. }) => {
                shifted.iter().position(|then| self.to.is_met(now, *then))
            }
            (Boon::Success, Occasion::Element { price, left }) => self.affords(left, price?).then_some(0),
            (Boon::Lighter, Occasion::Wounded(harmed)) => {
                let bad = match self.from {
                    Threshold::Level(level) => harmed.level >= level,
                    Threshold::Out => harmed.out,
                };
                (bad && harmed.can_be_lighter).then_some(0)
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
