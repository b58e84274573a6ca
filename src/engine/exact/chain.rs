//! Absorbing Markov chains: the expected visits to each state, solved without truncation, and the chances of absorption
//! step by step.
//!
//! All sums are of nonnegative numbers, and nothing is subtracted, so the relative error of each result is bounded
//! (Grassmann, Taksar and Heyman, *Regenerative analysis and steady state distributions for Markov chains*, Operations
//! Research 33, 1985).

mod components;
mod rewards;
mod transitions;

pub(super) use rewards::Rewards;

use crate::chance::limits::check_stopped;
use crate::error::{Error, Result};
use components::Components;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use transitions::Transitions;

/// Maximum size of a strongly connected component, which is solved with a dense matrix.
const MAX_COMPONENT_SIZE: usize = 1000;

/// A chain that starts at state 0.
#[derive(Debug, Clone, Default)]
pub(super) struct Chain {
    /// Transitions between transient states.
    pub(super) transient: Transitions,
    /// Transitions from transient to absorbing states, which are numbered separately.
    pub(super) absorbing: Transitions,
    /// For each state, its depth within a step, which is a round of a fight: 0 if a step begins in the state.
    /// Transitions within a step lead to a greater depth.
    depth: Vec<u16>,
}

/// The expected visits to the states of a chain that is not limited to a number of steps.
#[derive(Debug, Clone)]
pub(super) struct Visits {
    /// The expected visits to each state; infinite if the chain may stay there forever.
    pub(super) expected: Vec<f64>,
    /// The chance that the chain is never absorbed.
    pub(super) never_absorbed: f64,
    /// Maximum number of rounding errors in a result.
    pub(super) rounding_errors: f64,
    /// The states in topological order, each before all states it leads to; `None` if some states lead back to one
    /// another.
    pub(super) order: Option<Vec<u32>>,
}

/// A strongly connected component after the elimination of its states, which begins with the last one.
struct EliminatedComponent {
    /// Chances of moving between states of the component. Entries between a state and earlier ones are final once all
    /// later states are eliminated.
    within: Vec<Vec<f64>>,
    /// For each state, the chance of moving to an earlier state or out of the component.
    leave: Vec<f64>,
}

/// The result of following a chain for some steps.
#[derive(Debug, Clone)]
pub(super) struct FollowedChain {
    /// The chance of being absorbed in step k, from k = 0.
    pub(super) absorbed_in: Vec<f64>,
    /// For each column of [`Weights`], the gain in step k: the weight of the absorbing states that the chain enters,
    /// plus the change in the mean weight of the transient states. Entry 0 is the mean weight at the start.
    pub(super) gained: Vec<Vec<f64>>,
    /// The chance of not being absorbed in these steps.
    pub(super) remaining: f64,
    /// The chance of each state after these steps.
    pub(super) distribution: Vec<f64>,
    /// The expected visits to each state in these steps.
    pub(super) visits: Vec<f64>,
    /// The expected number of steps before absorption, among those followed.
    pub(super) steps: f64,
}

/// Weights of the absorbing and transient states of a chain: one row per state, with `columns` weights per row.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Weights<'w> {
    /// The number of columns.
    pub(super) columns: usize,
    /// The rows of the absorbing states.
    pub(super) ends: &'w [f64],
    /// The rows of the transient states; empty if their weights are 0.
    pub(super) states: &'w [f64],
}

impl Weights<'_> {
    /// The mean weight of the transient states, given the chance of each.
    fn mean(&self, chances: &[f64]) -> Vec<f64> {
        let mut mean = vec![0.0; self.columns];
        for (row, chance) in self.states.chunks(self.columns.max(1)).zip(chances).filter(|(_, chance)| **chance > 0.0) {
            mean.iter_mut().zip(row).for_each(|(sum, worth)| *sum += chance * worth);
        }
        mean
    }
}

impl Chain {
    /// An empty chain with memory reserved for `states` states with `transitions` transitions of either kind each. It
    /// can hold more.
    pub(super) fn with_capacity(states: usize, transitions: usize) -> Self {
        let of_a_kind = || Transitions::with_capacity(states, transitions);
        Self { transient: of_a_kind(), absorbing: of_a_kind(), depth: Vec::with_capacity(states) }
    }

    /// The number of transient states.
    pub(super) fn states(&self) -> usize {
        self.transient.rows()
    }

    /// The depth of `state` within a step: 0 if a step begins in it.
    pub(super) fn depth(&self, state: usize) -> u16 {
        self.depth[state]
    }

