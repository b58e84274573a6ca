//! What is counted in a few trials, to be compared with what another study counts.

use super::plan::Study;
use crate::error::{Error, Result};
use crate::sim::{BLOCK, Monitor};

/// Plays so many trials of a row on one thread and forgets them: to find out how long they take.
///
/// # Errors
/// Something that is asked for is unknown.
pub fn probe(study: &Study, row: usize, trials: u64) -> Result<()> {
    let variants = study.variants.len().max(1);
    let row: Vec<usize> = (row * variants..(row + 1) * variants).collect();
    let words = study.wordings(&row);
    study.job(&row, &words)?.extend(study.seed, trials.min(BLOCK), &());
    Ok(())
}

/// All that is counted in so many trials of each combination of varied values, as text; each when it is asked for.
///
/// # Errors
/// Something that is asked for is unknown; it was stopped.
pub fn counts(study: &Study, trials: u64, monitor: &dyn Monitor) -> impl Iterator<Item = Result<String>> {
    study.rows().map(move |row| {
        let words = study.wordings(&row);
        let mut job = study.job(&row, &words)?;
        job.extend(study.seed, trials, monitor);
        if monitor.stopped() { Err(Error::run("interrupted before everything was counted")) } else { job.save() }
    })
}
