//! Grazes: hits by one level wound by the damage factor alone (W7).

use crate::rules::choice::choice;

choice! {
    /// Whether a hit with relative degree 1 is a graze (W7, SRD 4.56).
    Graze {
        Off = "off": "there are no grazes",
        Table = "table": "a hit by one level wounds according to the damage factor alone, see graze_from and graze_roll",
    }
}

choice! {
    /// What the damage roll may do to a graze (W7, reading 13). Min-Mid-Max leaves grazes alone (reading 18).
    GrazeRoll {
        Off = "off": "grazes are not rolled for",
        OneLevel = "one-level": "the roll changes a graze by at most one level",
        OneLevelAndScale = "one-level-and-scale": "the roll changes a graze by at most one level down, and up by one more for each step by which the attacker's Strength Scale exceeds the target's Mass Scale",
    }
}

/// The wound level of a graze at a damage factor (SRD 4.56): the number of thresholds reached.
#[inline]
pub fn graze_level(graze_from: &[i32], factor: i32) -> u8 {
    graze_from.iter().filter(|&&from| factor >= from).count() as u8
}

/// The wound level of a graze after the roll: the table at factor + roll, at most one level below and `higher` levels
/// above the table at the plain factor (reading 13; the three limits do not apply). `higher` is 1 unless Scale adds to it
/// (SRD 4.56).
#[inline]
pub fn rolled_graze_level(graze_from: &[i32], factor: i32, roll: i32, higher: u8) -> u8 {
    let plain = graze_level(graze_from, factor);
    graze_level(graze_from, factor + roll).clamp(plain.saturating_sub(1), plain.saturating_add(higher))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graze_table_of_srd_4_56() {
        for (factor, level) in [(-1, 0), (0, 1), (4, 1), (5, 2), (12, 2)] {
            assert_eq!(graze_level(&[0, 5], factor), level, "factor {factor}");
        }
    }

    #[test]
    fn a_rolled_graze_moves_one_level_at_most() {
        assert_eq!(rolled_graze_level(&[0, 5], 6, -4, 1), 1);
        assert_eq!(rolled_graze_level(&[0, 5], 5, -6, 1), 1);
        assert_eq!(rolled_graze_level(&[0, 5], 5, -6, 2), 1);
        assert_eq!(rolled_graze_level(&[0, 2], -1, 4, 2), 2);
        assert_eq!(rolled_graze_level(&[0, 5], 3, 2, 1), 2);
        assert_eq!(rolled_graze_level(&[0, 5], -1, 4, 1), 1);
        assert_eq!(rolled_graze_level(&[0, 2], -2, 4, 1), 1);
    }
}
