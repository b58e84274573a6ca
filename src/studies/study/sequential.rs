//! Simulates until figures are precise enough.

use super::goal::{ImpreciseFigure, PrecisionGoal};
use super::plan::Study;
use super::progress::FinishedPart;
use super::result::Warning;
use super::trials::advance;
use crate::document::did_you_mean;
use crate::error::{Error, Result};
use crate::measure::{Counted, Distribution, Figure, Findings, number, thousands, two_digits};
use crate::sim::{BLOCK, Monitor, next_look};
use crate::stats::{Estimate, FIRST_LOOK, TargetWidth, test_zero_sequence};
use crate::subject::{Answered, Job};

// Intervals are tuned for at least as many trials as the first look has.
const _: () = assert!(BLOCK == FIRST_LOOK);

impl PrecisionGoal {
    /// Checks that this cell has the goal's figure, and that the figure has a confidence sequence.
    ///
    /// # Errors
    /// If the name is unknown (the error has the nearest name, or all names), or is that of a median.
    pub fn check(&self, study: &Study, cell: usize) -> Result<()> {
        let Some(name) = &self.figure else { return Ok(()) };
        let found = study.cell_figures(cell, &study.asked)?;
        let fit = |figure: &&Figure| !figure.estimate.is_quantile();
        if self.main_figure(&found).filter(fit).is_some() {
            return Ok(());
        }
        let names: Vec<String> = found.figures.iter().filter(fit).map(Figure::title).collect();
        let all = || format!("figures are: {}", names.join(", "));
        if self.main_figure(&found).is_some() {
            return Err(Error::input(format!(
                "`{name}` is a median, and a run cannot aim at the precision of a median"
            ))
            .with_help(all()));
        }
        let place = study.cells[cell].label();
        let place = if place.is_empty() { place } else { format!(" in `{place}`") };
        let help = did_you_mean(name, names.iter().map(String::as_str)).unwrap_or_else(all);
        Err(Error::input(format!("there is no figure `{name}`{place}")).with_help(help))
    }
}

/// The simulation of one combination of varied values, with all variants.
struct OpenRow<'a> {
    job: Box<dyn Job + 'a>,
    /// The number of trials finished.
    trials: u64,
    /// Whether it may need more trials.
    is_open: bool,
    /// The least precise figure of its variants at the last look, if it is not precise enough.
    missing: Option<ImpreciseFigure>,
}

/// Simulates every cell until its figures are precise enough. Also returns a warning if a limit ended the run before
/// that.
///
/// All unfinished cells get the same number of trials before the next look at their precision. So a limit or the clock
/// ends the run at a single number of trials, and a run limited to that number gives the same results.
///
/// `done` is the checkpoint of an earlier run. This run continues it, and looks at the precision at the same numbers of
/// trials as an uninterrupted run.
pub(super) fn answers(
    study: &Study,
    goal: &PrecisionGoal,
    done: &mut FinishedPart,
    monitor: &dyn Monitor,
) -> Result<(Vec<Answered>, Option<Warning>)> {
    let rows: Vec<Vec<usize>> = study.rows().collect();
    let words: Vec<_> = rows.iter().map(|row| study.wordings(row)).collect();
    let mut cells: Vec<OpenRow<'_>> = Vec::with_capacity(rows.len());
    let mut look = first_look_with(0, goal);
    for (number, (row, words)) in rows.iter().zip(&words).enumerate() {
        let mut cell = OpenRow { job: study.job(row, words)?, trials: 0, is_open: true, missing: None };
        if let Some((trials, text)) = done.piece(number, 0) {
            cell.job.load(text)?;
            monitor.skip(trials * row.len() as u64);
            cell.trials = trials;
            look = look.max(first_look_with(trials, goal));
        }
        cells.push(cell);
    }
    let look_at = |cell: &mut OpenRow<'_>, row: &[usize]| -> Result<Answered> {
        let answered = cell.job.answer()?;
        let cells = row.iter().zip(&answered.cells);
        let missing = cells.filter_map(|(cell, found)| goal.least_precise(study, &study.cells[*cell], found));
        cell.missing = missing.max_by(|one, other| one.half_width.total_cmp(&other.half_width));
        cell.is_open = cell.missing.is_some();
        Ok(answered)
    };
    for (cell, row) in cells.iter_mut().zip(&rows) {
        if cell.trials > 0 && first_look_with(cell.trials, goal) == cell.trials {
            look_at(cell, row)?;
        }
    }
    loop {
        for (number, cell) in cells.iter_mut().enumerate().filter(|(_, cell)| cell.is_open) {
            let range = cell.trials..look;
            cell.trials = advance(&mut *cell.job, study.seed, range, monitor, None, &mut |job, trials| {
                done.put(number, 0..trials, job.save()?);
                done.bytes()
            })?;
            if monitor.keeper().is_some() && cell.trials == look {
                done.put(number, 0..look, cell.job.save()?);
            }
            let answered = look_at(cell, &rows[number])?;
            if monitor.trials_to_estimate().is_some() {
                monitor.estimate(&progress_in_words(study, &answered, goal));
            }
        }
        let done = cells.iter().all(|cell| !cell.is_open);
        if done || look >= goal.max_trials || monitor.stopped() || monitor.time_is_up() {
            break;
        }
        look = following_look(look, goal);
    }
    let warning = unmet_warning(&cells, goal, look).filter(|_| !monitor.stopped());
    let answers = cells.iter().map(|cell| {
        let mut answered = with_sequences(study, cell.job.answer()?, goal);
        study.reduce_findings(&mut answered.cells);
        Ok(answered)
    });
    Ok((answers.collect::<Result<_>>()?, warning))
}

