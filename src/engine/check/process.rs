//! What goes on step by step until it ends: poison by its own clock, the healing of wounds, one casting after another.

use super::PERIOD_LIMIT;
use crate::chance::Chance;
use serde::{Deserialize, Serialize};

/// Something that goes on from state to state, with a few rolls in each step. Played, it is a trial; the exact solver runs the branches of
/// each step from each state once.
pub trait Process {
    /// All that the next step depends on.
    type State: Copy + Ord;
    /// How it ended, with what is measured of it.
    type End: Copy + Ord;
    /// What happens on the way.
    type Event;

    /// How it begins, or ends before the first step.
    fn begin(&self, chance: &mut impl Chance, tell: &mut impl FnMut(Self::Event)) -> Next<Self::State, Self::End>;

    /// One step, counted from 1.
    fn step(
        &self,
        state: Self::State,
        step: u32,
        chance: &mut impl Chance,
        tell: &mut impl FnMut(Self::Event),
    ) -> Next<Self::State, Self::End>;

    /// The last step there may be.
    fn last_step(&self) -> u32 {
        PERIOD_LIMIT
    }

    /// How it ends where it is still going on after the last step.
    fn cut_off(&self, state: Self::State) -> Self::End;

    /// Whether the step goes on from this state: rolls that come one by one (each round of a faint, each turn of a struggle) are
    /// states within a step, so that equal ones are merged. No step may go on for ever.
    fn is_within(&self, _state: &Self::State) -> bool {
        false
    }

    /// Steps of one kind do the same from equal states: all are of one, unless what a step does depends on which one it is.
    fn kind_of_step(&self, _step: u32) -> StepKind {
        StepKind::default()
    }

    /// Plays it once; `tell` is called with all that happens.
    fn play(&self, chance: &mut impl Chance, mut tell: impl FnMut(Self::Event)) -> Finished<Self::End> {
        chance.begin_round(1);
        let mut next = self.begin(chance, &mut tell);
        let mut steps = 0;
        loop {
            match next {
                Next::End(end) => return Finished { end, steps },
                Next::State(state) if self.is_within(&state) => next = self.step(state, steps, chance, &mut tell),
                Next::State(state) if steps == self.last_step() => {
                    return Finished { end: self.cut_off(state), steps };
                }
                Next::State(state) => {
                    steps += 1;
                    // The first round is that of the beginning.
                    chance.begin_round(1 + steps);
                    next = self.step(state, steps, chance, &mut tell);
                }
            }
        }
    }
}

/// What a step depends on beside the state from which it is taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepKind {
    /// What is done in it, numbered as the process likes.
    pub what: u32,
    /// Whether something happens after it.
    pub pause: bool,
    /// Whether it is the last one there may be.
    pub last: bool,
}

/// What a step leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Next<S, E> {
    /// It goes on from this state.
    State(S),
    /// It is over.
    End(E),
}

/// How a process ended, and after how many steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Finished<E> {
    /// How it ended.
    pub end: E,
    /// The steps it took; 0 where it ended as it began.
    pub steps: u32,
}
