//! Weighs calls of functions that return a number.

use super::repeated::{ordered, repeated_until};
use super::{Stop, WeighedValues, Weigher, at};
use crate::formula::budget::{POOL, STATE};
use crate::formula::function::Function;
use crate::formula::numbers::{evaluations, folded, place_of};
use crate::formula::pool::{DiceGroups, DieFaces, DieTest, MOST_WAYS, added, distinct, matches};
use crate::formula::spread::ItemWeights;
use crate::formula::tree::FormulaNode;
use crate::formula::weight::Weight;
use std::collections::BTreeMap;
use std::rc::Rc;

impl<'f, W: Weight> Weigher<'f, W> {
    /// Weighs a call at position `place`.
    pub(super) fn call(
        &mut self,
        function: Function,
        arguments: &'f [FormulaNode],
        place: usize,
    ) -> WeighedValues<DieFaces<W>> {
        match function {
            Function::Sum => self.number(&arguments[0]).map(|found| (*found).clone()),
            Function::Matches | Function::Distinct => {
                let reading = if function == Function::Matches { matches } else { distinct };
                let pools = self.pools(&arguments[0])?;
                at(place, pools.mixed(self.budget, |groups| reading(groups, self.budget)))
            }
            Function::Count => {
                let (order, pool, right) = arguments[0].test();
                let right = self.number(right)?;
                let pools = self.pools(pool)?;
                self.mixed(&right, place, |weigher, right| {
                    let (test, budget) = (DieTest { order, right: *right }, weigher.budget);
                    weigher.spend(pools.pools.len(), 2 * POOL, place)?;
                    let counts = |groups: &DiceGroups<W>| added(groups, |face| i64::from(test.holds(face)), budget);
                    at(place, pools.mixed(budget, counts)).map(Rc::new)
                })
            }
            Function::Lookup => {
                let index = self.number(&arguments[0])?;
                let list = &arguments[1];
                let last = list.entries().len() as i64 - 1;
                let index = index.map(|place| (*place).clamp(0, last))?;
                self.mixed(&index, place, |weigher, index| weigher.number(list.entry(*index)))
            }
            Function::Best | Function::Worst | Function::Median => {
                let times = self.number(&arguments[0])?;
                let value = self.number(&arguments[1])?;
                self.mixed(&times, place, |weigher, times| {
                    let times = evaluations(function, *times, arguments[0].at)?;
                    at(place, ordered(&value, times, place_of(function, times), weigher.budget)).map(Rc::new)
                })
            }
            Function::Until => {
                let times = self.number(&arguments[0])?;
                let (order, again, right) = arguments[1].test();
                let right = self.number(right)?;
                let value = self.number(again)?;
                self.mixed(&times, place, |weigher, times| {
                    let times = evaluations(function, *times, arguments[0].at)?;
                    let found = weigher.mixed(&right, place, |weigher, stop| {
                        let stops = |value| order.holds(value, *stop);
                        at(place, repeated_until(&value, times, stops, weigher.budget)).map(Rc::new)
                    });
                    found.map(Rc::new)
                })
            }
            // The right side is weighed only if the left one does not decide.
            Function::And | Function::Or => {
                let decides = i64::from(function == Function::Or);
                let left = self.truth(&arguments[0])?;
                self.mixed(&left, arguments[0].at, |weigher, holds| match *holds == decides {
                    true => Ok(Rc::new(ItemWeights::certain(decides))),
                    false => weigher.truth(&arguments[1]).map(Rc::new),
                })
            }
            _ => self.folds(function, arguments, place),
        }
    }

    /// Weighs a function of numbers, whose arguments are independent.
    fn folds(&mut self, function: Function, arguments: &'f [FormulaNode], place: usize) -> WeighedValues<DieFaces<W>> {
        let each = FormulaNode::numbers(arguments).map(|one| self.number(one)).collect::<WeighedValues<Vec<_>>>()?;
        if let (Function::Min | Function::Max, [first, rest @ ..]) = (function, &each[..]) {
            let mut value = (**first).clone();
            for other in rest {
                value = self.pairs(&value, other, place, |one, other| folded(function, &[one, other], arguments))?;
            }
            return Ok(value);
        }
        let ways = each.iter().map(|one| one.items.len()).try_fold(1usize, usize::checked_mul);
        if ways.is_none_or(|ways| ways > MOST_WAYS) {
            return Err(Stop::Many(place));
        }
        if each.len() > 1 {
            self.spend(ways.unwrap_or(0), STATE, place)?;
        }
        let total = each.iter().try_fold(W::ONE, |total, one| total.times(one.total))?;
        let mut found = BTreeMap::new();
        fold_all(function, arguments, &each, &mut Vec::new(), W::ONE, &mut found)?;
        Ok(ItemWeights { items: found.into_iter().collect(), total }.reduced())
    }
}

/// Adds to `found` the function's values for all combinations of the arguments that are left.
///
/// `left` has the distributions of these arguments. `values` holds the values chosen for the arguments before them, and
/// `weight` is the weight of that choice.
fn fold_all<W: Weight>(
    function: Function,
    arguments: &[FormulaNode],
    left: &[Rc<DieFaces<W>>],
    values: &mut Vec<i64>,
    weight: W,
    found: &mut BTreeMap<i64, W>,
) -> WeighedValues<()> {
    let Some((first, left)) = left.split_first() else {
        let sum = found.entry(folded(function, values, arguments)?).or_insert(W::ZERO);
        *sum = sum.plus(weight)?;
        return Ok(());
    };
    for (value, also) in &first.items {
        values.push(*value);
        fold_all(function, arguments, left, values, weight.times(*also)?, found)?;
        values.pop();
    }
    Ok(())
}
