//! Runs a study with its method. For `method = "both"`, solves it, simulates it and compares the results.

use super::compare::{compare, judge};
use super::plan::{DEFAULT_TRIALS, MethodChoice, Study};
use super::result::{Comparison, CrossCheck, StudyResult, Warning};
use super::run::solve_or_simulate;
use super::setting::Change;
use super::winning_case::{shown_settings, shown_study};
use crate::document::{Node, Path, Span};
use crate::error::Result;
use crate::measure::number::thousands;
use crate::rules::MOST_ROUNDS;
use crate::rules::Value;
use crate::sim::Monitor;
use std::sync::Arc;

/// The chance of a false alarm in a family of comparisons, none of which has a real difference: once in 1,000 runs. The
/// family is all comparisons of a result, or of all files of a `verify`.
pub const FALSE_ALARMS: f64 = 0.001;

/// Runs a study. `monitor` is called during the trials and can stop them; the result then has the trials finished so
/// far, without cells that have no trials.
///
/// # Errors
/// If the method is `exact` or `both` and a cell is too large to solve, or if a question is about something unknown.
pub fn run(study: &Study, monitor: &dyn Monitor) -> Result<StudyResult> {
    resume(study, None, monitor)
}

/// Like [`run`], but continues an earlier run of the same study from the checkpoint `kept`, which the monitor's keeper
/// received.
///
/// # Errors
/// Like [`run`], and if the checkpoint is damaged or of another study.
pub fn resume(study: &Study, kept: Option<&[u8]>, monitor: &dyn Monitor) -> Result<StudyResult> {
    if study.method == MethodChoice::Both {
        solve_and_simulate(study, kept, monitor)
    } else {
        solve_or_simulate(study, kept, monitor)
    }
}

/// Solves a study, simulates it and compares the results. Returns the exact result, with the simulated one in
/// [`StudyResult::cross_check`].
///
/// # Errors
/// If a fight is too large to solve.
fn solve_and_simulate(study: &Study, kept: Option<&[u8]>, monitor: &dyn Monitor) -> Result<StudyResult> {
    let mut exact = solve_or_simulate(&Study { method: MethodChoice::Exact, ..study.clone() }, None, monitor)?;
    let (simulated, limited) = match simulated_with_exact(study, &exact, kept, monitor) {
        Ok(both) => both,
        // The exact result is returned, so that it is not lost.
        Err(_) if monitor.stopped() => {
            exact.provenance.interrupted = true;
            return Ok(exact);
        }
        Err(error) => return Err(error),
    };
    let mut comparisons = compare(limited.as_ref().unwrap_or(&exact), &simulated);
    judge(&mut comparisons.iter_mut().collect::<Vec<_>>(), FALSE_ALARMS);
    let mut joined = join(exact, simulated, comparisons);
    let warning = |_| {
        let (reason, rounds) = ("they are compared under this limit", thousands(MOST_ROUNDS.into()));
        let reason = format!("a simulation stops a fight after {rounds} rounds, and exact answers do not: {reason}");
        Warning::new(reason, "for the same figures in both, set `round_limit` in [rules]")
    };
    joined.warnings.extend(limited.map(warning));
    Ok(joined)
}

/// The simulated result. Also the exact result to compare it with; `None` if that is `exact` itself.
///
/// # Errors
/// If reading or solving was stopped, or a fight is too large to solve.
fn simulated_with_exact(
    study: &Study,
    exact: &StudyResult,
    kept: Option<&[u8]>,
    monitor: &dyn Monitor,
) -> Result<(StudyResult, Option<StudyResult>)> {
    // Analyses are answered once, with the exact result.
    let shown = shown_study(study, &exact.replies, monitor)?.unwrap_or_else(|| study.clone());
    let trials = if study.goal.is_some() { DEFAULT_TRIALS } else { study.trials };
    let simulated = Study { method: MethodChoice::Simulate, trials, goal: None, analyses: Vec::new(), ..shown };
    Ok((solve_or_simulate(&simulated, kept, monitor)?, exact_under_limit(study, exact, monitor)?))
}

/// The exact result under the round limit of simulations, if fights can be longer than that limit. `None` if they
/// cannot, or if the study was not read from a file.
///
/// # Errors
/// If a fight is too large to solve.
fn exact_under_limit(study: &Study, exact: &StudyResult, monitor: &dyn Monitor) -> Result<Option<StudyResult>> {
    if study.source.is_none() || exact.cells.iter().all(|cell| cell.beyond == 0.0) {
        return Ok(None);
    }
    let limit = || {
        let path = Path::of(["rules", "round_limit"]);
        Change::Set(path, Node::of(&Value::Integer(MOST_ROUNDS.into()), Span::whole(0)))
    };
    let mut settings = shown_settings(study, &exact.replies);
    for (_, own) in exact.cells.iter().zip(&mut settings).filter(|(cell, _)| cell.beyond > 0.0) {
        own.changes.push(limit());
    }
    settings.truncate(exact.cells.len());
    let (cells, subjects) = study.further_cells(&settings, monitor)?;
    let study = Study {
        cells,
        subjects: Arc::from(subjects),
        method: MethodChoice::Exact,
        analyses: Vec::new(),
        ..study.clone()
    };
    solve_or_simulate(&study, None, monitor).map(Some)
}

/// Adds the simulated result and the comparisons to the exact `result`.
fn join(mut result: StudyResult, simulated: StudyResult, comparisons: Vec<Comparison>) -> StudyResult {
    for warning in simulated.warnings {
        if !result.warnings.contains(&warning) {
            result.warnings.push(warning);
        }
    }
    result.provenance.method = MethodChoice::Both.word().to_owned();
    result.provenance.trials = simulated.provenance.trials;
    result.provenance.seed = simulated.provenance.seed;
    result.provenance.interrupted |= simulated.provenance.interrupted;
    result.cross_check = Some(CrossCheck {
        cells: simulated.cells,
        differences: simulated.differences,
        comparisons,
        false_alarms: FALSE_ALARMS,
    });
    result
}
