//! The charts that results can have.

use super::all::distributions;
use crate::measure::Measure;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChartKind {
    /// The name in scenarios: `[[show]] chart = "rounds"`.
    pub name: &'static str,
    /// The content of the chart, in words.
    pub meaning: &'static str,
}

/// Charts of the headline figure.
const HEADLINE_CHARTS: [ChartKind; 4] = [
    ChartKind {
        name: "heat map",
        meaning: "the first figure for each pair of values of two varied keys, as shaded cells with numbers",
    },
    ChartKind {
        name: "line",
        meaning: "the first figure for each value of one varied key, with a line for each variant",
    },
    ChartKind {
        name: "differences",
        meaning: "how much each variant changes the first figure, sorted, with paired intervals",
    },
    ChartKind { name: "comparison", meaning: "the first figure of each variant, as bars" },
];

/// Charts of the answers to analyses.
const ANALYSIS_CHARTS: [ChartKind; 3] = [
    ChartKind {
        name: "tornado",
        meaning: "of `sensitivity`: how much each step changes the figure, with the largest change on top",
    },
    ChartKind { name: "waterfall", meaning: "of `decompose`: how the changes add up" },
    ChartKind { name: "matrix", meaning: "of `matchup`: how each choice scores against each other choice" },
];

/// The chart of the mean of a number after each step of a process.
const COURSE: ChartKind =
    ChartKind { name: "course", meaning: "of a custom process: the mean of a number after each step" };

/// The chart of cumulative chances, for distributions where they are meaningful.
const AT_LEAST: ChartKind =
    ChartKind { name: "at least", meaning: "the chance of at least each degree, margin or relative degree" };

/// All kinds of charts: those of the headline figure, those of analyses, and one for each distribution.
pub fn charts() -> Vec<ChartKind> {
    let one = |measure: &Measure| Some(ChartKind { name: measure.id, meaning: measure.chart?.meaning });
    let spreads = distributions().into_iter().filter_map(one);
    HEADLINE_CHARTS.into_iter().chain(ANALYSIS_CHARTS).chain(spreads).chain([COURSE, AT_LEAST]).collect()
}
