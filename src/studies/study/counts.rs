//! Counts of a few trials, to compare with those of another study.

use super::plan::Study;
use crate::error::{Error, Result};
use crate::sim::{BLOCK, Monitor};

/// Plays up to `trials` trials of a row on one thread and discards them, to measure their time.
///
/// # Errors
/// If a requested figure is unknown, or is about a time after which trials are stopped.
pub fn probe(study: &Study, row: usize, trials: u64) -> Result<()> {
    let variants = study.variants.len().max(1);
    let row: Vec<usize> = (row * variants..(row + 1) * variants).collect();
    let words = study.wordings(&row);
    study.job(&row, &words)?.extend(study.seed, trials.min(BLOCK), &());
    Ok(())
}

/// All counts of `trials` trials as text, for each combination of varied values, computed on demand.
///
/// # Errors
/// If a requested figure is unknown or about a time after which trials are stopped, or the work was stopped.
pub fn counts(study: &Study, trials: u64, monitor: &dyn Monitor) -> impl Iterator<Item = Result<String>> {
    study.rows().map(move |row| {
        let words = study.wordings(&row);
        let mut job = study.job(&row, &words)?;
        job.extend(study.seed, trials, monitor);
        if monitor.stopped() { Err(Error::run("interrupted before everything was counted")) } else { job.save() }
    })
}
