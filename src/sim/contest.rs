//! Contests counted.

use super::{Observation, Tally, Trial};
use crate::chance::Sampler;
use crate::check::{Contest, ContestTally, Winner};

impl Tally for ContestTally<u64> {
    fn merge(&mut self, other: Self) {
        self.merge(&other);
    }
}

impl Trial for Contest {
    type Tally = ContestTally<u64>;

    fn tally(&self) -> Self::Tally {
        ContestTally::new(self)
    }

    /// Outcomes are each contestant's win, then a shared best, then nobody.
    fn run(&self, sampler: &mut Sampler, tally: &mut Self::Tally) -> Observation {
        let lead = self.roll(sampler, |_, _| {});
        tally.record(self, lead, 1);
        let everybody = self.contestants().len() as u16;
        let outcome = match self.winner(lead) {
            Winner::One(who) => who,
            Winner::Shared => everybody,
            Winner::Nobody => everybody + 1,
        };
        Observation { outcome, amount: lead.best() }
    }
}
