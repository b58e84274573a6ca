//! Protection of player characters (W21, SRD 4.64; reading 30).

use super::choice::choice;

choice! {
    /// Whether a blow can leave a player character Near Death or worse (W21).
    PcNearDeath {
        Allowed = "allowed": "a blow can leave a player character at any wound level",
        OnlyIncapacitated = "only-incapacitated": "only if the character was Incapacitated when the round began; otherwise wounds stop at Incapacitated, even those that overflow",
    }
}

/// The worst wound level that a blow can cause: `levels` above the level `present`.
pub fn worst_in_one_blow(present: u8, levels: u8) -> u8 {
    present.saturating_add(levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SRD 4.64: an unhurt character is at most Very Hurt, a Hurt one Near Death.
    #[test]
    fn one_blow_adds_three_levels_at_most() {
        assert_eq!([0, 1, 2, 3].map(|present| worst_in_one_blow(present, 3)), [3, 4, 5, 6]);
    }
}
