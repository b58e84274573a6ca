//! The numbers of a process, and the formulas that name them.

use crate::chance::{Ask, Chance};
use crate::dice::{Bound, Dice};
use crate::error::Error;
use crate::formula::UNSET;
use std::sync::Arc;

/// The dice of a formula: its number, and the values that its dice depend on.
pub type DiceKey = (u32, Vec<i64>);

/// The order of the numbers on a board.
#[derive(Debug, Clone, Default)]
pub struct Board {
    /// The names of all numbers.
    pub names: Vec<String>,
    /// The number of counters, which come first; the step follows.
    pub counters: usize,
    /// The number of tallies, which follow the step.
    pub tallies: usize,
    /// The number of names of rolls, which follow; after them their natural results.
    pub rolls: usize,
    /// The numbers that do not vary, after the others: keys, margin, ends, choices.
    pub fixed: Vec<i64>,
    /// The choices, by their places, each with its formula.
    pub choices: Vec<(usize, Amount)>,
    /// The place of the first end.
    pub first_end: usize,
}

/// A whole number within bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoundedNumber {
    /// Its name.
    pub name: String,
    /// The least it can be.
    pub from: i64,
    /// The most it can be.
    pub to: i64,
    /// Its value at the start.
    pub start: i64,
}

/// The grounds of lines: the board, the bounds of its counters, and the lowest degree that succeeds.
#[derive(Debug, Clone, Copy)]
pub struct Grounds<'p> {
    /// The order of the numbers.
    pub layout: &'p Board,
    /// The counters, in order.
    pub counters: &'p [BoundedNumber],
    /// The lowest degree that succeeds.
    pub margin: i64,
}

/// A formula at a place of the process.
#[derive(Debug, Clone)]
pub struct Amount {
    /// The formula.
    pub bound: Box<Bound>,
    /// Its number among all formulas of the process.
    pub number: u32,
    /// The places of names that vary, and of choices, on which it depends.
    pub used: Vec<usize>,
    /// True if it has dice.
    pub rolls: bool,
    /// Its place in the file, for errors.
    pub place: String,
}

/// Something that goes wrong while a process is played: found when it is read.
#[derive(Debug, Clone)]
pub struct Trouble {
    /// The kind of the error.
    pub kind: &'static str,
    /// Its place in the file.
    pub place: String,
    /// The error in words.
    pub message: String,
}

/// Finds dice, or makes them.
pub trait Cup {
    /// The dice for this key.
    ///
    /// # Errors
    /// They cannot be made.
    fn dice(&self, key: DiceKey, make: &dyn Fn() -> Result<Dice, Trouble>) -> Result<Arc<Dice>, Trouble>;
}

impl Board {
    /// The place of the step.
    pub fn step(&self) -> usize {
        self.counters
    }

    /// The place of a tally.
    pub fn tally(&self, tally: usize) -> usize {
        self.counters + 1 + tally
    }

    /// The place of a roll.
    pub fn roll(&self, roll: usize) -> usize {
        self.counters + 1 + self.tallies + roll
    }

    /// The place of what the dice of a roll show.
    pub fn natural(&self, roll: usize) -> usize {
        self.roll(roll) + self.rolls
    }

    /// The number of numbers that vary.
    pub fn varied(&self) -> usize {
        self.counters + 1 + self.tallies + 2 * self.rolls
    }

    /// A board of a situation, its counters and its step, and no rolls.
    pub fn of_situation(&self, situation: &[i64]) -> Vec<i64> {
        let (counters, step) = situation.split_at(self.counters);
        self.of(counters, step[0])
    }

    /// A board with these counters and this step, and no rolls.
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

impl Trouble {
    /// Something of this kind at a place of the file.
    pub fn new(kind: &'static str, place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { kind, place: place.into(), message: message.into() }
    }

    /// The same at this place, unless it has one.
    #[must_use]
    pub(super) fn at(self, place: &str) -> Self {
        if self.place.is_empty() { Self { place: place.to_owned(), ..self } } else { self }
    }

