//! The calls of functions that give a number.

use super::repeated::{ordered, repeated_until};
use super::{Stop, Weighed, Weigher, at};
use crate::formula::budget::{POOL, STATE};
use crate::formula::function::Function;
use crate::formula::pool::{Faces, MOST_WAYS, added, distinct, matches};
use crate::formula::roll::{evaluations, folded};
use crate::formula::spread::{Mixture, Spread};
use crate::formula::tree::{Form, Part};
use crate::formula::weight::{TooWide, Weight};
use std::collections::BTreeMap;
use std::rc::Rc;

impl<'f, W: Weight> Weigher<'f, W> {
    pub(super) fn call(&mut self, function: Function, arguments: &'f [Part], place: usize) -> Weighed<Faces<W>> {
        match function {
            Function::Sum => self.number(&arguments[0]).map(|found| (*found).clone()),
            Function::Matches => {
                let pools = self.pools(&arguments[0])?;
                at(place, pools.mixed(self.budget, |groups| matches(groups, self.budget)))
            }
            Function::Distinct => {
                let pools = self.pools(&arguments[0])?;
                at(place, pools.mixed(self.budget, |groups| distinct(groups, self.budget)))
            }
            Function::Count => {
                let Form::Compare(order, _, pool, right) = &arguments[0].form else { return Ok(Spread::certain(0)) };
                let right = self.number(right)?;
                let pools = self.pools(pool)?;
                let mut mixture = Mixture::of(right.total);
                for (right_value, weight) in &right.items {
                    let test = order.against(*right_value);
                    self.spend(pools.pools.len(), 2 * POOL, place)?;
                    let counts = at(
                        place,
                        pools.mixed(self.budget, |groups| {
                            added(groups, |face| i64::from(test.holds(face)), self.budget)
                        }),
                    )?;
                    mixture.add(&counts, *weight, right.total)?;
                }
                Ok(mixture.spread()?)
            }
            Function::Lookup => {
                let index = self.number(&arguments[0])?;
                let Form::List(entries) = &arguments[1].form else { return Ok(Spread::certain(0)) };
                let index = index.map(|place| (*place).clamp(0, entries.len() as i64 - 1))?;
                let mut mixture = Mixture::of(index.total);
                for (entry, weight) in &index.items {
                    let found = self.number(&entries[*entry as usize])?;
                    self.spend(found.items.len(), STATE, place)?;
                    mixture.add(&found, *weight, index.total)?;
                }
                Ok(mixture.spread()?)
            }
            Function::Best | Function::Worst | Function::Median => {
                let times = self.number(&arguments[0])?;
                let value = self.number(&arguments[1])?;
                let mut mixture = Mixture::of(times.total);
                for (number, weight) in &times.items {
                    let number = evaluations(function, *number, arguments[0].at)?;
                    let place_of = match function {
                        Function::Best => number - 1,
                        Function::Worst => 0,
                        _ => number / 2,
                    };
                    let found = at(place, ordered(&value, number, place_of, self.budget))?;
                    self.spend(found.items.len(), STATE, place)?;
                    mixture.add(&found, *weight, times.total)?;
                }
                Ok(mixture.spread()?)
            }
            Function::Until => {
                let times = self.number(&arguments[0])?;
                let Form::Compare(order, _, again, right) = &arguments[1].form else { return Ok(Spread::certain(0)) };
                let right = self.number(right)?;
                let value = self.number(again)?;
                let mut mixture = Mixture::of(times.total);
                for (number, weight) in &times.items {
                    let number = evaluations(function, *number, arguments[0].at)?;
                    let mut inner = Mixture::of(right.total);
                    for (stop, also) in &right.items {
                        let stops = |value| order.holds(value, *stop);
                        let found = at(place, repeated_until(&value, number, stops, self.budget))?;
                        self.spend(found.items.len(), STATE, place)?;
                        inner.add(&found, *also, right.total)?;
                    }
                    mixture.add(&inner.spread()?, *weight, times.total)?;
                }
                Ok(mixture.spread()?)
            }
            _ => self.folds(function, arguments, place),
        }
    }

    /// A function of numbers: of those whose parts do not depend on one another.
    fn folds(&mut self, function: Function, arguments: &'f [Part], place: usize) -> Weighed<Faces<W>> {
        let list = match arguments.get(1).map(|list| &list.form) {
            Some(Form::List(entries)) => &entries[..],
            _ => &[],
        };
        let own = if list.is_empty() { arguments } else { &arguments[..1] };
        let each = own.iter().chain(list).map(|one| self.number(one)).collect::<Weighed<Vec<_>>>()?;
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
        self.spend(ways.unwrap_or(0), STATE, place)?;
        let total = each.iter().try_fold(W::ONE, |total, one| total.times(one.total)).ok_or(TooWide)?;
        let mut found = BTreeMap::new();
        fold_all(function, arguments, &each, &mut Vec::new(), W::ONE, &mut found)?;
        Ok(Spread { items: found.into_iter().collect(), total }.reduced())
    }
}

/// Adds the values of a function of numbers for all combinations of these.
fn fold_all<W: Weight>(
    function: Function,
    arguments: &[Part],
    left: &[Rc<Faces<W>>],
    values: &mut Vec<i64>,
    weight: W,
    found: &mut BTreeMap<i64, W>,
) -> Weighed<()> {
    let Some((first, left)) = left.split_first() else {
        let sum = found.entry(folded(function, values, arguments)?).or_insert(W::ZERO);
        *sum = sum.plus(weight).ok_or(TooWide)?;
        return Ok(());
    };
    for (value, also) in &first.items {
        values.push(*value);
        fold_all(function, arguments, left, values, weight.times(*also).ok_or(TooWide)?, found)?;
        values.pop();
    }
    Ok(())
}
