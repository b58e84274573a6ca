//! Simulating until a figure is precise enough.

use super::job::Job;
use super::plan::{Planned, Study};
use super::result::{Distribution, Figure, Warning, label, thousands};
use super::run::{Answered, significant};
use crate::dice::nearest;
use crate::error::{Error, Result};
use crate::sim::{BLOCK, Monitor, next_look};
use crate::stats::{Aim, Estimate, FIRST_LOOK, test_zero_sequence};

// Intervals are tuned for no fewer trials than the first look has.
const _: () = assert!(BLOCK == FIRST_LOOK);

/// How precise which figure is to be in every cell, and when to give up.
///
/// Intervals of such a run are confidence sequences: they are valid whatever makes it stop.
#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    /// How far the interval's ends may lie from the figure: `Absolute` or `Relative`.
    pub aim: Aim,
    /// The figure's name in words, as in `Snorri wins`; the first figure where there is none.
    pub figure: Option<String>,
    /// The most trials of a cell.
    pub max_trials: u64,
    /// The longest time for the whole study, in seconds; for the monitor to keep.
    pub max_seconds: Option<f64>,
}

impl Goal {
    /// The figure it is about.
    pub(super) fn of<'a>(&self, figures: &'a [Figure]) -> Option<&'a Figure> {
        match &self.figure {
            Some(name) => figures.iter().find(|figure| same(&figure.title(), name)),
            None => figures.first(),
        }
    }

    /// What is asked, in words: `Snorri wins ± 0.002`.
    pub(super) fn words(&self, figure: &Figure) -> String {
        format!("{} {}", figure.title(), self.half())
    }

    fn half(&self) -> String {
        match self.aim {
            Aim::Absolute(half) => format!("± {half}"),
            Aim::Relative(part) => format!("± {} % of it", significant(100.0 * part)),
            Aim::Unaimed => "as it comes".to_owned(),
        }
    }

    /// The figure with the interval that is valid at every look.
    fn estimate(&self, figure: &Figure) -> Estimate {
        figure.estimate.sequential(self.aim)
    }

    fn is_met(&self, estimate: &Estimate) -> bool {
        estimate.reach() <= self.aim.reach(estimate.value)
    }

    /// Refuses a figure that this cell does not have, or that has no such interval.
    ///
    /// # Errors
    /// The name is unknown, with the nearest or all there are; or it is a median's.
    pub fn check(&self, study: &Study, planned: &Planned) -> Result<()> {
        let Some(name) = &self.figure else { return Ok(()) };
        let answered = Job::new(std::slice::from_ref(planned)).answer(study);
        let figures: &[Figure] = answered.cells.first().map_or(&[], |(figures, _)| figures);
        let fit = |figure: &&Figure| !figure.estimate.is_quantile();
        if self.of(figures).filter(fit).is_some() {
            return Ok(());
        }
        let names: Vec<String> = figures.iter().filter(fit).map(Figure::title).collect();
        let all = || format!("figures are: {}", names.join(", "));
        if self.of(figures).is_some() {
            return Err(Error::input(format!("a run cannot go on until `{name}` is precise")).with_help(all()));
        }
        let place = label(planned.variant.as_deref(), &planned.varied);
        let place = if place.is_empty() { place } else { format!(" in `{place}`") };
        let help = nearest(name, names.iter().map(String::as_str)).map(|near| format!("did you mean `{near}`?"));
        Err(Error::input(format!("there is no figure `{name}`{place}")).with_help(help.unwrap_or_else(all)))
    }
}

/// One combination of varied values on its way to the goal.
struct Open<'a> {
    job: Job<'a>,
    /// The widest reach of a variant's figure that is not yet precise enough.
    missing: Option<f64>,
}

