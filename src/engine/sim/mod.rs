//! Simulation: trials counted in fixed blocks, the same on any number of threads.

mod pair;
mod runner;

pub use pair::{Change, Compare, Cross, PairTally, Paired};
pub use runner::{
    BLOCK, Batch, Keeper, MAX_TRIALS, Monitor, Plan, Simulated, add, extend, for_each_of, next_look, shortest_look,
    simulate,
};

use crate::chance::Sampler;

/// Something that can be tried again and again.
pub trait Trial: Sync {
    /// What its trials are counted in.
    type Tally: Tally;

    /// A tally of no trials.
    fn tally(&self) -> Self::Tally;

    /// One trial, with the rolls of `sampler`, counted in `tally`. What of it is compared between variants goes into
    /// `values`, which is empty where nothing is.
    fn run(&self, sampler: &mut Sampler, tally: &mut Self::Tally, values: &mut [i64]);
}

/// Counts in integers, merged in any order.
pub trait Tally: Send {
    /// Adds the counts of trials other than one's own.
    fn merge(&mut self, other: Self);
}
