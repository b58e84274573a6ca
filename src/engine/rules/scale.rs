//! The table of Scale: strength and speed compared with a human (B3; SRD 2.33, F93 3.32).

/// A row of the Scale table: the multipliers of strength and speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// The Scale of Strength and Mass, or of Speed.
    pub scale: i32,
    /// Strength as a multiple of a human's, rounded as printed.
    pub strength: f64,
    /// Speed as a multiple of a human's, rounded as printed (SRD only).
    pub speed: f64,
}

/// The table, starting at the smallest Scale.
pub const SCALES: &[Scale] = &[
    row(-11, 0.01, 0.13),
    row(-10, 0.02, 0.16),
    row(-9, 0.03, 0.2),
    row(-8, 0.04, 0.23),
    row(-7, 0.06, 0.28),
    row(-6, 0.1, 0.3),
    row(-5, 0.15, 0.4),
    row(-4, 0.2, 0.5),
    row(-3, 0.3, 0.6),
    row(-2, 0.5, 0.7),
    row(-1, 0.7, 0.8),
    row(0, 1.0, 1.0),
    row(1, 1.5, 1.2),
    row(2, 2.3, 1.4),
    row(3, 3.5, 1.7),
    row(4, 5.0, 2.0),
    row(5, 7.5, 2.5),
    row(6, 10.0, 3.0),
    row(7, 15.0, 3.5),
    row(8, 25.0, 4.0),
    row(9, 40.0, 5.0),
    row(10, 60.0, 6.0),
    row(11, 90.0, 7.5),
    row(12, 130.0, 9.0),
    row(13, 200.0, 11.0),
    row(14, 300.0, 13.0),
    row(15, 450.0, 15.0),
    row(16, 650.0, 18.0),
    row(17, 1000.0, 22.0),
    row(18, 1500.0, 27.0),
    row(19, 2500.0, 32.0),
    row(20, 4000.0, 38.0),
];

const fn row(scale: i32, strength: f64, speed: f64) -> Scale {
    Scale { scale, strength, speed }
}

/// The Scale of a creature `times` as strong as a human: the row with the nearest strength. Of two equally near rows,
/// the one further from human counts, as in the sources' examples of pixies and dragons.
///
/// ```
/// use fudgelab::rules::scale_of_strength;
/// assert_eq!(scale_of_strength(3.0), 3); // ogres (SRD 2.33)
/// ```
pub fn scale_of_strength(times: f64) -> i32 {
    // In thousandths, so that rounding errors do not break ties.
    let apart = |row: &Scale| ((times - row.strength).abs() * 1000.0).round() as u64;
    SCALES.iter().min_by_key(|row| (apart(row), -row.scale.abs())).map_or(0, |row| row.scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B3, SRD 2.33, F93 3.32: ogres three times as strong, pixies eight times weaker, a dragon as strong as 20
    /// warriors.
    #[test]
    fn printed_examples_match_the_nearest_rows() {
        assert_eq!([3.0, 1.0 / 8.0, 0.12, 20.0, 1.0].map(scale_of_strength), [3, -6, -6, 8, 0]);
        // SRD 2.34: Scale 4 is five times, Scale 13 two hundred times; F93 3.33: Scale 10 is fifty times, near 60.
        assert_eq!([5.0, 200.0, 50.0].map(scale_of_strength), [4, 13, 10]);
    }

    /// B3, SRD 2.31, 2.32: each Scale is about 1.5 times as strong and 1.2 times as fast as the one below.
    #[test]
    fn adjacent_rows_have_about_the_same_ratio() {
        for pair in SCALES.windows(2) {
            assert_eq!(pair[1].scale, pair[0].scale + 1);
            let (strength, speed) = (pair[1].strength / pair[0].strength, pair[1].speed / pair[0].speed);
            assert!((1.29..=2.0).contains(&strength), "{pair:?}");
            assert!((1.07..=1.34).contains(&speed), "{pair:?}");
        }
        assert_eq!((SCALES.len(), SCALES[0].scale), (32, -11));
    }
}
