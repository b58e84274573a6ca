//! Processes: what a file says of counters, lines and ends, played line by line.
//!
//! All that varies stands on a board, a number for each name that formulas know: counters, the step, tallies, rolls and their natural
//! results first, then keys and the like. A *situation* is the counters after a step, with the step as far as it is counted.

mod board;
mod line;
mod play;
mod search;
mod situation;
mod trials;

pub use board::{Amount, Board, BoundedNumber, DiceKey, Trouble};
pub use line::{Act, Change, Done, Line, Piece, RollDice, RollLine, Saying};
pub use play::FoundDice;
pub use search::{Search, Searched};
pub use situation::{Clock, Lines, MOST_STEPS, Past, ProcessEnd, Section, Situation};
pub use trials::FoundInTrials;

use crate::dice::Dice;
use std::collections::HashMap;
use std::sync::Arc;

/// The most situations of a process.
pub const MOST_SITUATIONS: usize = 100_000;

/// The most dice of formulas that are kept.
const MOST_DICE: usize = 20_000;

/// The steps within which a process must be over if it names the step itself.
pub const MOST_NAMED_STEPS: i64 = 1000;

/// A process that has been read and checked.
#[derive(Debug)]
pub struct Process {
    /// Its name.
    pub name: String,
    /// A sentence about it; may be empty.
    pub about: String,
    /// The word for a step.
    pub period: Option<String>,
    /// The places of its numbers.
    pub board: Board,
    /// The counters, in order.
    pub counters: Vec<BoundedNumber>,
    /// The lines before the first step.
    pub begin: Vec<Line>,
    /// The lines of each step.
    pub step: Vec<Line>,
    /// The ways to end, in order.
    pub ends: Vec<EndRule>,
    /// The figures beside the share of each end and the mean number of steps.
    pub measures: Vec<Measured>,
    /// The lowest degree that succeeds.
    pub margin: i64,
    /// The counting of steps.
    pub clock: Clock,
    /// The dice of formulas that are known, by their number and the values that they depend on.
    pub dice: HashMap<DiceKey, Arc<Dice>>,
    /// The findings of trials; `None` if all situations were found before.
    pub in_trials: Option<FoundInTrials>,
}

/// A way to end.
#[derive(Debug)]
pub struct EndRule {
    /// Its name.
    pub name: String,
    /// The condition.
    pub when: Amount,
    /// A sentence.
    pub say: Option<Saying>,
}

/// A figure.
#[derive(Debug)]
pub struct Measured {
    /// Its name.
    pub name: String,
    /// The quantity.
    pub what: What,
    /// The condition on the processes that are counted; `None` for all.
    pub given: Option<Amount>,
}

/// The quantity of a figure.
#[derive(Debug)]
pub enum What {
    /// In how many processes it is so at the end.
    Share(Amount),
    /// The mean of a number at the end.
    Mean(Amount),
    /// The mean of a tally, by its place among tallies.
    Tally(usize),
    /// The share of processes with each value at the end.
    Spread(Amount),
    /// The step after which it is so for the first time.
    First(Amount),
    /// The mean of a number after each step.
    Course(Amount),
}

impl Process {
    /// All lines, those before the first step first.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.begin.iter().chain(&self.step)
    }

    /// True if several members roll, and in no situation any of them can fail.
    pub fn never_fails(&self, roll: &RollLine) -> bool {
        let Some((_, counted)) = &roll.times else { return false };
        let pools = || self.dice.iter().filter(|((number, _), _)| number == counted);
        let members = |given: &[i64]| given.first().copied().unwrap_or(0);
        let mut some = pools().filter(|((_, given), _)| members(given) > 0).peekable();
        some.peek().is_some() && some.all(|((_, given), dice)| i64::from(dice.pmf().lowest()) == members(given))
    }

    /// The value of a measure's number or condition at the end of a process, or on its way if `end` is `None`.
    pub fn measured(&self, amount: &Amount, counters: &[i64], step: i64, end: Option<usize>) -> i64 {
        let mut board = self.board.of(counters, step);
        if let Some(end) = end {
            board[self.board.first_end + end] = 1;
        }
        amount.value(&self.board, &mut board).unwrap_or_else(|trouble| {
            self.keep_trouble(trouble);
            0
        })
    }

    /// Keeps the error of a formula, if the situations were not searched for errors before.
    fn keep_trouble(&self, trouble: Trouble) {
        if let Some(found) = &self.in_trials {
            found.note(trouble);
        }
    }
}
