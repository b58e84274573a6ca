//! Shards: equal parts of a study's work that can run on different machines, and that merge into the result of a single
//! run.

use super::goal::PrecisionGoal;
use super::plan::{MethodChoice, Solver, Study};
use super::progress::{FinishedPart, StudyPart, merge_parts};
use super::result::StudyResult;
use super::run::{conclude, exact_answers};
use super::trials::{play, spans};
use crate::error::{Error, Result};
use crate::measure::Findings;
use crate::sim::Monitor;
use crate::subject::{Answered, save_found};

/// Number of exact cells that are solved between checkpoints.
const SOLVED_AT_ONCE: usize = 64;

/// Runs one part of a study, continuing from the checkpoint `kept`. Returns the bytes that [`merge`] needs.
///
/// Parts of a simulation are blocks of trials, over all cases; parts of an exact answer are cases.
///
/// # Errors
/// If the study cannot be cut into parts, the checkpoint is not of this part, a case cannot be solved, or the monitor
/// stopped the work.
pub fn shard(study: &Study, part: StudyPart, kept: Option<&[u8]>, monitor: &dyn Monitor) -> Result<Vec<u8>> {
    can_be_cut(study)?;
    let mut done = FinishedPart::of(study, part, kept)?;
    match study.method {
        MethodChoice::Exact => solve_part(study, &mut done, monitor)?,
        _ => {
            monitor.simulating();
            let spans = spans(study, part);
            play(study, &spans, &mut done, true, monitor, &mut |_| Ok(()))?;
        }
    }
    if monitor.stopped() { Err(Error::run("interrupted before the shard was done")) } else { done.bytes() }
}

/// Merges all parts of a study, in any order, into the result of a single run.
///
/// # Errors
/// If a part is missing (the message has its number), is damaged, or was run with another scenario, seed, number of
/// trials or version.
pub fn merge<B: AsRef<[u8]>>(
    study: &Study,
    shards: impl IntoIterator<Item = B>,
    monitor: &dyn Monitor,
) -> Result<StudyResult> {
    let shards: Vec<B> = shards.into_iter().collect();
    if !shards.is_empty() {
        can_be_cut(study)?;
    }
    let done = merge_parts(study, shards)?;
    let answers = match study.method {
        MethodChoice::Exact => {
            let found = (0..study.cells.len()).map(|cell| {
                let (_, text) = done.piece(cell, 0).ok_or_else(incomplete_error)?;
                let mut found = study.subjects.load_found(text)?;
                study.reduce_findings(std::slice::from_mut(&mut found));
                Ok(found)
            });
            exact_answers(study, found.collect::<Result<Vec<Findings>>>()?)
        }
        _ => study
            .rows()
            .enumerate()
            .map(|(number, row)| row_answer(study, number, &row, &done))
            .collect::<Result<_>>()?,
    };
    conclude(study, answers, study.method != MethodChoice::Exact, Vec::new(), monitor)
}

/// Checks that bytes were returned by [`shard`] for this part of the study, complete or not.
///
/// # Errors
/// If they were not; the error has the reason.
pub fn check_shard(study: &Study, part: StudyPart, bytes: &[u8]) -> Result<()> {
    FinishedPart::resume(study, part, bytes).map(|_| ())
}

/// The number of trials in a part of a study, of all cases together; 0 for an exact study.
pub fn part_trials(study: &Study, part: StudyPart) -> u64 {
    if study.method == MethodChoice::Exact {
        return 0;
    }
    let variants = study.variants.len().max(1) as u64;
    spans(study, part).iter().map(|span| (span.range.end - span.range.start) * variants).sum()
}

/// Checks that the amount of work of a study is known in advance.
///
/// # Errors
/// If the method is undecided or both, or the study runs until it is precise.
pub fn can_be_cut(study: &Study) -> Result<()> {
    let is_open = |goal: &PrecisionGoal| goal.aim.is_some() || study.method == MethodChoice::Simulate;
    if study.goal.as_ref().is_some_and(is_open) {
        let message = "a run that stops when it is precise enough cannot be cut into shards: its number of trials is not known in advance";
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

fn incomplete_error() -> Error {
    Error::input("the shards are incomplete").with_help("run the study's shards again")
}

/// The answer of the row with this number, from the counts of all parts.
fn row_answer(study: &Study, number: usize, row: &[usize], done: &FinishedPart) -> Result<Answered> {
    let words = study.wordings(row);
    let mut job = study.job(row, &words)?;
    let mut from = 0;
    while from < study.trials {
        let (to, text) = done.piece(number, from).filter(|(to, _)| *to > from).ok_or_else(incomplete_error)?;
        job.load(text)?;
        from = to;
    }
    let mut answered = job.answer()?;
    study.reduce_findings(&mut answered.cells);
    if answered.trials == Some(study.trials) { Ok(answered) } else { Err(incomplete_error()) }
}

/// Solves the cells of a part that have not been solved yet, with checkpoints.
fn solve_part(study: &Study, done: &mut FinishedPart, monitor: &dyn Monitor) -> Result<()> {
    let solver = Solver::new(study, monitor);
    let share = done.part.share(study.cells.len() as u64);
    let mut open: Vec<usize> = (share.start as usize..share.end as usize).collect();
    open.retain(|cell| done.piece(*cell, 0).is_none());
    for cells in open.chunks(SOLVED_AT_ONCE) {
        let found = solver.solve_numbered(&*study.subjects, &study.cells, cells);
        if monitor.stopped() {
            break;
        }
        for (cell, found) in cells.iter().zip(found) {
            let found = found.map_err(|error| study.cells[*cell].name_error(error))?;
            done.put(*cell, 0..1, save_found(&found)?);
        }
        if let Some(keeper) = monitor.keeper().filter(|keeper| keeper.is_due()) {
            keeper.keep(&done.bytes()?);
        }
    }
    Ok(())
}
