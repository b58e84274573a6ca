//! What foes must resist before blows are exchanged: looks, breath, smells (FF basilisk, ghost, medusa, troll; SRD dragon, skunk).

use super::resist::{Check, Doom};

/// Something that foes must withstand before blows fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hazard {
    /// What withstands it.
    pub check: Check,
    /// What it does to who does not.
    pub bane: Bane,
    /// Whether each such creature does it anew in each round, to those who fight it; else all of one stat block together do
    /// it to each foe but once.
    pub each_round: bool,
}

/// What a hazard does to who does not withstand it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bane {
    /// Puts out of action.
    Doom(Doom),
    /// Adds so much, 0 or less, to all combat skills for the fight.
    Sickness(i8),
}

/// The hazards there are, in the order they are withstood.
pub const HAZARDS: [&str; 6] = ["gaze", "deadly_breath", "cause_fear", "charm", "stench", "noxious_fluid"];
