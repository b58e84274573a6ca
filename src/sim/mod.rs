//! Simulation: trials counted in fixed blocks, the same on any number of threads.

mod action;
mod contest;
mod fight;
mod pair;
mod party;
mod runner;
mod task;

pub use fight::{FightTally, FightTrial, Rate};
pub use pair::PairTally;
pub use party::{PartyTally, Spread};
pub use runner::{BLOCK, Batch, MAX_TRIALS, Monitor, Plan, Simulated, extend, next_look, simulate};
pub use task::TaskTally;

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

/// Something to try whose outcomes have other numbers among those it is compared with.
#[derive(Debug, Clone)]
pub struct Placed<T> {
    /// What is tried.
    pub trial: T,
    /// The number of each of its outcomes.
    pub places: Vec<u16>,
}

impl<T: Trial> Trial for Placed<T> {
    type Tally = T::Tally;

    fn tally(&self) -> T::Tally {
        self.trial.tally()
    }

    fn run(&self, sampler: &mut Sampler, tally: &mut T::Tally) -> Observation {
        let observed = self.trial.run(sampler, tally);
        Observation { outcome: self.places[usize::from(observed.outcome)], ..observed }
    }
}
