//! `method = "both"`: a study solved and simulated, and the two compared.

use super::compare::{compare, judge};
use super::plan::{MethodChoice, Study};
use super::result::{Cell, Comparison, CrossCheck, StudyResult, Value, Warning};
use super::run::{resume, run};
use super::setting::{Change, Setting};
use super::shown::{settings, shown};
use crate::document::{Path, Span};
use crate::error::Result;
use crate::measure::number::thousands;
use crate::rules::MOST_ROUNDS;
use crate::sim::Monitor;
use std::sync::Arc;

/// The chance of a false alarm in a family of comparisons without any true difference: once in 1,000 runs. The family is all
/// comparisons of a result, or of all files of a `verify`.
pub const FALSE_ALARMS: f64 = 0.001;

/// Solves a study, simulates it and compares. The result is the exact one, with the simulated one in
/// [`StudyResult::cross_check`].
///
/// # Errors
/// A fight is too large to solve.
pub(super) fn both(study: &Study, kept: Option<&[u8]>, monitor: &dyn Monitor) -> Result<StudyResult> {
    let exact = run(&Study { method: MethodChoice::Exact, ..study.clone() }, monitor)?;
    // Analyses are answered once.
    let shown = shown(study, &exact.replies)?.unwrap_or_else(|| study.clone());
    let simulated = Study { method: MethodChoice::Simulate, analyses: Vec::new(), ..shown };
    let simulated = resume(&simulated, kept, monitor)?;
    let limited = limited(study, &exact, monitor)?;
    let mut comparisons = compare(limited.as_ref().unwrap_or(&exact), &simulated);
    judge(&mut comparisons.iter_mut().collect::<Vec<_>>(), FALSE_ALARMS);
    let mut joined = join(exact, simulated, comparisons);
    joined.warnings.extend(limited.map(|_| Warning {
        message: format!(
            "a simulation stops a fight after {} rounds, and exact answers do not: the two are compared under this limit",
            thousands(MOST_ROUNDS.into())
        ),
        remedy: "for the same figures in both, set `round_limit` in [rules]".to_owned(),
    }));
    Ok(joined)
}

/// The exact result of what a simulation plays, where fights without a limit go on longer than that. `None` if they do not, or the
/// study was not read from a file.
///
/// # Errors
/// A fight is too large to solve.
fn limited(study: &Study, exact: &StudyResult, monitor: &dyn Monitor) -> Result<Option<StudyResult>> {
    let Some(source) = study.source.as_ref().filter(|_| exact.cells.iter().any(|cell| cell.beyond > 0.0)) else {
        return Ok(None);
    };
    let limit = || {
        let path = Path::of(vec!["rules".to_owned(), "round_limit".to_owned()]);
        Change::Set(path, Value::Integer(MOST_ROUNDS.into()).node(Span::whole(0)))
    };
    let setting = |(cell, own): (&Cell, Setting)| if cell.beyond > 0.0 { own.with(limit()) } else { own };
    let settings: Vec<Setting> = exact.cells.iter().zip(settings(study, &exact.replies)).map(setting).collect();
    let (cells, subjects) = source.cells(&settings)?;
    let study = Study {
        cells,
        subjects: Arc::from(subjects),
        method: MethodChoice::Exact,
        analyses: Vec::new(),
        ..study.clone()
    };
    run(&study, monitor).map(Some)
}

fn join(exact: StudyResult, simulated: StudyResult, comparisons: Vec<Comparison>) -> StudyResult {
    let mut result = exact;
    result
        .warnings
        .extend(simulated.warnings.into_iter().filter(|one| !result.warnings.contains(one)).collect::<Vec<_>>());
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
