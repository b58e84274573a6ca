//! The precision that a run must reach.

use super::most::Holds;
use super::plan::{Planned, Study};
use crate::measure::{Figure, Findings, Unit, two_digits};
use crate::stats::{Estimate, TargetWidth};

/// The default precision of chances, as the half-width of an interval.
const CHANCE: f64 = 0.005;
/// The default precision of means: this fraction of the mean, or [`MEAN`] if that is larger.
const OF_MEAN: f64 = 0.01;
const MEAN: f64 = 0.02;

/// The default limit of trials of a cell. With this many, a confidence sequence is as narrow as an ordinary interval
/// after a million trials.
const MOST_NEEDED: u64 = 2_500_000;

/// The number of trials until a chance of one half is known to ± 1: 9.21 times its variance, as for a normal mixture.
/// For other half-widths, divide by their square.
const OF_HALF: f64 = 9.21 * 0.25;

/// A value that is constant over this many trials counts as known.
const ALL_EQUAL: u64 = 100_000;

/// The precision that figures must reach in every cell, and the limits of the run.
///
/// The intervals of such a run are confidence sequences: they are valid whenever it stops.
#[derive(Debug, Clone, PartialEq)]
pub struct PrecisionGoal {
    /// The maximum half-width of the interval of one figure, `Absolute` or `Relative`. If `None`, the headline and the
    /// questions get the default precision, and every expectation is decided.
    pub aim: Option<TargetWidth>,
    /// The figure's name in words, such as `Snorri wins`; `None` for the first figure.
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
    pub(super) reach: f64,
    /// The half-width to reach, in words; `None` for an expectation that the interval does not decide.
    pub(super) wanted: Option<String>,
}

impl PrecisionGoal {
    /// The default goal, for a study with neither a number of trials nor a precision.
    pub const fn needed() -> Self {
        Self { aim: None, figure: None, max_trials: MOST_NEEDED, max_seconds: None }
    }

    /// The number of trials until a chance of one half, which takes longest, is precise enough; `None` if the precision
    /// is relative to the figure.
    pub fn trials_of_half(&self) -> Option<u64> {
        let half = match self.aim {
            None => CHANCE,
            Some(TargetWidth::Absolute(half)) => half,
            Some(TargetWidth::Relative(_) | TargetWidth::Unset) => return None,
        };
        Some((OF_HALF / (half * half)).min(self.max_trials as f64) as u64)
    }

    /// The goal's figure, or the first of several.
    pub(super) fn of<'a>(&self, findings: &'a Findings) -> Option<&'a Figure> {
        match &self.figure {
            Some(name) => findings.titled(name),
            None => findings.headline(),
        }
    }

    /// The goal in words: `Snorri wins ± 0.002`.
    pub(super) fn words(&self, figure: &Figure) -> String {
        match (self.aim, figure.unit()) {
            (Some(_), _) => format!("{} {}", figure.title(), self.half(figure)),
            (None, Unit::Probability) => format!("chances are known to {}", self.half(figure)),
            (None, _) => format!("means are known to {}", self.half(figure)),
        }
    }

    pub(super) fn half(&self, figure: &Figure) -> String {
        match self.aim {
            Some(TargetWidth::Absolute(half)) => format!("± {half}"),
            Some(TargetWidth::Relative(part)) => format!("± {} % of it", two_digits(100.0 * part)),
            Some(TargetWidth::Unset) => "as it comes".to_owned(),
            None if figure.unit() == Unit::Probability => format!("± {} points", 100.0 * CHANCE),
            None => format!("{} % or ± {MEAN}", 100.0 * OF_MEAN),
        }
    }

    /// The target half-width of a figure.
    fn aim_of(&self, figure: &Figure) -> TargetWidth {
        self.aim.unwrap_or_else(|| {
            let of_mean = (OF_MEAN * figure.estimate.value.abs()).max(MEAN);
            TargetWidth::Absolute(if figure.unit() == Unit::Probability { CHANCE } else { of_mean })
        })
    }

    /// The confidence sequence of a figure, tuned to the goal if the goal is about this figure.
    pub(super) fn estimate(&self, study: &Study, found: &Findings, figure: &Figure) -> Estimate {
        let is_about = self.about(study, found).any(|one| one.identity() == figure.identity())
            || self.aim.is_none() && study.expectations.iter().any(|expected| figure.has_name(&expected.measure));
        figure.estimate.with_sequence_interval(if is_about { self.aim_of(figure) } else { TargetWidth::Unset })
    }

    /// The figures that must be precise.
    fn about<'a>(&'a self, study: &'a Study, found: &'a Findings) -> impl Iterator<Item = &'a Figure> {
        let first = self.of(found);
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
    pub(super) fn missing(&self, study: &Study, planned: &Planned, found: &Findings) -> Option<ImpreciseFigure> {
        let wide = self.about(study, found).filter_map(|figure| {
            let aim = self.aim_of(figure);
            let estimate = figure.estimate.with_sequence_interval(aim);
            let reach = estimate.half_width();
            let is_constant = || self.aim.is_none() && figure.estimate.standard_error() == Some(0.0);
            let known = reach <= aim.max_half_width(estimate.value)
                || figure.estimate.trials().is_some_and(|trials| trials >= ALL_EQUAL && is_constant());
            (!known).then(|| ImpreciseFigure { title: figure.title(), reach, wanted: Some(self.half(figure)) })
        });
        let widest = wide.max_by(|one, other| one.reach.total_cmp(&other.reach));
        widest.or_else(|| self.undecided(study, planned, found))
    }

    /// The first undecided expectation of a cell.
    fn undecided(&self, study: &Study, planned: &Planned, found: &Findings) -> Option<ImpreciseFigure> {
        let unwritten = study.adds_own_setting && planned.variant.as_ref() == study.variants.first();
        if self.aim.is_some() || unwritten {
            return None;
        }
        let here = study.expectations.iter().filter(|one| one.variant.is_none() || one.variant == planned.variant);
        here.filter_map(|expected| {
            let figure = found.titled(&expected.measure).filter(|figure| !figure.estimate.is_quantile())?;
            let estimate = self.estimate(study, found, figure);
            let unsure = expected.limits().any(|limit| limit.judge(estimate) == Holds::Unsure);
            unsure.then(|| ImpreciseFigure { title: figure.title(), reach: estimate.half_width(), wanted: None })
        })
        .next()
    }
}