    /// Closes the open rows, which belong to a state at `depth`. If staying is likelier than leaving, sets the chance
    /// of staying to 1 minus the others, so that a row sums to 1 within one rounding error and long runs do not drift.
    pub(super) fn close(&mut self, depth: u16) {
        let state = self.states();
        self.transient.close();
        self.absorbing.close();
        self.depth.push(depth);
        let start = self.transient.range(state).start;
        let stay = (start..self.transient.to.len()).find(|&at| self.transient.to[at] as usize == state);
        if let Some(stay) = stay.filter(|&at| self.transient.chance[at] > 0.5) {
            let others: f64 =
                (start..self.transient.to.len()).filter(|&at| at != stay).map(|at| self.transient.chance[at]).sum();
            self.transient.chance[stay] =
                1.0 - (others + self.absorbing.row(state).map(|(_, chance)| chance).sum::<f64>());
        }
    }

    /// The expected number of steps, given the visits to the states.
    pub(super) fn steps(&self, visits: &[f64]) -> f64 {
        visits.iter().zip(&self.depth).filter(|(_, depth)| **depth == 0).map(|(visits, _)| visits).sum()
    }

    /// The expected visits that begin a step; 0 for states within a step. If one chain begins at each of these visits,
    /// the chains take T + (T − 1) + … + 1 steps in total, where T is the number of steps of the visited chain, and all
    /// T of them end in the state in which that chain ends.
    pub(super) fn step_starts(&self, visits: &[f64]) -> Vec<f64> {
        visits.iter().zip(&self.depth).map(|(visits, depth)| if *depth == 0 { *visits } else { 0.0 }).collect()
    }

    /// The chance of ending in each of `count` absorbing states, given the `visits` to the transient ones.
    pub(super) fn absorption_chances(&self, visits: &[f64], count: usize) -> Vec<f64> {
        let mut chances = vec![0.0; count];
        for (state, visits) in visits.iter().enumerate().filter(|(_, visits)| **visits > 0.0) {
            self.absorbing.row(state).for_each(|(end, chance)| chances[end] += visits * chance);
        }
        chances
    }

    /// Maximum number of rounding errors that one step adds to a chance. `per_transition` is the number in the chance
    /// of one transition.
    pub(super) fn rounding_errors(&self, per_transition: f64) -> f64 {
        self.transient.max_in_degree().max(self.absorbing.max_in_degree()) as f64 + 2.0 * per_transition + 4.0
    }

    /// Solves for the expected visits, component by component from the start. `rounding_errors` is the maximum number
    /// of rounding errors per step.
    ///
    /// # Errors
    /// If a strongly connected component is too large, or the calculation was stopped.
    pub(super) fn visits(&self, rounding_errors: f64, stopped: &dyn Fn() -> bool) -> Result<Visits> {
        self.visits_from(self.start(), rounding_errors, stopped)
    }

