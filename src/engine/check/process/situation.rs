//! The situations of a process, and its ends.

use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A process that goes on for longer is stopped: see [`ProcessEnd::end`].
pub const MOST_STEPS: u32 = 1_000_000;

/// The counting of steps in situations: exact up to a number, then round and round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// The last step that is told from all others; `None` if no line and no end names the step.
    pub last: Option<i64>,
    /// The steps after which it goes round from there.
    pub period: i64,
    /// True if a formula needs the number itself, so that the process must be over by then.
    pub strict: bool,
}

impl Clock {
    /// The step as it is counted, after this one.
    pub fn next(self, step: i64) -> i64 {
        match self.last {
            None => 0,
            Some(last) if step >= last + self.period => last + 1,
            Some(_) => step + 1,
        }
    }
}

/// A process between the lines of two steps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The counters, and the step as it is counted.
    pub board: Vec<i64>,
    /// The next thing.
    pub now: Section,
    /// The past, for measures: it decides nothing. Shared, since it may be long and the next state takes it over.
    pub(super) past: Arc<Past>,
}

/// The parts of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Section {
    /// The lines before the first step.
    Begin,
    /// The lines of a step.
    Step,
    /// The ends.
    Rest,
    /// A formula had no value: nothing more.
    Stuck,
}

/// The past of a process.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Past {
    /// The steps noted, with that before the first.
    pub(super) steps: u32,
    /// The sums of the tallies.
    pub tallies: Vec<i64>,
    /// For each measure of a first time, the step after which it came; `None`: never.
    pub firsts: Vec<Option<u32>>,
    /// For each measure of a course, the value after each step, from 0.
    pub courses: Vec<Vec<i64>>,
}

/// The end of a process, and all that is measured of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct ProcessEnd {
    /// The number of the end; `None` after [`MOST_STEPS`].
    pub end: Option<usize>,
    /// The counters.
    pub counters: Vec<i64>,
    /// The past of a process.
    pub past: Past,
}

/// The lines of a step: which, and the counters and the step before them.
pub type Lines = (Section, Vec<i64>);

/// The counters and the step after lines, and the gains of tallies.
pub type Left = (Vec<i64>, Vec<Gain>);

/// The mean gain of a tally.
#[derive(Debug, Clone, Copy, Default)]
pub struct Gain(pub f64);

impl PartialEq for Gain {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Gain {}

impl Hash for Gain {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}
