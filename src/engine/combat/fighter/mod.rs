//! Stat blocks of fighters, and the terms of skills and damage factors.

mod attack;
mod builder;
mod cast;
mod ranged;
mod spell;
mod terms;

pub(crate) use attack::DEFENSE_TERMS;
pub use attack::{Attack, difficulty, dodge_terms};
pub use cast::track;
pub use cast::{Cast, Fighter, Modifier, Use};
pub use ranged::{Missile, Ranged};
pub use spell::{CastOn, Spell, SpellEffect};
pub use terms::{SMALLER_WEAPON, Term, gear_terms, minimum, total};
