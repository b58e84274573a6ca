//! A trial that follows rolls made at a table, one by one.

use super::Line;
use crate::dice::Dice;
use std::collections::BTreeMap;

/// The progress of a trial after the rolls made so far.
#[derive(Debug, Clone)]
pub struct PlayAlong {
    /// The events so far; for a fight, only those of complete rounds.
    pub lines: Vec<Line>,
    /// The next roll in words, and its dice; `None` once the trial has ended.
    pub next: Option<(String, Dice)>,
    /// The rolls made: the roller, the dice and their result.
    pub rolls: Vec<(String, Dice, i32)>,
}

/// The luck of one roller.
#[derive(Debug, Clone, PartialEq)]
pub struct RollLuck {
    /// The name of the roller.
    pub who: String,
    pub rolls: usize,
    /// The sum of the rolls minus its expected value.
    pub above: f64,
    /// The chance to roll this sum or more.
    pub chance: f64,
}

impl PlayAlong {
    /// The luck of every roller, in the order of their first rolls.
    pub fn luck(&self) -> Vec<RollLuck> {
        let mut all: Vec<(RollLuck, BTreeMap<i64, f64>, i64)> = Vec::new();
        for (who, dice, value) in &self.rolls {
            let place = all.iter().position(|(luck, ..)| luck.who == *who).unwrap_or_else(|| {
                let luck = RollLuck { who: who.clone(), rolls: 0, above: 0.0, chance: 1.0 };
                all.push((luck, BTreeMap::from([(0, 1.0)]), 0));
                all.len() - 1
            });
            let (luck, sums, sum) = &mut all[place];
            luck.rolls += 1;
            luck.above += f64::from(*value) - dice.pmf().mean();
            *sum += i64::from(*value);
            let mut next = BTreeMap::new();
            for (so_far, chance) in &*sums {
                for (roll, weight) in dice.pmf().iter() {
                    let share = weight as f64 / dice.pmf().total() as f64;
                    *next.entry(so_far + i64::from(roll)).or_insert(0.0) += chance * share;
                }
            }
            *sums = next;
        }
        all.into_iter()
            .map(|(luck, sums, sum)| RollLuck { chance: sums.range(sum..).map(|(_, chance)| chance).sum(), ..luck })
            .collect()
    }
}

/// Number of trials that are simulated from the current state, to estimate the chance of each end.
pub(super) const TRIALS: u64 = 20_000;
