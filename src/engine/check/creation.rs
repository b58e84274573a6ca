//! Random character creation by the tables of SRD 1.8, and the cost of the character (E2, D19).

use super::prices::PRICES;
use super::{Machine, Next};
use crate::chance::{Ask, Chance, Purpose};
use crate::dice::{Dice, Pmf};
use crate::error::{Error, Result};
use crate::formula::DiceTerms;
use serde::{Deserialize, Serialize};

/// Maximum number of attributes, and of skills, to roll.
pub const MOST_ROLLED: u32 = 60;

/// Maximum number of gifts, and of faults, to roll.
pub const MOST_TALENTS: u32 = 2;

/// The gift and the fault for each result of 2d6, from 2 (SRD 1.8). The source leaves results from 8 up to the
/// gamemaster. The gift and the fault in a row are opposites.
pub const TALENTS: [[&str; 2]; 11] = [
    ["Nice Appearance", "Poor Appearance"],
    ["Tough Hide", "Bruises Easily"],
    ["Charismatic", "Aura of Untrustworthiness"],
    ["Keen Hearing", "Hard of Hearing"],
    ["Detects Lies Easily", "Gullible"],
    ["Melodious Voice", "Stammers"],
    ["gift of 8", "fault of 8"],
    ["gift of 9", "fault of 9"],
    ["gift of 10", "fault of 10"],
    ["gift of 11", "fault of 11"],
    ["gift of 12", "fault of 12"],
];

/// The traits of a character to roll, with the dice for each kind of trait.
#[derive(Debug, Clone, PartialEq)]
pub struct Creation {
    /// The number of attributes, and the dice for their levels.
    pub attributes: (u32, Dice),
    /// The number of skills, and the dice for their levels.
    pub skills: (u32, Dice),
    /// The number of gifts to roll, then of faults.
    pub talents: [u32; 2],
}

/// The cost, gifts and faults of a character, as rolled so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct RolledTalents {
    /// Total cost of the traits rolled so far, in skill levels. Faults lower it.
    pub cost: i32,
    /// The rows of [`TALENTS`] rolled as gifts, then those rolled as faults, one bit each.
    pub talents: [u16; 2],
}

/// A trait that has been rolled, for observers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraitRolled {
    /// The number of the attribute, from 1, and its level.
    Attribute(u32, i32),
    /// The number of the skill, from 1, and its level.
    Skill(u32, i32),
    /// The row of the gift in [`TALENTS`].
    Gift(usize),
    /// The row of the fault in [`TALENTS`].
    Fault(usize),
}

impl Creation {
    /// Returns `self` if it can be rolled.
    ///
    /// # Errors
    /// If there is nothing or too much to roll, or the dice allow levels that no new character has.
    pub fn checked(self) -> Result<Self> {
        let steps = self.steps();
        if steps == 0 {
            let error = Error::input("there is nothing to roll for").secondary();
            return Err(error.with_help("for example `attributes = 6`"));
        }
        for (count, dice) in [&self.attributes, &self.skills] {
            let (lowest, highest) = (dice.pmf().lowest(), dice.pmf().highest());
            let inside = PRICES.attribute_at(lowest).is_some() && PRICES.attribute_at(highest).is_some();
            if *count > 0 && !inside {
                let message = format!("the dice `{}` give levels from {lowest} to {highest}", dice.name());
                return Err(
                    Error::input(message).with_help("the levels of a new character go from Terrible, -3, to Superb, 3")
                );
            }
            if *count > MOST_ROLLED {
                return Err(Error::input(format!("{count} traits are too many"))
                    .with_help(format!("the limit is {MOST_ROLLED}")));
            }
        }
        match self.talents.iter().find(|count| **count > MOST_TALENTS) {
            Some(count) => Err(Error::input(format!("{count} gifts or faults are too many"))
                .with_help(format!("roll for at most {MOST_TALENTS} of each"))),
            None => Ok(self),
        }
    }

    /// The number of rolls. Each roll is a step.
    pub fn steps(&self) -> u32 {
        let counts = [self.attributes.0, self.skills.0, self.talents[0], self.talents[1]];
        counts.into_iter().fold(0, u32::saturating_add)
    }

