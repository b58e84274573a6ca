//! Machines, which are played roll by roll until they end. A check, a contest, poison by its own clock, one casting after another: each says
//! its next roll, the results of it and their effect. Playing and solving are written once for all.

use crate::chance::{Chance, Enumerator, Weight, limits::Limits};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::hash::Hash;

/// After this number of periods a task that has no end of its own is left unfinished.
pub const PERIOD_LIMIT: u32 = 1000;

/// More states than this are not solved, unless a machine has a limit of its own.
const MOST_STATES: usize = 2_000_000;

/// Something that goes on from state to state, in steps.
///
/// Rolls are kept apart from their effects: [`roll`](Self::roll) sees a question and nothing else. Played, a machine is a
/// trial; the exact solver finds the odds of each question, and merges equal states.
pub trait Machine {
    /// All that decides how it goes on, beside the number of the step.
    type State: Clone + Eq + Hash;
    /// All that a roll depends on.
    type Question;
    /// The result of a roll.
    type Outcome: Clone + Eq + Hash;
    /// The way it ended, with what is measured of it.
    type End: Clone + Ord + Hash;
    /// An event on the way.
    type Event;

    /// The number of the first round, which is that before the first step: rolls are keyed by rounds.
    const FIRST_ROUND: u32 = 0;

    /// States less likely than this are left out of exact answers.
    const RARE: f64 = 0.0;

    /// The state in which it starts, before its first step.
    fn start(&self) -> Self::State;

    /// The next thing. Steps are counted from 1; before the first, `step` is 0.
    fn next(&self, state: &Self::State, step: u32) -> Next<Self::State, Self::Question, Self::End>;

    /// Rolls; `tell` is called with all that happens.
    fn roll(
        &self,
        question: &Self::Question,
        chance: &mut dyn Chance,
        tell: &mut dyn FnMut(Self::Event),
    ) -> Self::Outcome;

    /// Applies a result.
    fn apply(&self, state: &mut Self::State, question: &Self::Question, outcome: &Self::Outcome);

    /// The same state as far as it matters to what is yet to come: solvers merge those of which this is equal.
    fn essence(&self, state: Self::State) -> Self::State {
        state
    }

    /// The mean gains of tallies by a result: amounts that add up on the way and decide nothing.
    fn gained(&self, _outcome: &Self::Outcome) -> Vec<f64> {
        Vec::new()
    }

    /// The chance of each result of a roll, one of `due` at once. Only machines that know it otherwise than by its dice.
    ///
    /// # Errors
    /// It is past what can be solved; it was stopped.
    fn odds(
        &self,
        question: &Self::Question,
        _due: usize,
        _limits: &Limits<'_>,
    ) -> Result<Vec<(Self::Outcome, Weight)>> {
        let mut odds: Vec<(Self::Outcome, Weight)> = Vec::new();
        let mut places: HashMap<Self::Outcome, usize> = HashMap::new();
        let roll = |chance: &mut Enumerator| self.roll(question, chance, &mut |_| {});
        Enumerator::default().run(roll, |outcome, branch| {
            let place = *places.entry(outcome).or_insert_with_key(|outcome| {
                odds.push((outcome.clone(), Weight::ZERO));
                odds.len() - 1
            });
            odds[place].1 += branch.weight();
        });
        Ok(odds)
    }

    /// Begins a step, as far as sources of chance listen to that.
    fn begin_step(&self, step: u32, chance: &mut dyn Chance) {
        chance.begin_round(Self::FIRST_ROUND + step);
    }

    /// The largest amount that is measured of an end: a bound on what rare states that are left out may change.
    fn largest(&self) -> f64 {
        i32::MAX.into()
    }

    /// The last step there may be.
    fn last_step(&self) -> u32 {
        PERIOD_LIMIT
    }

    /// The end of one that would go on from this state after the last step; none of those that take no steps.
    fn cut_off(&self, _state: &Self::State) -> Option<Self::End> {
        None
    }

    /// Steps of one kind do the same from equal states: all are of one, unless what a step does depends on its number.
    fn kind_of_step(&self, _step: u32) -> u32 {
        0
    }