/// Simulates every cell until its figure is precise enough, and says what was not reached.
///
/// All cells that are not done go on to the same number of trials before they are looked at again; so where a limit
/// or the clock ends the run, it ends it at one number of trials, and a run limited to that number is the same run.
pub(super) fn answers(study: &Study, goal: &Goal, monitor: &impl Monitor) -> (Vec<Answered>, Option<Warning>) {
    let variants = study.variants.len().max(1);
    let open = |planned| Open { job: Job::new(planned), missing: Some(f64::INFINITY) };
    let mut cells: Vec<Open<'_>> = study.cells.chunks(variants).map(open).collect();
    let mut look = BLOCK.min(goal.max_trials);
    loop {
        for cell in cells.iter_mut().filter(|cell| cell.missing.is_some()) {
            cell.job.extend(study, look, monitor);
            cell.missing = missing(&cell.job.answer(study), goal);
        }
        let done = cells.iter().all(|cell| cell.missing.is_none());
        if done || look >= goal.max_trials || monitor.stopped() || monitor.time_is_up() {
            break;
        }
        look = next_look(look).min(goal.max_trials);
    }
    let warning = unmet(&cells, study, goal, look).filter(|_| !monitor.stopped());
    (cells.iter().map(|cell| sequential(cell.job.answer(study), goal)).collect(), warning)
}

/// The widest reach of a variant's figure, where it is not precise enough in all of them.
fn missing(answered: &Answered, goal: &Goal) -> Option<f64> {
    let figures = answered.cells.iter().filter_map(|(figures, _)| goal.of(figures));
    let estimates = figures.map(|figure| goal.estimate(figure)).filter(|estimate| !goal.is_met(estimate));
    estimates.map(|estimate| estimate.reach()).reduce(f64::max)
}

fn unmet(cells: &[Open<'_>], study: &Study, goal: &Goal, trials: u64) -> Option<Warning> {
    let missing: Vec<&Open<'_>> = cells.iter().filter(|cell| cell.missing.is_some()).collect();
    let widest = missing.iter().filter_map(|cell| cell.missing).reduce(f64::max)?;
    let answered = missing[0].job.answer(study);
    let name = goal.of(&answered.cells.first()?.0)?.title();
    let place = if cells.len() > 1 { format!(" in {} of {} cells", missing.len(), cells.len()) } else { String::new() };
    let reached = if widest.is_finite() { format!("± {}", significant(widest)) } else { "no interval".to_owned() };
    Some(Warning {
        message: format!(
            "stopped at {} trials{place}: {name} has {reached}, asked was {}",
            thousands(trials),
            goal.half()
        ),
        remedy: "allow more trials (`max_trials`) or time (`max_time`), or ask for less precision".to_owned(),
    })
}

/// Every figure with an interval that is valid whatever made the run stop. The one asked for is tuned to the goal.
fn sequential(mut answered: Answered, goal: &Goal) -> Answered {
    for (figures, distributions) in &mut answered.cells {
        let named = goal.of(figures).map(Figure::title);
        let rounds = distributions.iter().find(|one| one.name == "rounds").map(counts);
        for figure in figures.iter_mut() {
            let aim = if Some(figure.title()) == named { goal.aim } else { Aim::Unaimed };
            figure.estimate = match &rounds {
                Some(rounds) if figure.estimate.is_quantile() => Estimate::median_sequence(rounds),
                _ => figure.estimate.sequential(aim),
            };
        }
        for point in distributions.iter_mut().flat_map(|distribution| &mut distribution.points) {
            point.estimate = point.estimate.sequential(Aim::Unaimed);
        }
    }
    for one in answered.changes.iter_mut().flatten() {
        let tested = one.change.standard_error().zip(one.change.trials());
        one.p = tested.map(|(error, trials)| test_zero_sequence(one.change.value, error, trials));
        one.change = one.change.sequential(Aim::Unaimed);
    }
    answered
}

/// How often each whole number from 0 came up, from a distribution's shares.
fn counts(distribution: &Distribution) -> Vec<u64> {
    let length = distribution.points.last().map_or(0, |point| point.value as usize + 1);
    let mut counts = vec![0; length];
    for point in &distribution.points {
        let trials = point.estimate.trials().unwrap_or(0) as f64;
        if let Some(count) = usize::try_from(point.value).ok().and_then(|value| counts.get_mut(value)) {
            *count = (point.estimate.value * trials).round() as u64;
        }
    }
    counts
}

fn same(one: &str, other: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    words(one) == words(other)
}
