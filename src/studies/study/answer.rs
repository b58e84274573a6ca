//! Answers the questions of a study without its cells.

use super::both::run;
use super::plan::Study;
use super::reply::{Reply, ReplyColumn, ReplyEntry};
use super::result::StudyResult;
use super::run::{analyse, few_trials, provenance, without_cells};
use crate::error::Result;
use crate::measure::number;
use crate::sim::Monitor;
use crate::subject::capitalized;

/// Returns a result that contains only the answers to a study's questions; if the monitor stopped the work, those
/// finished by then. The study's own cells are run only if it asks for figures.
///
/// # Errors
/// If a case cannot be read or solved.
pub fn answer(study: &Study, monitor: &dyn Monitor) -> Result<StudyResult> {
    let mut replies: Vec<Reply> = figures(study, monitor)?.into_iter().collect();
    let analysed = analyse(study, &[], monitor)?;
    let is_whole = analysed.len() == study.analyses.len();
    replies.extend(analysed);
    let trials = replies.iter().filter_map(|reply| reply.trials).min();
    // Without findings, these are the remarks that apply to the cells regardless of their figures.
    let remarks = study.subjects.remarks(&study.ladder, &[]);
    let warnings = few_trials(trials).into_iter().chain(remarks).chain(study.warnings.iter().cloned()).collect();
    Ok(StudyResult { replies, warnings, ..without_cells(study, provenance(study, trials, None, !is_whole)) })
}

/// The figures that a study requests by name, in each of its cells. `None` if it requests no figures, or if no cell was
/// finished.
///
/// # Errors
/// If [`run`] fails.
fn figures(study: &Study, monitor: &dyn Monitor) -> Result<Option<Reply>> {
    if study.listed.is_empty() {
        return Ok(None);
    }
    let alone = Study { analyses: Vec::new(), questions: Vec::new(), expectations: Vec::new(), ..study.clone() };
    let result = run(&alone, monitor)?;
    if result.cells.is_empty() {
        return Ok(None);
    }
    let mut reply = Reply::new("measure", "Questions");
    reply.trials = result.provenance.trials;
    reply.columns.extend((!study.variants.is_empty()).then(|| ReplyColumn::plain("variant")));
    reply.columns.extend(study.varied_columns());
    reply.columns.extend([ReplyColumn::plain("asked"), ReplyColumn::units(), ReplyColumn::figures("value")]);
    for cell in &result.cells {
        for figure in study.listed.iter().filter_map(|title| cell.titled(title)) {
            let mut row: Vec<ReplyEntry> = cell.variant.iter().map(|name| ReplyEntry::from(name.as_str())).collect();
            row.extend(cell.varied.iter().map(ReplyEntry::from));
            row.extend([figure.title().into(), figure.unit().name().into(), ReplyEntry::figure(Some(figure))]);
            reply.rows.push(row);
            if result.cells.len() == 1 {
                let value = number::figure(&figure.estimate, figure.unit());
                reply.sentences.push(format!("{}: {value}.", capitalized(&figure.title())));
            }
        }
    }
    Ok(Some(reply))
}
