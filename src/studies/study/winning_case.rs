//! The case that a result shows: the winning case if the study tunes something, otherwise the file's own.

use super::plan::{PlannedCell, Study};
use super::reply::Reply;
use super::setting::Setting;
use crate::error::Result;
use crate::sim::Monitor;
use std::sync::Arc;

/// The setting of each cell of a study, with the changes of the winning case, which is taken from the first reply that
/// has one.
pub(super) fn shown_settings(study: &Study, replies: &[Reply]) -> Vec<Setting> {
    let winning_case = replies.iter().find_map(|reply| reply.winning_case.as_ref());
    let setting = |cell: &PlannedCell| {
        let own = Setting::of(cell.variant.as_deref(), &cell.varied);
        // A winning case without a variant applies to the whole file, so to all variants.
        match winning_case.filter(|one| one.variant.is_none() || one.variant == cell.variant) {
            Some(winning_case) => Setting { changes: winning_case.changes.clone(), ..own },
            None => own,
        }
    };
    study.cells.iter().map(setting).collect()
}

/// Returns the study in the winning case, without its questions; `None` if the file's own case is shown.
///
/// # Errors
/// If the monitor stopped the work. Any other error is a bug in this program: the winning case cannot be read.
pub(super) fn shown_study(study: &Study, replies: &[Reply], monitor: &dyn Monitor) -> Result<Option<Study>> {
    if study.source.is_none() || replies.iter().all(|reply| reply.winning_case.is_none()) {
        return Ok(None);
    }
    let (mut cells, subjects) = study.further_cells(&shown_settings(study, replies), monitor)?;
    if cells.iter().zip(&study.cells).all(|(shown, own)| shown.document == own.document) {
        return Ok(None);
    }
    for (shown, own) in cells.iter_mut().zip(&study.cells) {
        shown.costs.clone_from(&own.costs);
    }
    let (subjects, analyses, questions, expectations) = (Arc::from(subjects), Vec::new(), Vec::new(), Vec::new());
    Ok(Some(Study { cells, subjects, analyses, questions, expectations, ..study.clone() }))
}
