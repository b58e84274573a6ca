//! Spells that fighters cast instead of striking (X1 to X6).

use crate::check::{Keeps, Reserve, System};
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
    pub keeps: Keeps,
    /// Conditions for casting, all of which must be true.
    pub conditions: Vec<Circumstance>,
}

impl Spell {
    /// The magic rules as used in a fight: energy is not resisted (SRD 7.16).
    pub(crate) fn system_in_fight(&self) -> System {
        match self.effect {
            SpellEffect::Harms { .. } => self.system.as_energy(),
            _ => self.system.clone(),
        }
    }

    /// Whether the target rolls to resist it.
    pub fn is_resisted(&self) -> bool {
        self.system_in_fight().is_resisted()
    }

    /// Whether a rested caster can pay for it and still save what `keeps` says.
    pub fn is_affordable(&self) -> bool {
        self.system.can_pay(Reserve::default(), self.keeps)
    }
}

/// The effect of a successful spell. Enchantments and removals last for the rest of the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpellEffect {
    /// Strikes a foe like a missile (SRD 7.15, 7.16).
    Harms {
        /// Offensive factor; no Scale is added.
        offense: i32,
        /// Level of the trait for throwing it after the casting; `None` if it hits by the degree of the casting.
        thrown: Option<i32>,
    },
    /// Closes wounds of the caster or of a friend who can still fight, the worst first (SRD 7.22, Fantasy Fudge).
    Heals {
        /// Number of wounds that it closes.
        wounds: u8,
        /// Whether each level above the difficulty closes one more wound.
        by_margin: bool,
        /// The lightest wound level that it is cast for.
        from: u8,
    },
    /// Changes the combat rolls or the defensive factor of a fighter.
    Enchants {
        /// Modifier to all combat rolls.
        skill: i8,
        /// Modifier to the defensive factor.
        defense: i8,
        /// The target of the spell.
        on: CastOn,
    },
    /// Takes a foe out of the fight without a wound: asleep, charmed or banished.
    Removes,
}

/// The target of a spell that enchants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastOn {
    /// The caster.
    Caster,
    /// The first fighter of the caster's side, the caster included, that the spell would change.
    Friend,
    /// A foe.
    Foe,
}

impl SpellEffect {
    /// Whether it targets a foe, who may resist.
    pub const fn is_hostile(self) -> bool {
        match self {
            Self::Harms { .. } | Self::Removes => true,
            Self::Enchants { on, .. } => matches!(on, CastOn::Foe),
            Self::Heals { .. } => false,
        }
    }
}
