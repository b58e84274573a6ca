//! Records every roll of another source.

use super::{Ask, Chance, Faces};
use crate::dice::Dice;

/// One roll that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roll {
    /// The round it belongs to, 0 outside rounds.
    pub round: u32,
    /// Who rolled, and what for.
    pub ask: Ask,
    /// The name of the dice, without a number that a formula adds to them.
    pub dice: String,
    /// The total that the dice show.
    pub shown: i32,
    /// Whether the dice always show the same.
    pub is_certain: bool,
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

    fn note(&mut self, ask: Ask, dice: &Dice, value: i32) -> i32 {
        let (name, shown) = (dice.shown_name().to_owned(), dice.shown(value));
        self.rolls.push(Roll { round: self.round, ask, dice: name, shown, is_certain: dice.is_certain(), value });
        value
    }

    /// The source whose answers were recorded.
    pub fn into_inner(self) -> C {
        self.inner
    }
}

impl<C: Chance> Chance for Recorder<C> {
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        let value = self.inner.roll(ask, dice);
        self.note(ask, dice, value)
    }

    fn roll_faces(&mut self, ask: Ask, dice: &Dice, faces: &dyn Fn() -> Option<Faces>) -> i32 {
        let value = self.inner.roll_faces(ask, dice, faces);
        self.note(ask, dice, value)
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
