//! Rolls from a written list.

use super::{Ask, Chance};
use crate::dice::Dice;
use std::collections::VecDeque;

/// Hands out a written list of rolls, in order: for the sources' worked examples.
///
/// Dice that always show the same take no roll from it. A list that runs out answers 0 and says so by [`ran_out`](Self::ran_out), since rules
/// cannot stop halfway through a step.
#[derive(Debug, Clone)]
pub struct Script {
    rolls: VecDeque<i32>,
    ran_out: bool,
}

impl Script {
    /// A script of these rolls.
    pub fn new(rolls: impl IntoIterator<Item = i32>) -> Self {
        Self { rolls: rolls.into_iter().collect(), ran_out: false }
    }

    /// How many rolls have not been asked for.
    pub fn left(&self) -> usize {
        self.rolls.len()
    }

    /// True once more rolls were asked for than were written.
    pub fn ran_out(&self) -> bool {
        self.ran_out
    }
}

impl Chance for Script {
    fn roll(&mut self, _ask: Ask, dice: &Dice) -> i32 {
        let pmf = dice.pmf();
        if pmf.lowest() == pmf.highest() {
            return pmf.lowest();
        }
        self.rolls.pop_front().unwrap_or_else(|| {
            self.ran_out = true;
            0
        })
    }
}
