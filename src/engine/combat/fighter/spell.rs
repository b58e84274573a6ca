//! Spells that fighters cast instead of striking (X1 to X6).

use crate::check::{ReserveLosses, SavedReserve, System};
use crate::rules::Circumstance;

/// A spell, and the conditions for casting it.
#[derive(Debug, Clone, PartialEq)]
pub struct Spell {
    /// The name of the spell.
    pub name: String,
    /// The magic rules for casting it.
    pub system: System,
    /// The effect of a successful casting.
    pub effect: SpellEffect,
    /// The part of the reservoir that the caster saves.
    pub keeps: SavedReserve,
    /// Conditions for casting, all of which must be true.
    pub conditions: Vec<Circumstance>,
}

impl Spell {
    /// The magic rules for casting the spell in a fight. They are those of `system`, except that targets do not resist
    /// a spell that harms (SRD 7.16).
    pub(crate) fn system_in_fight(&self) -> System {
        match self.effect {
            SpellEffect::Harms { .. } => self.system.as_energy(),
            _ => self.system.clone(),
        }
    }

    /// Whether the target rolls to resist the spell in a fight.
    pub fn is_resisted(&self) -> bool {
        self.system_in_fight().is_resisted()
    }

    /// Whether a rested caster can pay for the spell and still save the part that `keeps` demands.
    pub fn is_affordable(&self) -> bool {
        self.system.can_pay(ReserveLosses::default(), self.keeps)
    }
}

/// The effect of a successful spell. Enchantments and removals last for the rest of the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpellEffect {
    /// Strikes a foe as a missile does (SRD 7.15, 7.16).
    Harms {
        /// Offensive factor; no Scale is added.
        offense: i32,
        /// Level of the trait for throwing it after the casting. `None` if it hits by the degree of the casting.
        thrown: Option<i32>,
    },
    /// Closes wounds of the caster or of a friend who can still fight. The fighter with the worst wounds comes first
    /// (SRD 7.22, Fantasy Fudge).
    Heals {
        /// Number of wounds that it closes.
        wounds: u8,
        /// Whether it closes one more wound for each level by which the casting beats the difficulty.
        by_margin: bool,
        /// The lowest wound level of a fighter for whom it is cast.
        from: u8,
    },
    /// Changes the combat rolls or the defensive factor of a fighter for the rest of the fight.
    Enchants {
        /// Modifier to all combat rolls.
        skill: i8,
        /// Modifier to the defensive factor.
        defense: i8,
        /// The fighters that it can be cast on.
        on: CastOn,
    },
    /// Takes a foe out of the fight without a wound: the foe falls asleep, is charmed or is banished.
    Removes,
}

/// The fighters that an enchantment can be cast on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastOn {
    /// The caster.
    Caster,
    /// The first fighter on the caster's side whom the spell would change. It may be the caster.
    Friend,
    /// A foe.
    Foe,
}

impl SpellEffect {
    /// Whether the spell targets a foe.
    pub const fn is_hostile(self) -> bool {
        match self {
            Self::Harms { .. } | Self::Removes => true,
            Self::Enchants { on, .. } => matches!(on, CastOn::Foe),
            Self::Heals { .. } => false,
        }
    }
}
