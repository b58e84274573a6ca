//! The progress of a study as text: a shard to merge with others, or a checkpoint from which a long run can continue.
//!
//! Every line is JSON. The first line identifies the plan and the part. Each piece of work then has two lines, for its
//! range and its counts. The last line has a checksum of all others.

use super::plan::{MethodChoice, Study};
use crate::document::fingerprint;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// The version of the file format.
const VERSION: u32 = 1;

/// Maximum number of parts of a study.
const MOST_PARTS: u32 = 1_000_000;

/// One of the equal parts into which the work of a study is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StudyPart {
    /// The number of this part, counted from 1.
    pub number: u32,
    /// The number of all parts.
    pub of: u32,
}

impl StudyPart {
    /// The part that contains all work.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Returns one of several parts.
    ///
    /// # Errors
    /// If there is no such part, or there are too many parts.
    pub fn new(number: u32, of: u32) -> Result<Self> {
        if !(1..=MOST_PARTS).contains(&of) {
            let help = format!("give a whole number from 1 to {MOST_PARTS}");
            return Err(Error::input(format!("a run cannot be cut into {of} shards")).with_help(help));
        }
        if !(1..=of).contains(&number) {
            let message = format!("there is no shard {number} of {of}");
            return Err(Error::input(message).with_help("shards are counted from 1, as in 3/16"));
        }
        Ok(Self { number, of })
    }

    /// The range of the pieces that belong to this part, out of `pieces`.
    pub(super) fn share(self, pieces: u64) -> std::ops::Range<u64> {
        let end = |number: u32| (u128::from(pieces) * u128::from(number) / u128::from(self.of)) as u64;
        end(self.number - 1)..end(self.number)
    }
}

/// Identifies a run: shards of different plans cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunPlan {
    /// The version of this format.
    fudgelab_shard: u32,
    pub program: String,
    /// A fingerprint of the scenario, with its includes and questions.
    scenario: String,
    /// `exact` or `simulate`.
    pub method: String,
    pub seed: u64,
    /// Trials of each case.
    pub trials: u64,
}

impl RunPlan {
    pub(super) fn of(study: &Study) -> Self {
        let scenario = fingerprint(|hasher| {
            (&study.text, &study.asked, &study.variants, &study.varied, study.baseline).hash(hasher);
            study.cells.iter().for_each(|cell| cell.document.hash(hasher));
            // Presets are not in the text.
            format!("{:?}", study.cells.first().map(|cell| &cell.rules)).hash(hasher);
            let goal = study.goal.as_ref().filter(|_| study.method != MethodChoice::Exact);
            format!("{goal:?}").hash(hasher);
        });
        Self {
            fudgelab_shard: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: format!("{scenario:032x}"),
            method: study.method.word().to_owned(),
            seed: study.seed,
            trials: study.trials,
        }
    }

    /// Checks that another plan is equal to this one.
    ///
    /// # Errors
    /// If it differs. The message has the difference, and calls the other run `name`.
    fn check(&self, other: &Self, name: &str) -> Result<()> {
        let differs = |what: &str, own: &dyn std::fmt::Display, others: &dyn std::fmt::Display| {
            Err(Error::input(format!("{name} was run with {what} {others}, but this run has {own}")))
        };
        match other {
            Self { program, .. } if *program != self.program => differs("version", &self.program, program),
            Self { method, .. } if *method != self.method => differs("method", &self.method, method),
            Self { seed, .. } if *seed != self.seed => differs("seed", &self.seed, seed),
            Self { trials, .. } if *trials != self.trials => differs("trials", &self.trials, trials),
            other if other != self => {
                let message = format!("{name} is from another scenario, or the scenario has changed since");
                Err(Error::input(message).with_help("run it again, or restore the scenario and what it includes"))
            }
            _ => Ok(()),
        }
    }
}

/// The first line of a shard or a checkpoint.
#[derive(Serialize, Deserialize)]
struct ShardHead {
    #[serde(flatten)]
    plan: RunPlan,
    shard: u32,
    of: u32,
}

/// A piece of work: trials of a row (the variants of one combination of varied values), or an exact cell, which is a
/// single piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct WorkPiece {
    row: usize,
    from: u64,
    to: u64,
}

/// The last line of a shard or a checkpoint.
#[derive(Serialize, Deserialize)]
struct ShardTail {
    pieces: usize,
    check: String,
}

