//! Machines: processes that are played roll by roll until they end, such as a check, a contest, a poison or a series of
//! castings. Each machine defines its next roll, the possible results and their effects. Playing and solving are
//! implemented once for all machines.

use crate::chance::{Chance, Enumerator, Weight, limits::Limits};
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::hash::Hash;

/// The number of steps (periods, sessions or days) after which a machine without a limit of its own is stopped.
pub const PERIOD_LIMIT: u32 = 1000;

/// The default maximum number of states to solve exactly.
const MOST_STATES: usize = 2_000_000;

/// A process that moves from state to state, in steps.
///
/// Rolls are separate from their effects: [`roll`](Self::roll) sees only a question. Playing a machine makes a trial.
/// The exact solver finds the chance of each result of a question and merges equal states.
pub trait Machine {
    /// Everything that decides how the machine continues, except the number of the step.
    type State: Clone + Eq + Hash;
    /// Everything that a roll depends on.
    type Question;
    /// The result of a roll.
    type Outcome: Clone + Eq + Hash;
    /// The end of a machine, including everything that is measured.
    type End: Clone + Ord + Hash;
    /// An event during play, reported to the caller.
    type Event;

    /// The number of the round before the first step. Each step is one round, and rolls are keyed by round.
    const FIRST_ROUND: u32 = 0;

    /// The chance up to which exact answers drop a state as too rare.
    const DROPPED_CHANCE: f64 = 0.0;

    /// The state before the first step.
    fn start(&self) -> Self::State;

    /// The next action in `state`. `step` is the number of the current step, from 1; it is 0 before the first.
    fn next(&self, state: &Self::State, step: u32) -> Next<Self::State, Self::Question, Self::End>;

    /// Makes the roll in `question` and calls `tell` with each event.
    fn roll(
        &self,
        question: &Self::Question,
        chance: &mut dyn Chance,
        tell: &mut dyn FnMut(Self::Event),
    ) -> Self::Outcome;

    /// Updates `state` with the `outcome` of `question`.
    fn apply(&self, state: &mut Self::State, question: &Self::Question, outcome: &Self::Outcome);

    /// Reduces a state to what affects the future. Solvers merge states with equal essence.
    fn essence(&self, state: Self::State) -> Self::State {
        state
    }

    /// The mean amount that `outcome` adds to each tally, by tally index. Empty for machines without tallies. Tallies
    /// add up and never affect play.
    fn tally_gains(&self, _outcome: &Self::Outcome) -> Vec<f64> {
        Vec::new()
    }

    /// The chance of each result of `question`. `due` is the number of states that roll in the same pass. Override this
    /// only if the chances are not found by enumerating dice.
    ///
    /// # Errors
    /// If the roll is too large to solve, or the calculation was stopped.
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

    /// Notifies `chance` that step `step` begins.
    fn begin_step(&self, step: u32, chance: &mut dyn Chance) {
        chance.begin_round(Self::FIRST_ROUND + step);
    }

    /// The largest amount measured at any end. It bounds the error from states that are dropped as rare.
    fn largest(&self) -> f64 {
        i32::MAX.into()
    }

    /// The number of the last possible step.
    fn last_step(&self) -> u32 {
        PERIOD_LIMIT
    }

    /// The end of a machine that has not ended by the last step; `state` is its final state. `None` for machines
    /// without steps.
    fn cut_off(&self, _state: &Self::State) -> Option<Self::End> {
        None
    }

    /// The kind of step number `step`. Steps of the same kind have the same effect on equal states. Override this only
    /// if the effect of a step depends on its number.
    fn kind_of_step(&self, _step: u32) -> u32 {
        0
    }

    /// The error if `states` is too many states to solve; `None` if they can be solved.
    fn too_many(&self, states: usize) -> Option<Error> {
        (states > MOST_STATES)
            .then(|| Error::input("this has too many outcomes to solve exactly").with_help("use method = \"simulate\""))
    }
}

/// Implements [`Machine`] for a type that is rolled once by its own `roll` method. The state is `None` before the roll
/// and the outcome after it.
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

/// The next action of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next<S, Q, E> {
    /// A roll, described by its question.
    Roll(Q),
    /// A change to another state, without a roll.
    Become(S),
    /// The step ends. The next one begins in the given state.
    Step(S),
    End(E),
}

/// The end of a machine, and the number of steps it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Finished<E> {
    pub end: E,
    /// The number of steps; 0 if it ended before the first.
    pub steps: u32,
}

/// A function that makes the rolls of a machine in place of [`Machine::roll`].
pub type RollFn<'r, M> = &'r mut dyn FnMut(&<M as Machine>::Question, &mut dyn Chance) -> <M as Machine>::Outcome;

/// A machine in play.
#[derive(Debug)]
pub struct Run<'m, M: Machine> {
    machine: &'m M,
    pub state: M::State,
    /// The current step, from 1; 0 before the first.
    pub step: u32,
}

/// The result of one action of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advance<E> {
    /// The machine continued within its step.
    Continued,
    /// A new step began.
    Stepped,
    Ended(E),
}

impl<'m, M: Machine> Run<'m, M> {
    /// Starts `machine`.
    pub fn new(machine: &'m M, chance: &mut dyn Chance) -> Self {
        machine.begin_step(0, chance);
        Self { machine, state: machine.start(), step: 0 }
    }

    /// Performs the next action, and calls `tell` with each event.
    pub fn advance(&mut self, chance: &mut dyn Chance, tell: &mut dyn FnMut(M::Event)) -> Advance<M::End> {
        let machine = self.machine;
        self.advance_by(chance, &mut |question, chance| machine.roll(question, chance, tell))
    }

    /// Like [`advance`](Self::advance), but `roll` makes the rolls.
    pub fn advance_by(&mut self, chance: &mut dyn Chance, roll: RollFn<'_, M>) -> Advance<M::End> {
        match self.machine.next(&self.state, self.step) {
            Next::Roll(question) => {
                let outcome = roll(&question, chance);
                self.machine.apply(&mut self.state, &question, &outcome);
                Advance::Continued
            }
            Next::Become(state) => {
                self.state = state;
                Advance::Continued
            }
            Next::Step(state) => {
                if let Some(end) = self.machine.cut_off(&state).filter(|_| self.step == self.machine.last_step()) {
                    return Advance::Ended(end);
                }
                self.step += 1;
                self.machine.begin_step(self.step, chance);
                self.state = state;
                Advance::Stepped
            }
            Next::End(end) => Advance::Ended(end),
        }
    }
}

/// Plays a machine to its end, and calls `tell` with each event.
pub fn play<M: Machine>(machine: &M, chance: &mut dyn Chance, tell: &mut dyn FnMut(M::Event)) -> Finished<M::End> {
    let mut run = Run::new(machine, chance);
    loop {
        if let Advance::Ended(end) = run.advance(chance, tell) {
            return Finished { end, steps: run.step };
        }
    }
}
