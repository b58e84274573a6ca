//! Weighs calls of functions that return a number.

use super::repetition::{repeated_until, value_at_rank};
use super::{Stop, WeighedValues, Weigher, stop_at};
use crate::formula::budget::{POOL_COST, TRANSITION_COST};
use crate::formula::function::Function;
use crate::formula::numbers::{apply_function, check_evaluations, selected_index};
use crate::formula::pool::{DiceGroups, DieFaces, DieTest, MOST_WAYS, different_faces, largest_set, sum_of_dice};
use crate::formula::spread::ItemWeights;
use crate::formula::tree::FormulaNode;
use crate::formula::weight::Weight;
use std::collections::BTreeMap;
use std::rc::Rc;

impl<'f, W: Weight> Weigher<'f, W> {
    /// The distribution of the number that a function returns; `place` is the position of the call.
    pub(super) fn weigh_call(
        &mut self,
        function: Function,
        arguments: &'f [FormulaNode],
        place: usize,
    ) -> WeighedValues<DieFaces<W>> {
        match function {
            Function::Sum => self.weigh_number(&arguments[0]).map(|found| (*found).clone()),
            Function::Matches | Function::Distinct => {
                let count = if function == Function::Matches { largest_set } else { different_faces };
                let pools = self.weigh_pools(&arguments[0])?;
                stop_at(place, pools.mix(self.budget, |groups| count(groups, self.budget)))
            }
            Function::Count => {
                let (order, pool, right) = arguments[0].test();
                let right = self.weigh_number(right)?;
                let pools = self.weigh_pools(pool)?;
                self.mix(&right, place, |weigher, right| {
                    let (test, budget) = (DieTest { order, right: *right }, weigher.budget);
                    weigher.spend(pools.pools.len(), 2 * POOL_COST, place)?;
                    let counts =
                        |groups: &DiceGroups<W>| sum_of_dice(groups, |face| i64::from(test.passes(face)), budget);
                    stop_at(place, pools.mix(budget, counts)).map(Rc::new)
                })
            }
            Function::Lookup => {
                let index = self.weigh_number(&arguments[0])?;
                let list = &arguments[1];
                let last = list.entries().len() as i64 - 1;
                let index = index.map(|place| (*place).clamp(0, last))?;
                self.mix(&index, place, |weigher, index| weigher.weigh_number(list.entry(*index)))
            }
            Function::Best | Function::Worst | Function::Median => {
                let times = self.weigh_number(&arguments[0])?;
                let value = self.weigh_number(&arguments[1])?;
                self.mix(&times, place, |weigher, times| {
                    let times = check_evaluations(function, *times, arguments[0].at)?;
                    stop_at(place, value_at_rank(&value, times, selected_index(function, times), weigher.budget))
                        .map(Rc::new)
                })
            }
            Function::Until => {
                let times = self.weigh_number(&arguments[0])?;
                let (order, again, right) = arguments[1].test();
                let right = self.weigh_number(right)?;
                let value = self.weigh_number(again)?;
                self.mix(&times, place, |weigher, times| {
                    let times = check_evaluations(function, *times, arguments[0].at)?;
                    let found = weigher.mix(&right, place, |weigher, stop| {
                        let stops = |value| order.holds(value, *stop);
                        stop_at(place, repeated_until(&value, times, stops, weigher.budget)).map(Rc::new)
                    });
                    found.map(Rc::new)
                })
            }
            // The right side is weighed only if the left one does not decide.
            Function::And | Function::Or => {
                let decides = i64::from(function == Function::Or);
                let left = self.weigh_truth(&arguments[0])?;
                self.mix(&left, arguments[0].at, |weigher, holds| match *holds == decides {
                    true => Ok(Rc::new(ItemWeights::certain(decides))),
                    false => weigher.weigh_truth(&arguments[1]).map(Rc::new),
                })
            }
            _ => self.weigh_number_function(function, arguments, place),
        }
    }

    /// The distribution of a function of numbers, whose arguments are independent.
    fn weigh_number_function(
        &mut self,
        function: Function,
        arguments: &'f [FormulaNode],
        place: usize,
    ) -> WeighedValues<DieFaces<W>> {
        let each = FormulaNode::number_arguments(arguments)
            .map(|one| self.weigh_number(one))
            .collect::<WeighedValues<Vec<_>>>()?;
        if let (Function::Min | Function::Max, [first, rest @ ..]) = (function, &each[..]) {
            let mut value = (**first).clone();
            for other in rest {
                value = self.combine_pairs(&value, other, place, |one, other| {
                    apply_function(function, &[one, other], arguments)
                })?;
            }
            return Ok(value);
        }
        let ways = each.iter().map(|one| one.items.len()).try_fold(1usize, usize::checked_mul);
        if ways.is_none_or(|ways| ways > MOST_WAYS) {
            return Err(Stop::Many(place));
        }
        if each.len() > 1 {
            self.spend(ways.unwrap_or(0), TRANSITION_COST, place)?;
        }
        let total = each.iter().try_fold(W::ONE, |total, one| total.times(one.total))?;
        let mut found = BTreeMap::new();
        fold_all(function, arguments, &each, &mut Vec::new(), W::ONE, &mut found)?;
        Ok(ItemWeights { items: found.into_iter().collect(), total }.reduce_weights())
    }
}

/// Adds to `found` the values of the function for all combinations of the remaining arguments.
///
/// `left` holds the distributions of the remaining arguments, `values` the values chosen for those before them, and
/// `weight` the weight of that choice.
fn fold_all<W: Weight>(
    function: Function,
    arguments: &[FormulaNode],
    left: &[Rc<DieFaces<W>>],
    values: &mut Vec<i64>,
    weight: W,
    found: &mut BTreeMap<i64, W>,
) -> WeighedValues<()> {
    let Some((first, left)) = left.split_first() else {
        let sum = found.entry(apply_function(function, values, arguments)?).or_insert(W::ZERO);
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
