//! The situations of a process, and its ends.

use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The number of steps after which a process is stopped; see [`ProcessEnd::end`].
pub const MOST_STEPS: u32 = 1_000_000;

/// The rule for counting steps in situations: exactly up to a number, then in a cycle. Situations can then merge,
/// because the count takes few values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// The last step that is counted exactly; `None` if no line and no end uses the step.
    pub last: Option<i64>,
    /// The length in steps of the cycle that follows `last`.
    pub period: i64,
    /// Whether a formula needs the step number itself. The process must then end by step `last`.
    pub strict: bool,
}

impl Clock {
    /// The count that follows `step`; always 0 if nothing uses the step.
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
    /// The values recorded for measures; they do not affect play. Shared, because they can be long and pass from state
    /// to state.
    pub(super) past: Arc<Past>,
}

/// The part of a process that runs next.
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
    /// The total of each tally.
    pub tallies: Vec<i64>,
    /// For each measure of a first step, the number of the step after which its condition was first true. 0 means
    /// before the first step; `None` means never.
    pub firsts: Vec<Option<u32>>,
    /// For each measure of a course, its value after each step. Entry 0 is the value before the first step.
    pub courses: Vec<Vec<i64>>,
}

/// The end of a process, including everything that is measured.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct ProcessEnd {
    /// The index of the end; `None` if the process was stopped, for example after [`MOST_STEPS`].
    pub end: Option<usize>,
    pub counters: Vec<i64>,
    pub past: Past,
}

/// The section to run, and the counters and the step before it.
pub type SectionStart = (Section, Vec<i64>);

/// The counters and the step after a section, and the gain of each tally. Both are empty if a formula had no value.
pub type SectionResult = (Vec<i64>, Vec<Gain>);

/// The mean gain of a tally. Two gains are equal only if all bits of the two numbers are.
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
