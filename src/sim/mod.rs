//! Simulation: trials counted in fixed blocks, the same on any number of threads.

mod action;
mod fight;
mod pair;
mod runner;

pub use fight::{FightTally, FightTrial, Rate};
pub use pair::PairTally;
pub use runner::{BLOCK, Batch, MAX_TRIALS, Monitor, Plan, Simulated, extend, next_look, simulate};

use crate::chance::Sampler;

/// Something that can be tried again and again.
pub trait Trial: Sync {
    /// What its trials are counted in.
    type Tally: Tally;

    /// A tally of no trials.
    fn tally(&self) -> Self::Tally;

    /// One trial, with the rolls of `sampler`, counted in `tally`.
    fn run(&self, sampler: &mut Sampler, tally: &mut Self::Tally) -> Observation;
}

/// Counts in integers, merged in any order.
pub trait Tally: Send {
    /// Adds the counts of trials other than one's own.
    fn merge(&mut self, other: Self);
}

/// What of one trial is compared between variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Observation {
    /// Which of a few outcomes it had.
    pub outcome: u16,
    /// How much of what is measured: rounds, levels.
    pub amount: i32,
}
