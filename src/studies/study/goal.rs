//! The precision that a run must reach.

use super::highest_value::Holds;
use super::plan::{PlannedCell, Study};
use crate::measure::{Figure, Findings, Unit, two_digits};
use crate::stats::{Estimate, TargetWidth};

/// The default precision of chances: the maximum half-width of the interval.
const CHANCE_HALF_WIDTH: f64 = 0.005;
/// The default precision of means: the maximum half-width of the interval is this fraction of the mean, or
/// [`MEAN_HALF_WIDTH`] if that is larger.
const SHARE_OF_MEAN: f64 = 0.01;
const MEAN_HALF_WIDTH: f64 = 0.02;

/// The default maximum number of trials of a cell. With this many trials, a confidence sequence is as narrow as an
/// ordinary interval after a million trials.
const DEFAULT_MOST_TRIALS: u64 = 2_500_000;

/// The number of trials until a chance of one half is known to ± 1: 9.21 times its variance, as for a normal mixture.
/// For other half-widths, divide by the square of the half-width.
const TRIALS_OF_HALF: f64 = 9.21 * 0.25;

/// A value that is the same in this many trials counts as known.
const CONSTANT_TRIALS: u64 = 100_000;

/// The precision that figures must reach in every cell, and the limits of the run.
///
/// The intervals of a run with such a goal are confidence sequences, which are valid at any number of trials.
#[derive(Debug, Clone, PartialEq)]
pub struct PrecisionGoal {
    /// The maximum half-width of the interval of one figure, `Absolute` or `Relative`. If `None`, the headline and the
    /// questions get the default precision, and every expectation is decided.
    pub aim: Option<TargetWidth>,
    /// The name in words of the figure that must be precise, such as `Snorri wins`; `None` for the first figure.
    pub figure: Option<String>,
    /// Maximum number of trials of a cell.
    pub max_trials: u64,
    /// Maximum time for the whole study, in seconds; enforced by the monitor.
    pub max_seconds: Option<f64>,
}

/// A figure that is not precise enough yet.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ImpreciseFigure {
    pub(super) title: String,
    /// The half-width of its interval.
    pub(super) half_width: f64,
    /// The half-width to reach, in words; `None` for an expectation that the interval does not decide.
    pub(super) wanted: Option<String>,
}

impl PrecisionGoal {
    /// The default goal, for a study with neither a number of trials nor a precision.
    pub const fn default_goal() -> Self {
        Self { aim: None, figure: None, max_trials: DEFAULT_MOST_TRIALS, max_seconds: None }
    }

    /// The number of trials until a chance of one half, which takes longest, is precise enough; `None` if the precision
    /// is relative to the figure.
    pub fn trials_of_half(&self) -> Option<u64> {
        let half = match self.aim {
            None => CHANCE_HALF_WIDTH,
            Some(TargetWidth::Absolute(half)) => half,
            Some(TargetWidth::Relative(_) | TargetWidth::Unset) => return None,
        };
        Some((TRIALS_OF_HALF / (half * half)).min(self.max_trials as f64) as u64)
    }

