//! The situations of a process, and its ends.

use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The number of steps after which a process is stopped; see [`ProcessEnd::end`].
pub const MOST_STEPS: u32 = 1_000_000;

/// The counting of steps in situations: exact up to a number, then in a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// The last step that differs from all others; `None` if no line and no end uses the step.
    pub last: Option<i64>,
    /// The length of the cycle that follows, in steps.
    pub period: i64,
    /// Whether a formula needs the number itself, so that the process must end by then.
    pub strict: bool,
}

impl Clock {
    /// The count after `step`.
    pub fn next(self, step: i64) -> i64 {
        match self.last {
            None => 0,
            Some(last) if step >= last + self.period => last + 1,
            Some(_) => step + 1,
        }
    }
}

/// The state of a process between two steps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The counters, then the step count.
    pub board: Vec<i64>,
    pub now: Section,
    /// The past, for measures only; it decides nothing. Shared, because it can be long and passes from state to state.
    pub(super) past: Arc<Past>,
}

/// The parts of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Section {
    /// The lines before the first step.
    Begin,
    /// The lines of a step.
    Step,
    /// The check for an end.
    Rest,
    /// A formula had no value, so that the process cannot continue.
    Stuck,
}

/// The values recorded while a process runs, limited to those that its measures need.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Past {
    /// The number of steps recorded, including the lines before the first.
    pub(super) steps: u32,
    /// The sums of the tallies.
    pub tallies: Vec<i64>,
    /// For each measure of a first time, the step after which it was true; `None` if never.
    pub firsts: Vec<Option<u32>>,
    /// For each measure of a course, the value after each step, from 0.
    pub courses: Vec<Vec<i64>>,
}

/// The end of a process, with everything that is measured.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct ProcessEnd {
    /// The number of the end; `None` if the process was stopped, for example after [`MOST_STEPS`].
    pub end: Option<usize>,
    pub counters: Vec<i64>,
    pub past: Past,
}

/// The section to run, and the counters and step before it.
pub type Lines = (Section, Vec<i64>);

/// The counters and step after some lines, and the gains of tallies.
pub type Left = (Vec<i64>, Vec<Gain>);

/// The mean gain of a tally. Gains are equal only if all their bits are.
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
