//! Tactics (M18): stances, and the policies for choosing them, as plain data and pure functions.

mod allowed;
mod policy;
mod stance;
mod target;

pub use allowed::{AllOut, FullAttack, InitiativeTrade};
pub use policy::{Circumstance, Mix, Policy, SideLeft, View, When};
pub use stance::{Family, NamedStance, RECKLESS_DAMAGE, STANCES, Stance, Tactic};
pub use target::{Spread, Targets};
