//! `method = "both"`: a study solved and simulated, and the two compared.

use super::compare::{compare, judge};
use super::plan::{MethodChoice, Study};
use super::result::{Comparison, CrossCheck, StudyResult};
use super::run::{resume, run};
use crate::error::Result;
use crate::sim::Monitor;

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
    let simulated = Study { method: MethodChoice::Simulate, analyses: Vec::new(), ..study.clone() };
    let simulated = resume(&simulated, kept, monitor)?;
    let mut comparisons = compare(&exact, &simulated);
    judge(&mut comparisons.iter_mut().collect::<Vec<_>>(), FALSE_ALARMS);
    Ok(join(exact, simulated, comparisons))
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
