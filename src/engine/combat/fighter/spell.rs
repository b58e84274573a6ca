//! Spells that a fighter casts in place of a blow (X1 to X6).

use crate::check::{Keeps, Reserve, System};
use crate::rules::Circumstance;

/// A spell, and when it is cast.
#[derive(Debug, Clone, PartialEq)]
pub struct Spell {
    /// What it is called.
    pub name: String,
    /// How it is cast, by which rules of magic.
    pub system: System,
    /// What it does where it succeeds.
    pub effect: SpellEffect,
    /// The part of the reservoir that the caster saves.
    pub keeps: Keeps,
    /// What must hold, all of it.
    pub conditions: Vec<Circumstance>,
}

impl Spell {
    /// The casting in a fight: energy is not resisted (SRD 7.16).
    pub(crate) fn system_in_fight(&self) -> System {
        match self.effect {
            SpellEffect::Harms { .. } => self.system.as_energy(),
            _ => self.system.clone(),
        }
    }

    /// Whether its target rolls to resist.
    pub fn is_resisted(&self) -> bool {
        self.system_in_fight().is_resisted()
    }

    /// Whether a rested caster can pay for it and keep what it keeps.
    pub fn is_affordable(&self) -> bool {
        self.system.can_pay(Reserve::default(), self.keeps)
    }
}

/// What a spell does where it succeeds. What is no harm lasts as long as the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpellEffect {
    /// It strikes a foe as a missile does (SRD 7.15, 7.16).
    Harms {
        /// Its offensive factor; nobody's Scale is in it.
        offense: i32,
        /// The level of the trait that it is thrown with once it is cast; none = it hits by as much as the casting succeeds by.
        thrown: Option<i32>,
    },
    /// It closes wounds of a friend who can still fight, or the caster's own: the worst first (SRD 7.22, Fantasy Fudge).
    Heals {
        /// How many.
        wounds: u8,
        /// Whether each level above the difficulty closes one more.
        by_margin: bool,
        /// The lightest wound level that it is cast for.
        from: u8,
    },
    /// It changes what somebody can do.
    Enchants {
        /// What it adds to all combat rolls.
        skill: i8,
        /// What it adds to the defensive factor.
        defense: i8,
        /// Whom it is cast on.
        on: CastOn,
    },
    /// It puts a foe out of the fight, without a wound: asleep, charmed, banished.
    Removes,
}

/// Whom a spell is cast on that changes what somebody can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastOn {
    /// The caster.
    Caster,
    /// The first of the caster's side, the caster included, whom it would change.
    Friend,
    /// A foe.
    Foe,
}

impl SpellEffect {
    /// Whether it is done to a foe, who may resist.
    pub const fn is_hostile(self) -> bool {
        match self {
            Self::Harms { .. } | Self::Removes => true,
            Self::Enchants { on, .. } => matches!(on, CastOn::Foe),
            Self::Heals { .. } => false,
        }
    }
}
