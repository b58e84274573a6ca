//! Shards: equal parts of a study's work, which any machine may run by itself, and which are merged to what one run gives.

use super::cells::Solver;
use super::kept::{Kept, Part, merged};
use super::plan::{MethodChoice, Study};
use super::result::StudyResult;
use super::run::{conclude, exactly, job, so_far, wordings};
use crate::error::{Error, Result};
use crate::measure::Findings;
use crate::sim::{BLOCK, Monitor, for_each_of};
use crate::subject::{Answered, Job, save_found};
use std::ops::Range;

/// Exact cells that are solved before what was done is kept, if it is time.
const SOLVED_AT_ONCE: usize = 64;

/// Runs one part of a study, or goes on with what was kept of it. The bytes are what [`merge`] takes.
///
/// Parts of a simulation are blocks of trials, over all cases; parts of an exact answer are cases.
///
/// # Errors
/// The study cannot be cut into parts; what was kept is not of this part; a case cannot be solved; the monitor stopped the work.
pub fn shard(study: &Study, part: Part, kept: Option<&[u8]>, monitor: &dyn Monitor) -> Result<Vec<u8>> {
    can_be_cut(study)?;
    let mut done = match kept {
        Some(bytes) => Kept::resume(study, part, bytes)?,
        None => Kept::new(study, part),
    };
    match study.method {
        MethodChoice::Exact => solve(study, &mut done, monitor)?,
        _ => {
            monitor.simulating();
            let spans = spans(study, part);
            play(study, &spans, &mut done, true, monitor, |_| ())?;
        }
    }
    if monitor.stopped() { Err(Error::run("interrupted before the shard was done")) } else { done.bytes() }
}

/// What one run of a study gives, by all of its parts, in any order.
///
/// # Errors
/// A part is missing, by its number; one is damaged, or was run with another scenario, seed, number of trials or version.
pub fn merge<B: AsRef<[u8]>>(
    study: &Study,
    shards: impl IntoIterator<Item = B>,
    monitor: &dyn Monitor,
) -> Result<StudyResult> {
    can_be_cut(study)?;
    let done = merged(study, shards)?;
    let answers = match study.method {
        MethodChoice::Exact => {
            let found = (0..study.cells.len()).map(|cell| {
                let (_, text) = done.piece(cell, 0).ok_or_else(incomplete)?;
                let mut found = study.subjects.load_found(text)?;
                study.spare(std::slice::from_mut(&mut found));
                Ok(found)
            });
            exactly(study, found.collect::<Result<Vec<Findings>>>()?)
        }
        _ => {
            study.rows().enumerate().map(|(number, row)| counted(study, number, &row, &done)).collect::<Result<_>>()?
        }
    };
    conclude(study, answers, study.method != MethodChoice::Exact, Vec::new(), monitor)
}

/// Refuses bytes that are not what [`shard`] gave, whole or not, for this part of the study.
///
/// # Errors
/// They are not, and why.
pub fn fits(study: &Study, part: Part, bytes: &[u8]) -> Result<()> {
    Kept::resume(study, part, bytes).map(|_| ())
}

/// How many trials a part of a study comes to, of all cases together; of an exact one, none.
pub fn work(study: &Study, part: Part) -> u64 {
    if study.method == MethodChoice::Exact {
        return 0;
    }
    let variants = study.variants.len().max(1) as u64;
    spans(study, part).iter().map(|span| (span.range.end - span.range.start) * variants).sum()
}

/// Refuses a study whose amount of work is not known in advance.
///
/// # Errors
/// Its method is not decided, or is both; it goes on until it is precise.
pub fn can_be_cut(study: &Study) -> Result<()> {
    if study.goal.is_some() {
        let message = "a run that stops at a precision cannot be cut into shards: nobody knows in advance how many trials it takes";
        let help = "give a number of trials, as with --trials \"100 million\": four times the trials halve an interval";
        return Err(Error::input(message).with_help(help));
    }
    match study.method {
        MethodChoice::Exact | MethodChoice::Simulate => Ok(()),
        MethodChoice::Auto => Err(Error::input("shards need to know whether to solve or to simulate")
            .with_help("give --method exact or --method simulate; --trials simulates as well")),
        MethodChoice::Both => Err(Error::input("shards are either exact or simulated, not both")
            .with_help("give --method exact or --method simulate")),
    }
}

fn incomplete() -> Error {
    Error::input("the shards do not hold everything they should").with_help("run the study's shards again")
}

/// The answer of a row by what all parts counted.
fn counted(study: &Study, number: usize, row: &[usize], done: &Kept) -> Result<Answered> {
    let words = wordings(study, row);
    let mut job = job(study, row, &words)?;
    let mut from = 0;
    while from < study.trials {
        let (to, text) = done.piece(number, from).filter(|(to, _)| *to > from).ok_or_else(incomplete)?;
        job.load(text)?;
        from = to;
    }
    let mut answered = job.answer();
    study.spare(&mut answered.cells);
    if answered.trials == Some(study.trials) { Ok(answered) } else { Err(incomplete()) }
}

