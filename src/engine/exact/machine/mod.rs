//! Machines, solved: followed step by step, equal states merged; or all states found, and solved as a chain.

mod explore;
mod follow;
mod walk;

pub use explore::{Explored, Lane, Spread, Visited, explore};
pub use follow::{Followed, follow};

use crate::chance::Weight;
use crate::chance::limits::Limits;
use crate::check::{Finished, Machine, Next, Summary, sorted_indices};
use crate::error::{Error, Result};
use std::collections::HashMap;
use walk::{Destination, EndChances, Flows, NumberedMachine, WalkResult, walk};

/// The exact distribution of how something ends, and how far off it may be.
#[derive(Debug, Clone)]
pub struct Solved<O> {
    /// The outcomes, each with its chance.
    pub listed: Summary<O>,
    /// Those so late that they hardly ever happen: they count in means, but make no list longer.
    pub late: Summary<O>,
    /// The largest errors of the chances.
    pub off: Off,
}

impl<O: Ord + Clone> Solved<O> {
    /// All outcomes, each with its chance; one may be there twice.
    pub fn all(&self) -> impl Iterator<Item = (O, Weight)> {
        self.listed.iter().chain(self.late.iter())
    }

    /// The chance of the outcomes that `belongs` picks.
    pub fn weight_of(&self, belongs: impl Fn(O) -> bool) -> Weight {
        let mut weight = self.listed.weight_of(&belongs);
        weight += self.late.weight_of(&belongs);
        weight
    }
}

/// The largest errors of exact chances that are not fractions.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Off {
    /// By rounding: a part of the chance itself.
    pub rounding: f64,
    /// The chance of all that was left out.
    pub left: f64,
    /// The largest amount that this may have.
    pub largest: f64,
}

impl Off {
    /// The largest error of a chance.
    pub fn of_chance(self, chance: f64) -> f64 {
        chance * self.rounding + self.left
    }

    /// The largest error of a mean, if the amounts without their signs have this mean.
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
/// let poison = Affliction { resist, rolls: vec![], treatment: None, costs: [1, 0], steps: 4, shaken_off: None, periods: None };
/// let solved = fudgelab::exact::solve(&poison, &Limits::LARGEST)?;
/// assert_eq!(solved.weight_of(|outcome| outcome.steps == 4).fraction(), Some((31, 81)));
/// # Ok::<(), fudgelab::error::Error>(())
/// ```
///
/// # Errors
/// It has too many states, or asks something that cannot be solved; it was stopped.
pub fn solve<M: Machine>(machine: &M, limits: &Limits<'_>) -> Result<Solved<Finished<M::End>>> {
    let mut interner = Interner::new(machine);
    let WalkResult { ends, errors, left, .. } = walk(&mut interner, u32::MAX, limits)?;
    let rounding = (errors + ends.iter().map(EndChances::len).sum::<usize>() as f64) * f64::EPSILON;
    let [listed, late] = interner.named(&ends);
    Ok(Solved { listed, late, off: Off { rounding, left, largest: machine.largest() } })
}

/// The exact distribution of how a machine without steps ends.
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
/// As [`solve`].
pub fn ends<M: Machine>(machine: &M) -> Result<Summary<M::End>> {
    Ok(solve(machine, &Limits::LARGEST)?.listed.by(|finished| finished.end))
}

/// The state of a machine, or its end.
pub type Reached<M> = std::result::Result<<M as Machine>::State, <M as Machine>::End>;

/// The states of a machine after a number of steps, and the ends before.
///
/// # Errors
/// As [`solve`].
pub fn after<M: Machine>(machine: &M, steps: u32, limits: &Limits<'_>) -> Result<Vec<(Reached<M>, Weight)>> {
    let mut interner = Interner::new(machine);
    let WalkResult { now, ends, .. } = walk(&mut interner, steps, limits)?;
    let ends = interner.named(&ends);
    let ends = ends.iter().flat_map(Summary::iter).map(|(finished, weight)| (Err(finished.end), weight));
    let states = now.iter().map(|(place, weight)| (Ok(interner.states[*place].clone()), *weight));
    Ok(ends.chain(states).collect())
}

/// Numbers the states and ends of a machine in the order in which they are found.
struct Interner<'m, M: Machine> {
    machine: &'m M,
    states: Vec<M::State>,
    places: HashMap<M::State, usize>,
    ends: Vec<M::End>,
    known: HashMap<M::End, usize>,
}

impl<'m, M: Machine> Interner<'m, M> {
    fn new(machine: &'m M) -> Self {
        let mut interner =
            Self { machine, states: Vec::new(), places: HashMap::new(), ends: Vec::new(), known: HashMap::new() };
        interner.place(machine.start());
        interner
    }

    /// The destination of a state, which may need a roll.
    fn destination(&mut self, mut state: M::State, step: u32) -> Destination {
        loop {
            match self.machine.next(&state, step) {
                Next::Roll(_) => return Destination::Within(self.place(state)),
                Next::Become(other) => state = other,
                Next::Step(other) => return Destination::Next(self.place(other)),
                Next::End(end) => return Destination::End(self.end(end)),
            }
        }
    }

    /// The number of a state.
    fn place(&mut self, state: M::State) -> usize {
        *self.places.entry(self.machine.essence(state)).or_insert_with_key(|state| {
            self.states.push(state.clone());
            self.states.len() - 1
        })
    }

    /// The number of an end.
    fn end(&mut self, end: M::End) -> usize {
        *self.known.entry(end).or_insert_with_key(|end| {
            self.ends.push(end.clone());
            self.ends.len() - 1
        })
    }

    /// Replaces the numbers of ends by the ends, in ascending order.
    fn named(&self, lists: &[EndChances; 2]) -> [Summary<Finished<M::End>>; 2] {
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

impl<M: Machine> NumberedMachine for Interner<'_, M> {
    fn flows(&mut self, place: usize, step: u32, due: usize, limits: &Limits<'_>) -> Result<Flows> {
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
        Some(self.end(end))
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
        M::RARE
    }
}

#[cfg(test)]
mod tests;
