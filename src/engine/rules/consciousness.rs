//! Rolls to stay conscious (W29, F93 4.7).

use super::choice::choice;

choice! {
    /// Whether fighters who end a fight Incapacitated roll to stay conscious (W29).
    Consciousness {
        Off = "off": "no rolls for consciousness",
        Rolled = "rolled": "fighters who end the fight Incapacitated roll Constitution: Fair or better keeps them conscious",
    }
}

/// The lowest result that keeps a fighter conscious.
pub const CONSCIOUS: i32 = crate::ladder::FAIR;