/// The number of trials at the look after `look`.
fn following_look(look: u64, goal: &PrecisionGoal) -> u64 {
    next_look(look).min(goal.max_trials)
}

/// The number of trials at the first look that has at least `trials` trials. These must not exceed the goal's maximum.
fn first_look_with(trials: u64, goal: &PrecisionGoal) -> u64 {
    let mut look = BLOCK.min(goal.max_trials);
    while look < trials {
        look = following_look(look, goal);
    }
    look
}

/// The current figure and its target in words: `Snorri wins 56.1 % ± 0.3, target ± 0.002`.
fn progress_in_words(study: &Study, answered: &Answered, goal: &PrecisionGoal) -> String {
    let Some(found) = answered.cells.first() else { return String::new() };
    let Some(figure) = goal.main_figure(found) else { return String::new() };
    let estimate = number::figure(&goal.estimate(study, found, figure), figure.unit());
    format!("{} {estimate}, target {}", figure.title(), goal.target_in_words(figure))
}

/// Warns about figures that are less precise than the goal. Undecided expectations are not included; they have a
/// verdict of their own.
fn unmet_warning(cells: &[OpenRow<'_>], goal: &PrecisionGoal, trials: u64) -> Option<Warning> {
    let missing = || cells.iter().filter_map(|cell| cell.missing.as_ref()).filter(|missing| missing.wanted.is_some());
    let ImpreciseFigure { title, half_width, wanted } =
        missing().max_by(|one, other| one.half_width.total_cmp(&other.half_width))?;
    let count = missing().count();
    let place = if cells.len() > 1 { format!(" in {count} of {} cells", cells.len()) } else { String::new() };
    let reached =
        if half_width.is_finite() { format!("± {}", two_digits(*half_width)) } else { "no interval".to_owned() };
    let (trials, half) = (thousands(trials), wanted.as_deref().unwrap_or_default());
    let asked = if goal.aim.is_some() { "was asked for" } else { "is the aim" };
    let message = format!("stopped at {trials} trials{place}: {title} has {reached}, but {half} {asked}");
    let remedy = match goal.aim {
        Some(_) => "allow more trials (`max_trials`) or time (`max_time`), or ask for less precision",
        None => "give the number of trials, as in `--trials \"20 million\"`",
    };
    Some(Warning::new(message, remedy))
}

/// Replaces all intervals by confidence sequences. Those of the goal's figures are tuned to the goal's precision.
fn with_sequences(study: &Study, mut answered: Answered, goal: &PrecisionGoal) -> Answered {
    for found in &mut answered.cells {
        let estimates: Vec<Estimate> = found.figures.iter().map(|figure| goal.estimate(study, found, figure)).collect();
        let Findings { figures, distributions, courses, .. } = found;
        for (figure, estimate) in figures.iter_mut().zip(estimates) {
            // A median belongs to the distribution in the same unit.
            let of = |one: &&Distribution| one.measure.unit == figure.measure.unit && one.subject == figure.subject;
            let median = distributions.iter().find(of).filter(|_| figure.measure.counted == Counted::Median);
            figure.estimate = match median {
                Some(distribution) => Estimate::median_sequence(&point_counts(distribution)),
                None => estimate,
            };
        }
        for point in distributions.iter_mut().chain(courses).flat_map(|distribution| &mut distribution.points) {
            point.estimate = point.estimate.with_sequence_interval(TargetWidth::Unset);
        }
    }
    for one in answered.changes.iter_mut().flatten() {
        let tested = one.change.standard_error().zip(one.change.trials());
        one.p = tested.map(|(error, trials)| test_zero_sequence(one.change.value, error, trials));
        one.change = one.change.with_sequence_interval(TargetWidth::Unset);
    }
    answered
}

/// The count of each whole number, starting at 0, from a distribution's shares.
fn point_counts(distribution: &Distribution) -> Vec<u64> {
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
