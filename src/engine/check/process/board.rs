//! The numbers of a process, and the formulas that use them.

use crate::chance::{Ask, Chance};
use crate::dice::{Bound, Dice};
use crate::error::Error;
use crate::formula::UNSET;
use std::sync::Arc;

/// The cache key of a formula's dice: the number of the formula, and the values that the dice depend on.
pub type DiceKey = (u32, Vec<i64>);

/// The layout of a board, which is a list of all numbers that the formulas of a process can name.
#[derive(Debug, Clone, Default)]
pub struct BoardLayout {
    /// The names of all numbers, by index on the board.
    pub names: Vec<String>,
    /// The number of counters, which are first on the board; the step follows them.
    pub counters: usize,
    /// The number of tallies, which follow the step.
    pub tallies: usize,
    /// The number of named rolls. Their values follow the tallies, and their natural results follow the values.
    pub rolls: usize,
    /// The initial values of the numbers that follow the varying ones: keys, margin, ends, choices.
    pub fixed: Vec<i64>,
    /// The choices, each with its index on the board and its formula.
    pub choices: Vec<(usize, ProcessFormula)>,
    /// The index of the first end on the board. The value of an end is 1 if the process has ended there, otherwise 0.
    pub first_end: usize,
}

/// A counter: a whole number that is kept within bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoundedNumber {
    pub name: String,
    /// The minimum.
    pub from: i64,
    /// The maximum.
    pub to: i64,
    pub start: i64,
}

/// The parts of a process that a line needs to run.
#[derive(Debug, Clone, Copy)]
pub struct LineContext<'p> {
    pub layout: &'p BoardLayout,
    pub counters: &'p [BoundedNumber],
    /// The lowest degree that succeeds.
    pub margin: i64,
}

/// A formula in a process.
#[derive(Debug, Clone)]
pub struct ProcessFormula {
    pub bound: Box<Bound>,
    /// The formula's number among all formulas of the process.
    pub number: u32,
    /// The board indices of the varying numbers and choices that the formula depends on.
    pub used: Vec<usize>,
    /// Whether the formula has dice.
    pub rolls: bool,
    /// The location of the formula in the file, for errors.
    pub place: String,
}

/// An error in a process. It is found in the search for situations or, if there are too many situations, in play.
#[derive(Debug, Clone)]
pub struct ProcessError {
    /// The kind of error, such as `not-rolled`.
    pub kind: &'static str,
    /// The location of the error in the file.
    pub place: String,
    pub message: String,
}

/// A cache of dice.
pub trait DiceCache {
    /// Returns the dice for `key`. Calls `make` if they are not cached.
    ///
    /// # Errors
    /// If the dice cannot be made.
    fn dice(&self, key: DiceKey, make: &dyn Fn() -> Result<Dice, ProcessError>) -> Result<Arc<Dice>, ProcessError>;
}

impl BoardLayout {
    /// The index of the step on the board.
    pub fn step(&self) -> usize {
        self.counters
    }

    /// The board index of tally number `tally` (from 0).
    pub fn tally(&self, tally: usize) -> usize {
        self.counters + 1 + tally
    }

    /// The board index of named roll number `roll` (from 0).
    pub fn roll(&self, roll: usize) -> usize {
        self.counters + 1 + self.tallies + roll
    }

    /// The board index of the natural result of roll number `roll` (from 0).
    pub fn natural(&self, roll: usize) -> usize {
        self.roll(roll) + self.rolls
    }

    /// The number of varying numbers, which come first on a board.
    pub fn varied(&self) -> usize {
        self.counters + 1 + self.tallies + 2 * self.rolls
    }

    /// The board for a situation (counters, then step), with no rolls made.
    pub fn of_situation(&self, situation: &[i64]) -> Vec<i64> {
        let (counters, step) = situation.split_at(self.counters);
        self.of(counters, step[0])
    }

    /// The board for the values `counters` and the step number `step`, with no rolls made.
    pub fn of(&self, counters: &[i64], step: i64) -> Vec<i64> {
        let mut board = Vec::with_capacity(self.names.len());
        board.extend_from_slice(counters);
        board.push(step);
        board.resize(board.len() + self.tallies, 0);
        board.resize(self.varied(), UNSET);
        board.extend_from_slice(&self.fixed);
        board
    }
}

impl ProcessError {
    pub fn new(kind: &'static str, place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { kind, place: place.into(), message: message.into() }
    }

    /// Sets the location to `place`, unless the error already has a location.
    #[must_use]
    pub(super) fn located_at(self, place: &str) -> Self {
        if self.place.is_empty() { Self { place: place.to_owned(), ..self } } else { self }
    }

