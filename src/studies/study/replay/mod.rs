//! Replays one trial of a study, roll by roll, with the code of the simulation and an observer.

#![deny(missing_docs)]

pub mod page;

pub use crate::subject::{Line, parse_script};

use super::cell::Cell;
use super::plan::{PlannedCell, Study};
use super::result::StudyResult;
use super::winning_case::shown_study;
use crate::chance::Seed;
use crate::document::did_you_mean;
use crate::error::{Error, Result};
use crate::measure::{Counted, Distribution, id, thousands};
use crate::sim::{MAX_TRIALS, Monitor};
use serde::Serialize;

/// Maximum number of cells or variants named in a message.
const MOST_NAMED: usize = 12;

/// One trial of a study, roll by roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Transcript {
    /// The study's title.
    pub title: String,
    /// The variant's name; `None` without variants.
    pub variant: Option<String>,
    /// The varied paths and their values in this cell, in the scenario's order.
    pub varied: Vec<(String, String)>,
    /// The source of the rolls.
    pub rolls: Origin,
    /// The events of the trial, in order.
    pub lines: Vec<Line>,
}

impl Transcript {
    /// Returns all lines of this kind, anywhere in the tree, in reading order.
    pub fn all(&self, kind: &str) -> Vec<&Line> {
        self.lines.iter().flat_map(|line| line.all(kind)).collect()
    }
}

/// The source of a transcript's rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A trial of the simulation.
    Trial {
        /// The number of the trial, counted from 1.
        trial: u64,
        /// The seed of the study.
        seed: u64,
    },
    /// A script: a list of given rolls.
    Script {
        /// The number of rolls in the script.
        written: u64,
        /// The number of rolls that were used.
        used: u64,
    },
}

/// The rolls for a replay.
#[derive(Debug, Clone, Copy)]
pub enum Rolls<'a> {
    /// The rolls of a trial of the simulation, counted from 1.
    Trial(u64),
    /// Given rolls, in the order in which they are needed. In a fight: the first fighter's roll, the second's, then
    /// damage if a blow hits. Dice that always show the same value use no roll.
    Script(&'a [i32]),
}

/// Returns the number of the cell to replay. `variant` is required if there are several variants. `cell` is required if
/// there are several combinations of varied values: it is the number of a combination, counted from 1 in the order of a
/// run's results.
///
/// # Errors
/// If the variant or the cell does not exist, or if it is not given although there are several; the message lists the
/// choices.
pub fn choose(study: &Study, variant: Option<&str>, cell: Option<u64>) -> Result<usize> {
    let variants = study.variants.len().max(1);
    let place = variant_index(study, variant)?;
    let rows = study.cells.len() / variants;
    let row = match cell {
        None if rows == 1 => 0,
        None => return Err(Error::input(format!("this study has {rows} cells")).with_help(cells_help(study, variants))),
        Some(cell) => usize::try_from(cell).unwrap_or(usize::MAX).wrapping_sub(1),
    };
    (row < rows).then(|| row * variants + place).ok_or_else(|| {
        let message = format!("there is no cell {}", cell.unwrap_or(0));
        let help = if rows == 1 { "this study has only cell 1".to_owned() } else { cells_help(study, variants) };
        Error::input(message).with_help(help)
    })
}

/// The index of the variant to replay; an error if it is unknown, or not given although there are several.
fn variant_index(study: &Study, variant: Option<&str>) -> Result<usize> {
    let names = || study.variants.iter().map(String::as_str);
    let all = || format!("the variants are {}", listed(names().map(|name| format!("`{name}`")), study.variants.len()));
    match variant {
        None if study.variants.len() < 2 => Ok(0),
        None => Err(Error::input(format!("this study has {} variants", study.variants.len()))
            .with_help(format!("choose one with --variant; {}", all()))),
        Some(name) if study.variants.is_empty() => {
            Err(Error::input(format!("there is no variant `{name}`")).with_help("this study has no variants"))
        }
        Some(name) => {
            let same = |known: &String| known.to_lowercase() == name.to_lowercase();
            let exact = study.variants.iter().position(|known| known == name);
            exact.or_else(|| study.variants.iter().position(same)).ok_or_else(|| {
                let help = did_you_mean(name, names()).unwrap_or_else(all);
                Error::input(format!("there is no variant `{name}`")).with_help(help)
            })
        }
    }
}

