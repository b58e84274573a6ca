//! Whether two studies are one as far as trials show.

use super::Study;
use super::run::{job, wordings};
use crate::error::Result;
use crate::sim::Monitor;

/// Whether all that is counted in so many trials of each case is the same in two studies, with the same seed; none where it was stopped
/// before that was known.
///
/// # Errors
/// Something that is asked for is unknown.
pub fn alike(studies: [&Study; 2], trials: u64, monitor: &dyn Monitor) -> Result<Option<bool>> {
    let [one, other] = studies;
    if one.cells.len() != other.cells.len() {
        return Ok(Some(false));
    }
    for row in one.rows() {
        let counted = |study: &Study| -> Result<String> {
            let words = wordings(study, &row);
            let mut job = job(study, &row, &words)?;
            job.extend(one.seed, trials, monitor);
            job.save()
        };
        let counts = [counted(one)?, counted(other)?];
        if monitor.stopped() {
            return Ok(None);
        }
        if counts[0] != counts[1] {
            return Ok(Some(false));
        }
    }
    Ok(Some(true))
}
