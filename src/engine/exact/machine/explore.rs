//! Finds all states of a machine and makes them into a chain.

use super::interner::StateInterner;
use crate::chance::limits::Limits;
use crate::check::{Machine, Next};
use crate::error::Result;
use crate::exact::chain::{Chain, ChainFollower, Rewards};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hash;

/// All states of a machine in which a step begins, all its ends, and the chain that connects them.
#[derive(Debug)]
pub struct Explored<S, E> {
    /// The states in which a step begins.
    pub states: Vec<S>,
    /// The ends of the machine.
    pub ends: Vec<E>,
    chain: Chain,
    /// For each tally, the gains on the transitions of the chain.
    rewards: Vec<Rewards>,
    begin: StartValues,
}

/// The chance that the first step begins in each state, or that the machine ends before it; and the gains of each tally
/// until then.
#[derive(Debug, Default)]
struct StartValues {
    chances: StateAndEndValues,
    gains: Vec<StateAndEndValues>,
}

/// A number for each state and each end of a machine.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StateAndEndValues {
    /// A number for each state.
    pub states: Vec<f64>,
    /// A number for each end.
    pub ends: Vec<f64>,
}

/// The state in which the next step begins, or an end; by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum StepTarget {
    State(usize),
    End(usize),
}

/// The chance of a target, and the mean gain of each tally if it is reached, times that chance.
struct TargetShare {
    chance: f64,
    gains: Vec<f64>,
}

/// The targets of a step, each once, in the order of discovery.
type TargetShares = Vec<(StepTarget, TargetShare)>;

/// Finds all states of a machine whose steps all follow the same rules.
///
/// # Errors
/// If the machine has too many states, a roll cannot be solved, or the calculation was stopped.
pub fn explore<M: Machine>(machine: &M, limits: &Limits<'_>) -> Result<Explored<M::State, M::End>> {
    let mut search = Exploration { machine, limits, found: StateInterner::new(machine) };
    let begin = search.step_targets(machine.essence(machine.start()), 0)?;
    let mut chain = Chain::default();
    let mut rewards: Vec<Rewards> = Vec::new();
    let mut place = 0;
    while let Some(state) = search.found.states.get(place).cloned() {
        limits.check()?;
        let flows = search.step_targets(state, 1)?;
        for (target, TargetShare { chance, gains }) in &flows {
            rewards.resize_with(rewards.len().max(gains.len()), || Rewards::of_rows(place));
            match *target {
                StepTarget::State(to) => {
                    chain.transient.add(to as u32, *chance);
                    rewards.iter_mut().zip(gains).for_each(|(rewards, gain)| rewards.transient.add(to as u32, *gain));
                }
                StepTarget::End(to) => {
                    chain.absorbing.add(to as u32, *chance);
                    rewards.iter_mut().zip(gains).for_each(|(rewards, gain)| rewards.absorbing.add(to as u32, *gain));
                }
            }
        }
        chain.close(0);
        rewards.iter_mut().for_each(Rewards::close);
        place += 1;
    }
    let StateInterner { states, ends, .. } = search.found;
    let [of_states, of_ends] = [states.len(), ends.len()];
    let none = || StateAndEndValues { states: vec![0.0; of_states], ends: vec![0.0; of_ends] };
    let mut start = StartValues { chances: none(), gains: rewards.iter().map(|_| none()).collect() };
    for (target, TargetShare { chance, gains }) in begin {
        start.gains.resize_with(start.gains.len().max(gains.len()), none);
        let sums = std::iter::once((&mut start.chances, chance)).chain(start.gains.iter_mut().zip(gains));
        sums.for_each(|(sum, amount)| *sum.of(target) += amount);
    }
    rewards.resize_with(start.gains.len(), || Rewards::of_rows(of_states));
    Ok(Explored { states, ends, chain, rewards, begin: start })
}

impl StateAndEndValues {
    /// The number for `target`.
    fn of(&mut self, target: StepTarget) -> &mut f64 {
        match target {
            StepTarget::State(place) => &mut self.states[place],
            StepTarget::End(place) => &mut self.ends[place],
        }
    }
}