    /// A value that cannot be found.
    pub fn of_value(place: &str, error: &Error) -> Self {
        Self::new("value", place, error.message())
    }
}

impl Amount {
    /// Its value, where it has no dice.
    ///
    /// # Errors
    /// It needs a roll that was not made; its value is out of range.
    pub fn value(&self, layout: &Board, board: &mut [i64]) -> Result<i64, Trouble> {
        self.choose(layout, board);
        self.bound.known(board).ok_or_else(|| self.trouble(layout, board))
    }

    /// Puts the values of the choices on the board that it depends on.
    fn choose(&self, layout: &Board, board: &mut [i64]) {
        for place in self.used.iter().filter(|place| **place >= layout.varied()) {
            if let Some((_, choice)) = layout.choices.iter().find(|(own, _)| own == place) {
                choice.choose(layout, board);
                board[*place] = choice.bound.known(board).unwrap_or(UNSET);
            }
        }
    }

    /// The values of the names that it depends on.
    pub(super) fn given(&self, board: &[i64]) -> Vec<i64> {
        self.used.iter().map(|place| board[*place]).collect()
    }

    /// The reason for having no value.
    fn trouble(&self, layout: &Board, board: &[i64]) -> Trouble {
        let zeroes: Vec<i64> = board.iter().map(|value| if *value == UNSET { 0 } else { *value }).collect();
        match self.bound.value(&zeroes) {
            Err(error) => Trouble::of_value(&self.place, &error),
            Ok(_) => self.not_rolled(layout, board),
        }
    }

    fn not_rolled(&self, layout: &Board, board: &[i64]) -> Trouble {
        let mut unset = self.used.iter().filter(|place| board[**place] == UNSET);
        let name = unset.next().map_or("", |place| layout.names[*place].as_str());
        Trouble::new("not-rolled", &self.place, format!("`{name}` is not always rolled before"))
    }

    /// The dice of a roll, whose natural result is the value of the whole formula.
    pub(super) fn dice(&self, layout: &Board, board: &mut [i64], cup: &dyn Cup) -> Result<Arc<Dice>, Trouble> {
        self.made(Bound::dice, layout, board, cup)
    }

    /// The dice of a number, which show only their own part of it.
    pub(super) fn number_dice(&self, layout: &Board, board: &mut [i64], cup: &dyn Cup) -> Result<Arc<Dice>, Trouble> {
        self.made(Bound::dice_and_numbers, layout, board, cup)
    }

    /// Its dice, as the names stand.
    fn made(
        &self,
        dice: fn(&Bound, &str, &[i64]) -> crate::error::Result<Dice>,
        layout: &Board,
        board: &mut [i64],
        cup: &dyn Cup,
    ) -> Result<Arc<Dice>, Trouble> {
        if self.rolls {
            self.choose(layout, board);
        } else {
            self.value(layout, board)?;
        }
        let board = &*board;
        let made = |unset: i64| {
            let values: Vec<i64> = board.iter().map(|value| if *value == UNSET { unset } else { *value }).collect();
            dice(&self.bound, self.bound.text(), &values).map_err(|error| Trouble::of_value(&self.place, &error))
        };
        // Numbers are not kept: a formula without dice may have any number of them.
        if !self.rolls {
            return made(0).map(Arc::new);
        }
        cup.dice((self.number, self.given(board)), &|| {
            // Dice that would change with a roll that was not made need it.
            let dice = made(0);
            let needs = self.used.iter().any(|place| board[*place] == UNSET)
                && [1, -1, 977].into_iter().any(|other| {
                    dice.as_ref().map_or(true, |dice| made(other).map_or(true, |same| same.pmf() != dice.pmf()))
                });
            if needs { Err(self.not_rolled(layout, board)) } else { dice }
        })
    }

    /// Its value, rolled where it has dice.
    pub(super) fn drawn(
        &self,
        layout: &Board,
        board: &mut [i64],
        (chance, ask): (&mut dyn Chance, Ask),
        cup: &dyn Cup,
    ) -> Result<i64, Trouble> {
        if self.rolls {
            let dice = self.number_dice(layout, board, cup)?;
            return Ok(chance.roll(ask, &dice).into());
        }
        self.value(layout, board)
    }
}
