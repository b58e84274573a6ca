//! Records every roll of another source.

use super::{Ask, Chance, Faces};
use crate::dice::Dice;

/// A recorded roll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roll {
    /// The round of the roll, from 1; 0 outside rounds.
    pub round: u32,
    /// The roller and the purpose.
    pub ask: Ask,
    /// The name of the dice, without any number that a formula adds to them.
    pub dice: String,
    /// The total of the faces shown, without any number that a formula adds.
    pub shown: i32,
    /// Whether the dice always show the same number.
    pub is_certain: bool,
    /// The result of the dice, with any number that a formula adds.
    pub value: i32,
}

/// A wrapper that records each roll of another source.
#[derive(Debug, Clone)]
pub struct Recorder<C> {
    inner: C,
    round: u32,
    rolls: Vec<Roll>,
}

impl<C: Chance> Recorder<C> {
    /// A recorder that wraps `inner`.
    pub fn new(inner: C) -> Self {
        Self { inner, round: 0, rolls: Vec::new() }
    }

    /// The rolls recorded so far.
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    fn record(&mut self, ask: Ask, dice: &Dice, value: i32) -> i32 {
        let (name, shown) = (dice.shown_name().to_owned(), dice.shown(value));
        self.rolls.push(Roll { round: self.round, ask, dice: name, shown, is_certain: dice.is_certain(), value });
        value
    }

    /// The wrapped source.
    pub fn into_inner(self) -> C {
        self.inner
    }
}

impl<C: Chance> Chance for Recorder<C> {
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        let value = self.inner.roll(ask, dice);
        self.record(ask, dice, value)
    }

    fn roll_faces(&mut self, ask: Ask, dice: &Dice, faces: &dyn Fn() -> Option<Faces>) -> i32 {
        let value = self.inner.roll_faces(ask, dice, faces);
        self.record(ask, dice, value)
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
