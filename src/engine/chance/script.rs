//! Rolls from a fixed list.

use super::{Ask, Chance};
use crate::dice::Dice;
use std::collections::VecDeque;

/// A fixed list of rolls, returned in order: for the sources' worked examples.
///
/// Dice that always show the same number use up no roll. Once the list has run out, every roll is 0 and
/// [`ran_out`](Self::ran_out) is true, since rules cannot stop halfway through a step.
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

    /// Number of rolls not used yet.
    pub fn left(&self) -> usize {
        self.rolls.len()
    }

    /// Whether more rolls were requested than the script has.
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