    /// An error in calculating a value at the location `place`.
    pub fn of_value(place: &str, error: &Error) -> Self {
        Self::new("value", place, error.message())
    }
}

impl ProcessFormula {
    /// The value of a formula without dice.
    ///
    /// # Errors
    /// If it needs a roll that was not made, or its value is out of range.
    pub fn value(&self, layout: &BoardLayout, board: &mut [i64]) -> Result<i64, ProcessError> {
        self.choose(layout, board);
        self.bound.try_value(board).ok_or_else(|| self.trouble(layout, board))
    }

    /// Evaluates the choices that the formula depends on, and writes them to the board.
    fn choose(&self, layout: &BoardLayout, board: &mut [i64]) {
        for place in self.used.iter().filter(|place| **place >= layout.varied()) {
            if let Some((_, choice)) = layout.choices.iter().find(|(own, _)| own == place) {
                choice.choose(layout, board);
                board[*place] = choice.bound.try_value(board).unwrap_or(UNSET);
            }
        }
    }

    /// The values on `board` that the formula depends on, which are part of the key of its dice.
    pub(super) fn inputs(&self, board: &[i64]) -> Vec<i64> {
        self.used.iter().map(|place| board[*place]).collect()
    }

    /// The reason why the formula has no value.
    fn trouble(&self, layout: &BoardLayout, board: &[i64]) -> ProcessError {
        let zeroes: Vec<i64> = board.iter().map(|value| if *value == UNSET { 0 } else { *value }).collect();
        match self.bound.value(&zeroes) {
            Err(error) => ProcessError::of_value(&self.place, &error),
            Ok(_) => self.not_rolled(layout, board),
        }
    }

    /// The error for a formula that needs a roll that was not made.
    fn not_rolled(&self, layout: &BoardLayout, board: &[i64]) -> ProcessError {
        let mut unset = self.used.iter().filter(|place| board[**place] == UNSET);
        let name = unset.next().map_or("", |place| layout.names[*place].as_str());
        ProcessError::new("not-rolled", &self.place, format!("`{name}` is not always rolled before this"))
    }

    /// The dice of a formula that is a roll. The value of the whole formula is the natural result.
    pub(super) fn dice(
        &self,
        layout: &BoardLayout,
        board: &mut [i64],
        cache: &dyn DiceCache,
    ) -> Result<Arc<Dice>, ProcessError> {
        self.build_dice(Bound::dice, layout, board, cache)
    }

    /// The dice of a formula that is a number. Numbers that the formula adds to its dice do not count as part of the
    /// faces shown.
    pub(super) fn number_dice(
        &self,
        layout: &BoardLayout,
        board: &mut [i64],
        cache: &dyn DiceCache,
    ) -> Result<Arc<Dice>, ProcessError> {
        self.build_dice(Bound::dice_and_numbers, layout, board, cache)
    }

    /// The dice that the function `dice` builds for the current values on the board.
    fn build_dice(
        &self,
        dice: fn(&Bound, &str, &[i64]) -> crate::error::Result<Dice>,
        layout: &BoardLayout,
        board: &mut [i64],
        cache: &dyn DiceCache,
    ) -> Result<Arc<Dice>, ProcessError> {
        if self.rolls {
            self.choose(layout, board);
        } else {
            self.value(layout, board)?;
        }
        let board = &*board;
        let made = |unset: i64| {
            let values: Vec<i64> = board.iter().map(|value| if *value == UNSET { unset } else { *value }).collect();
            dice(&self.bound, self.bound.text(), &values).map_err(|error| ProcessError::of_value(&self.place, &error))
        };
        // Not cached: a formula without dice can have any number of values.
        if !self.rolls {
            return made(0).map(Arc::new);
        }
        cache.dice((self.number, self.inputs(board)), &|| {
            // If the dice would differ with a roll that was not made, they need that roll.
            let dice = made(0);
            let needs = self.used.iter().any(|place| board[*place] == UNSET)
                && [1, -1, 977].into_iter().any(|other| {
                    dice.as_ref().map_or(true, |dice| made(other).map_or(true, |same| same.pmf() != dice.pmf()))
                });
            if needs { Err(self.not_rolled(layout, board)) } else { dice }
        })
    }

    /// The value of the formula. If it has dice, they are rolled for `ask`.
    pub(super) fn rolled_value(
        &self,
        layout: &BoardLayout,
        board: &mut [i64],
        (chance, ask): (&mut dyn Chance, Ask),
        cache: &dyn DiceCache,
    ) -> Result<i64, ProcessError> {
        if self.rolls {
            let dice = self.number_dice(layout, board, cache)?;
            return Ok(chance.roll(ask, &dice).into());
        }
        self.value(layout, board)
    }
}
