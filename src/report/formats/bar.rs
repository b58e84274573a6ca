//! Bars made of block characters.

/// Partial blocks, from one eighth to seven eighths.
const EIGHTHS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// A bar for `share` (0 to 1), `most` columns long when full.
///
/// A share above 0 shows at least the thinnest line; a share below 1 leaves at least a gap.
pub(in crate::report) fn bar(share: f64, most: usize) -> String {
    let full = most * 8;
    if share.is_nan() || share <= 0.0 || full == 0 {
        return String::new();
    }
    let eighths = if share >= 1.0 { full } else { ((share * full as f64).round() as usize).clamp(1, full - 1) };
    let tail = (eighths % 8).checked_sub(1).and_then(|part| EIGHTHS.get(part));
    std::iter::repeat_n('█', eighths / 8).chain(tail.copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bar_length_matches_share() {
        assert_eq!(bar(0.0, 4), "");
        assert_eq!(bar(f64::NAN, 4), "");
        assert_eq!(bar(1e-9, 4), "▏");
        assert_eq!(bar(0.5, 4), "██");
        assert_eq!(bar(0.53, 4), "██▏");
        assert_eq!(bar(0.999_999, 4), "███▉");
        assert_eq!(bar(1.0, 4), "████");
        assert_eq!(bar(7.0, 4), "████");
        assert_eq!(bar(0.5, 0), "");
    }

    #[test]
    fn bar_never_exceeds_maximum_length() {
        for most in 0..50 {
            for thousandth in 0..=1000 {
                assert!(bar(f64::from(thousandth) / 1000.0, most).chars().count() <= most);
            }
        }
    }
}
