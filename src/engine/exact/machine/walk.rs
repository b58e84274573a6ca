//! Follows a machine step by step using only the numbers of its states and ends, so that this code is compiled once for
//! all machines.

use crate::chance::Weight;
use crate::chance::limits::Limits;
use crate::error::{Error, Result};
use std::collections::{BTreeMap, HashMap};

/// A machine is followed until the chance that it continues is at most this. Amounts are 32-bit integers, so what is
/// left out changes no mean by more than 10⁻¹⁵.
pub(super) const NEGLIGIBLE: f64 = 1e-25;

/// Maximum number of rounding errors in the product of two chances.
const ERRORS_PER_PRODUCT: f64 = 6.0;

/// The ends of a step are not listed one by one if the chance of reaching the step is at most this.
const RARELY_REACHED: f64 = 1e-13;

/// The destination of a state, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Destination {
    /// Another state within the same step.
    Within(usize),
    /// The state in which the next step begins.
    Next(usize),
    End(usize),
}

/// The possible destinations of a state, each with its chance.
pub(super) type Destinations = Vec<(Destination, Weight)>;

/// The chances of ends, by the end's number and the number of steps.
pub(super) type EndChances = BTreeMap<(usize, u32), Weight>;

/// A machine whose states and ends have numbers. State 0 is the start.
pub(super) trait NumberedMachine {
    /// The possible destinations of state `place` in step `step`; the same one may appear several times. `due` is the
    /// number of states that are followed together.
    ///
    /// # Errors
    /// If a roll cannot be solved, or the calculation was stopped.
    fn destinations(&mut self, place: usize, step: u32, due: usize, limits: &Limits<'_>) -> Result<Destinations>;
    /// The end of a machine that would continue from state `place` after the last step; `None` if the machine has no
    /// steps.
    fn cut_off(&mut self, place: usize) -> Option<usize>;
    /// See [`Machine::too_many`](crate::check::Machine::too_many).
    fn too_many(&self, states: usize) -> Option<Error>;
    /// See [`Machine::last_step`](crate::check::Machine::last_step).
    fn last_step(&self) -> u32;
    /// See [`Machine::kind_of_step`](crate::check::Machine::kind_of_step).
    fn kind_of_step(&self, step: u32) -> u32;
    /// A state is left out if its chance is at most this.
    fn rare(&self) -> f64;
}

/// The result of following a machine: its states after the last step, and its ends.
#[derive(Debug, Default)]
pub(super) struct WalkResult {
    /// The chance of each state in which the next step begins.
    pub(super) now: BTreeMap<usize, Weight>,
    /// The ends to be listed one by one, then the later ones.
    pub(super) ends: [EndChances; 2],
    /// Maximum number of rounding errors in a chance.
    pub(super) errors: f64,
    /// The chance of everything that was left out or has not ended.
    pub(super) left: f64,
}

/// Follows a machine for at most `steps` steps, until the chance that it continues is negligible.
///
/// # Errors
/// If the machine has too many states, a roll cannot be solved, or the calculation was stopped.
pub(super) fn walk(machine: &mut dyn NumberedMachine, steps: u32, limits: &Limits<'_>) -> Result<WalkResult> {
    let mut walk =
        Walk { machine, limits, destinations: HashMap::new(), result: WalkResult::default(), remaining: 1.0, step: 0 };
    walk.result.now.insert(0, Weight::ONE);
    walk.follow()?;
    while walk.step < steps && walk.remaining > NEGLIGIBLE {
        walk.step += 1;
        walk.follow()?;
    }
    walk.result.left += walk.remaining;
    Ok(walk.result)
}

/// A machine that is followed step by step.
struct Walk<'m> {
    machine: &'m mut dyn NumberedMachine,
    limits: &'m Limits<'m>,
    /// The destinations found so far, by state and kind of step.
    destinations: HashMap<(usize, u32), Destinations>,
    result: WalkResult,
    /// The chance that there is a next step.
    remaining: f64,
    step: u32,
}

impl Walk<'_> {
    /// Follows all states to the end of the current step.
    fn follow(&mut self) -> Result<()> {
        let list = usize::from(self.remaining <= RARELY_REACHED);
        let mut next: BTreeMap<usize, Weight> = BTreeMap::new();
        let mut within = std::mem::take(&mut self.result.now);
        let is_last = self.step == self.machine.last_step();
        let (kind, rare) = (self.machine.kind_of_step(self.step), self.machine.rare());
        while !within.is_empty() {
            self.limits.check()?;
            let chance = sum(&within);
            if chance <= NEGLIGIBLE {
                self.result.left += chance;
                break;
            }
            let mut into: HashMap<usize, u32> = HashMap::new();
            let due = within.len();
            for (place, here) in std::mem::take(&mut within) {
                if here.probability() <= rare {
                    self.result.left += here.probability();
                    continue;
                }
                if !self.destinations.contains_key(&(place, kind)) {
                    let destinations = merge_equal(self.machine.destinations(place, self.step, due, self.limits)?);
                    self.destinations.insert((place, kind), destinations);
                }
                let destinations = &self.destinations[&(place, kind)];
                self.limits.charge(destinations.len() as u64)?;
                for (target, chance) in destinations {
                    let weight = here * *chance;
                    let mut flow = |to: &mut BTreeMap<usize, Weight>, place: usize| {
                        *into.entry(place).or_default() += 1;
                        *to.entry(place).or_default() += weight;
                    };
                    let end = match *target {
                        Destination::Within(place) => {
                            flow(&mut within, place);
                            continue;
                        }
                        Destination::Next(place) => match if is_last { self.machine.cut_off(place) } else { None } {
                            Some(end) => end,
                            None => {
                                flow(&mut next, place);
                                continue;
                            }
                        },
                        Destination::End(end) => end,
                    };
                    *self.result.ends[list].entry((end, self.step)).or_default() += weight;
                }
            }
            self.result.errors += f64::from(into.into_values().max().unwrap_or(0)) + ERRORS_PER_PRODUCT;
            if let Some(error) = self.machine.too_many(within.len().max(next.len())) {
                return Err(error);
            }
        }
        self.remaining = sum(&next);
        self.result.now = next;
        Ok(())
    }
}

/// The total chance of all states in `chances`.
fn sum(chances: &BTreeMap<usize, Weight>) -> f64 {
    chances.values().map(Weight::probability).sum()
}

/// Adds up the chances of equal destinations.
fn merge_equal(destinations: Destinations) -> Destinations {
    let mut sums: BTreeMap<Destination, Weight> = BTreeMap::new();
    for (target, chance) in destinations {
        *sums.entry(target).or_default() += chance;
    }
    sums.into_iter().collect()
}
