//! Machines, solved: followed step by step, equal states merged; or all states found, and solved as a chain.

mod explore;
mod follow;

pub use explore::{Explored, Lane, Spread, Visited, explore};
pub use follow::{Followed, follow};

use crate::chance::Weight;
use crate::chance::limits::Limits;
use crate::check::{Finished, Machine, Next, Summary};
use crate::error::Result;
use std::collections::{BTreeMap, HashMap};

/// A machine is followed until the chance that it goes on is at most this. Amounts are whole numbers of 32 bits, so what is left out changes
/// no mean by more than 10⁻¹⁵.
const NEGLIGIBLE: f64 = 1e-25;

/// The most rounding errors in the product of two chances.
const PRODUCT: f64 = 6.0;

/// Ends after a step that is reached this rarely are not listed one by one.
const LISTED: f64 = 1e-13;

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
    let mut walk = Walk::new(machine, limits);
    walk.follow()?;
    while walk.remaining() > NEGLIGIBLE {
        walk.step += 1;
        walk.follow()?;
    }
    let left = walk.left + walk.remaining();
    let [listed, late] = walk.ends;
    let rounding = (walk.errors + (listed.len() + late.len()) as f64) * f64::EPSILON;
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
    let mut walk = Walk::new(machine, limits);
    walk.follow()?;
    while walk.step < steps && !walk.now.is_empty() {
        walk.step += 1;
        walk.follow()?;
    }
    let ends = walk.ends.iter().flat_map(Summary::iter).map(|(finished, weight)| (Err(finished.end), weight));
    let states = walk.now.iter().map(|(place, weight)| (Ok(walk.states[*place].clone()), *weight));
    Ok(ends.chain(states).collect())
}

/// The target of a state.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Destination<E> {
    /// Another state of the same step.
    Within(usize),
    /// The state in which the next step begins.
    Next(usize),
    /// An end.
    End(E),
}

/// The targets of a state with their chances.
type Flows<E> = Vec<(Destination<E>, Weight)>;

/// A machine as far as it has been followed.
struct Walk<'m, M: Machine> {
    machine: &'m M,
    limits: &'m Limits<'m>,
    /// The states found, by number.
    states: Vec<M::State>,
    places: HashMap<M::State, usize>,
    /// The flows from each state, by the kind of step.
    flows: HashMap<(usize, u32), Flows<M::End>>,
    /// The steps taken.
    step: u32,
    /// The chance of each state in which the step begins.
    now: BTreeMap<usize, Weight>,
    /// The ends: those that are listed, and those so late that they are not.
    ends: [Summary<Finished<M::End>>; 2],
    /// The rounding errors of a chance so far.
    errors: f64,
    /// The chance of what was left out.
    left: f64,
}

impl<'m, M: Machine> Walk<'m, M> {
    fn new(machine: &'m M, limits: &'m Limits<'m>) -> Self {
        let start = machine.essence(machine.start());
        Self {
            machine,
            limits,
            places: HashMap::from([(start.clone(), 0)]),
            states: vec![start],
            flows: HashMap::new(),
            step: 0,
            now: BTreeMap::from([(0, Weight::ONE)]),
            ends: Default::default(),
            errors: 0.0,
            left: 0.0,
        }
    }

    /// The chance that there is another step.
    fn remaining(&self) -> f64 {
        self.now.values().map(Weight::probability).sum()
    }

    /// Follows all states to the end of the step.
    fn follow(&mut self) -> Result<()> {
        let list = usize::from(self.remaining() <= LISTED);
        let mut next: BTreeMap<usize, Weight> = BTreeMap::new();
        let mut within = std::mem::take(&mut self.now);
        let is_last = self.step == self.machine.last_step();
        let kind = self.machine.kind_of_step(self.step);
        while !within.is_empty() {
            self.limits.check()?;
            let chance: f64 = within.values().map(Weight::probability).sum();
            if chance <= NEGLIGIBLE {
                self.left += chance;
                break;
            }
            let mut into: HashMap<usize, u32> = HashMap::new();
            let due = within.len();
            for (place, here) in std::mem::take(&mut within) {
                if here.probability() <= M::RARE {
                    self.left += here.probability();
                    continue;
                }
                if !self.flows.contains_key(&(place, kind)) {
                    let flows = self.flows_from(place, due)?;
                    self.flows.insert((place, kind), flows);
                }
                let flows = &self.flows[&(place, kind)];
                self.limits.charge(flows.len() as u64)?;
                for (target, chance) in flows {
                    let weight = here * *chance;
                    let mut flow = |to: &mut BTreeMap<usize, Weight>, place: usize| {
                        *into.entry(place).or_default() += 1;
                        *to.entry(place).or_default() += weight;
                    };
                    match target {
                        Destination::Within(place) => flow(&mut within, *place),
                        Destination::Next(place) => {
                            match self.machine.cut_off(&self.states[*place]).filter(|_| is_last) {
                                Some(end) => self.ends[list].record(Finished { end, steps: self.step }, weight),
                                None => flow(&mut next, *place),
                            }
                        }
                        Destination::End(end) => {
                            self.ends[list].record(Finished { end: end.clone(), steps: self.step }, weight);
                        }
                    }
                }
            }
            self.errors += f64::from(into.into_values().max().unwrap_or(0)) + PRODUCT;
            if let Some(error) = self.machine.too_many(within.len().max(next.len())) {
                return Err(error);
            }
        }
        self.now = next;
        Ok(())
    }

    /// The targets of a state in this step.
    fn flows_from(&mut self, place: usize, due: usize) -> Result<Flows<M::End>> {
        let state = self.states[place].clone();
        let question = match self.machine.next(&state, self.step) {
            Next::Roll(question) => question,
            _ => return Ok(vec![(self.target(state), Weight::ONE)]),
        };
        let mut flows: BTreeMap<Destination<M::End>, Weight> = BTreeMap::new();
        let odds = self.machine.odds(&question, due, self.limits)?;
        self.limits.charge(odds.len() as u64)?;
        for (outcome, chance) in odds {
            let mut after = state.clone();
            self.machine.apply(&mut after, &question, &outcome);
            *flows.entry(self.target(after)).or_default() += chance;
        }
        Ok(flows.into_iter().collect())
    }

    /// The target of a state without a roll.
    fn target(&mut self, mut state: M::State) -> Destination<M::End> {
        loop {
            match self.machine.next(&state, self.step) {
                Next::Roll(_) => return Destination::Within(self.place(state)),
                Next::Become(other) => state = other,
                Next::Step(other) => return Destination::Next(self.place(other)),
                Next::End(end) => return Destination::End(end),
            }
        }
    }

    /// The number of a state.
    fn place(&mut self, state: M::State) -> usize {
        let state = self.machine.essence(state);
        *self.places.entry(state).or_insert_with_key(|state| {
            self.states.push(state.clone());
            self.states.len() - 1
        })
    }
}

#[cfg(test)]
mod tests;