/// Trials of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    row: usize,
    range: Range<u64>,
}

/// The trials of a part: blocks of all rows, one row after the other, are shared out evenly. So a part has a piece of few rows, and all
/// parts together have hardly more pieces than there are rows.
pub(super) fn spans(study: &Study, part: Part) -> Vec<Span> {
    let blocks = study.trials.div_ceil(BLOCK);
    let rows = study.rows().len() as u64;
    let share = part.share(rows.saturating_mul(blocks));
    let mut spans = Vec::new();
    let mut unit = share.start;
    while unit < share.end {
        let (row, block) = (unit / blocks, unit % blocks);
        let end = share.end.min((row + 1) * blocks);
        let range = block * BLOCK..study.trials.min((block + end - unit) * BLOCK);
        spans.push(Span { row: row as usize, range });
        unit = end;
    }
    spans
}

/// Simulates trials of rows, one after the other, and gives each row's job to `row_done`. Goes on with what was done already, keeps what is
/// done where somebody does, and with `keeps_all` the counts of every row.
///
/// # Errors
/// Something that is asked for is unknown; what was kept does not fit.
pub(super) fn play(
    study: &Study,
    spans: &[Span],
    done: &mut Kept,
    keeps_all: bool,
    monitor: &dyn Monitor,
    mut row_done: impl FnMut(&dyn Job),
) -> Result<()> {
    let rows: Vec<Vec<usize>> = study.rows().collect();
    let keeps_all = keeps_all || monitor.keeper().is_some();
    for Span { row, range } in spans {
        let words = wordings(study, &rows[*row]);
        let mut job = job(study, &rows[*row], &words)?;
        let mut from = range.start;
        if let Some((to, text)) = done.piece(*row, from) {
            job.load(text)?;
            monitor.skip((to - from) * rows[*row].len() as u64);
            from = to;
        }
        let first = range.start;
        let look = |answered: &Answered| so_far(study, &rows[*row], answered);
        let reached = advance(&mut *job, study.seed, from..range.end, monitor, Some(&look), |job, to| {
            done.put(*row, first..to, job.save()?);
            done.bytes()
        })?;
        if keeps_all && reached == range.end && from < reached {
            done.put(*row, first..reached, job.save()?);
        }
        row_done(&*job);
        if monitor.stopped() {
            break;
        }
    }
    Ok(())
}

/// Runs a job on over a range; `look` puts what is known so far into words, where somebody wants to see it; `keep` gives the bytes to be kept, where it is time. Says how far it came with nothing missing before: what a
/// monitor stops may lack any of its trials.
///
/// # Errors
/// Those of `keep`.
pub(super) fn advance(
    job: &mut (dyn Job + '_),
    seed: u64,
    range: Range<u64>,
    monitor: &dyn Monitor,
    look: Option<&dyn Fn(&Answered) -> String>,
    mut keep: impl FnMut(&dyn Job, u64) -> Result<Vec<u8>>,
) -> Result<u64> {
    let mut from = range.start;
    while from < range.end && !monitor.stopped() {
        let looked_at = look.zip(monitor.look_after());
        let blocks = monitor.keeper().map_or(u64::MAX, |keeper| keeper.blocks().max(1));
        let apart = looked_at.map_or(u64::MAX, |(_, trials)| trials.next_multiple_of(BLOCK));
        let to = range.end.min(from.saturating_add(blocks.saturating_mul(BLOCK).min(apart)));
        job.add(seed, from..to, monitor);
        if monitor.stopped() {
            break;
        }
        from = to;
        if let Some((look, _)) = looked_at.filter(|_| from < range.end) {
            monitor.estimate(&look(&job.answer()));
        }
        if let Some(keeper) = monitor.keeper().filter(|keeper| keeper.is_due()) {
            keeper.keep(&keep(job, from)?);
        }
    }
    Ok(from)
}

/// Solves the cells of a part.
fn solve(study: &Study, done: &mut Kept, monitor: &dyn Monitor) -> Result<()> {
    let solver = Solver::new(study, monitor);
    let share = done.part.share(study.cells.len() as u64);
    let mut open: Vec<usize> = (share.start as usize..share.end as usize).collect();
    open.retain(|cell| done.piece(*cell, 0).is_none());
    for cells in open.chunks(SOLVED_AT_ONCE) {
        let found = for_each_of(cells.len(), |place| solver.cell(cells[place]));
        if monitor.stopped() {
            break;
        }
        for (cell, found) in cells.iter().zip(found) {
            done.put(*cell, 0..1, save_found(&found?)?);
        }
        if let Some(keeper) = monitor.keeper().filter(|keeper| keeper.is_due()) {
            keeper.keep(&done.bytes()?);
        }
    }
    Ok(())
}
