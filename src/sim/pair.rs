//! Two variants compared trial by trial.

use super::{Observation, Tally};

/// How often each pair of outcomes came together, and how far the amounts lay apart. Since the rolls
/// of both variants are coupled, their difference varies much less than either figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairTally {
    outcomes: usize,
    joint: Vec<u64>,
    trials: u64,
    sum: i128,
    squares: u128,
}

impl PairTally {
    /// No trials yet of something with so many outcomes.
    pub fn new(outcomes: usize) -> Self {
        Self { outcomes, joint: vec![0; outcomes * outcomes], trials: 0, sum: 0, squares: 0 }
    }

    /// Counts one trial.
    #[inline]
    pub fn add(&mut self, variant: Observation, baseline: Observation) {
        self.joint[usize::from(variant.outcome) * self.outcomes + usize::from(baseline.outcome)] += 1;
        self.trials += 1;
        let change = i64::from(variant.amount) - i64::from(baseline.amount);
        self.sum += i128::from(change);
        self.squares += u128::from(change.unsigned_abs().pow(2));
    }

    /// The pairs of trials.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// Sum and sum of squares of the change in the indicator of these outcomes: +1 where only the variant
    /// had one of them, −1 where only the baseline had.
    pub fn outcome_change(&self, counts: impl Fn(usize) -> bool) -> (i128, u128) {
        let mut gained = 0u64;
        let mut lost = 0u64;
        for (place, &n) in self.joint.iter().enumerate() {
            match (counts(place / self.outcomes), counts(place % self.outcomes)) {
                (true, false) => gained += n,
                (false, true) => lost += n,
                _ => {}
            }
        }
        (i128::from(gained) - i128::from(lost), u128::from(gained) + u128::from(lost))
    }

    /// Sum and sum of squares of the change in the amount.
    pub fn amount_change(&self) -> (i128, u128) {
        (self.sum, self.squares)
    }
}

impl Tally for PairTally {
    fn merge(&mut self, other: Self) {
        self.joint.iter_mut().zip(other.joint).for_each(|(own, n)| *own += n);
        self.trials += other.trials;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}
