//! Who fights: stat blocks as a scenario states them, and what adds to a skill or a damage factor.

mod cast;
mod ranged;
mod shot;
mod spell;
mod terms;

pub(crate) use cast::track;
pub use cast::{Cast, Fighter, Modifier, Use};
pub use ranged::{Missile, Ranged};
pub use shot::{difficulty, dodge_terms};
pub use spell::{CastOn, Spell, SpellEffect};
pub(crate) use terms::DEFENSE_TERMS;
pub use terms::{Term, factor_terms, gear_terms, minimum, pierced_scale, point_terms, total};
