//! Solves machines, either step by step with equal states merged, or as a chain of all states.

mod explore;
mod follow;
mod interner;
mod walk;

pub use explore::{ExpectedVisits, Explored, StateAndEndValues, StepValues, explore};
pub use follow::{Followed, follow};

use crate::chance::Weight;
use crate::chance::limits::Limits;
use crate::check::{Finished, Machine, Next, Summary, sorted_indices};
use crate::error::{Error, Result};
use interner::StateInterner;
use walk::{Destination, Destinations, EndChances, NumberedMachine, WalkResult, walk};

/// The exact distribution of a machine's ends, with error bounds.
#[derive(Debug, Clone)]
pub struct Solved<O> {
    /// The listed outcomes, each with its chance.
    pub listed: Summary<O>,
    /// Outcomes in steps that hardly any process reaches. They count in means but are not listed.
    pub late: Summary<O>,
    /// Error bounds of the chances.
    pub off: ErrorBounds,
}

impl<O: Ord + Clone> Solved<O> {
    /// The listed outcomes, then the late ones, each with its chance. The same outcome may be in both.
    pub fn all(&self) -> impl Iterator<Item = (O, Weight)> {
        self.listed.iter().chain(self.late.iter())
    }

    /// The total chance of the outcomes for which `belongs` is true.
    pub fn weight_of(&self, belongs: impl Fn(O) -> bool) -> Weight {
        let mut weight = self.listed.weight_of(&belongs);
        weight += self.late.weight_of(&belongs);
        weight
    }
}

/// Error bounds of exact figures that are not fractions.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ErrorBounds {
    /// The relative rounding error of a chance.
    pub rounding: f64,
    /// The total chance of the outcomes that were left out.
    pub left: f64,
    /// The largest absolute amount of any outcome.
    pub largest: f64,
}

impl ErrorBounds {
    /// The error bound of a chance with the value `chance`.
    pub fn of_chance(self, chance: f64) -> f64 {
        chance * self.rounding + self.left
    }

    /// The error bound of a mean. `size` is the mean of the absolute amounts.
    pub fn of_mean(self, size: f64) -> f64 {
        size * self.rounding + self.left * self.largest
    }
}

/// Solves a machine.
///
/// ```
/// use fudgelab::check::{Actor, Affliction, Check, CheckRules};
/// use fudgelab::dice::Dice;
/// use fudgelab::exact::Limits;
/// // A ghoul's poison: a Fair roll of Health keeps it off, or it takes a level a round, four in all.
/// let fair = Actor::new(Some(0), 0, Dice::fudge(), None)?;
/// let resist = Some(Check::new(fair, 0, CheckRules::default())?);
/// let poison = Affliction { resist, rolls: vec![], treatment: None, costs: [1, 0], steps: 4, successes_to_recover: None, periods: None };
/// let solved = fudgelab::exact::solve(&poison, &Limits::LARGEST)?;
/// assert_eq!(solved.weight_of(|outcome| outcome.steps == 4).fraction(), Some((31, 81)));
/// # Ok::<(), fudgelab::error::Error>(())
/// ```
///
/// # Errors
/// If the machine has too many states, a roll cannot be solved, or the calculation was stopped.
pub fn solve<M: Machine>(machine: &M, limits: &Limits<'_>) -> Result<Solved<Finished<M::End>>> {
    let mut interner = StateInterner::with_start(machine);
    let WalkResult { ends, errors, left, .. } = walk(&mut interner, u32::MAX, limits)?;
    let rounding = (errors + ends.iter().map(EndChances::len).sum::<usize>() as f64) * f64::EPSILON;
    let [listed, late] = interner.name_ends(&ends);
    Ok(Solved { listed, late, off: ErrorBounds { rounding, left, largest: machine.largest() } })
}

