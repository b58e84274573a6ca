//! Fudge points: what they buy in a fight, and when a fighter spends them (P1 to P7; SRD 1.36, 4.64, KAER, Fantasy Fudge).

use super::choice::choice;
use super::tactics::{Circumstance, View};
use crate::ladder::SUPERB;

choice! {
    /// What a Fudge point buys in a fight.
    Boon {
        Success = "success": "the one roll that decides a story element succeeds, before it is made (P1)",
        Shift = "shift": "a die, your own or a foe's, is changed by one after it is seen, if that changes who hits (P2)",
        Lighter = "lighter-wound": "the wound of a blow is lighter, as `lighter_wound` says (P3)",
        Automatic = "automatic": "+4 in place of the dice, before they are rolled; never a critical (P4)",
        Reroll = "reroll": "your own dice are rolled again, and the new result stands (P5)",
        CheatDeath = "near-death": "a deadly blow leaves the fighter at the last level before death (P6)",
    }
}

choice! {
    /// How much lighter a Fudge point makes the wound of a blow (P3). On a track filled in order a level is a box.
    Lighter {
        OneLevel = "one-level": "one level (Fantasy Fudge; SRD 1.36)",
        TwoLevels = "two-levels": "two levels (SRD 1.36)",
        Scratch = "scratch": "any wound becomes a Scratch, for `scratch_price` points (SRD 1.36)",
        Halved = "halved": "its levels are halved, rounded down: Scratch 1, Hurt 2 … Near Death 5 (KAER)",
    }
}

choice! {
    /// Whose wounds a Fudge point makes lighter (P3).
    LighterFor {
        Blow = "blow": "that of one blow",
        Round = "round": "those of all blows on the fighter in this round, from that one on (SRD 1.36: each wound)",
    }
}

choice! {
    /// What a Fudge point cannot make succeed (P1).
    SuccessLimit {
        Superb = "superb": "a difficulty beyond Superb (SRD 1.36)",
        Skill = "skill": "a difficulty beyond Superb, or more than three levels above the trait (Fantasy Fudge)",
        Dearer = "dearer": "nothing, but a difficulty more than three levels above the trait costs two points (SRD 7.42)",
    }
}

/// What a Fudge point adds in place of the dice (P4).
pub const AUTOMATIC: i8 = 4;

/// The most rows of a spending policy.
pub const MOST_SPENDS: usize = 16;

/// The most Fudge points of a fighter.
pub const MOST_POINTS: u8 = 20;

/// The points that a use costs (P3, P4, P6). What is not named costs one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prices {
    /// Any wound to a Scratch, "dearer" than the rest.
    pub scratch: u8,
    /// An automatic +4: "one (or more)".
    pub automatic: u8,
    /// To stay at Near Death for one who is there already.
    pub near_death: u8,
}

/// When a fighter spends Fudge points: rows that are looked at in turn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spending(pub Vec<Spend>);

/// A row of a spending policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spend {
    /// What is bought.
    pub on: Boon,
    /// What it is for, for shifts and rerolls.
    pub to: Goal,
    /// The lightest wound that it is spent on, for lighter wounds.
    pub from: Threshold,
    /// How many points are kept.
    pub save: u8,
    /// What must hold besides, all of it.
    pub conditions: Vec<Circumstance>,
}

/// What a point is to turn in an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The fighter is hit: not to be.
    Avoid,
    /// The fighter does not hit: to do so.
    Hit,
    /// Either.
    Either,
}

/// From which wound on a point is spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threshold {
    /// This wound level, counted from Undamaged = 0.
    Level(u8),
    /// One that puts out of action.
    Out,
}

/// How an exchange stands for one of those in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Whether the fighter is hit.
    pub hit: bool,
    /// Whether the fighter hits.
    pub hits: bool,
}

/// Rows of a spending policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rows(u16);

/// An occasion to spend a Fudge point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion<'a> {
    /// Dice are about to be rolled.
    Due,
    /// They show: how the exchange stands, and how it would with each change of a die by one.
    Rolled {
        /// As it is.
        now: Standing,
        /// As it would be.
        shifted: &'a [Standing],
        /// Whether the fighter has dice to roll again.
        rerolls: bool,
    },
    /// One roll is about to decide all, and this is its price; none = it cannot be bought.
    Element {
        /// In points.
        price: Option<u8>,
        /// The points left.
        left: u8,
    },
    /// A blow is about to wound.
    Wounded(Harmed),
}

