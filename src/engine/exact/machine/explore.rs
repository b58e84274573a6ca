//! All states of a machine, found and solved together: the expected visits to each.

use crate::chance::limits::Limits;
use crate::check::{Explored, Machine, Next, Target, Transition};
use crate::error::Result;
use crate::exact::chain::Chain;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hash;

/// All states of a machine whose steps are all alike.
///
/// # Errors
/// It has too many states, or asks something that cannot be solved; it was stopped.
pub fn explore<M: Machine>(machine: &M, limits: &Limits<'_>) -> Result<Explored<M::State, M::End>> {
    let mut search =
        Exploration { machine, limits, places: HashMap::new(), ends: BTreeMap::new(), found: Explored::default() };
    search.found.begin = search.flows(machine.essence(machine.start()), 0)?;
    let mut place = 0;
    while let Some(state) = search.found.states.get(place).cloned() {
        limits.check()?;
        let flows = search.flows(state, 1)?;
        search.found.steps.push(flows);
        place += 1;
    }
    Ok(search.found)
}

struct Exploration<'m, M: Machine> {
    machine: &'m M,
    limits: &'m Limits<'m>,
    places: HashMap<M::State, usize>,
    ends: BTreeMap<M::End, usize>,
    found: Explored<M::State, M::End>,
}

impl<M: Machine> Exploration<'_, M> {
    /// The targets of a state at the end of its step.
    fn flows(&mut self, state: M::State, step: u32) -> Result<Vec<Transition>> {
        let mut flows: Vec<Transition> = Vec::new();
        let mut known: BTreeMap<Target, usize> = BTreeMap::new();
        // The states within the step, each with its chance and gains, in the order in which they are found.
        let mut within = Within { order: VecDeque::new(), sums: HashMap::new() };
        within.add(state, 1.0, Vec::new());
        while let Some((state, chance, gains)) = within.next() {
            let to = match self.machine.next(&state, step) {
                Next::Roll(question) => {
                    for (outcome, odds) in self.machine.odds(&question, 1, self.limits)? {
                        let mut after = state.clone();
                        self.machine.apply(&mut after, &question, &outcome);
                        let (share, gained) = (odds.probability(), self.machine.gained(&outcome));
                        let gains = (0..gained.len().max(gains.len())).map(|tally| {
                            let at = |of: &[f64]| of.get(tally).copied().unwrap_or(0.0);
                            at(&gains) * share + chance * share * at(&gained)
                        });
                        within.add(self.machine.essence(after), chance * share, gains.collect());
                    }
                    continue;
                }
                Next::Become(other) => {
                    within.add(self.machine.essence(other), chance, gains);
                    continue;
                }
                Next::Step(other) => Target::On(self.place(other)),
                Next::End(end) => Target::Over(self.end(end)),
            };
            let place = *known.entry(to).or_insert_with(|| {
                flows.push(Transition { to, chance: 0.0, gains: Vec::new() });
                flows.len() - 1
            });
            let flow = &mut flows[place];
            add(&mut flow.chance, &mut flow.gains, chance, gains);
        }
        match self.machine.too_many(self.found.states.len() + self.found.ends.len()) {
            Some(error) => Err(error),
            None => Ok(flows),
        }
    }

    fn place(&mut self, state: M::State) -> usize {
        *self.places.entry(self.machine.essence(state)).or_insert_with_key(|state| {
            self.found.states.push(state.clone());
            self.found.states.len() - 1
        })
    }

    fn end(&mut self, end: M::End) -> usize {
        *self.ends.entry(end).or_insert_with_key(|end| {
            self.found.ends.push(end.clone());
            self.found.ends.len() - 1
        })
    }
}

/// States that are still to be followed within a step, each with its chance and gains.
struct Within<S> {
    order: VecDeque<S>,
    sums: HashMap<S, (f64, Vec<f64>)>,
}

impl<S: Clone + Eq + Hash> Within<S> {
    fn add(&mut self, state: S, chance: f64, gains: Vec<f64>) {
        if !self.sums.contains_key(&state) {
            self.order.push_back(state.clone());
        }
        let (sum, all) = self.sums.entry(state).or_default();
        add(sum, all, chance, gains);
    }

    fn next(&mut self) -> Option<(S, f64, Vec<f64>)> {
        let state = self.order.pop_front()?;
        let (chance, gains) = self.sums.remove(&state)?;
        Some((state, chance, gains))
    }
}

/// Adds a chance and its gains.
fn add(sum: &mut f64, all: &mut Vec<f64>, chance: f64, gains: Vec<f64>) {
    *sum += chance;
    if all.is_empty() {
        *all = gains;
    } else {
        all.iter_mut().zip(gains).for_each(|(sum, gain)| *sum += gain);
    }
}

/// The expected visits to all states of a machine.
#[derive(Debug)]
pub struct Visited {
    chain: Chain,
    /// The expected visits to each state.
    pub visits: Vec<f64>,
    /// The chance of each end.
    pub ends: Vec<f64>,
    /// The largest rounding error of a chance or a mean, as a part of it.
    pub rounding: f64,
}

/// The rounding of one operation, with room for those before it.
const ROUNDING: f64 = 1e-15;

impl Visited {
    /// Solves for the visits.
    ///
    /// # Errors
    /// Too many states lead back to one another; it was stopped.
    pub fn of<S, E>(found: &Explored<S, E>, stopped: &dyn Fn() -> bool) -> Result<Self> {
        let mut chain = Chain::with_room(found.states.len(), 8);
        for flows in &found.steps {
            for flow in flows {
                match flow.to {
                    Target::On(to) => chain.transient.add(to as u32, flow.chance),
                    Target::Over(to) => chain.absorbing.add(to as u32, flow.chance),
                }
            }
            chain.close(0);
        }
        let [start, mut ends] = started(found);
        let visits = chain.visits_from(start, chain.rounding_errors(4.0), stopped)?;
        let absorbed = chain.absorbed(&visits.expected, found.ends.len());
        ends.iter_mut().zip(absorbed).for_each(|(sum, chance)| *sum += chance);
        let rounding = visits.rounding_errors * f64::EPSILON + ROUNDING;
        Ok(Self { chain, visits: visits.expected, ends, rounding })
    }

    /// The mean number of steps.
    pub fn steps(&self) -> f64 {
        self.visits.iter().sum()
    }

    /// The mean worth of the ends to come, for each state.
    ///
    /// # Errors
    /// It was stopped.
    pub fn worth(&self, ends: &[f64], stopped: &dyn Fn() -> bool) -> Result<Vec<f64>> {
        self.chain.worth(ends, 1, stopped)
    }
}

/// The chances of all states when the first step begins, and of all ends before it.
pub(super) fn started<S, E>(found: &Explored<S, E>) -> [Vec<f64>; 2] {
    let [mut states, mut ends] = [vec![0.0; found.states.len()], vec![0.0; found.ends.len()]];
    for flow in &found.begin {
        match flow.to {
            Target::On(to) => states[to] += flow.chance,
            Target::Over(to) => ends[to] += flow.chance,
        }
    }
    [states, ends]
}
