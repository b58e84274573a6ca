//! Plays trials of rows in parts, with checkpoints.

use super::plan::Study;
use super::progress::{FinishedPart, StudyPart};
use crate::error::Result;
use crate::sim::{BLOCK, Monitor};
use crate::subject::{Answered, Job};
use std::ops::Range;

/// A range of trials of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TrialSpan {
    row: usize,
    /// The trials, counted from 0.
    pub(super) range: Range<u64>,
}

/// The trials of a part. The blocks of all rows, one row after another, are divided evenly between the parts. So each
/// part covers few rows, and all parts together have hardly more spans than there are rows.
pub(super) fn spans(study: &Study, part: StudyPart) -> Vec<TrialSpan> {
    let blocks = study.trials.div_ceil(BLOCK);
    let rows = study.rows().len() as u64;
    let share = part.share(rows.saturating_mul(blocks));
    let mut spans = Vec::new();
    let mut unit = share.start;
    while unit < share.end {
        let (row, block) = (unit / blocks, unit % blocks);
        let end = share.end.min((row + 1) * blocks);
        let range = block * BLOCK..study.trials.min((block + end - unit) * BLOCK);
        spans.push(TrialSpan { row: row as usize, range });
        unit = end;
    }
    spans
}

/// Simulates trials of rows, one row after another, and calls `row_done` with the job of each row. Continues from
/// `done`, saves checkpoints if the monitor has a keeper, and with `keeps_all` stores the counts of every row.
///
/// # Errors
/// If a requested figure is unknown or about a time after which trials are stopped, or the checkpoint does not fit.
pub(super) fn play(
    study: &Study,
    spans: &[TrialSpan],
    done: &mut FinishedPart,
    keeps_all: bool,
    monitor: &dyn Monitor,
    row_done: &mut dyn FnMut(&dyn Job) -> Result<()>,
) -> Result<()> {
    let rows: Vec<Vec<usize>> = study.rows().collect();
    let keeps_all = keeps_all || monitor.keeper().is_some();
    for TrialSpan { row, range } in spans {
        let words = study.wordings(&rows[*row]);
        let mut job = study.job(&rows[*row], &words)?;
        let mut from = range.start;
        if let Some((to, text)) = done.piece(*row, from) {
            job.load(text)?;
            monitor.skip((to - from) * rows[*row].len() as u64);
            from = to;
        }
        let first = range.start;
        let look = |answered: &Answered| study.progress_in_words(&rows[*row], answered);
        let reached = advance(&mut *job, study.seed, from..range.end, monitor, Some(&look), &mut |job, to| {
            done.put(*row, first..to, job.save()?);
            done.bytes()
        })?;
        if keeps_all && reached == range.end && from < reached {
            done.put(*row, first..reached, job.save()?);
        }
        row_done(&*job)?;
        if monitor.stopped() {
            break;
        }
    }
    Ok(())
}

/// A function that returns the bytes of a checkpoint. The number is that of the first trial that the job has not
/// finished, counted from 0.
pub(super) type CheckpointFn<'k> = dyn FnMut(&dyn Job, u64) -> Result<Vec<u8>> + 'k;

/// Continues a job over a range of trials. `look` puts the current figures into words, and `keep` returns the bytes of
/// a checkpoint when one is due. Returns the first trial that may be missing: if the monitor stops a block of trials,
/// that is the first of the block.
///
/// # Errors
/// If `keep` fails, or the job has no answer.
pub(super) fn advance(
    job: &mut (dyn Job + '_),
    seed: u64,
    range: Range<u64>,
    monitor: &dyn Monitor,
    look: Option<&dyn Fn(&Answered) -> String>,
    keep: &mut CheckpointFn<'_>,
) -> Result<u64> {
    let mut from = range.start;
    while from < range.end && !monitor.stopped() {
        let looked_at = look.zip(monitor.trials_to_estimate());
        let blocks = monitor.keeper().map_or(u64::MAX, |keeper| keeper.blocks().max(1));
        let apart = looked_at.map_or(u64::MAX, |(_, trials)| trials.next_multiple_of(BLOCK));
        let to = range.end.min(from.saturating_add(blocks.saturating_mul(BLOCK).min(apart)));
        job.add(seed, from..to, monitor);
        if monitor.stopped() {
            break;
        }
        from = to;
        if let Some((look, _)) = looked_at.filter(|_| from < range.end) {
            monitor.estimate(&look(&job.answer()?));
        }
        if let Some(keeper) = monitor.keeper().filter(|keeper| keeper.is_due()) {
            keeper.keep(&keep(job, from)?);
        }
    }
    Ok(from)
}
