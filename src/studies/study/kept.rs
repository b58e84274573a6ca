//! What was done of a study, as text: a shard that is to be merged with others, or what a long run keeps so that it can go on.
//!
//! Every line is JSON. The first names the plan, and which part of it this is; then come two lines for each piece of work, which piece it is
//! and what was counted in it; the last holds a check sum of all before it.

use super::plan::{MethodChoice, Study};
use crate::document::fingerprint;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// The version of these files.
const VERSION: u32 = 1;

/// The most parts that a study is cut into.
const MOST_PARTS: u32 = 1_000_000;

/// One of the equal parts that the work of a study is cut into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Part {
    /// Which one, counted from 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

impl Part {
    /// All of it.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// One of several parts.
    ///
    /// # Errors
    /// There is no such part.
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

    /// Its part of so many pieces of work.
    pub(super) fn share(self, pieces: u64) -> std::ops::Range<u64> {
        let end = |number: u32| (u128::from(pieces) * u128::from(number) / u128::from(self.of)) as u64;
        end(self.number - 1)..end(self.number)
    }
}

/// What is run: parts of different plans do not fit together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The version of this format.
    fudgelab_shard: u32,
    /// The version of the program.
    pub program: String,
    /// What stands for the scenario, with all that it includes and all that is asked of it.
    scenario: String,
    /// `exact` or `simulate`.
    pub method: String,
    /// The seed.
    pub seed: u64,
    /// Trials of each case.
    pub trials: u64,
}

impl Plan {
    /// What a study comes to.
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

    /// Refuses another plan than this one.
    ///
    /// # Errors
    /// `name` has another, and why.
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

#[derive(Serialize, Deserialize)]
struct Head {
    #[serde(flatten)]
    plan: Plan,
    shard: u32,
    of: u32,
}

/// A piece of work: trials of a row (the variants of one combination of varied values), or an exact cell, which has one piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Piece {
    row: usize,
    from: u64,
    to: u64,
}

#[derive(Serialize, Deserialize)]
struct Tail {
    pieces: usize,
    check: String,
}

/// What was done of a part.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    plan: Plan,
    pub(super) part: Part,
    /// By row and the first trial: the end of its trials, and what they gave.
    pieces: BTreeMap<(usize, u64), (u64, String)>,
}

impl Kept {
    /// Nothing yet.
    fn new(study: &Study, part: Part) -> Self {
        Self { plan: Plan::of(study), part, pieces: BTreeMap::new() }
    }

    /// The counts kept of this part of a study, if there are any.
    ///
    /// # Errors
    /// Those of [`resume`](Self::resume).
    pub(super) fn of(study: &Study, part: Part, kept: Option<&[u8]>) -> Result<Self> {
        kept.map_or_else(|| Ok(Self::new(study, part)), |bytes| Self::resume(study, part, bytes))
    }

    /// What was kept of this part of a study.
    ///
    /// # Errors
    /// The bytes are damaged, or of another plan or part.
    pub(super) fn resume(study: &Study, part: Part, bytes: &[u8]) -> Result<Self> {
        let kept = Self::read(bytes)?;
        Plan::of(study).check(&kept.plan, "what was kept")?;
        if kept.part == part { Ok(kept) } else { Err(Error::input("what was kept is of another part of the work")) }
    }

    /// What was done of a row from this trial on: to which trial, and what they gave.
    pub(super) fn piece(&self, row: usize, from: u64) -> Option<(u64, &str)> {
        self.pieces.get(&(row, from)).map(|(to, text)| (*to, text.as_str()))
    }