    /// The figure that must be precise, or the first of several; `None` if the cell does not have it.
    pub(super) fn main_figure<'a>(&self, findings: &'a Findings) -> Option<&'a Figure> {
        match &self.figure {
            Some(name) => findings.titled(name),
            None => findings.headline(),
        }
    }

    /// The goal in words: `Snorri wins ± 0.002`.
    pub(super) fn words(&self, figure: &Figure) -> String {
        match (self.aim, figure.unit()) {
            (Some(_), _) => format!("{} {}", figure.title(), self.target_in_words(figure)),
            (None, Unit::Probability) => format!("chances are known to {}", self.target_in_words(figure)),
            (None, _) => format!("means are known to {}", self.target_in_words(figure)),
        }
    }

    /// The target half-width of a figure in words: `± 0.002`.
    pub(super) fn target_in_words(&self, figure: &Figure) -> String {
        match self.aim {
            Some(TargetWidth::Absolute(half)) => format!("± {half}"),
            Some(TargetWidth::Relative(part)) => format!("± {} % of it", two_digits(100.0 * part)),
            Some(TargetWidth::Unset) => "as it comes".to_owned(),
            None if figure.unit() == Unit::Probability => format!("± {} points", 100.0 * CHANCE_HALF_WIDTH),
            None => format!("{} % or ± {MEAN_HALF_WIDTH}", 100.0 * SHARE_OF_MEAN),
        }
    }

    /// The target half-width of a figure.
    fn aim_of(&self, figure: &Figure) -> TargetWidth {
        self.aim.unwrap_or_else(|| {
            let of_mean = (SHARE_OF_MEAN * figure.estimate.value.abs()).max(MEAN_HALF_WIDTH);
            TargetWidth::Absolute(if figure.unit() == Unit::Probability { CHANCE_HALF_WIDTH } else { of_mean })
        })
    }

    /// The confidence sequence of a figure, tuned to the goal if the goal is about this figure.
    pub(super) fn estimate(&self, study: &Study, found: &Findings, figure: &Figure) -> Estimate {
        let is_about = self.goal_figures(study, found).any(|one| one.identity() == figure.identity())
            || self.aim.is_none() && study.expectations.iter().any(|expected| figure.has_name(&expected.measure));
        figure.estimate.with_sequence_interval(if is_about { self.aim_of(figure) } else { TargetWidth::Unset })
    }

    /// The figures that must be precise.
    fn goal_figures<'a>(&'a self, study: &'a Study, found: &'a Findings) -> impl Iterator<Item = &'a Figure> {
        let first = self.main_figure(found);
        let is_headline = move |figure: &&Figure| {
            first.is_some_and(|first| match self.aim {
                Some(_) => figure.identity() == first.identity(),
                None => figure.measure.id == first.measure.id,
            })
        };
        let asked = study.asked.iter().chain(&study.listed).filter(|_| self.aim.is_none());
        let asked = asked.filter_map(|name| found.titled(name));
        found.figures.iter().filter(is_headline).chain(asked).filter(|figure| !figure.estimate.is_quantile())
    }

    /// The least precise figure of a cell, or else an undecided expectation. `None` if all figures are precise enough.
    pub(super) fn least_precise(
        &self,
        study: &Study,
        planned: &PlannedCell,
        found: &Findings,
    ) -> Option<ImpreciseFigure> {
        let wide = self.goal_figures(study, found).filter_map(|figure| {
            let aim = self.aim_of(figure);
            let estimate = figure.estimate.with_sequence_interval(aim);
            let reach = estimate.half_width();
            let is_constant = || self.aim.is_none() && figure.estimate.standard_error() == Some(0.0);
            let known = reach <= aim.max_half_width(estimate.value)
                || figure.estimate.trials().is_some_and(|trials| trials >= CONSTANT_TRIALS && is_constant());
            (!known).then(|| ImpreciseFigure {
                title: figure.title(),
                half_width: reach,
                wanted: Some(self.target_in_words(figure)),
            })
        });
        let widest = wide.max_by(|one, other| one.half_width.total_cmp(&other.half_width));
        widest.or_else(|| self.undecided(study, planned, found))
    }

    /// The first undecided expectation of a cell.
    fn undecided(&self, study: &Study, planned: &PlannedCell, found: &Findings) -> Option<ImpreciseFigure> {
        let unwritten = study.adds_own_setting && planned.variant.as_ref() == study.variants.first();
        if self.aim.is_some() || unwritten {
            return None;
        }
        let here = study.expectations.iter().filter(|one| one.variant.is_none() || one.variant == planned.variant);
        here.filter_map(|expected| {
            let figure = found.titled(&expected.measure).filter(|figure| !figure.estimate.is_quantile())?;
            let estimate = self.estimate(study, found, figure);
            let unsure = expected.limits().any(|limit| limit.judge(estimate) == Holds::Unsure);
            unsure.then(|| ImpreciseFigure { title: figure.title(), half_width: estimate.half_width(), wanted: None })
        })
        .next()
    }
}