    /// The kind of trait rolled in `step` (0 for attributes, 1 for skills, 2 for gifts, 3 for faults), and its number
    /// within the kind, from 1.
    fn kind(&self, step: u32) -> (u32, u32) {
        let mut left = step;
        for (kind, count) in [self.attributes.0, self.skills.0, self.talents[0]].into_iter().enumerate() {
            if left <= count {
                return (kind as u32, left);
            }
            left -= count;
        }
        (3, left)
    }

    /// Rolls a row of [`TALENTS`] with 2d6. Rows that are taken, as gift or fault, are excluded, which is the same as
    /// rerolling them. `who` is 0 for a gift and 1 for a fault.
    fn roll_talent(rolled: &RolledTalents, who: u16, chance: &mut dyn Chance) -> usize {
        let taken = rolled.talents[0] | rolled.talents[1];
        let free = (0..TALENTS.len()).filter(|row| taken & (1 << row) == 0);
        // The number of ways to roll each row's sum with 2d6: 1 for a 2, 6 for a 7.
        let weights = free.map(|row| (row as i32, 6 - (row as i64 - 5).unsigned_abs()));
        let pmf = Pmf::from_weights(weights).unwrap_or_else(|_| Pmf::certain(0));
        // Row 0 is a sum of 2.
        let terms = DiceTerms { dice: "2d6".to_owned(), ..DiceTerms::default() };
        let dice = Dice::new("2d6", pmf).with_number(terms, -2);
        let row = chance.roll(Ask::new(who, Purpose::Talent), &dice);
        usize::try_from(row).unwrap_or(0)
    }
}

impl Machine for Creation {
    /// The character so far, and whether the roll of this step is due.
    type State = (RolledTalents, bool);
    /// The kind of trait, its number within the kind, and the character so far.
    type Question = (u32, u32, RolledTalents);
    /// The level of the trait, or the row of [`TALENTS`].
    type Outcome = i32;
    type End = RolledTalents;
    type Event = TraitRolled;

    const FIRST_ROUND: u32 = 1;

    fn start(&self) -> (RolledTalents, bool) {
        (RolledTalents::default(), false)
    }

    fn next(
        &self,
        &(rolled, due): &(RolledTalents, bool),
        step: u32,
    ) -> Next<(RolledTalents, bool), (u32, u32, RolledTalents), RolledTalents> {
        let (kind, which) = self.kind(step);
        if due { Next::Roll((kind, which, rolled)) } else { Next::Step((rolled, true)) }
    }

    fn roll(
        &self,
        (kind, which, rolled): &(u32, u32, RolledTalents),
        chance: &mut dyn Chance,
        tell: &mut dyn FnMut(TraitRolled),
    ) -> i32 {
        let mut level = |purpose, dice| chance.roll(Ask::new(0, purpose), dice);
        let (outcome, event) = match kind {
            0 => {
                let level = level(Purpose::Attribute, &self.attributes.1);
                (level, TraitRolled::Attribute(*which, level))
            }
            1 => {
                let level = level(Purpose::Skill, &self.skills.1);
                (level, TraitRolled::Skill(*which, level))
            }
            _ => {
                let fault = *kind == 3;
                let row = Self::roll_talent(rolled, fault.into(), chance);
                (row as i32, if fault { TraitRolled::Fault(row) } else { TraitRolled::Gift(row) })
            }
        };
        tell(event);
        outcome
    }

    fn apply(&self, (rolled, due): &mut (RolledTalents, bool), (kind, ..): &(u32, u32, RolledTalents), outcome: &i32) {
        *due = false;
        rolled.cost += match kind {
            0 => PRICES.attribute * PRICES.attribute_at(*outcome).unwrap_or_default(),
            1 => PRICES.skill(1, *outcome).unwrap_or_default(),
            2 => PRICES.gift,
            _ => -PRICES.gift,
        };
        if let Some(talents) = kind.checked_sub(2).and_then(|fault| rolled.talents.get_mut(fault as usize)) {
            *talents |= 1 << outcome;
        }
    }

    fn last_step(&self) -> u32 {
        self.steps()
    }

    fn cut_off(&self, (rolled, _): &(RolledTalents, bool)) -> Option<RolledTalents> {
        Some(*rolled)
    }

    fn kind_of_step(&self, step: u32) -> u32 {
        self.kind(step).0
    }
}
