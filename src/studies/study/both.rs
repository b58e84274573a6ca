//! Running a study by its method; for `method = "both"` it is solved and simulated, and the two are compared.

use super::compare::{compare, judge};
use super::plan::{DEFAULT_TRIALS, MethodChoice, Study};
use super::result::{Comparison, CrossCheck, StudyResult, Warning};
use super::run::single;
use super::setting::Change;
use super::shown::{settings, shown};
use crate::document::{Node, Path, Span};
use crate::error::Result;
use crate::measure::number::thousands;
use crate::rules::MOST_ROUNDS;
use crate::rules::Value;
use crate::sim::Monitor;
use std::sync::Arc;

/// The chance of a false alarm in a family of comparisons without any true difference: once in 1,000 runs. The family is all
/// comparisons of a result, or of all files of a `verify`.
pub const FALSE_ALARMS: f64 = 0.001;

/// Runs a study. `monitor` is called during the trials and may stop them; the result then has the trials finished so far, and
/// cells without any are left out.
///
/// # Errors
/// The method is `exact` or `both` and a cell is too large to solve; a question is about something unknown.
pub fn run(study: &Study, monitor: &dyn Monitor) -> Result<StudyResult> {
    resume(study, None, monitor)
}

/// As [`run`], going on with what the monitor's keeper was given of an earlier run of the same study.
///
/// # Errors
/// Those of [`run`]; what was kept is damaged, or of another study.
pub fn resume(study: &Study, kept: Option<&[u8]>, monitor: &dyn Monitor) -> Result<StudyResult> {
    if study.method == MethodChoice::Both { both(study, kept, monitor) } else { single(study, kept, monitor) }
}

/// Solves a study, simulates it and compares. The result is the exact one, with the simulated one in
/// [`StudyResult::cross_check`].
///
/// # Errors
/// A fight is too large to solve.
fn both(study: &Study, kept: Option<&[u8]>, monitor: &dyn Monitor) -> Result<StudyResult> {
    let mut exact = single(&Study { method: MethodChoice::Exact, ..study.clone() }, None, monitor)?;
    let (simulated, limited) = match simulated(study, &exact, kept, monitor) {
        Ok(both) => both,
        // What is solved is not lost.
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
        let (reason, rounds) = ("the two are compared under this limit", thousands(MOST_ROUNDS.into()));
        let reason = format!("a simulation stops a fight after {rounds} rounds, and exact answers do not: {reason}");
        Warning::new(reason, "for the same figures in both, set `round_limit` in [rules]")
    };
    joined.warnings.extend(limited.map(warning));
    Ok(joined)
}

/// The simulated result, and the exact one that it is compared with if that is not the study's own.
///
/// # Errors
/// It was stopped while something was read or solved; a fight is too large to solve.
fn simulated(
    study: &Study,
    exact: &StudyResult,
    kept: Option<&[u8]>,
    monitor: &dyn Monitor,
) -> Result<(StudyResult, Option<StudyResult>)> {
    // Analyses are answered once.
    let shown = shown(study, &exact.replies, monitor)?.unwrap_or_else(|| study.clone());
    let trials = if study.goal.is_some() { DEFAULT_TRIALS } else { study.trials };
    let simulated = Study { method: MethodChoice::Simulate, trials, goal: None, analyses: Vec::new(), ..shown };
    Ok((single(&simulated, kept, monitor)?, limited(study, exact, monitor)?))
}

/// The exact result of what a simulation plays, where fights without a limit go on longer than that. `None` if they do not, or the
/// study was not read from a file.
///
/// # Errors
/// A fight is too large to solve.
fn limited(study: &Study, exact: &StudyResult, monitor: &dyn Monitor) -> Result<Option<StudyResult>> {
    if study.source.is_none() || exact.cells.iter().all(|cell| cell.beyond == 0.0) {
        return Ok(None);
    }
    let limit = || {
        let path = Path::of(["rules", "round_limit"]);
        Change::Set(path, Node::of(&Value::Integer(MOST_ROUNDS.into()), Span::whole(0)))
    };
    let mut settings = settings(study, &exact.replies);
    for (_, own) in exact.cells.iter().zip(&mut settings).filter(|(cell, _)| cell.beyond > 0.0) {
        own.changes.push(limit());
    }
    settings.truncate(exact.cells.len());
    let (cells, subjects) = study.further(&settings, monitor)?;
    let study = Study {
        cells,
        subjects: Arc::from(subjects),
        method: MethodChoice::Exact,
        analyses: Vec::new(),
        ..study.clone()
    };
    single(&study, None, monitor).map(Some)
}

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
