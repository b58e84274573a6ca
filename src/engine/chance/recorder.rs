//! Records every roll of another source.

use super::{Ask, Chance};
use crate::dice::Dice;

/// One roll that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roll {
    /// The round it belongs to, 0 outside rounds.
    pub round: u32,
    /// Who rolled, and what for.
    pub ask: Ask,
    /// The name of the dice.
    pub dice: String,
    /// The natural result.
    pub value: i32,
}

/// Wraps a source and notes each roll it answers.
#[derive(Debug, Clone)]
pub struct Recorder<C> {
    inner: C,
    round: u32,
    rolls: Vec<Roll>,
}

impl<C: Chance> Recorder<C> {
    /// Records what `inner` answers.
    pub fn new(inner: C) -> Self {
        Self { inner, round: 0, rolls: Vec::new() }
    }

    /// The rolls so far.
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// The source whose answers were recorded.
    pub fn into_inner(self) -> C {
        self.inner
    }
}

impl<C: Chance> Chance for Recorder<C> {
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        let value = self.inner.roll(ask, dice);
        self.rolls.push(Roll { round: self.round, ask, dice: dice.name().to_owned(), value });
        value
    }

    fn begin_stage(&mut self) {
        self.inner.begin_stage();
    }

    fn begin_round(&mut self, round: u32) {
        self.round = round;
        self.inner.begin_round(round);
    }

    fn is_over(&self) -> bool {
        self.inner.is_over()
    }
}
