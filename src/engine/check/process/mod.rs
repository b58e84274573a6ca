//! Processes, defined in a file by counters, lines and ends, and played line by line.
//!
//! A *board* has a number for each name that formulas can use. The numbers that vary come first: counters, the step,
//! tallies, rolls and their natural results. Keys and other fixed numbers follow. A *situation* consists of the
//! counters and the step count after a step.

mod board;
mod line;
mod play;
mod search;
mod situation;
mod trials;

pub use board::{BoardLayout, BoundedNumber, DiceKey, ProcessError, ProcessFormula};
pub use line::{Act, CounterChange, LineEffect, ProcessLine, RollDice, RollLine, Sentence, SentencePart};
pub use play::FoundDice;
pub use search::{Search, SearchResult};
pub use situation::{Clock, MOST_STEPS, Past, ProcessEnd, Section, SectionStart, Situation};
pub use trials::FoundInTrials;

use crate::dice::Dice;
use std::collections::HashMap;
use std::sync::Arc;

/// Maximum number of situations of a process.
pub const MOST_SITUATIONS: usize = 100_000;

/// Maximum number of cached dice from formulas.
const MOST_DICE: usize = 20_000;

/// The number of steps within which a process must end if a formula uses the step number itself.
pub const MOST_NAMED_STEPS: i64 = 1000;

/// A process, read from a file and checked.
#[derive(Debug)]
pub struct Process {
    pub name: String,
    /// A sentence about the process; may be empty.
    pub about: String,
    /// The word for one step; `None` if the file does not give one.
    pub period: Option<String>,
    /// The layout of the boards of this process.
    pub board: BoardLayout,
    pub counters: Vec<BoundedNumber>,
    /// The lines that run once, before the first step.
    pub begin: Vec<ProcessLine>,
    /// The lines that run in each step.
    pub step: Vec<ProcessLine>,
    /// The possible ends; the first one whose condition is true applies.
    pub ends: Vec<EndRule>,
    /// Figures defined in the file, in addition to the share of each end and the mean number of steps.
    pub measures: Vec<ProcessMeasure>,
    /// The lowest degree that succeeds.
    pub margin: i64,
    pub clock: Clock,
    /// The dice that the search for situations found.
    pub dice: HashMap<DiceKey, Arc<Dice>>,
    /// Dice and errors found in trials. `None` if the search found all situations.
    pub in_trials: Option<FoundInTrials>,
}

/// A possible end of the process.
#[derive(Debug)]
pub struct EndRule {
    pub name: String,
    pub when: ProcessFormula,
    /// A sentence shown at this end.
    pub say: Option<Sentence>,
}

/// A figure defined in the file.
#[derive(Debug)]
pub struct ProcessMeasure {
    pub name: String,
    pub quantity: MeasuredQuantity,
    /// The condition at the end for a trial to count in this figure; `None` if all trials count.
    pub given: Option<ProcessFormula>,
}

/// The quantity of a figure.
#[derive(Debug)]
pub enum MeasuredQuantity {
    /// The share of processes for which the condition is true at the end.
    Share(ProcessFormula),
    /// The mean of a number at the end.
    Mean(ProcessFormula),
    /// The mean of a tally, by its index among tallies.
    Tally(usize),
    /// The share of processes with each value of a number at the end.
    Spread(ProcessFormula),
    /// The number of the first step after which the condition is true.
    First(ProcessFormula),
    /// The mean of a number after each step.
    Course(ProcessFormula),
}

impl Process {
    /// All lines: those before the first step, then those of each step.
    pub fn lines(&self) -> impl Iterator<Item = &ProcessLine> {
        self.begin.iter().chain(&self.step)
    }

    /// Whether several members make the roll, and no member can fail in any situation.
    pub fn never_fails(&self, roll: &RollLine) -> bool {
        let Some((_, counted)) = &roll.times else { return false };
        let pools = || self.dice.iter().filter(|((number, _), _)| number == counted);
        let members = |given: &[i64]| given.first().copied().unwrap_or(0);
        let mut some = pools().filter(|((_, given), _)| members(given) > 0).peekable();
        some.peek().is_some() && some.all(|((_, given), dice)| i64::from(dice.pmf().lowest()) == members(given))
    }

    /// The value of `amount`, the number or condition of a measure, for these counters and this step. `end` is the
    /// index of the end that applies; `None` while the process continues. If the formula has no value, records the
    /// error and returns 0.
    pub fn measure_value(&self, amount: &ProcessFormula, counters: &[i64], step: i64, end: Option<usize>) -> i64 {
        let mut board = self.board.of(counters, step);
        if let Some(end) = end {
            board[self.board.first_end + end] = 1;
        }
        amount.value(&self.board, &mut board).unwrap_or_else(|trouble| {
            self.record_error(trouble);
            0
        })
    }

    /// Records an error found in play. Does nothing if the search found all situations, and so all errors.
    fn record_error(&self, trouble: ProcessError) {
        if let Some(found) = &self.in_trials {
            found.record(trouble);
        }
    }
}
