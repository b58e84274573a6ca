//! The case that a result shows: the winning case if the study tunes something, otherwise the file's own.

use super::plan::{Planned, Study};
use super::reply::Reply;
use super::setting::Setting;
use crate::error::Result;
use crate::sim::Monitor;
use std::sync::Arc;

/// The setting of each cell of a study, with the changes of the winning case, taken from the first answer that has one.
pub(super) fn settings(study: &Study, replies: &[Reply]) -> Vec<Setting> {
    let settled = replies.iter().find_map(|reply| reply.settled.as_ref());
    let setting = |cell: &Planned| {
        let own = Setting::of(cell.variant.as_deref(), &cell.varied);
        // A winning case without a variant applies to the whole file, so to all variants.
        match settled.filter(|one| one.variant.is_none() || one.variant == cell.variant) {
            Some(settled) => Setting { changes: settled.changes.clone(), ..own },
            None => own,
        }
    };
    study.cells.iter().map(setting).collect()
}

/// Returns the study in the winning case, without its questions; `None` if the file's own case is shown.
///
/// # Errors
/// If the monitor stopped the work. Any other error is a bug in this program: the winning case cannot be read.
pub(super) fn shown(study: &Study, replies: &[Reply], monitor: &dyn Monitor) -> Result<Option<Study>> {
    if study.source.is_none() || replies.iter().all(|reply| reply.settled.is_none()) {
        return Ok(None);
    }
    let (mut cells, subjects) = study.further(&settings(study, replies), monitor)?;
    if cells.iter().zip(&study.cells).all(|(shown, own)| shown.document == own.document) {
        return Ok(None);
    }
    for (shown, own) in cells.iter_mut().zip(&study.cells) {
        shown.costs.clone_from(&own.costs);
    }
    let (subjects, analyses, questions, expectations) = (Arc::from(subjects), Vec::new(), Vec::new(), Vec::new());
    Ok(Some(Study { cells, subjects, analyses, questions, expectations, ..study.clone() }))
}
