//! Simulation: trials counted in fixed blocks, with the same result on any number of threads.

mod pair;
mod runner;

pub use pair::{Compare, PairSums, PairTally, RatioSums, ValueSums};
pub use runner::{
    BLOCK, Batch, Keeper, MAX_TRIALS, Monitor, Plan, Simulated, add, extend, map_indices, next_look, shortest_look,
    simulate, threads,
};

use crate::chance::{Sampler, Samplers};

/// Something that can be simulated repeatedly.
pub trait Trial: Sync {
    /// The counts of its results.
    type Tally: Tally;

    /// An empty tally.
    fn tally(&self) -> Self::Tally;

    /// Runs `trials` and counts them in `tally`.
    fn run(&self, trials: Trials<'_>, tally: &mut Self::Tally);
}

/// Trials that are run one after another.
#[derive(Debug)]
pub struct Trials<'t> {
    samplers: &'t mut Samplers,
    count: usize,
    /// The number of values that each trial writes for comparison between variants.
    width: usize,
    values: &'t mut [i64],
}

impl<'t> Trials<'t> {
    /// The next `count` trials of the samplers, at least one; each gets an equal part of `values`.
    pub fn new(samplers: &'t mut Samplers, count: usize, values: &'t mut [i64]) -> Self {
        Self { samplers, count, width: values.len() / count, values }
    }

    /// Plays each trial with the rolls of its sampler and its part of the values, which are compared between variants.
    #[inline]
    pub fn for_each(self, mut play: impl FnMut(&mut Sampler, &mut [i64])) {
        for (trial, mut sampler) in self.samplers.take(self.count).enumerate() {
            play(&mut sampler, &mut self.values[trial * self.width..][..self.width]);
        }
    }
}

/// Integer counts that can be merged in any order.
pub trait Tally: Send {
    /// Adds the counts of other trials.
    fn merge(&mut self, other: Self);
}
