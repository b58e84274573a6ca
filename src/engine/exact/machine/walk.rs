//! Follows a machine step by step using only the numbers of its states and ends, so that this code is compiled once for
//! all machines.

use crate::chance::Weight;
use crate::chance::limits::Limits;
use crate::error::{Error, Result};
use std::collections::{BTreeMap, HashMap};

/// A machine is followed until the chance that it continues is at most this. Amounts are 32-bit integers, so the rest
/// changes no mean by more than 10⁻¹⁵.
pub(super) const NEGLIGIBLE: f64 = 1e-25;

/// Maximum number of rounding errors in the product of two chances.
const PRODUCT: f64 = 6.0;

/// Ends are not listed one by one after a step that is reached with at most this chance.
const LISTED: f64 = 1e-13;

/// The destination of a state, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Destination {
    /// Another state within the same step.
    Within(usize),
    /// The state in which the next step begins.
    Next(usize),
    End(usize),
}

/// Destinations with their chances.
pub(super) type Flows = Vec<(Destination, Weight)>;

/// The chances of ends, by the end's number and the number of steps.
pub(super) type EndChances = BTreeMap<(usize, u32), Weight>;

/// A machine whose states and ends have numbers. State 0 is the start.
pub(super) trait NumberedMachine {
    /// The destinations of state `place`, possibly with duplicates. `due` is the number of states followed together.
    ///
    /// # Errors
    /// If a roll cannot be solved, or the calculation was stopped.
    fn flows(&mut self, place: usize, step: u32, due: usize, limits: &Limits<'_>) -> Result<Flows>;
    /// The end of a machine that would continue from state `place` after the last step; `None` if it has no steps.
    fn cut_off(&mut self, place: usize) -> Option<usize>;
    /// See [`Machine::too_many`](crate::check::Machine::too_many).
    fn too_many(&self, states: usize) -> Option<Error>;
    /// See [`Machine::last_step`](crate::check::Machine::last_step).
    fn last_step(&self) -> u32;
    /// See [`Machine::kind_of_step`](crate::check::Machine::kind_of_step).
    fn kind_of_step(&self, step: u32) -> u32;
    /// States with at most this chance are left out.
    fn rare(&self) -> f64;
}

/// The states and ends after the last step.
#[derive(Debug, Default)]
pub(super) struct WalkResult {
    /// The chance of each state in which the next step begins.
    pub(super) now: BTreeMap<usize, Weight>,
    /// Ends to list one by one, then later ones.
    pub(super) ends: [EndChances; 2],
    /// Maximum number of rounding errors in a chance.
    pub(super) errors: f64,
    /// The chance of everything that is left out or has not ended.
    pub(super) left: f64,
}

/// Follows a machine for at most `steps` steps, until the chance that it continues is negligible.
///
/// # Errors
/// If the machine has too many states, a roll cannot be solved, or the calculation was stopped.
pub(super) fn walk(machine: &mut dyn NumberedMachine, steps: u32, limits: &Limits<'_>) -> Result<WalkResult> {
    let mut walk =
        Walk { machine, limits, flows: HashMap::new(), result: WalkResult::default(), remaining: 1.0, step: 0 };
    walk.result.now.insert(0, Weight::ONE);
    walk.follow()?;
    while walk.step < steps && walk.remaining > NEGLIGIBLE {
        walk.step += 1;
        walk.follow()?;
    }
    walk.result.left += walk.remaining;
    Ok(walk.result)
}

struct Walk<'m> {
    machine: &'m mut dyn NumberedMachine,
    limits: &'m Limits<'m>,
    /// Flows by state and kind of step.
    flows: HashMap<(usize, u32), Flows>,
    result: WalkResult,
    /// The chance that there is another step.
    remaining: f64,
    step: u32,
}

impl Walk<'_> {
    /// Follows all states to the end of the step.
    fn follow(&mut self) -> Result<()> {
        let list = usize::from(self.remaining <= LISTED);
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
                if !self.flows.contains_key(&(place, kind)) {
                    let flows = merge_equal(self.machine.flows(place, self.step, due, self.limits)?);
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
            self.result.errors += f64::from(into.into_values().max().unwrap_or(0)) + PRODUCT;
            if let Some(error) = self.machine.too_many(within.len().max(next.len())) {
                return Err(error);
            }
        }
        self.remaining = sum(&next);
        self.result.now = next;
        Ok(())
    }
}

fn sum(chances: &BTreeMap<usize, Weight>) -> f64 {
    chances.values().map(Weight::probability).sum()
}

/// Adds up the chances of equal destinations.
fn merge_equal(flows: Flows) -> Flows {
    let mut sums: BTreeMap<Destination, Weight> = BTreeMap::new();
    for (target, chance) in flows {
        *sums.entry(target).or_default() += chance;
    }
    sums.into_iter().collect()
}