/// Help with the numbers and the varied values of the cells.
fn cells_help(study: &Study, variants: usize) -> String {
    let rows = study.cells.len() / variants;
    let cell = |(number, planned): (usize, &PlannedCell)| {
        let values: Vec<String> = planned.varied.iter().map(ToString::to_string).collect();
        format!("{} ({})", number + 1, values.join(", "))
    };
    let cells = study.cells.iter().step_by(variants).enumerate().map(cell);
    format!("choose one with --cell, 1 to {rows} by {}: {}", study.varied.join(" and "), listed(cells, rows))
}

/// The first [`MOST_NAMED`] of `count` names.
fn listed(names: impl Iterator<Item = String>, count: usize) -> String {
    let shown = names.take(MOST_NAMED).collect::<Vec<_>>().join(", ");
    if count > MOST_NAMED { format!("{shown}, …") } else { shown }
}

/// A typical fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typical {
    /// The fight, roll by roll.
    pub transcript: Transcript,
    /// A sentence on how the fight was chosen.
    pub chosen: String,
}

/// Maximum number of trials searched for a typical fight.
const MOST_SEARCHED: u64 = 1000;

/// Returns a typical fight: the first trial that the most successful side wins in the median round of its wins. With
/// several variants, the fight is from the baseline. `None` if the study is not a single fight, or if no such trial is
/// found.
///
/// # Errors
/// Only in case of a bug in this program.
pub fn typical(study: &Study, result: &StudyResult) -> Result<Option<Typical>> {
    if !study.varied.is_empty() {
        return Ok(None);
    }
    let shown = shown_study(study, &result.replies, &())?;
    let study = shown.as_ref().unwrap_or(study);
    let Some((cell, (outcome, round))) =
        result.cells.get(study.baseline).and_then(|cell| Some((cell, most_frequent_outcome(cell)?)))
    else {
        return Ok(None);
    };
    let wanted = format!("{outcome} and in round {round}");
    let Some(trial) = find(study, study.baseline, &wanted, MOST_SEARCHED, &())? else { return Ok(None) };
    let transcript = replay(study, study.baseline, Rolls::Trial(trial))?;
    let with = cell.variant.as_ref().map_or("The".to_owned(), |variant| format!("With “{variant}”, the"));
    let chosen = format!(
        "{with} first fight of seed {} in which {outcome} (the most frequent outcome) in round {round} (the median of such fights): \
         trial {}.",
        study.seed,
        thousands(trial)
    );
    Ok(Some(Typical { transcript, chosen }))
}

/// The name of the most frequent outcome, and its median round.
fn most_frequent_outcome(cell: &Cell) -> Option<(String, i64)> {
    let courses = || cell.distributions.iter().filter(|one| one.name() == id::WINS_BY_ROUND);
    let share = |one: &Distribution| one.points.iter().map(|point| point.estimate.value).sum::<f64>();
    // Of equal ones, the first.
    let course = courses().rev().max_by(|one, other| share(one).total_cmp(&share(other)))?;
    let half = share(course) / 2.0;
    let mut sum = 0.0;
    let reached = course.points.iter().find(|point| {
        sum += point.estimate.value;
        point.estimate.value > 0.0 && sum >= half
    })?;
    let wins = |figure: &&crate::measure::Figure| {
        figure.measure.counted == Counted::Share && figure.name() == id::WINS && figure.subject == course.subject
    };
    let title = cell.figures.iter().find(wins)?.title();
    Some((title, reached.value))
}

