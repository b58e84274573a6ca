//! Judges whether two figures differ by more than allowed.

use super::difference::{AllowedDifference, RowDifference, RowVerdict};
use super::matching::{JudgedFigure, Pair, Precision};
use crate::stats::{holm, test_zero};
use crate::study::FALSE_ALARMS;

/// Rounding error between two exact figures, in addition to their bounds; relative to figures above 1.
const ROUNDING_ERROR: f64 = 1e-13;
/// Relative error of reading a number from text.
const READING_ERROR: f64 = 1e-15;
/// Relative amount by which a tolerance may be exceeded, because 0.56 − 0.54 is a little more than 0.02 in floating
/// point.
const TOLERANCE_SLACK: f64 = 1e-9;
/// Half-width of a 95 % interval, in standard errors.
const STANDARD_ERRORS: f64 = 1.959_963_984_540_054;

/// The judgment of a pair before all simulated pairs are judged together.
enum FirstJudgment {
    Same,
    Known(RowVerdict),
    /// The p value for both figures being equal.
    Chance(f64),
}

/// The rows of the pairs that are not equal, with their verdicts, in the order in which they are shown.
pub(super) fn judge(pairs: Vec<Pair>, allowed: AllowedDifference) -> Vec<RowDifference> {
    let first: Vec<FirstJudgment> = pairs.iter().map(|pair| first_judgment(pair, allowed)).collect();
    let p: Vec<f64> =
        first.iter().filter_map(|one| if let FirstJudgment::Chance(p) = one { Some(*p) } else { None }).collect();
    let mut adjusted = holm(&p).into_iter();
    let mut rows = Vec::new();
    for (pair, first) in pairs.into_iter().zip(first) {
        let verdict = match first {
            FirstJudgment::Same => continue,
            FirstJudgment::Known(verdict) => verdict,
            FirstJudgment::Chance(_) => match (adjusted.next(), is_same_number(&pair.row)) {
                (_, true) => continue,
                (Some(p), _) if p > FALSE_ALARMS => RowVerdict::Within,
                _ => RowVerdict::Differs,
            },
        };
        rows.push(RowDifference { verdict, ..pair.row });
    }
    let rank = |verdict| match verdict {
        RowVerdict::Differs => 0,
        RowVerdict::OnlyOld | RowVerdict::OnlyNew => 1,
        RowVerdict::Within => 2,
    };
    rows.sort_by(|one: &RowDifference, other: &RowDifference| {
        rank(one.verdict).cmp(&rank(other.verdict)).then(match one.verdict {
            RowVerdict::OnlyOld | RowVerdict::OnlyNew => std::cmp::Ordering::Equal,
            _ => other.shown_size().total_cmp(&one.shown_size()),
        })
    });
    rows
}

fn first_judgment(pair: &Pair, allowed: AllowedDifference) -> FirstJudgment {
    let (old, new) = match (&pair.old, &pair.new) {
        (Some(old), Some(new)) => (old, new),
        (Some(_), None) => return FirstJudgment::Known(RowVerdict::OnlyOld),
        _ => return FirstJudgment::Known(RowVerdict::OnlyNew),
    };
    let (a, b) = match (old.value, new.value) {
        (Some(a), Some(b)) => (a, b),
        (None, None) => return FirstJudgment::Same,
        _ => return FirstJudgment::Known(RowVerdict::Differs),
    };
    let apart = (a - b).abs();
    let points = allowed.points.filter(|_| pair.row.is_probability()).map(|points| points / 100.0);
    let scale = a.abs().max(b.abs()).max(1.0);
    if let Some(most) = points.or(allowed.tolerance).or(allowed.relative.map(|part| part * scale)) {
        return match apart {
            0.0 => FirstJudgment::Same,
            apart if apart <= most * (1.0 + TOLERANCE_SLACK) => FirstJudgment::Known(RowVerdict::Within),
            _ => FirstJudgment::Known(RowVerdict::Differs),
        };
    }
    if let (Precision::Exact(one), Precision::Exact(other)) = (old.precision, new.precision) {
        let most = one + other + ROUNDING_ERROR * scale;
        return if apart <= most { FirstJudgment::Same } else { FirstJudgment::Known(RowVerdict::Differs) };
    }
    let (low, high) = if a <= b { (old, new) } else { (new, old) };
    let reach = interval_arm(low, true).hypot(interval_arm(high, false));
    FirstJudgment::Chance(test_zero(apart * STANDARD_ERRORS, reach))
}

/// The distance from a figure to the upper end of its interval if `up`, or else to the lower end; for exact figures,
/// the error bound. An unknown interval, as when all trials were equal, allows no distance.
fn interval_arm(side: &JudgedFigure, up: bool) -> f64 {
    match (side.precision, side.value) {
        (Precision::Exact(bound), _) => bound + ROUNDING_ERROR,
        (Precision::Simulated(Some((low, high))), Some(value)) => {
            (if up { high - value } else { value - low }).max(0.0)
        }
        _ => 0.0,
    }
}

fn is_same_number(row: &RowDifference) -> bool {
    row.old.zip(row.new).is_some_and(|(a, b)| (a - b).abs() <= READING_ERROR * a.abs().max(b.abs()))
}
