//! Sparing the player characters (W21, SRD 4.64; reading 30).

use super::choice::choice;

choice! {
    /// Whether a blow may leave a player character Near Death, or worse (W21).
    PcNearDeath {
        Allowed = "allowed": "it may",
        OnlyIncapacitated = "only-incapacitated": "only if the character was Incapacitated when the round began; other wounds stop at Incapacitated, also by overflow",
    }
}

/// The worst wound level that a blow may bring: so many levels above the present one.
pub fn worst_in_one_blow(present: u8, levels: u8) -> u8 {
    present.saturating_add(levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SRD 4.64: the unhurt are at most Very Hurt, the Hurt Near Death.
    #[test]
    fn three_levels_in_one_blow() {
        assert_eq!([0, 1, 2, 3].map(|present| worst_in_one_blow(present, 3)), [3, 4, 5, 6]);
    }
}
