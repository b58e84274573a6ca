//! Tactics (M18): stances, and the policies for choosing them, as plain data and pure functions.

mod options;
mod policy;
mod stance;
mod target;

pub use options::{AllOut, FullAttack, InitiativeTrade};
pub use policy::{Circumstance, FighterView, Policy, PolicyRow, SideLeft, StanceMix};
pub use stance::{Family, NamedStance, RECKLESS_DAMAGE, STANCES, Stance, Tactic};
pub use target::{Spread, Targets};