/// The finished work of a part.
#[derive(Debug, Clone)]
pub(super) struct FinishedPart {
    plan: RunPlan,
    pub(super) part: StudyPart,
    /// By row and first trial: the end of the trials, and their counts.
    pieces: BTreeMap<(usize, u64), (u64, String)>,
}

impl FinishedPart {
    fn new(study: &Study, part: StudyPart) -> Self {
        Self { plan: RunPlan::of(study), part, pieces: BTreeMap::new() }
    }

    /// Reads the finished work of this part of a study; without `kept`, there is no work yet.
    ///
    /// # Errors
    /// Like [`resume`](Self::resume).
    pub(super) fn of(study: &Study, part: StudyPart, kept: Option<&[u8]>) -> Result<Self> {
        kept.map_or_else(|| Ok(Self::new(study, part)), |bytes| Self::resume(study, part, bytes))
    }

    /// Reads the finished work of this part of a study.
    ///
    /// # Errors
    /// If the bytes are damaged, or of another plan or part.
    pub(super) fn resume(study: &Study, part: StudyPart, bytes: &[u8]) -> Result<Self> {
        let kept = Self::read(bytes)?;
        RunPlan::of(study).check(&kept.plan, "the checkpoint")?;
        if kept.part == part { Ok(kept) } else { Err(Error::input("the checkpoint belongs to another shard")) }
    }

    /// The finished trials of a row that begin with trial `from`: their end, and their counts.
    pub(super) fn piece(&self, row: usize, from: u64) -> Option<(u64, &str)> {
        self.pieces.get(&(row, from)).map(|(to, text)| (*to, text.as_str()))
    }

    /// Stores the counts of trials of a row, in place of those that begin with the same trial.
    pub(super) fn put(&mut self, row: usize, range: std::ops::Range<u64>, text: String) {
        self.pieces.insert((row, range.start), (range.end, text));
    }

    /// Returns this work as the bytes of a shard or a checkpoint.
    ///
    /// # Errors
    /// Only in case of a bug in this program.
    pub(super) fn bytes(&self) -> Result<Vec<u8>> {
        let head = ShardHead { plan: self.plan.clone(), shard: self.part.number, of: self.part.of };
        let mut text = json_line(&head)?;
        for ((row, from), (to, counts)) in &self.pieces {
            text.push_str(&json_line(&WorkPiece { row: *row, from: *from, to: *to })?);
            text.push_str(counts);
            text.push('\n');
        }
        let tail = json_line(&ShardTail { pieces: self.pieces.len(), check: check_sum(&text) })?;
        text.push_str(&tail);
        Ok(text.into_bytes())
    }

    /// Reads the bytes of a shard or a checkpoint.
    ///
    /// # Errors
    /// If `bytes` are neither a shard nor a checkpoint, or are damaged.
    pub(super) fn read(bytes: &[u8]) -> Result<Self> {
        let damaged = |why: &str| Error::input(format!("it is not a shard of a run, or it is damaged: {why}"));
        let text = std::str::from_utf8(bytes).map_err(|_| damaged("it is not text"))?;
        let mut lines = text.lines();
        let head: ShardHead = parse_line(lines.next()).ok_or_else(|| damaged("its first line has no plan"))?;
        if head.plan.fudgelab_shard != VERSION {
            return Err(damaged("another version of the program wrote it"));
        }
        let part = StudyPart::new(head.shard, head.of)?;
        let body = text.trim_end_matches('\n').rfind('\n').map_or("", |end| &text[..=end]);
        let tail: ShardTail = parse_line(lines.next_back()).ok_or_else(|| damaged("its end is missing"))?;
        if tail.check != check_sum(body) {
            return Err(damaged("its checksum is wrong"));
        }
        let mut pieces = BTreeMap::new();
        while let Some(line) = lines.next() {
            let piece: WorkPiece = parse_line(Some(line)).ok_or_else(|| damaged("a piece of work has no name"))?;
            let counts = lines.next().ok_or_else(|| damaged("a piece of work has no counts"))?;
            pieces.insert((piece.row, piece.from), (piece.to, counts.to_owned()));
        }
        if pieces.len() == tail.pieces {
            Ok(Self { plan: head.plan, part, pieces })
        } else {
            Err(damaged("pieces of work are missing"))
        }
    }
}

/// Returns the plan of a shard.
///
/// # Errors
/// If the bytes are not a shard, or it is damaged.
pub fn plan_of(shard: &[u8]) -> Result<RunPlan> {
    FinishedPart::read(shard).map(|kept| kept.plan)
}