    /// Like [`visits`](Self::visits), but `start` holds how often a chain begins in each state, instead of once in
    /// state 0.
    ///
    /// # Errors
    /// Like [`visits`](Self::visits).
    pub(super) fn visits_from(
        &self,
        start: Vec<f64>,
        rounding_errors: f64,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Visits> {
        let components = Components::find(&self.transient);
        let mut visits = Visits { expected: start, never_absorbed: 0.0, rounding_errors: 0.0, order: None };
        // By component, the rounding errors in the flow into it.
        let mut before = vec![0.0f64; components.len()];
        for number in (0..components.len()).rev() {
            let members = &components.order[components.members(number)];
            let has_exit = match *members {
                [state] => self.solve_single_state(state as usize, &mut visits),
                _ => self.solve_component(&components, number, &mut visits, stopped)?,
            };
            let size = members.len() as f64;
            let own = before[number] + rounding_errors + if size > 1.0 { 4.0 * size.powi(3) } else { 0.0 };
            visits.rounding_errors = visits.rounding_errors.max(own);
            if !has_exit {
                continue;
            }
            for &state in members {
                let here = visits.expected[state as usize];
                for (to, chance) in self.transient.row(state as usize) {
                    let component = components.component_of[to] as usize;
                    if component != number {
                        visits.expected[to] += here * chance;
                        before[component] = before[component].max(own);
                    }
                }
            }
        }
        visits.order = (components.len() == self.states()).then(|| components.order.into_iter().rev().collect());
        Ok(visits)
    }

    /// Like [`solve_component`](Self::solve_component), for a component of one state: its visits are the inflow divided
    /// by the chance of leaving.
    fn solve_single_state(&self, state: usize, visits: &mut Visits) -> bool {
        let out = self.chance_to_leave(state);
        if out > 0.0 {
            visits.expected[state] /= out;
        } else if visits.expected[state] > 0.0 {
            visits.never_absorbed += visits.expected[state];
            visits.expected[state] = f64::INFINITY;
        }
        out > 0.0
    }

    /// The states in which the next step may begin, with their chances, if a step begins in `state`.
    pub(super) fn step_from(&self, state: usize) -> BTreeMap<usize, f64> {
        // Within a step, only deeper states follow.
        let mut open = BTreeMap::from([((self.depth[state], state), 1.0)]);
        let mut after = BTreeMap::new();
        while let Some(((_, state), here)) = open.pop_first() {
            for (to, chance) in self.transient.row(state) {
                let sum: &mut f64 = match self.depth[to] {
                    0 => after.entry(to).or_default(),
                    depth => open.entry((depth, to)).or_default(),
                };
                *sum += here * chance;
            }
        }
        after
    }

    /// The chance that the next transition leaves `state`.
    pub(super) fn chance_to_leave(&self, state: usize) -> f64 {
        let moves: f64 = self.transient.row(state).filter(|(to, _)| *to != state).map(|(_, chance)| chance).sum();
        moves + self.absorption(state)
    }

    /// The chance that the next transition from `state` is absorbing.
    fn absorption(&self, state: usize) -> f64 {
        self.absorbing.row(state).map(|(_, chance)| chance).sum()
    }

    /// The chance that the next transition from `state` leads to the absorbing state `end`.
    fn absorption_in(&self, state: usize, end: usize) -> f64 {
        self.absorbing.row(state).filter(|(to, _)| *to == end).map(|(_, chance)| chance).sum()
    }

    /// Converts the flow into component `number`, stored in `visits`, to the expected visits to its states. Returns
    /// false if no transition leaves the component.
    fn solve_component(
        &self,
        components: &Components,
        number: usize,
        visits: &mut Visits,
        stopped: &dyn Fn() -> bool,
    ) -> Result<bool> {
        let members = &components.order[components.members(number)];
        let size = members.len();
        let mut flow: Vec<f64> = members.iter().map(|&state| visits.expected[state as usize]).collect();
        let Some(EliminatedComponent { within, leave }) = self.eliminate(components, number, stopped)? else {
            let inflow: f64 = flow.iter().sum();
            visits.never_absorbed += inflow;
            let visited = if inflow > 0.0 { f64::INFINITY } else { 0.0 };
            members.iter().for_each(|&state| visits.expected[state as usize] = visited);
            return Ok(false);
        };
        for k in (0..size).rev() {
            (0..k).for_each(|j| flow[j] += flow[k] / leave[k] * within[k][j]);
        }
        for k in 0..size {
            let inflow: f64 = (0..k).map(|i| visits.expected[members[i] as usize] * within[i][k]).sum();
            visits.expected[members[k] as usize] = (flow[k] + inflow) / leave[k];
        }
        Ok(true)
    }

    /// Eliminates the states of component `number`, beginning with the last one: moves through an eliminated state
    /// become direct moves between earlier states. `None` if no transition leaves the component.
    fn eliminate(
        &self,
        components: &Components,
        number: usize,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<EliminatedComponent>> {
        let members = &components.order[components.members(number)];
        let size = members.len();
        let mut out: Vec<f64> = Vec::with_capacity(size);
        for &state in members {
            let outside =
                self.transient.row(state as usize).filter(|(to, _)| components.component_of[*to] as usize != number);
            out.push(outside.map(|(_, chance)| chance).sum::<f64>() + self.absorption(state as usize));
        }
        if out.iter().all(|&chance| chance == 0.0) {
            return Ok(None);
        }
        if size > MAX_COMPONENT_SIZE {
            return Err(Error::input(format!("{size} states of this fight lead back to one another"))
                .with_help(format!("at most {MAX_COMPONENT_SIZE} such states are solved: use method = \"simulate\"")));
        }
        let mut within = self.transition_matrix(members);
        let mut leave = vec![0.0; size];
        for k in (0..size).rev() {
            check_stopped(stopped)?;
            let own = within[k].clone();
            leave[k] = own[..k].iter().sum::<f64>() + out[k];
            for i in 0..k {
                let share = within[i][k] / leave[k];
                (0..k).for_each(|j| within[i][j] += share * own[j]);
                out[i] += share * out[k];
            }
        }
        Ok(Some(EliminatedComponent { within, leave }))
    }

    /// For each transient state, the expected value of the absorbing state in which the chain ends. `ends` holds a row
    /// of `width` values for each absorbing state, the result a row for each transient state. A chain that is never
    /// absorbed has the value 0.
    ///
    /// # Errors
    /// If a strongly connected component is too large, or the calculation was stopped.
    pub(super) fn expected_end_values(
        &self,
        ends: &[f64],
        width: usize,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<f64>> {
        let components = Components::find(&self.transient);
        let mut worth = vec![0.0; self.states() * width];
        for number in 0..components.len() {
            check_stopped(stopped)?;
            let members = &components.order[components.members(number)];
            // The worth of leaving the component immediately.
            let mut left: Vec<Vec<f64>> = members.iter().map(|_| vec![0.0; width]).collect();
            for (left, &state) in left.iter_mut().zip(members) {
                let mut add =
                    |chance: f64, row: &[f64]| left.iter_mut().zip(row).for_each(|(sum, one)| *sum += chance * one);
                for (to, chance) in self.transient.row(state as usize) {
                    if components.component_of[to] as usize != number {
                        add(chance, &worth[to * width..][..width]);
                    }
                }
                self.absorbing.row(state as usize).for_each(|(end, chance)| add(chance, &ends[end * width..][..width]));
            }
            let Some(EliminatedComponent { within, leave }) = self.eliminate(&components, number, stopped)? else {
                continue;
            };
            for column in 0..width {
                for k in (0..members.len()).rev() {
                    let own = left[k][column] / leave[k];
                    (0..k).for_each(|i| left[i][column] += within[i][k] * own);
                }
                for k in 0..members.len() {
                    let moved: f64 = (0..k).map(|j| within[k][j] * worth[members[j] as usize * width + column]).sum();
                    worth[members[k] as usize * width + column] = (left[k][column] + moved) / leave[k];
                }
            }
        }
        Ok(worth)
    }

    /// The first state from which no absorbing state can be reached; `None` if there is no such state.
    pub(super) fn first_stuck_state(&self) -> Option<usize> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.states()];
        for state in 0..self.states() {
            self.transient.row(state).for_each(|(to, _)| before[to].push(state as u32));
        }
        let mut open: Vec<usize> =
            (0..self.states()).filter(|&state| !self.absorbing.range(state).is_empty()).collect();
        let mut ends = vec![false; self.states()];
        open.iter().for_each(|&state| ends[state] = true);
        while let Some(state) = open.pop() {
            for &from in &before[state] {
                if !std::mem::replace(&mut ends[from as usize], true) {
                    open.push(from as usize);
                }
            }
        }
        ends.iter().position(|ends| !ends)
    }

    /// The matrix of transitions among the states `members`.
    fn transition_matrix(&self, members: &[u32]) -> Vec<Vec<f64>> {
        let column: HashMap<usize, usize> = members.iter().map(|&state| state as usize).zip(0..).collect();
        let mut within = vec![vec![0.0; members.len()]; members.len()];
        for (row, &state) in within.iter_mut().zip(members) {
            for (to, chance) in self.transient.row(state as usize) {
                if let Some(&column) = column.get(&to) {
                    row[column] += chance;
                }
            }
        }
        within
    }

    /// The distribution at the start: state 0 for certain.
    pub(super) fn start(&self) -> Vec<f64> {
        let mut start = vec![0.0; self.states()];
        if let Some(first) = start.first_mut() {
            *first = 1.0;
        }
        start
    }

    /// Like [`follow_from`](Self::follow_from), from state 0.
    ///
    /// # Errors
    /// If the calculation was stopped.
    pub(super) fn follow(
        &self,
        max_steps: u32,
        tolerance: f64,
        target: Option<usize>,
        weights: Weights<'_>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<FollowedChain> {
        self.follow_from(&self.start(), max_steps, tolerance, target, weights, stopped)
    }

    /// Follows the chain from the distribution `start` for `max_steps` steps, or until the chance of not being absorbed
    /// is at most `tolerance`. With a `target`, [`FollowedChain::absorbed_in`] counts only absorption in that state.
    /// `weights` determines the gains of each step.
    ///
    /// # Errors
    /// If the calculation was stopped.
    pub(super) fn follow_from(
        &self,
        start: &[f64],
        max_steps: u32,
        tolerance: f64,
        target: Option<usize>,
        weights: Weights<'_>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<FollowedChain> {
        let states = self.states();
        let absorption: Vec<f64> = match target {
            None => (0..states).map(|state| self.absorption(state)).collect(),
            Some(end) => (0..states).map(|state| self.absorption_in(state, end)).collect(),
        };
        // For each state, the expected gain from absorption by the next transition.
        let columns = weights.columns;
        let mut worth = vec![0.0; states * columns];
        for state in (0..states).filter(|_| columns > 0) {
            let own = &mut worth[state * columns..][..columns];
            for (end, chance) in self.absorbing.row(state) {
                own.iter_mut().zip(&weights.ends[end * columns..]).for_each(|(sum, worth)| *sum += chance * worth);
            }
        }
        let mut states_now = ChainFollower::from(self, start);
        let mut followed = FollowedChain {
            absorbed_in: vec![0.0],
            gained: vec![],
            remaining: start.iter().sum(),
            distribution: vec![],
            visits: vec![0.0; states],
            steps: 0.0,
        };
        let mut here_before = weights.mean(states_now.chances());
        followed.gained = here_before.iter().map(|worth| vec![*worth]).collect();
        // The gains in absorbing states in the current step.
        let mut gained = vec![0.0; columns];
        for _ in 0..max_steps {
            if followed.remaining <= tolerance {
                break;
            }
            check_stopped(stopped)?;
            followed.steps += followed.remaining;
            let mut absorbed = 0.0;
            gained.fill(0.0);
            states_now.step(|state, here| {
                followed.visits[state] += here;
                absorbed += here * absorption[state];
                if columns > 0 && absorption[state] > 0.0 {
                    for (sum, worth) in gained.iter_mut().zip(&worth[state * columns..]) {
                        *sum += here * worth;
                    }
                }
            });
            followed.absorbed_in.push(absorbed);
            // In most chains, only the ends have weights.
            if !weights.states.is_empty() {
                let here_now = weights.mean(states_now.chances());
                for (sum, (now, before)) in gained.iter_mut().zip(here_now.iter().zip(&here_before)) {
                    *sum += now - before;
                }
                here_before = here_now;
            }
            followed.gained.iter_mut().zip(&gained).for_each(|(all, sum)| all.push(*sum));
            followed.remaining = states_now.chances().iter().sum();
        }
        followed.distribution = states_now.chances().to_vec();
        Ok(followed)
    }
}

/// The chances of a chain's states, advanced step by step.
#[derive(Debug, Clone)]
pub(super) struct ChainFollower<'c> {
    chain: &'c Chain,
    /// The current chances of all states, followed by their chances after the step.
    chances: Vec<f64>,
    /// For each transition, the index of its target in `chances`. If the target begins the next step, the index is in
    /// the second half.
    places: Vec<u32>,
    /// The states with their transitions, by depth, since only deeper states follow within a step.
    order: Vec<(usize, Range<usize>)>,
}

