//! Rolls to stay conscious (W29, F93 4.7).

use super::choice::choice;

choice! {
    /// Whether fighters who end a fight Incapacitated roll to stay conscious (W29).
    Consciousness {
        Off = "off": "no rolls for consciousness",
        Rolled = "rolled": "fighters who end the fight Incapacitated roll Constitution, and stay conscious at Fair or better",
    }
}

impl Consciousness {
    /// Whether Incapacitated fighters roll to stay conscious at the end of the fight.
    #[inline(always)]
    pub fn is_rolled(self) -> bool {
        self != Self::Off
    }
}

/// The lowest result that keeps a fighter conscious.
pub const LOWEST_CONSCIOUS: i32 = crate::ladder::FAIR;