    /// The error of having this number of states at once; `None` if they can be followed.
    fn too_many(&self, states: usize) -> Option<Error> {
        (states > MOST_STATES).then(|| {
            Error::input("this can go in too many ways to solve it exactly").with_help("use method = \"simulate\"")
        })
    }
}

/// Makes a machine of something that is rolled once, by its own `roll`: its state is the outcome, once there is one.
macro_rules! rolled_once {
    ($roll:ty => $outcome:ty) => {
        impl crate::check::Machine for $roll {
            type State = Option<$outcome>;
            type Question = ();
            type Outcome = $outcome;
            type End = $outcome;
            type Event = ();

            fn start(&self) -> Self::State {
                None
            }

            fn next(&self, state: &Self::State, _: u32) -> crate::check::Next<Self::State, (), $outcome> {
                state.map_or(crate::check::Next::Roll(()), crate::check::Next::End)
            }

            fn roll(&self, (): &(), chance: &mut dyn Chance, _: &mut dyn FnMut(())) -> $outcome {
                Self::roll(self, chance)
            }

            fn apply(&self, state: &mut Self::State, (): &(), outcome: &$outcome) {
                *state = Some(*outcome);
            }
        }
    };
}

pub(super) use rolled_once;

/// The next thing that a machine does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next<S, Q, E> {
    /// A roll.
    Roll(Q),
    /// Another state, without a roll.
    Become(S),
    /// The step is over; the next one begins in this state.
    Step(S),
    /// All is over.
    End(E),
}

/// The end of a machine, and the steps it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Finished<E> {
    /// The end.
    pub end: E,
    /// The steps it took; 0 where it ended before the first.
    pub steps: u32,
}

/// Rolls for a machine.
pub type RollFn<'r, M> = &'r mut dyn FnMut(&<M as Machine>::Question, &mut dyn Chance) -> <M as Machine>::Outcome;

/// A machine while it is played.
#[derive(Debug)]
pub struct Run<'m, M: Machine> {
    machine: &'m M,
    /// Its state.
    pub state: M::State,
    /// The step it is in, from 1; 0 before the first.
    pub step: u32,
}

/// The last thing that a machine did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Did<E> {
    /// It went on within its step.
    WentOn,
    /// It began a step.
    Stepped,
    /// It ended.
    Ended(E),
}

impl<'m, M: Machine> Run<'m, M> {
    /// A machine at its start.
    pub fn new(machine: &'m M, chance: &mut dyn Chance) -> Self {
        machine.begin_step(0, chance);
        Self { machine, state: machine.start(), step: 0 }
    }

    /// The next thing it does; `tell` is called with all that happens.
    pub fn advance(&mut self, chance: &mut dyn Chance, tell: &mut dyn FnMut(M::Event)) -> Did<M::End> {
        let machine = self.machine;
        self.advance_by(chance, &mut |question, chance| machine.roll(question, chance, tell))
    }

    /// The same, where `roll` rolls.
    pub fn advance_by(&mut self, chance: &mut dyn Chance, roll: RollFn<'_, M>) -> Did<M::End> {
        match self.machine.next(&self.state, self.step) {
            Next::Roll(question) => {
                let outcome = roll(&question, chance);
                self.machine.apply(&mut self.state, &question, &outcome);
                Did::WentOn
            }
            Next::Become(state) => {
                self.state = state;
                Did::WentOn
            }
            Next::Step(state) => {
                if let Some(end) = self.machine.cut_off(&state).filter(|_| self.step == self.machine.last_step()) {
                    return Did::Ended(end);
                }
                self.step += 1;
                self.machine.begin_step(self.step, chance);
                self.state = state;
                Did::Stepped
            }
            Next::End(end) => Did::Ended(end),
        }
    }
}

/// Plays a machine once; `tell` is called with all that happens.
pub fn play<M: Machine>(machine: &M, chance: &mut dyn Chance, tell: &mut dyn FnMut(M::Event)) -> Finished<M::End> {
    let mut run = Run::new(machine, chance);
    loop {
        if let Did::Ended(end) = run.advance(chance, tell) {
            return Finished { end, steps: run.step };
        }
    }
}