/// The exact distribution of the ends of a machine without steps.
///
/// ```
/// use fudgelab::check::{Actor, Check, CheckRules};
/// use fudgelab::dice::Dice;
/// let fair = Actor::new(Some(0), 0, Dice::parse("4dF")?, None)?;
/// let check = Check::new(fair, 1, CheckRules::default())?;
/// let (name, weight) = check.figures(&fudgelab::exact::ends(&check)?)[0];
/// assert_eq!((name, weight.fraction()), ("success", Some((31, 81))));
/// # Ok::<(), fudgelab::error::Error>(())
/// ```
///
/// # Errors
/// Like [`solve`].
pub fn ends<M: Machine>(machine: &M) -> Result<Summary<M::End>> {
    Ok(solve(machine, &Limits::LARGEST)?.listed.distribution_of(|finished| finished.end))
}

/// A state that a machine has reached, or its end.
pub type Reached<M> = std::result::Result<<M as Machine>::State, <M as Machine>::End>;

/// The states of a machine after `steps` steps, and the ends that it may have reached before, each with its chance.
///
/// # Errors
/// Like [`solve`].
pub fn states_after<M: Machine>(machine: &M, steps: u32, limits: &Limits<'_>) -> Result<Vec<(Reached<M>, Weight)>> {
    let mut interner = StateInterner::with_start(machine);
    let WalkResult { now, ends, .. } = walk(&mut interner, steps, limits)?;
    let ends = interner.name_ends(&ends);
    let ends = ends.iter().flat_map(Summary::iter).map(|(finished, weight)| (Err(finished.end), weight));
    let states = now.iter().map(|(place, weight)| (Ok(interner.states[*place].clone()), *weight));
    Ok(ends.chain(states).collect())
}

impl<M: Machine> StateInterner<'_, M> {
    /// The destination of `state`, which may be a state that needs a roll.
    fn destination(&mut self, mut state: M::State, step: u32) -> Destination {
        loop {
            match self.machine.next(&state, step) {
                Next::Roll(_) => return Destination::Within(self.number_state(state)),
                Next::Become(other) => state = other,
                Next::Step(other) => return Destination::Next(self.number_state(other)),
                Next::End(end) => return Destination::End(self.number_end(end)),
            }
        }
    }

    /// Replaces the numbers in `lists` by the ends, in ascending order.
    fn name_ends(&self, lists: &[EndChances; 2]) -> [Summary<Finished<M::End>>; 2] {
        let order = sorted_indices(self.ends.len(), &|one, other| self.ends[one].cmp(&self.ends[other]));
        lists.each_ref().map(|list| {
            let of = |end: &usize| list.range((*end, 0)..=(*end, u32::MAX));
            let named = |(&(end, steps), &weight): (&(usize, u32), &Weight)| {
                (Finished { end: self.ends[end].clone(), steps }, weight)
            };
            Summary::from_sorted(order.iter().flat_map(of).map(named).collect())
        })
    }
}

impl<M: Machine> NumberedMachine for StateInterner<'_, M> {
    fn destinations(&mut self, place: usize, step: u32, due: usize, limits: &Limits<'_>) -> Result<Destinations> {
        let state = self.states[place].clone();
        let question = match self.machine.next(&state, step) {
            Next::Roll(question) => question,
            _ => return Ok(vec![(self.destination(state, step), Weight::ONE)]),
        };
        let odds = self.machine.odds(&question, due, limits)?;
        limits.charge(odds.len() as u64)?;
        let target = |(outcome, chance): (M::Outcome, Weight)| {
            let mut after = state.clone();
            self.machine.apply(&mut after, &question, &outcome);
            (self.destination(after, step), chance)
        };
        Ok(odds.into_iter().map(target).collect())
    }

    fn cut_off(&mut self, place: usize) -> Option<usize> {
        let end = self.machine.cut_off(&self.states[place])?;
        Some(self.number_end(end))
    }

    fn too_many(&self, states: usize) -> Option<Error> {
        self.machine.too_many(states)
    }

    fn last_step(&self) -> u32 {
        self.machine.last_step()
    }

    fn kind_of_step(&self, step: u32) -> u32 {
        self.machine.kind_of_step(step)
    }

    fn rare(&self) -> f64 {
        M::DROPPED_CHANCE
    }
}

#[cfg(test)]
mod tests;
