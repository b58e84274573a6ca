//! A trial played along with rolls that are made at a table, one after the other.

use super::Line;
use crate::dice::Dice;
use std::collections::BTreeMap;

/// How far a trial has come with the rolls made so far.
#[derive(Debug, Clone)]
pub struct Along {
    /// What has happened, as far as it can be told: of a fight, all whole rounds.
    pub lines: Vec<Line>,
    /// The roll that comes next, in words, and its dice; none once all is over.
    pub next: Option<(String, Dice)>,
    /// The rolls made: by whom, with which dice, and what they showed.
    pub rolls: Vec<(String, Dice, i32)>,
}

/// How lucky somebody has been.
#[derive(Debug, Clone, PartialEq)]
pub struct Luck {
    /// Who.
    pub who: String,
    /// How many rolls.
    pub rolls: usize,
    /// The sum of the rolls, less what is to be expected.
    pub above: f64,
    /// The chance to roll as much or more.
    pub chance: f64,
}

impl Along {
    /// How lucky everybody has been, in the order of their first rolls.
    pub fn luck(&self) -> Vec<Luck> {
        let mut all: Vec<(Luck, BTreeMap<i64, f64>, i64)> = Vec::new();
        for (who, dice, value) in &self.rolls {
            let place = all.iter().position(|(luck, ..)| luck.who == *who).unwrap_or_else(|| {
                let luck = Luck { who: who.clone(), rolls: 0, above: 0.0, chance: 1.0 };
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
            .map(|(luck, sums, sum)| Luck { chance: sums.range(sum..).map(|(_, chance)| chance).sum(), ..luck })
            .collect()
    }
}

/// As many trials are played on from where one stands.
pub(super) const TRIALS: u64 = 20_000;
