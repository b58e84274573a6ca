//! What creatures do to their foes, and what protects them, besides skill and factors (W28).

mod hazard;
mod lasting;
mod resist;

pub use hazard::{Bane, HAZARDS, Hazard};
pub use lasting::{Bleeding, Burning, MINUTE, Poison, Regenerates, Regeneration};
pub use resist::{Check, Doom, Resist};

/// The special abilities of a fighter; the default has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Abilities {
    /// Wounds take nothing from its skill.
    pub immune_to_pain: bool,
    /// It never flees or yields.
    pub immune_to_fear: bool,
    /// Only Near Death puts it out of action.
    pub needs_near_death: bool,
    /// How many blows it survives that would have left it Near Death or dead.
    pub lives: u8,
    /// What its wounds do that win by enough.
    pub bleeding: Option<Bleeding>,
    /// What is in its wounds.
    pub poison: Option<Poison>,
    /// How its own wounds close.
    pub regeneration: Option<Regeneration>,
    /// What its hits set on fire.
    pub burning: Option<Burning>,
    /// What foes must withstand before blows fall, each of [`HAZARDS`].
    pub hazards: [Option<Hazard>; HAZARDS.len()],
}
