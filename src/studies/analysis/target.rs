//! Targets for figures: `ada wins = 50 %`, `rounds <= 8`, `party wins = 70 to 80 %`.

use super::helpers::Name;
use crate::document::{Item, Problem, decode};
use crate::measure::Figure;
use crate::study::Holds;
use crate::text::parse_share;

/// Exact figures that differ by less than this count as equal: the difference is rounding error.
pub(super) const EQUAL_WITHIN: f64 = 1e-9;

#[derive(Debug, Clone)]
pub(super) struct Target {
    pub(super) figure: Name,
    /// The target as written in the file.
    pub(super) text: String,
    pub(super) bound: TargetBound,
    /// Whether the limit is a percentage.
    pub(super) per_cent: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum TargetBound {
    /// As near as possible to this value.
    Near(f64),
    /// Within these inclusive limits.
    Within(f64, f64),
}

impl Target {
    /// The distance of a figure from the target: 0 within the limits. It is absolute if the limit is a percentage (0.05
    /// for 5 points), otherwise relative to the limit, or to 1 if the limit is smaller. NaN if the figure is unknown.
    pub(super) fn distance(&self, value: f64) -> f64 {
        let (off, limit) = match self.bound {
            TargetBound::Near(near) => ((value - near).abs(), near),
            TargetBound::Within(low, _) if value < low - EQUAL_WITHIN => (low - value, low),
            TargetBound::Within(_, high) if value > high + EQUAL_WITHIN => (value - high, high),
            TargetBound::Within(..) => (value * 0.0, 1.0),
        };
        if self.per_cent { off } else { off / limit.abs().max(1.0) }
    }

    /// Whether a figure is within the limits, given its precision. `Holds::Surely` if there are no limits, `Holds::Not`
    /// if the figure is unknown.
    pub(super) fn judge(&self, figure: Option<&Figure>) -> Holds {
        let TargetBound::Within(least, most) = self.bound else { return Holds::Surely };
        let Some(figure) = figure else { return Holds::Not };
        let (low, high) = figure.estimate.ends();
        Holds::of(low >= least, high >= least).max(Holds::of(low <= most, high <= most))
    }
}

/// Reads one or more targets.
pub(super) fn targets(item: Item<'_>) -> Option<Vec<Target>> {
    decode::one_or_more(target)(item)
}

/// Reads a target such as `ada wins = 50 %`.
fn target(mut item: Item<'_>) -> Option<Target> {
    let text = decode::text(item.again())?;
    // Splits at the last sign, because a question can contain others. If two signs end at the same position, such as
    // `=` and `<=`, the longer one comes last in the list and is taken.
    let signs = ["=", "≤", "<=", "≥", ">="].into_iter().filter_map(|sign| Some((sign, text.rsplit_once(sign)?)));
    let sign = signs.max_by_key(|(sign, (figure, _))| figure.len() + sign.len());
    let read = sign.and_then(|(sign, (figure, limit))| {
        let (bound, per_cent) = parse_bound(sign, limit)?;
        Some((figure.trim().to_owned(), bound, per_cent))
    });
    let Some((figure, bound, per_cent)) = read.filter(|(figure, ..)| !figure.is_empty()) else {
        let help = "write `ada wins = 50 %`, `party wins >= 70 %`, `rounds <= 8` or `party wins = 70 to 80 %`";
        return item.refuse(Problem::new(format!("`{text}` is not a target")).help(help));
    };
    let figure = Name { text: figure, span: item.node.span };
    Some(Target { figure, text: text.trim().to_owned(), bound, per_cent })
}

/// The bound that a sign such as `<=` and the text after it describe, and whether it is a percentage. `None` if there
/// is no such bound.
fn parse_bound(sign: &str, limit: &str) -> Option<(TargetBound, bool)> {
    // In `70 to 80 %`, the sign applies to both numbers.
    let in_per_cent = limit.trim().ends_with('%');
    let number = |text: &str| {
        let (number, per_cent) = parse_share(text)?;
        Some(if in_per_cent && !per_cent { number / 100.0 } else { number })
    };
    let bound = match (sign, limit.split_once(" to ")) {
        ("=", Some((low, high))) => TargetBound::Within(number(low)?, number(high)?),
        ("=", None) => TargetBound::Near(number(limit)?),
        (">=" | "≥", None) => TargetBound::Within(number(limit)?, f64::INFINITY),
        (_, None) => TargetBound::Within(f64::NEG_INFINITY, number(limit)?),
        _ => return None,
    };
    let orderly = match bound {
        TargetBound::Near(near) => !in_per_cent || (0.0..=1.0).contains(&near),
        TargetBound::Within(low, high) => low <= high && (!in_per_cent || (low <= 1.0 && high >= 0.0)),
    };
    orderly.then_some((bound, in_per_cent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_has_limits_and_distance() {
        assert_eq!(parse_bound("=", " 50 %"), Some((TargetBound::Near(0.5), true)));
        assert_eq!(parse_bound("=", "70 to 80 %"), Some((TargetBound::Within(0.7, 0.8), true)));
        assert_eq!(parse_bound("<=", "8"), Some((TargetBound::Within(f64::NEG_INFINITY, 8.0), false)));
        for (sign, limit) in [
            ("=", "80 to 70 %"),
            ("=", "150 %"),
            (">=", "101 %"),
            ("=", "half"),
            (">=", "1 to 2"),
            ("=", "nan"),
            ("=", "inf %"),
        ] {
            assert_eq!(parse_bound(sign, limit), None, "{sign} {limit}");
        }
        let target = |bound, per_cent| {
            let figure = Name { text: "a".to_owned(), span: crate::document::Span::whole(0) };
            Target { figure, text: String::new(), bound, per_cent }
        };
        let within = target(TargetBound::Within(0.7, 0.8), true);
        assert!(
            (within.distance(0.65) - 0.05).abs() < 1e-12
                && (within.distance(0.9) - 0.1).abs() < 1e-12
                && within.distance(0.75) == 0.0
        );
        assert!(within.distance(f64::NAN).is_nan(), "what is unknown meets nothing");
        // For anything but a chance, the distance is relative to the limit.
        assert_eq!(target(TargetBound::Near(8.0), false).distance(12.0), 0.5);
    }
}