    /// Keeps what the trials of a row gave, in place of what was kept of them before.
    pub(super) fn put(&mut self, row: usize, range: std::ops::Range<u64>, text: String) {
        self.pieces.insert((row, range.start), (range.end, text));
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// Only by a fault of this program.
    pub(super) fn bytes(&self) -> Result<Vec<u8>> {
        let head = Head { plan: self.plan.clone(), shard: self.part.number, of: self.part.of };
        let mut text = json(&head)?;
        for ((row, from), (to, counts)) in &self.pieces {
            text.push_str(&json(&Piece { row: *row, from: *from, to: *to })?);
            text.push_str(counts);
            text.push('\n');
        }
        let tail = json(&Tail { pieces: self.pieces.len(), check: check_sum(&text) })?;
        text.push_str(&tail);
        Ok(text.into_bytes())
    }

    /// What such bytes hold.
    ///
    /// # Errors
    /// They are no such file, or a damaged one.
    pub(super) fn read(bytes: &[u8]) -> Result<Self> {
        let damaged = |why: &str| Error::input(format!("it is not a shard of a run, or it is damaged: {why}"));
        let text = std::str::from_utf8(bytes).map_err(|_| damaged("it is not text"))?;
        let mut lines = text.lines();
        let head: Head = parsed(lines.next()).ok_or_else(|| damaged("its first line names no plan"))?;
        if head.plan.fudgelab_shard != VERSION {
            return Err(damaged("another version of the program wrote it"));
        }
        let part = Part::new(head.shard, head.of)?;
        let body = text.trim_end_matches('\n').rfind('\n').map_or("", |end| &text[..=end]);
        let tail: Tail = parsed(lines.next_back()).ok_or_else(|| damaged("its end is missing"))?;
        if tail.check != check_sum(body) {
            return Err(damaged("its checksum is wrong"));
        }
        let mut pieces = BTreeMap::new();
        while let Some(line) = lines.next() {
            let piece: Piece = parsed(Some(line)).ok_or_else(|| damaged("a piece of work has no name"))?;
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

/// What is run, by the bytes of a shard.
///
/// # Errors
/// They are not a shard, or it is damaged.
pub fn plan_of(shard: &[u8]) -> Result<Plan> {
    Kept::read(shard).map(|kept| kept.plan)
}

/// The part of the work that a shard is.
///
/// # Errors
/// The bytes are not a shard, or it is damaged.
pub fn part_of(shard: &[u8]) -> Result<Part> {
    Kept::read(shard).map(|kept| kept.part)
}

/// Puts the parts of a study together.
///
/// # Errors
/// There is none; one is damaged, or of another plan; some are missing, by their numbers; two of one number differ.
pub(super) fn merged<B: AsRef<[u8]>>(study: &Study, shards: impl IntoIterator<Item = B>) -> Result<Kept> {
    let mut whole = Kept::new(study, Part::WHOLE);
    let mut parts: BTreeMap<u32, u128> = BTreeMap::new();
    let mut of = None;
    for (place, bytes) in shards.into_iter().enumerate() {
        let bytes = bytes.as_ref();
        let shard = Kept::read(bytes).map_err(|error| error.context(format!("shard file {}", place + 1)))?;
        let name = format!("shard {} of {}", shard.part.number, shard.part.of);
        whole.plan.check(&shard.plan, &name)?;
        let parts_of = *of.get_or_insert(shard.part.of);
        if parts_of != shard.part.of {
            return Err(Error::input(format!("{name} is among shards of {parts_of}"))
                .with_help("merge the shards of one run: remove the others"));
        }
        let own = fingerprint(|hasher| hasher.write(bytes));
        match parts.insert(shard.part.number, own) {
            Some(known) if known != own => {
                return Err(Error::input(format!("there are two different files of {name}")));
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

/// Numbers in order, as in `3, 5 to 9`.
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

fn json(line: &impl Serialize) -> Result<String> {
    let text =
        serde_json::to_string(line).map_err(|error| Error::run(format!("cannot save what was done: {error}")))?;
    Ok(text + "\n")
}

fn parsed<'t, T: Deserialize<'t>>(line: Option<&'t str>) -> Option<T> {
    serde_json::from_str(line?).ok()
}

fn check_sum(text: &str) -> String {
    format!("{:032x}", fingerprint(|hasher| hasher.write(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_all_work_once() {
        for (pieces, of) in [(0, 3), (1, 4), (7, 3), (100, 16), (u64::MAX / 2, 1000)] {
            let mut next = 0;
            for number in 1..=of {
                let share = Part::new(number, of).unwrap().share(pieces);
                assert_eq!(share.start, next);
                assert!(share.end - share.start <= pieces.div_ceil(of.into()));
                next = share.end;
            }
            assert_eq!(next, pieces);
        }
        for (number, of) in [(0, 3), (4, 3), (1, 0), (1, MOST_PARTS + 1)] {
            assert!(Part::new(number, of).unwrap_err().is_input());
        }
    }

    #[test]
    fn missing_numbers_are_named_in_ranges() {
        assert_eq!(ranges(&[1]), "1");
        assert_eq!(ranges(&[3, 5, 6, 7, 9, 10]), "3, 5 to 7, 9, 10");
    }
}
