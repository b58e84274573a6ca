//! Judges the expectations that a scenario has of its figures.

use super::cell::Cell;
use super::highest_value::{FigureLimit, Holds, LimitSide};
use crate::stats::Estimate;

/// Limits that a figure must keep in every cell to which they apply.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// The figure, by its name in words.
    pub measure: String,
    /// The lowest allowed value; a fraction of 1 for a chance.
    pub least: Option<f64>,
    /// The highest allowed value.
    pub most: Option<f64>,
    /// The variant to which the limits apply; `None` for all variants.
    pub variant: Option<String>,
    /// The line of the scenario that states the limits; `None` if that line is in an included file.
    pub line: Option<usize>,
}

/// The verdict on an expectation.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    pub expected: Expectation,
    /// Whether the expectation holds in all cells to which it applies. It fails if it fails in any cell; otherwise it
    /// is unsure if an interval in any cell includes a limit.
    pub holds: Holds,
    /// The cell that decides the verdict, in words, and its figure; `None` if no cell has the figure.
    pub decided_by: Option<(String, Estimate)>,
}

impl Expectation {
    /// The limits as separate conditions.
    pub fn limits(&self) -> impl Iterator<Item = FigureLimit> + '_ {
        let limit = |bound, limit: f64| FigureLimit { figure: self.measure.clone(), bound, limit };
        let least = self.least.map(|least| limit(LimitSide::AtLeast, least));
        least.into_iter().chain(self.most.map(|most| limit(LimitSide::AtMost, most)))
    }
}

/// Judges an expectation in the cells to which it applies. It fails if no cell has the figure.
pub(super) fn judge<'c>(expected: &Expectation, cells: impl Iterator<Item = &'c Cell>) -> Judgement {
    let about = cells.filter(|cell| expected.variant.is_none() || cell.variant == expected.variant);
    let judged = about.filter_map(|cell| {
        let estimate = cell.titled(&expected.measure)?.estimate;
        let holds = expected.limits().map(|limit| limit.judge(estimate)).max().unwrap_or(Holds::Surely);
        Some((holds, cell.label(), estimate))
    });
    // The first of the worst cells.
    let worst = judged.reduce(|worst, next| if next.0 > worst.0 { next } else { worst });
    match worst {
        Some((holds, place, estimate)) => {
            Judgement { expected: expected.clone(), holds, decided_by: Some((place, estimate)) }
        }
        None => Judgement { expected: expected.clone(), holds: Holds::Not, decided_by: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Figure, Findings, Measure, Per};

    static WINS: Measure = Measure::share("wins", Per::Side, "");

    fn judged(counts: &[u64], least: f64, most: f64) -> Holds {
        let cell = |count: &u64| {
            let figure = Figure::new(&WINS, "Ada", Estimate::share(*count, 1000));
            let findings = Findings { figures: vec![figure], ..Findings::default() };
            Cell { variant: None, varied: vec![], findings }
        };
        let cells: Vec<Cell> = counts.iter().map(cell).collect();
        let expected =
            Expectation { measure: "ada wins".into(), least: Some(least), most: Some(most), variant: None, line: None };
        judge(&expected, cells.iter()).holds
    }

    #[test]
    fn judgement_matches_the_worst_cell() {
        assert_eq!(judged(&[570, 580], 0.5, 0.65), Holds::Surely);
        assert_eq!(judged(&[570, 640], 0.5, 0.65), Holds::Unsure);
        assert_eq!(judged(&[640, 400], 0.5, 0.65), Holds::Not);
        assert_eq!(judged(&[], 0.0, 1.0), Holds::Not);
    }
}