impl<'c> ChainFollower<'c> {
    /// Starts in the states of `chain` with the chances `start`.
    pub(super) fn from(chain: &'c Chain, start: &[f64]) -> Self {
        let states = chain.states();
        let mut chances = start.to_vec();
        chances.resize(2 * states, 0.0);
        let place = |&to: &u32| if chain.depth[to as usize] > 0 { to } else { to + states as u32 };
        let mut order: Vec<(usize, Range<usize>)> =
            (0..states).map(|state| (state, chain.transient.range(state))).collect();
        order.sort_by_key(|(state, _)| chain.depth[*state]);
        Self { chain, chances, places: chain.transient.to.iter().map(place).collect(), order }
    }

    pub(super) fn chain(&self) -> &'c Chain {
        self.chain
    }

    /// The chance of each state in which the next step begins.
    pub(super) fn chances(&self) -> &[f64] {
        &self.chances[..self.chain.states()]
    }

    pub(super) fn chances_mut(&mut self) -> &mut [f64] {
        &mut self.chances[..self.chain.states()]
    }

    /// Advances by one step. Calls `passed` with each state that the chain visits in the step, and its chance.
    #[inline]
    pub(super) fn step(&mut self, mut passed: impl FnMut(usize, f64)) {
        let states = self.chain.states();
        for &(state, ref row) in &self.order {
            let here = self.chances[state];
            if here == 0.0 {
                continue;
            }
            passed(state, here);
            for (&place, chance) in self.places[row.clone()].iter().zip(&self.chain.transient.chance[row.clone()]) {
                self.chances[place as usize] += here * chance;
            }
        }
        self.chances.copy_within(states.., 0);
        self.chances[states..].fill(0.0);
    }
}

#[cfg(test)]
mod tests;
