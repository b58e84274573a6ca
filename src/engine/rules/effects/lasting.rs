//! Effects that continue from round to round: poison, bleeding, fire and regeneration.

use super::resist::{Check, Doom};
use crate::dice::Dice;
use crate::rules::choice::choice;

/// The lowest Health at which a poisoned fighter can still fight.
pub use crate::ladder::TERRIBLE;

/// Rounds per minute: a round takes about three seconds (SRD 4.2).
pub const MINUTE: u8 = 20;

/// Poison in a wound. A target who fails to resist loses Health each round, or is put out of action immediately (FF
/// ghoul; SRD giant spider).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Poison {
    /// The roll to resist it.
    pub check: Check,
    /// Levels of Health lost at the end of each round, including the round of the wound. 0 if the doom is immediate.
    pub drains: u8,
    /// The fate of a target whose Health drops below Terrible, or who fails to resist if `drains` is 0.
    pub doom: Doom,
}

/// Poison already at work in a fighter when a fight begins, from an earlier fight or a drink.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Poisoning {
    /// Levels of Health lost at the end of each round.
    pub drains: u8,
    /// Levels lost so far.
    pub lost: u8,
    /// The fate of the fighter if its Health drops below Terrible.
    pub doom: Doom,
}

/// Poison at work in a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Venom {
    /// Levels of Health lost at the end of each round.
    pub drains: u8,
    /// The fate of the fighter if its Health drops below Terrible.
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
    /// The effect of poison on a fighter (Fantasy Fudge).
    Poisoned {
        Normal = "normal": "the usual effect",
        Resistant = "resistant": "poison has half the effect: half as many levels are lost",
        Susceptible = "susceptible": "-3 on the rolls that resist poison",
    }
}

impl Poisoned {
    /// The effect on Health of the `levels` that the poison has drained: the levels that count as lost.
    pub fn health_lost(self, levels: u8) -> u8 {
        if self == Self::Resistant { levels / 2 } else { levels }
    }

    /// The modifier to rolls that resist poison.
    pub fn resistance_modifier(self) -> i32 {
        if self == Self::Susceptible { -3 } else { 0 }
    }
}

impl Poison {
    /// Whether losing `drained` levels puts the fighter out of action: Health drops below Terrible.
    pub fn puts_out(health: i32, drained: u8) -> bool {
        health - i32::from(drained) < TERRIBLE
    }
}

/// Bleeding from a deep wound: the victim rolls at intervals to stay alive (FF great weasel).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bleeding {
    /// The relative degree that a blow needs to cause bleeding.
    pub degree: i16,
    /// The roll to stay alive.
    pub check: Check,
    /// Rounds until the first roll, and between rolls; at least 1.
    pub every: u8,
}

/// A hit that may set the target on fire (FF dragon).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Burning {
    /// The target burns if its situational roll is this or less.
    pub result: i32,
    /// Points of damage at the end of each round, including the round of the hit. Neither armor nor Scale reduces them.
    pub damage: u8,
}

/// Venomous blood, which may run up the weapon of a melee attacker who wounds this fighter (FF basilisk).
#[derive(Debug, Clone, PartialEq)]
pub struct Blood {
    /// The dice rolled for each such wound.
    pub dice: Dice,
    /// The result at which the venom reaches the attacker.
    pub on: i32,
    /// The attacker's roll to resist it.
    pub check: Check,
    /// The fate of an attacker who fails.
    pub doom: Doom,
}

/// Wounds that heal during the fight (LITE troll).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Regeneration {
    /// The time at which they heal.
    pub when: Regenerates,
    /// Number of boxes that clear each time, the worst first.
    pub boxes: u8,
}

/// The time at which wounds heal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Regenerates {
    /// At the end of each round.
    Round,
    /// Each time a player character fails a roll against it, if only player characters roll.
    FailedRoll,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poison_overcomes_fair_health_after_four_lost_levels() {
        assert_eq!(
            (1..=5).map(|lost| Poison::puts_out(0, lost)).collect::<Vec<_>>(),
            [false, false, false, true, true]
        );
        assert!(!Poison::puts_out(-3, 0) && Poison::puts_out(-3, 1));
    }
}
