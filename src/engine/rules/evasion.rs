//! Evading a blow that has hit (W22, SRD 7.44; W23, KAER).

use super::choice::choice;
use crate::ladder::{FAIR, TERRIBLE};

choice! {
    /// The evasion available to a fighter who is hit, which makes the wound one level lighter (W22, W23). The fighter's
    /// `evades_at` sets when it is used.
    Evasion {
        Off = "off": "not used",
        Heroic = "heroic-evasion": "any wound, for -2 in the next round and -1 more for each consecutive evasion; a fighter whose skill falls below Terrible collapses",
        Avoidance = "heroic-avoidance": "a wound of Incapacitated or worse; an Agility roll of Fair or better leaves the fighter unbalanced (-2 in the next round), a lower one prone (-2 to attacks in the next round)",
    }
}

/// The lowest Agility result that keeps the fighter standing.
pub const LOWEST_BALANCED: i32 = FAIR;

/// The modifier in the next round for being unbalanced (to all rolls) or prone (to attacks).
pub const UNBALANCED_PENALTY: i8 = -2;

/// The modifier to all rolls of the next round after a heroic evasion. `before` is the number of directly preceding
/// rounds in which the fighter also evaded.
pub fn evasion_penalty(before: u8) -> i8 {
    -2 - before.min(100) as i8
}

/// Whether a fighter collapses, because `penalties` take `skill` below Terrible.
pub fn collapses(skill: i32, penalties: i32) -> bool {
    skill + penalties < TERRIBLE
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SRD 7.44.
    #[test]
    fn evasions_in_consecutive_rounds_cost_more() {
        assert_eq!([0, 1, 2].map(evasion_penalty), [-2, -3, -4]);
        assert!(!collapses(-1, -2) && collapses(-2, -2) && collapses(0, -4));
    }
}