/// Returns the part of the work that a shard contains.
///
/// # Errors
/// If the bytes are not a shard, or it is damaged.
pub fn part_of(shard: &[u8]) -> Result<StudyPart> {
    FinishedPart::read(shard).map(|kept| kept.part)
}

/// Merges the parts of a study.
///
/// # Errors
/// If there are no parts, one is damaged or of another plan, some are missing (the message has their numbers), or two
/// with the same number differ.
pub(super) fn merge_parts<B: AsRef<[u8]>>(study: &Study, shards: impl IntoIterator<Item = B>) -> Result<FinishedPart> {
    let mut whole = FinishedPart::new(study, StudyPart::WHOLE);
    let mut parts: BTreeMap<u32, u128> = BTreeMap::new();
    let mut of = None;
    for (place, bytes) in shards.into_iter().enumerate() {
        let bytes = bytes.as_ref();
        let shard = FinishedPart::read(bytes).map_err(|error| error.context(format!("shard file {}", place + 1)))?;
        let name = format!("shard {} of {}", shard.part.number, shard.part.of);
        whole.plan.check(&shard.plan, &name)?;
        let parts_of = *of.get_or_insert(shard.part.of);
        if parts_of != shard.part.of {
            return Err(Error::input(format!("{name} is among shards of a run in {parts_of} parts"))
                .with_help("merge only shards of the same run, and leave out the others"));
        }
        let own = fingerprint(|hasher| hasher.write(bytes));
        match parts.insert(shard.part.number, own) {
            Some(known) if known != own => {
                return Err(Error::input(format!("there are two different files for {name}")));
            }
            Some(_) => {}
            None => whole.pieces.extend(shard.pieces),
        }
    }
    let of = of.ok_or_else(|| Error::input("there are no shards to merge"))?;
    let missing: Vec<u32> = (1..=of).filter(|number| !parts.contains_key(number)).collect();
    if missing.is_empty() {
        return Ok(whole);
    }
    Err(Error::input(format!(
        "of {of} shards {} missing: {}",
        if missing.len() == 1 { "1 is" } else { "some are" },
        ranges(&missing)
    ))
    .with_help(format!("run what is missing, as with --shard {}/{of}, then merge again", missing[0])))
}

/// Numbers as text, with ranges: `3, 5 to 9`.
fn ranges(numbers: &[u32]) -> String {
    let mut ranges: Vec<[u32; 2]> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some([_, end]) if *end + 1 == number => *end = number,
            _ => ranges.push([number; 2]),
        }
    }
    let words = |[from, to]: [u32; 2]| match to - from {
        0 => from.to_string(),
        1 => format!("{from}, {to}"),
        _ => format!("{from} to {to}"),
    };
    ranges.into_iter().map(words).collect::<Vec<_>>().join(", ")
}

/// A line of a shard or a checkpoint, as JSON.
fn json_line(line: &impl Serialize) -> Result<String> {
    let text =
        serde_json::to_string(line).map_err(|error| Error::run(format!("cannot save the finished work: {error}")))?;
    Ok(text + "\n")
}

/// Parses a line of a shard or a checkpoint; `None` if the line is missing or invalid.
fn parse_line<'t, T: Deserialize<'t>>(line: Option<&'t str>) -> Option<T> {
    serde_json::from_str(line?).ok()
}

/// The checksum of the lines before the last one.
fn check_sum(text: &str) -> String {
    format!("{:032x}", fingerprint(|hasher| hasher.write(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_all_work_once() {
        for (pieces, of) in [(0, 3), (1, 4), (7, 3), (100, 16), (u64::MAX / 2, 1000)] {
            let mut next = 0;
            for number in 1..=of {
                let share = StudyPart::new(number, of).unwrap().share(pieces);
                assert_eq!(share.start, next);
                assert!(share.end - share.start <= pieces.div_ceil(of.into()));
                next = share.end;
            }
            assert_eq!(next, pieces);
        }
        for (number, of) in [(0, 3), (4, 3), (1, 0), (1, MOST_PARTS + 1)] {
            assert!(StudyPart::new(number, of).unwrap_err().is_input());
        }
    }

    #[test]
    fn missing_shards_are_listed_as_ranges() {
        assert_eq!(ranges(&[1]), "1");
        assert_eq!(ranges(&[3, 5, 6, 7, 9, 10]), "3, 5 to 7, 9, 10");
    }
}
