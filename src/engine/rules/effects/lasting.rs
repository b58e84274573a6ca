//! Effects that go on from round to round: poison, bleeding, fire, and wounds that close.

use super::resist::{Check, Doom};
use crate::dice::Dice;
use crate::rules::choice::choice;

/// The lowest Health that keeps one on one's feet.
pub use crate::ladder::TERRIBLE;

/// The rounds of a minute: a round takes about three seconds (SRD 4.2).
pub const MINUTE: u8 = 20;

/// Poison in a wound: who fails the roll loses Health in each round, or is lost at once (FF ghoul; SRD giant spider).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Poison {
    /// What escapes it.
    pub check: Check,
    /// The levels of Health lost at the end of each round, that of the wound included; 0 = all at once.
    pub drains: u8,
    /// What becomes of one whose Health is below Terrible, or of who fails where nothing is drained.
    pub doom: Doom,
}

/// Poison at work in somebody when a fight begins: out of an earlier one, or out of a cup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Poisoning {
    /// The levels of Health lost at the end of each round.
    pub drains: u8,
    /// The levels lost so far.
    pub lost: u8,
    /// What becomes of one whose Health is below Terrible.
    pub doom: Doom,
}

/// Poison at work in a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Venom {
    /// The levels of Health lost at the end of each round.
    pub drains: u8,
    /// The fate of a fighter whose Health is below Terrible.
    pub doom: Doom,
}

impl From<Poison> for Venom {
    fn from(Poison { drains, doom, .. }: Poison) -> Self {
        Self { drains, doom }
    }
}

impl From<Poisoning> for Venom {
    fn from(Poisoning { drains, doom, .. }: Poisoning) -> Self {
        Self { drains, doom }
    }
}

choice! {
    /// How somebody takes poison (Fantasy Fudge).
    Poisoned {
        Normal = "normal": "as others do",
        Resistant = "resistant": "poison has half the effect: half as many levels are lost",
        Susceptible = "susceptible": "-3 on the rolls that resist poison",
    }
}

impl Poisoned {
    /// What is lost of so many levels.
    pub fn drained(self, levels: u8) -> u8 {
        if self == Self::Resistant { levels / 2 } else { levels }
    }

    /// What is added to a roll that resists poison.
    pub fn on_rolls(self) -> i32 {
        if self == Self::Susceptible { -3 } else { 0 }
    }
}

impl Poison {
    /// Whether so many levels of Health lost are too many.
    pub fn overcomes(health: i32, drained: u8) -> bool {
        health - i32::from(drained) < TERRIBLE
    }
}

/// A vein opened by a wound that wins by enough: now and then a roll, or death (FF great weasel).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bleeding {
    /// The relative degree of the blow that does it.
    pub degree: i16,
    /// What each time keeps the wounded alive.
    pub check: Check,
    /// After how many rounds it is rolled, and rolled again; at least 1.
    pub every: u8,
}

/// A hit may set on fire (FF dragon).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Burning {
    /// The situational roll of the target at or below which it burns.
    pub result: i32,
    /// The damage points at the end of each round, that of the hit included; neither armor nor Scale helps.
    pub damage: u8,
}

/// Venom in the blood of one who is wounded in melee, which may run up the weapon (FF basilisk).
#[derive(Debug, Clone, PartialEq)]
pub struct Blood {
    /// What is rolled for each such wound.
    pub dice: Dice,
    /// The result with which it does.
    pub on: i32,
    /// What then saves who struck.
    pub check: Check,
    /// What becomes of who fails.
    pub doom: Doom,
}

/// Wounds that close while the fight goes on (LITE troll).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Regeneration {
    /// When.
    pub when: Regenerates,
    /// How many boxes clear, the worst first.
    pub boxes: u8,
}

/// When wounds close.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Regenerates {
    /// At the end of each round.
    Round,
    /// Whenever the roll of a player character fails against it, where only player characters roll.
    FailedRoll,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fair_health_is_gone_with_the_fourth_level() {
        assert_eq!(
            (1..=5).map(|lost| Poison::overcomes(0, lost)).collect::<Vec<_>>(),
            [false, false, false, true, true]
        );
        assert!(!Poison::overcomes(-3, 0) && Poison::overcomes(-3, 1));
    }
}
