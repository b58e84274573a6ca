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
    }
}

choice! {
    /// How far up a graze may go (W7, reading 49).
    GrazeCeiling {
        Table = "table": "to the highest level of graze_from",
        Scale = "scale": "a graze of that level by an attacker whose Strength Scale exceeds the target's Mass Scale by 3 or more goes one level higher",
    }
}

/// By how much Scale must differ for a graze to go higher than its table (reading 49).
const MUCH_LARGER: i32 = 3;

impl GrazeCeiling {
    /// A graze's level, after its roll, where the highest of its table is this and the attacker is larger by so much.
    pub fn held(self, level: u8, highest: u8, scale: i32) -> u8 {
        let higher = self == Self::Scale && level >= highest && scale >= MUCH_LARGER;
        level.min(highest) + u8::from(higher)
    }
}

/// The wound level of a graze at a damage factor (SRD 4.56): the number of thresholds reached.
#[inline]
pub fn graze_level(graze_from: &[i32], factor: i32) -> u8 {
    graze_from.iter().filter(|&&from| factor >= from).count() as u8
}

/// The wound level of a graze after the roll: the table at factor + roll, at most one level from the table at the plain factor
/// (reading 13; the three limits do not apply).
#[inline]
pub fn rolled_graze_level(graze_from: &[i32], factor: i32, roll: i32) -> u8 {
    let plain = graze_level(graze_from, factor);
    graze_level(graze_from, factor + roll).clamp(plain.saturating_sub(1), plain.saturating_add(1))
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
        assert_eq!(rolled_graze_level(&[0, 5], 6, -4), 1);
        assert_eq!(rolled_graze_level(&[0, 5], 5, -6), 1);
        assert_eq!(rolled_graze_level(&[0, 5], 3, 2), 2);
        assert_eq!(rolled_graze_level(&[0, 5], -1, 4), 1);
        assert_eq!(rolled_graze_level(&[0, 2], -2, 4), 1);
    }

    /// Reading 49: a giant's club, Very Hurt; never by more, and not by less Scale or below the ceiling.
    #[test]
    fn scale_lifts_the_ceiling_by_one_level() {
        use GrazeCeiling::{Scale, Table};
        assert_eq!([2, 3, 9].map(|scale| Scale.held(2, 2, scale)), [2, 3, 3]);
        assert_eq!([0, 1].map(|level| Scale.held(level, 2, 9)), [0, 1]);
        assert_eq!([Table.held(2, 2, 9), Table.held(3, 2, 0), Scale.held(3, 2, 0)], [2; 3]);
    }
}
