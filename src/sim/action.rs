//! Checks, opposed actions and reactions counted.

use super::{Observation, Tally, Trial};
use crate::chance::Sampler;
use crate::check::{self, Check, CheckOutcome, Opposed, OpposedResult, Reaction, ReactionOutcome, Standing};

impl<O: Ord + Copy + Send> Tally for check::Tally<O, u64> {
    fn merge(&mut self, other: Self) {
        self.merge(&other);
    }
}

impl Trial for Check {
    type Tally = check::Tally<CheckOutcome, u64>;

    fn tally(&self) -> Self::Tally {
        self.empty_tally()
    }

    fn run(&self, sampler: &mut Sampler, tally: &mut Self::Tally) -> Observation {
        let outcome = self.roll(sampler);
        tally.record(outcome, 1);
        Observation { outcome: outcome.achieved as u16, amount: outcome.degree }
    }
}

impl Trial for Opposed {
    type Tally = check::Tally<OpposedResult, u64>;

    fn tally(&self) -> Self::Tally {
        self.empty_tally()
    }

    fn run(&self, sampler: &mut Sampler, tally: &mut Self::Tally) -> Observation {
        let result = self.roll(sampler).result;
        tally.record(result, 1);
        let place = Standing::ALL.iter().position(|standing| *standing == result.standing);
        Observation { outcome: place.unwrap_or(0) as u16, amount: result.relative }
    }
}

impl Trial for Reaction {
    type Tally = check::Tally<ReactionOutcome, u64>;

    fn tally(&self) -> Self::Tally {
        self.empty_tally()
    }

    fn run(&self, sampler: &mut Sampler, tally: &mut Self::Tally) -> Observation {
        let outcome = self.roll(sampler);
        tally.record(outcome, 1);
        Observation { outcome: outcome.result, amount: outcome.degree }
    }
}
