//! Finds all states of a machine and makes them into a chain.

use super::interner::StateInterner;
use crate::chance::limits::Limits;
use crate::check::{Machine, Next};
use crate::error::Result;
use crate::exact::chain::{Chain, Following, Rewards};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hash;

/// All states of a machine in which a step begins, its ends, and the chain between them.
#[derive(Debug)]
pub struct Explored<S, E> {
    pub states: Vec<S>,
    pub ends: Vec<E>,
    chain: Chain,
    /// For each tally, the gains on the transitions of the chain.
    rewards: Vec<Rewards>,
    begin: Begin,
}

/// The chances of states and ends before the first step, and the gains of each tally until then.
#[derive(Debug, Default)]
struct Begin {
    chances: StateAndEndValues,
    gains: Vec<StateAndEndValues>,
}

/// A number for each state, and for each end.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StateAndEndValues {
    pub states: Vec<f64>,
    pub ends: Vec<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum StepTarget {
    State(usize),
    End(usize),
}

/// The chance of a target, and for each tally its mean gain times that chance.
struct Share {
    chance: f64,
    gains: Vec<f64>,
}

/// The targets of a step from one state, in the order of discovery.
type TargetShares = Vec<(StepTarget, Share)>;

/// Explores a machine whose steps all follow the same rules.
///
/// # Errors
/// If the machine has too many states, a roll cannot be solved, or the calculation was stopped.
pub fn explore<M: Machine>(machine: &M, limits: &Limits<'_>) -> Result<Explored<M::State, M::End>> {
    let mut search = Exploration { machine, limits, found: StateInterner::new(machine) };
    let begin = search.flows(machine.essence(machine.start()), 0)?;
    let mut chain = Chain::default();
    let mut rewards: Vec<Rewards> = Vec::new();
    let mut place = 0;
    while let Some(state) = search.found.states.get(place).cloned() {
        limits.check()?;
        let flows = search.flows(state, 1)?;
        for (target, Share { chance, gains }) in &flows {
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
    let mut start = Begin { chances: none(), gains: rewards.iter().map(|_| none()).collect() };
    for (target, Share { chance, gains }) in begin {
        start.gains.resize_with(start.gains.len().max(gains.len()), none);
        let sums = std::iter::once((&mut start.chances, chance)).chain(start.gains.iter_mut().zip(gains));
        sums.for_each(|(sum, amount)| *sum.of(target) += amount);
    }
    rewards.resize_with(start.gains.len(), || Rewards::of_rows(of_states));
    Ok(Explored { states, ends, chain, rewards, begin: start })
}

impl StateAndEndValues {
    fn of(&mut self, target: StepTarget) -> &mut f64 {
        match target {
            StepTarget::State(place) => &mut self.states[place],
            StepTarget::End(place) => &mut self.ends[place],
        }
    }
}

struct Exploration<'m, M: Machine> {
    machine: &'m M,
    limits: &'m Limits<'m>,
    found: StateInterner<'m, M>,
}

impl<M: Machine> Exploration<'_, M> {
    /// The targets of a step that begins in `state`.
    fn flows(&mut self, state: M::State, step: u32) -> Result<TargetShares> {
        let mut flows = TargetShares::new();
        let mut known: BTreeMap<StepTarget, usize> = BTreeMap::new();
        // The states within the step, in the order of discovery.
        let mut within = Within { order: VecDeque::new(), sums: HashMap::new() };
        within.add(state, Share { chance: 1.0, gains: Vec::new() });
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
                Next::Step(other) => StepTarget::State(self.found.place(other)),
                Next::End(end) => StepTarget::End(self.found.end(end)),
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

impl Share {
    /// The share of an outcome that has the given chance and gains.
    fn times(&self, chance: f64, gained: &[f64]) -> Self {
        let at = |of: &[f64], tally: usize| of.get(tally).copied().unwrap_or(0.0);
        let gains = (0..gained.len().max(self.gains.len()))
            .map(|tally| at(&self.gains, tally) * chance + self.chance * chance * at(gained, tally));
        Self { chance: self.chance * chance, gains: gains.collect() }
    }

    fn add(&mut self, other: Self) {
        self.chance += other.chance;
        if self.gains.is_empty() {
            self.gains = other.gains;
        } else {
            self.gains.iter_mut().zip(other.gains).for_each(|(sum, gain)| *sum += gain);
        }
    }
}

/// States within a step that are still to be followed.
struct Within<S> {
    order: VecDeque<S>,
    sums: HashMap<S, Share>,
}

impl<S: Clone + Eq + Hash> Within<S> {
    fn add(&mut self, state: S, share: Share) {
        match self.sums.get_mut(&state) {
            Some(sum) => sum.add(share),
            None => {
                self.order.push_back(state.clone());
                self.sums.insert(state, share);
            }
        }
    }

    fn next(&mut self) -> Option<(S, Share)> {
        let state = self.order.pop_front()?;
        let share = self.sums.remove(&state)?;
        Some((state, share))
    }
}

/// The expected visits to the states of a machine.
#[derive(Debug)]
pub struct Visited {
    /// The visits to each state, and the chance of each end.
    pub expected: StateAndEndValues,
    /// Bound on the relative rounding error of a chance or mean.
    pub rounding: f64,
}

/// The relative rounding error of one operation, with a margin for earlier ones.
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
    pub fn visited(&self, stopped: &dyn Fn() -> bool) -> Result<Visited> {
        let StateAndEndValues { states, mut ends } = self.begin.chances.clone();
        let visits = self.chain.visits_from(states, self.chain.rounding_errors(4.0), stopped)?;
        let absorbed = self.chain.absorbed(&visits.expected, ends.len());
        ends.iter_mut().zip(absorbed).for_each(|(sum, chance)| *sum += chance);
        let rounding = visits.rounding_errors * f64::EPSILON + ROUNDING;
        Ok(Visited { expected: StateAndEndValues { states: visits.expected, ends }, rounding })
    }

    /// For each state, the mean worth of the end that it leads to.
    ///
    /// # Errors
    /// Like [`visited`](Self::visited).
    pub fn worth(&self, ends: &[f64], stopped: &dyn Fn() -> bool) -> Result<Vec<f64>> {
        self.chain.worth(ends, 1, stopped)
    }

    /// The mean sum of a tally. Each gain is multiplied by the worth of its target.
    pub fn gained(&self, tally: usize, visits: &[f64], worth: &StateAndEndValues) -> f64 {
        let sum = |of: &[f64], worth: &[f64]| of.iter().zip(worth).map(|(gain, worth)| gain * worth).sum::<f64>();
        let begin = &self.begin.gains[tally];
        let later = self.rewards[tally].sum(visits, &worth.states, &worth.ends);
        sum(&begin.states, &worth.states) + sum(&begin.ends, &worth.ends) + later
    }

    /// A state from which no end can be reached, if any.
    pub fn stuck(&self) -> Option<usize> {
        self.chain.stuck()
    }

    /// A lane with the chances of the states and ends.
    pub fn chances(&self) -> Lane<'_> {
        self.lane(self.begin.chances.clone(), None)
    }

    /// A lane with the gains of a tally in the states and ends.
    pub fn gains(&self, tally: usize) -> Lane<'_> {
        self.lane(self.begin.gains[tally].clone(), Some(&self.rewards[tally]))
    }

    fn lane<'e>(
        &'e self,
        StateAndEndValues { states, ends }: StateAndEndValues,
        rewards: Option<&'e Rewards>,
    ) -> Lane<'e> {
        Lane { now: Following::from(&self.chain, &states), ended: ends, rewards }
    }
}

/// The chance of each state after some steps, and of each end in the last of them; or the gains of a tally times these
/// chances.
#[derive(Debug, Clone)]
pub struct Lane<'e> {
    now: Following<'e>,
    /// The values of the ends, from the last step.
    pub ended: Vec<f64>,
    /// The gains of the tally, if the lane is for one.
    rewards: Option<&'e Rewards>,
}

impl Lane<'_> {
    /// The current values of the states.
    pub fn here(&self) -> &[f64] {
        self.now.chances()
    }

    pub fn here_mut(&mut self) -> &mut [f64] {
        self.now.chances_mut()
    }

    /// Advances by one step; `all` holds the chances of the states before it.
    pub(super) fn step(&mut self, all: &[f64]) {
        let Self { now, ended, rewards } = self;
        let chain = now.chain();
        ended.fill(0.0);
        now.step(|state, here| chain.absorbing.row(state).for_each(|(end, chance)| ended[end] += here * chance));
        if let Some(rewards) = rewards {
            rewards.add(all, now.chances_mut(), ended);
        }
    }
}
