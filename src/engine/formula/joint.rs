//! Joint distributions of several formulas, each of which can use the values of those before it.

use super::budget::{Budget, STATE, WEIGHING};
use super::exact::{Stop, weigh};
use super::fault::Fault;
use super::outcomes::{Outcomes, weighed};
use super::spread::{ItemWeights, MixedSpread};
use super::weight::Weight;
use super::written::Formula;

/// One of several formulas that are weighed together.
#[derive(Debug, Clone, Copy)]
pub struct Joined<'f> {
    /// The formula. Its scope has the shared names, then the values of the earlier formulas without `adds_to`.
    pub formula: &'f Formula,
    /// The values of the names that follow in the formula's scope.
    pub constants: &'f [i64],
    /// The index of the shared name that the value is added to for later formulas. Formulas with `adds_to` have to come
    /// first.
    pub adds_to: Option<usize>,
}

/// The joint distribution of the values of `formulas`. `names` has the values of the shared names. If a formula has
/// `adds_to`, its value in the result includes that of the name.
///
/// # Errors
/// If a value is out of range or divided by 0 for some roll, or if there are too many outcomes to count. The error has
/// the index of the formula.
pub fn joint(formulas: &[Joined<'_>], names: &[i64]) -> Result<Outcomes<Vec<i64>>, (usize, Fault)> {
    let budget = Budget::of(WEIGHING);
    let exact = mixed(formulas, names, &mut Vec::new(), &budget);
    let rounded = || mixed(formulas, names, &mut Vec::new(), &budget);
    weighed(exact, &budget, |(_, stop)| *stop == Stop::Wide, rounded).map_err(|(number, stop)| match stop {
        Stop::Fault(fault) => (number, formulas[number].formula.with_inputs(fault, names)),
        stop => (number, stop.fault()),
    })
}

/// The joint distribution of all formulas' values, given the values of the first formulas in `before`.
fn mixed<W: Weight>(
    formulas: &[Joined<'_>],
    names: &[i64],
    before: &mut Vec<i64>,
    budget: &Budget,
) -> Result<ItemWeights<Vec<i64>, W>, (usize, Stop)> {
    let number = before.len();
    let Some(next) = formulas.get(number) else { return Ok(ItemWeights::certain(before.clone())) };
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
