//! Joint distributions of several formulas, each of which can use the values of those before it.

use super::budget::{Budget, TRANSITION_COST, WEIGHING_BUDGET};
use super::compiled::Formula;
use super::exact::{Stop, weigh};
use super::fault::Fault;
use super::outcomes::{Outcomes, exact_or_rounded};
use super::spread::{ItemWeights, MixtureBuilder};
use super::weight::Weight;

/// One of several formulas that are weighed together.
#[derive(Debug, Clone, Copy)]
pub struct JointFormula<'f> {
    /// The formula. Its scope has the shared names, followed by the values of all earlier formulas without `adds_to`.
    pub formula: &'f Formula,
    /// The values of the names that follow in its scope.
    pub constants: &'f [i64],
    /// The index of the shared name to which the value is added for later formulas. Formulas with `adds_to` must come
    /// first.
    pub adds_to: Option<usize>,
}

/// The joint distribution of the values of `formulas`. `names` holds the values of the shared names. For a formula with
/// `adds_to`, the result contains the sum of its value and that of the name.
///
/// # Errors
/// If a value is out of range or divided by 0 for some roll, or if there are too many outcomes to count. The error has
/// the index of the formula.
pub fn joint_distribution(formulas: &[JointFormula<'_>], names: &[i64]) -> Result<Outcomes<Vec<i64>>, (usize, Fault)> {
    let budget = Budget::new(WEIGHING_BUDGET);
    let exact = distribution_after(formulas, names, &mut Vec::new(), &budget);
    let rounded = || distribution_after(formulas, names, &mut Vec::new(), &budget);
    exact_or_rounded(exact, &budget, |(_, stop)| *stop == Stop::Wide, rounded).map_err(|(number, stop)| match stop {
        Stop::Fault(fault) => (number, formulas[number].formula.with_inputs(fault, names)),
        stop => (number, stop.into_fault()),
    })
}

/// The joint distribution of the values of all formulas, given the values of the first formulas in `before`.
fn distribution_after<W: Weight>(
    formulas: &[JointFormula<'_>],
    names: &[i64],
    before: &mut Vec<i64>,
    budget: &Budget,
) -> Result<ItemWeights<Vec<i64>, W>, (usize, Stop)> {
    let number = before.len();
    let Some(next) = formulas.get(number) else { return Ok(ItemWeights::certain(before.clone())) };
    let here = |stop: Stop| (number, stop);
    let added = formulas[..number].iter().filter(|one| one.adds_to.is_some()).count();
    let inputs: Vec<i64> = names.iter().chain(&before[added..]).chain(next.constants).copied().collect();
    let values = weigh::<W>(&next.formula.evaluation(&inputs), budget).map_err(here)?;
    let mut mixture = MixtureBuilder::new(values.total);
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
        let follow = distribution_after(formulas, &changed, before, budget)?;
        before.pop();
        budget.spend(follow.items.len(), TRANSITION_COST).map_err(|_| here(Stop::Many(0)))?;
        mixture.add(&follow, weight, values.total).map_err(|wide| here(wide.into()))?;
    }
    mixture.finish().map_err(|wide| here(wide.into()))
}