/// A wound about to be marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Harmed {
    /// The level that it marks.
    pub level: u8,
    /// Whether a lighter one would mark less.
    pub helps: bool,
    /// Whether the fighter is out of action with it.
    pub out: bool,
    /// Whether it kills.
    pub dies: bool,
    /// What it costs to live.
    pub price: u8,
    /// The points left.
    pub left: u8,
}

/// What a fighter buys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bought {
    /// What.
    pub boon: Boon,
    /// Which of the changes of a die, where it is one.
    pub shift: usize,
}

impl Standing {
    /// 0 for who is hit and hits nobody, 2 for the other, 1 where it is even.
    pub fn rank(self) -> u8 {
        1 + u8::from(self.hits) - u8::from(self.hit)
    }
}

impl Goal {
    /// Whether there is anything to gain as things stand.
    fn is_open(self, now: Standing) -> bool {
        match self {
            Self::Avoid => now.hit,
            Self::Hit => !now.hits,
            Self::Either => now.hit || !now.hits,
        }
    }

    /// Whether so much is gained.
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
    /// Whether it is bought for a roll.
    pub fn is_for_rolls(self) -> bool {
        !self.is_for_wounds()
    }

    /// Whether it is bought for a wound.
    pub fn is_for_wounds(self) -> bool {
        matches!(self, Self::Lighter | Self::CheatDeath)
    }
}

impl Lighter {
    /// The level of a wound of this level, where level 1 is a Scratch.
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
    /// What it costs to succeed at this difficulty with this trait; none = it cannot be bought (P1).
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
    /// The least that a use may cost.
    pub fn of(&self, boon: Boon, lighter: Lighter) -> u8 {
        match boon {
            Boon::Lighter if lighter == Lighter::Scratch => self.scratch,
            Boon::Automatic => self.automatic,
            _ => 1,
        }
    }
}

impl Rows {
    /// None.
    pub const NONE: Self = Self(0);

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Spending {
    /// Always this, without conditions.
    pub fn on(boon: Boon) -> Self {
        Self(vec![Spend::on(boon)])
    }

    /// Only to survive: on blows that put out of action, and on those that kill.
    pub fn to_survive() -> Self {
        let lighter = Spend { from: Threshold::Out, ..Spend::on(Boon::Lighter) };
        Self(vec![lighter, Spend::on(Boon::CheatDeath)])
    }

    /// Whether points go on anything of this sort.
    pub fn any(&self, sort: fn(Boon) -> bool) -> bool {
        self.0.iter().any(|spend| sort(spend.on))
    }

    /// The rows on things of this sort that a fighter may go by who sees this and has so many points left.
    pub fn open(&self, view: &View, left: u8, sort: fn(Boon) -> bool, price: impl Fn(Boon) -> u8) -> Rows {
        let open = |spend: &Spend| {
            sort(spend.on)
                && left >= price(spend.on).saturating_add(spend.save)
                && spend.conditions.iter().all(|condition| condition.holds(view))
        };
        let rows = self.0.iter().take(MOST_SPENDS).enumerate().filter(|(_, spend)| open(spend));
        Rows(rows.map(|(place, _)| 1 << place).sum())
    }

    /// What a fighter buys: by the first of these rows that asks for something on this occasion.
    pub fn decide(&self, rows: Rows, occasion: Occasion<'_>) -> Option<Bought> {
        let open = self.0.iter().take(MOST_SPENDS).enumerate().filter(|(place, _)| rows.0 >> place & 1 == 1);
        open.map(|(_, spend)| spend).find_map(|spend| {
            let shift = spend.answers(occasion)?;
            Some(Bought { boon: spend.on, shift })
        })
    }
}

impl Spend {
    /// Whenever there is something to gain.
    pub const fn on(boon: Boon) -> Self {
        Self { on: boon, to: Goal::Either, from: Threshold::Level(1), save: 0, conditions: Vec::new() }
    }

    /// Whether it asks for something on this occasion, and by which change of a die.
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