/// Returns the index of a trial in the simulation, which counts from 0.
///
/// # Errors
/// If there is no trial with this number.
pub fn trial_index(trial: u64) -> Result<u64> {
    if (1..=MAX_TRIALS).contains(&trial) {
        return Ok(trial - 1);
    }
    Err(Error::input(format!("there is no trial {trial}"))
        .with_help(format!("trials are counted from 1 to {MAX_TRIALS}")))
}

/// Replays one trial of the cell with this number. The trial can be beyond those that the study runs, because a longer
/// run extends a shorter one.
///
/// # Errors
/// If there is no such trial, if a script has a roll that the dice cannot show, or if a script for a check or an
/// opposed action has too few rolls.
pub fn replay(study: &Study, cell: usize, rolls: Rolls<'_>) -> Result<Transcript> {
    match rolls {
        Rolls::Trial(trial) => {
            let mut lines = Vec::new();
            let head = stream(study, cell, trial)?.play(&mut |line| lines.push(line));
            Ok(Transcript { lines, ..head })
        }
        Rolls::Script(rolls) => {
            let words = study.words(&study.cells[cell]);
            let (mut lines, used) = study.subjects.replay_script(cell, &words, rolls)?;
            let written = rolls.len() as u64;
            let unused = match written - used {
                0 => None,
                1 => Some("The last roll of the script was not needed.".to_owned()),
                left => Some(format!("The last {} rolls of the script were not needed.", thousands(left))),
            };
            lines.extend(unused.map(|text| Line::new("unused", text)));
            Ok(Transcript { lines, ..head(study, cell, Origin::Script { written, used }) })
        }
    }
}

/// A transcript without its lines.
fn head(study: &Study, cell: usize, rolls: Origin) -> Transcript {
    let planned = &study.cells[cell];
    let varied = study.varied.iter().zip(&planned.varied).map(|(path, value)| (path.clone(), value.to_string()));
    let (title, variant) = (study.title.clone(), planned.variant.clone());
    Transcript { title, variant, varied: varied.collect(), rolls, lines: Vec::new() }
}

/// A trial to report line by line, because a long fight can have more lines than fit in memory.
#[derive(Debug)]
pub struct Stream<'s> {
    study: &'s Study,
    cell: usize,
    trial: u64,
    /// The transcript, without the lines.
    pub head: Transcript,
}

/// Prepares one trial of the cell with this number, to report it line by line.
///
/// # Errors
/// If there is no such trial.
pub fn stream(study: &Study, cell: usize, trial: u64) -> Result<Stream<'_>> {
    let number = trial_index(trial)?;
    Ok(Stream { study, cell, trial: number, head: head(study, cell, Origin::Trial { trial, seed: study.seed }) })
}

impl Stream<'_> {
    /// Plays the trial, and calls `out` with each line as soon as it is complete. Returns the transcript without its
    /// lines.
    pub fn play(self, out: &mut dyn FnMut(Line)) -> Transcript {
        let words = self.study.words(&self.study.cells[self.cell]);
        self.study.subjects.tell_trial(self.cell, &words, Seed::new(self.study.seed), self.trial, out);
        self.head
    }
}

/// Returns the first trial of a cell with this outcome, counted from 1. `None` if the first `within` trials do not have
/// it.
///
/// # Errors
/// If there is no such outcome (the message has the nearest one, or all of them), or the monitor stopped the search.
pub fn find(study: &Study, cell: usize, outcome: &str, within: u64, monitor: &dyn Monitor) -> Result<Option<u64>> {
    let happens = study.subjects.outcome(cell, &study.words(&study.cells[cell]), outcome)?;
    for trial in 0..within {
        if monitor.stopped() {
            return Err(Error::run(format!("interrupted after a search of {} trials", thousands(trial))));
        }
        if happens(Seed::new(study.seed), trial) {
            return Ok(Some(trial + 1));
        }
    }
    Ok(None)
}