/// The search for the states of a machine.
struct Exploration<'m, M: Machine> {
    machine: &'m M,
    limits: &'m Limits<'m>,
    found: StateInterner<'m, M>,
}

impl<M: Machine> Exploration<'_, M> {
    /// The targets of step `step` if it begins in `state`, each once.
    fn step_targets(&mut self, state: M::State, step: u32) -> Result<TargetShares> {
        let mut flows = TargetShares::new();
        let mut known: BTreeMap<StepTarget, usize> = BTreeMap::new();
        // The states within the step, in the order of discovery.
        let mut within = OpenStates { order: VecDeque::new(), sums: HashMap::new() };
        within.add(state, TargetShare { chance: 1.0, gains: Vec::new() });
        while let Some((state, share)) = within.next() {
            let to = match self.machine.next(&state, step) {
                Next::Roll(question) => {
                    for (outcome, odds) in self.machine.odds(&question, 1, self.limits)? {
                        let mut after = state.clone();
                        self.machine.apply(&mut after, &question, &outcome);
                        let more = share.times(odds.probability(), &self.machine.tally_gains(&outcome));
                        within.add(self.machine.essence(after), more);
                    }
                    continue;
                }
                Next::Become(other) => {
                    within.add(self.machine.essence(other), share);
                    continue;
                }
                Next::Step(other) => StepTarget::State(self.found.number_state(other)),
                Next::End(end) => StepTarget::End(self.found.number_end(end)),
            };
            match known.get(&to) {
                Some(place) => flows[*place].1.add(share),
                None => {
                    known.insert(to, flows.len());
                    flows.push((to, share));
                }
            }
        }
        match self.machine.too_many(self.found.states.len() + self.found.ends.len()) {
            Some(error) => Err(error),
            None => Ok(flows),
        }
    }
}

impl TargetShare {
    /// The share of a further outcome with the chance `chance`, in which the tallies gain `gained`.
    fn times(&self, chance: f64, gained: &[f64]) -> Self {
        let at = |of: &[f64], tally: usize| of.get(tally).copied().unwrap_or(0.0);
        let gains = (0..gained.len().max(self.gains.len()))
            .map(|tally| at(&self.gains, tally) * chance + self.chance * chance * at(gained, tally));
        Self { chance: self.chance * chance, gains: gains.collect() }
    }

    /// Adds another share of the same target.
    fn add(&mut self, other: Self) {
        self.chance += other.chance;
        if self.gains.is_empty() {
            self.gains = other.gains;
        } else {
            self.gains.iter_mut().zip(other.gains).for_each(|(sum, gain)| *sum += gain);
        }
    }
}

/// States within a step that are still to be followed, in the order of discovery. Equal states are merged.
struct OpenStates<S> {
    order: VecDeque<S>,
    sums: HashMap<S, TargetShare>,
}

impl<S: Clone + Eq + Hash> OpenStates<S> {
    fn add(&mut self, state: S, share: TargetShare) {
        match self.sums.get_mut(&state) {
            Some(sum) => sum.add(share),
            None => {
                self.order.push_back(state.clone());
                self.sums.insert(state, share);
            }
        }
    }

    fn next(&mut self) -> Option<(S, TargetShare)> {
        let state = self.order.pop_front()?;
        let share = self.sums.remove(&state)?;
        Some((state, share))
    }
}

/// The expected visits to the states of a machine.
#[derive(Debug)]
pub struct ExpectedVisits {
    /// The visits to each state, and the chance of each end.
    pub expected: StateAndEndValues,
    /// Largest relative rounding error of a chance or mean.
    pub rounding: f64,
}

/// The relative rounding error of one operation, with a margin for the operations before it.
const ROUNDING: f64 = 1e-15;

impl<S, E> Explored<S, E> {
    /// The number of transitions of the chain.
    pub fn transitions(&self) -> usize {
        self.chain.transient.len() + self.chain.absorbing.len()
    }

