//! Several formulas, each of which may name the values of those before it.

use super::budget::{Budget, STATE, WEIGHING};
use super::exact::{Stop, weigh};
use super::fault::Fault;
use super::outcomes::{Outcomes, weighed};
use super::spread::{MixedSpread, Spread};
use super::weight::Weight;
use super::written::Formula;

/// One of several formulas.
#[derive(Debug, Clone, Copy)]
pub struct Joined<'f> {
    /// The formula. Its place has the names of all, then those of the formulas before it.
    pub formula: &'f Formula,
    /// The values of the names after these.
    pub constants: &'f [i64],
    /// The number of the name that its value is added to, for the formulas that follow. It then names nothing itself, and stands first.
    pub adds_to: Option<usize>,
}

/// The distribution of the values of several formulas together, for these values of the names of all.
///
/// # Errors
/// The number of the formula with a value that is out of range or divided by 0, for some roll, and its fault; too many ways to be counted.
pub fn joint(formulas: &[Joined<'_>], names: &[i64]) -> Result<Outcomes<Vec<i64>>, (usize, Fault)> {
    let budget = Budget::of(WEIGHING);
    let exact = mixed(formulas, names, &mut Vec::new(), &budget);
    let rounded = || mixed(formulas, names, &mut Vec::new(), &budget);
    weighed(exact, &budget, |(_, stop)| *stop == Stop::Wide, rounded).map_err(|(number, stop)| match stop {
        Stop::Fault(fault) => (number, formulas[number].formula.with_inputs(fault, names)),
        stop => (number, stop.fault()),
    })
}

/// The values of those formulas that follow on `before`.
fn mixed<W: Weight>(
    formulas: &[Joined<'_>],
    names: &[i64],
    before: &mut Vec<i64>,
    budget: &Budget,
) -> Result<Spread<Vec<i64>, W>, (usize, Stop)> {
    let number = before.len();
    let Some(next) = formulas.get(number) else { return Ok(Spread::certain(before.clone())) };
    let here = |stop: Stop| (number, stop);
    let added = formulas[..number].iter().filter(|one| one.adds_to.is_some()).count();
    let inputs: Vec<i64> = names.iter().chain(&before[added..]).chain(next.constants).copied().collect();
    let values = weigh::<W>(&next.formula.place(&inputs), budget).map_err(here)?;
    let mut mixture = MixedSpread::of(values.total);
    let mut changed = names.to_vec();
    for (value, weight) in values.items {
        let value = match next.adds_to {
            Some(name) => {
                changed[name] = names[name] + value;
                changed[name]
            }
            None => value,
        };
        before.push(value);
        let follow = mixed(formulas, &changed, before, budget)?;
        before.pop();
        budget.spend(follow.items.len(), STATE).map_err(|_| here(Stop::Many(0)))?;
        mixture.add(&follow, weight, values.total).map_err(|wide| here(wide.into()))?;
    }
    mixture.spread().map_err(|wide| here(wide.into()))
}
