//! Evading a blow that has hit (W22, SRD 7.44; W23, KAER).

use super::choice::choice;
use crate::ladder::{FAIR, TERRIBLE};

choice! {
    /// What a fighter who is hit may do to take one wound level less (W22, W23), by `evades_at`.
    Evasion {
        Off = "off": "nothing",
        Heroic = "heroic-evasion": "any wound, for -2 in the next round and -1 more for each round in a row; a skill below Terrible collapses",
        Avoidance = "heroic-avoidance": "a wound of Incapacitated or worse; a Fair roll of Agility leaves one unbalanced (-2 in the next round), less prone (-2 to attacks in the next round)",
    }
}

/// The level that an Agility roll must reach to stay on one's feet.
pub const BALANCED: i32 = FAIR;

/// What being thrown off balance takes in the next round: from all rolls, or from attacks where one is prone.
pub const UNBALANCED: i8 = -2;

/// What a heroic evasion takes from all rolls of the next round, `before` being the rounds just before this one in which
/// there was one.
pub fn evasion_penalty(before: u8) -> i8 {
    -2 - before.min(100) as i8
}

/// Whether a fighter of this skill collapses at such penalties, which make it worse than Terrible.
pub fn collapses(skill: i32, penalties: i32) -> bool {
    skill + penalties < TERRIBLE
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SRD 7.44.
    #[test]
    fn evasions_in_a_row_cost_more_and_more() {
        assert_eq!([0, 1, 2].map(evasion_penalty), [-2, -3, -4]);
        assert!(!collapses(-1, -2) && collapses(-2, -2) && collapses(0, -4));
    }
}