    /// Solves for the expected visits.
    ///
    /// # Errors
    /// If too many states lead back to one another, or the calculation was stopped.
    pub fn solve_visits(&self, stopped: &dyn Fn() -> bool) -> Result<ExpectedVisits> {
        let StateAndEndValues { states, mut ends } = self.begin.chances.clone();
        let visits = self.chain.visits_from(states, self.chain.rounding_errors(4.0), stopped)?;
        let absorbed = self.chain.absorption_chances(&visits.expected, ends.len());
        ends.iter_mut().zip(absorbed).for_each(|(sum, chance)| *sum += chance);
        let rounding = visits.rounding_errors * f64::EPSILON + ROUNDING;
        Ok(ExpectedVisits { expected: StateAndEndValues { states: visits.expected, ends }, rounding })
    }

    /// For each state, the expected value of the end that follows from it. `ends` holds the value of each end.
    ///
    /// # Errors
    /// Like [`solve_visits`](Self::solve_visits).
    pub fn expected_end_values(&self, ends: &[f64], stopped: &dyn Fn() -> bool) -> Result<Vec<f64>> {
        self.chain.expected_end_values(ends, 1, stopped)
    }

    /// The expected total of a tally, given the `visits` to the states. Each gain is multiplied by the value of its
    /// target in `worth`.
    pub fn expected_gain(&self, tally: usize, visits: &[f64], worth: &StateAndEndValues) -> f64 {
        let sum = |of: &[f64], worth: &[f64]| of.iter().zip(worth).map(|(gain, worth)| gain * worth).sum::<f64>();
        let begin = &self.begin.gains[tally];
        let later = self.rewards[tally].expected_sum(visits, &worth.states, &worth.ends);
        sum(&begin.states, &worth.states) + sum(&begin.ends, &worth.ends) + later
    }

    /// The first state from which no end can be reached; `None` if there is no such state.
    pub fn first_stuck_state(&self) -> Option<usize> {
        self.chain.first_stuck_state()
    }

    /// The chances of the states and ends before the first step, to be advanced by [`follow`](super::follow()).
    pub fn chances(&self) -> StepValues<'_> {
        self.step_values(self.begin.chances.clone(), None)
    }

    /// The gains of a tally in the states and ends before the first step, to be advanced by
    /// [`follow`](super::follow()).
    pub fn gains(&self, tally: usize) -> StepValues<'_> {
        self.step_values(self.begin.gains[tally].clone(), Some(&self.rewards[tally]))
    }

    fn step_values<'e>(
        &'e self,
        StateAndEndValues { states, ends }: StateAndEndValues,
        rewards: Option<&'e Rewards>,
    ) -> StepValues<'e> {
        StepValues { now: ChainFollower::from(&self.chain, &states), end_values: ends, rewards }
    }
}

/// The chance that the next step begins in each state, and the chance of each end in the step before. For a tally: its
/// mean gains times these chances.
#[derive(Debug, Clone)]
pub struct StepValues<'e> {
    now: ChainFollower<'e>,
    /// The value of each end in the last step.
    pub end_values: Vec<f64>,
    /// The gains of the tally; `None` if the values are chances.
    rewards: Option<&'e Rewards>,
}

impl StepValues<'_> {
    /// The current value of each state.
    pub fn state_values(&self) -> &[f64] {
        self.now.chances()
    }

    /// The current value of each state, to be changed.
    pub fn state_values_mut(&mut self) -> &mut [f64] {
        self.now.chances_mut()
    }

    /// Advances by one step. `all` holds the chances of the states before the step.
    pub(super) fn step(&mut self, all: &[f64]) {
        let Self { now, end_values, rewards } = self;
        let chain = now.chain();
        end_values.fill(0.0);
        now.step(|state, here| chain.absorbing.row(state).for_each(|(end, chance)| end_values[end] += here * chance));
        if let Some(rewards) = rewards {
            rewards.add(all, now.chances_mut(), end_values);
        }
    }
}
