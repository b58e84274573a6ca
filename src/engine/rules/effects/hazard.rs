//! Hazards that foes must resist before blows are exchanged: gaze, breath, smell (FF basilisk, ghost, medusa, troll;
//! SRD dragon, skunk).

use super::resist::{Check, Doom};

/// An effect that foes must resist before blows are exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hazard {
    /// The roll to resist it.
    pub check: Check,
    /// The effect on a foe who fails to resist.
    pub effect: HazardEffect,
    /// Whether each creature uses the hazard every round on the foes who fight that creature. Otherwise, each foe has
    /// to resist the hazard only once per stat block.
    pub each_round: bool,
}

/// The effect of a hazard on a foe who fails to resist it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HazardEffect {
    /// Puts the foe out of action.
    Doom(Doom),
    /// A modifier, 0 or less, to all combat skills for the rest of the fight.
    Sickness(i8),
}

/// The keys of all hazards, in the order in which they are resisted.
pub const HAZARDS: [&str; 6] = ["gaze", "deadly_breath", "cause_fear", "charm", "stench", "noxious_fluid"];
