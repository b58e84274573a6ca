//! The pools of dice of a formula.

use super::{Value, Values, Weighed, Weigher, at};
use crate::formula::budget::PART;
use crate::formula::function::Function;
use crate::formula::pool::{Die, Group, Pools, Treatment, part as part_of, size, treated};
use crate::formula::roll::{pooled, window};
use crate::formula::tree::{Form, Part};
use crate::formula::weight::Weight;
use std::rc::Rc;

impl<'f, W: Weight> Weigher<'f, W> {
    pub(super) fn pools(&mut self, part: &'f Part) -> Weighed<Pools<W>> {
        self.spend(1, PART, part.at)?;
        match &part.form {
            Form::Dice(dice) => {
                let die = Die::of(&dice.faces);
                let groups = vec![Group::Alike { shown: die.faces.clone(), die, count: dice.count }];
                Ok(Pools::certain(match dice.kept {
                    Some((true, kept)) => part_of(groups, dice.count - kept, dice.count),
                    Some((false, kept)) => part_of(groups, 0, kept),
                    None => groups,
                }))
            }
            Form::Slot(slot) => match self.values[usize::from(*slot)].clone() {
                Value::Dice(dice) => Ok(Pools::certain(vec![Group::Known(dice)])),
                Value::Later(part) => self.pools(part),
                _ => Ok(Pools::certain(Vec::new())),
            },
            Form::If(branches) => {
                let [condition, then, otherwise] = &**branches;
                let condition = self.truth(condition)?;
                let cases =
                    condition.items.iter().map(|(holds, weight)| (Value::Truth(*holds == 1), *weight)).collect();
                self.cases((cases, condition.total), part.at, |weigher, value| {
                    weigher.pools(if matches!(value, Value::Truth(true)) { then } else { otherwise })
                })
            }
            Form::Let(bound) => {
                let slot = usize::from(bound.slot);
                match self.values_of(bound)? {
                    None => {
                        self.values[slot] = Value::Later(&bound.value);
                        self.pools(&bound.body)
                    }
                    Some(values) => {
                        self.count(values.0.len(), bound.name_at)?;
                        self.cases(values, bound.name_at, |weigher, value| {
                            weigher.values[slot] = value;
                            weigher.pools(&bound.body)
                        })
                    }
                }
            }
            Form::Call(function, arguments) => self.pool_of(*function, arguments),
            _ => Ok(Pools::certain(Vec::new())),
        }
    }

    /// The pools of several cases.
    fn cases(
        &mut self,
        (cases, total): Values<'f, W>,
        place: usize,
        mut gives: impl FnMut(&mut Self, Value<'f, W>) -> Weighed<Pools<W>>,
    ) -> Weighed<Pools<W>> {
        let mut all = Pools { pools: Vec::new(), total };
        for (value, weight) in cases {
            let pools = gives(self, value)?;
            all = at(place, all.with(pools, weight, total, self.budget))?;
        }
        Ok(all)
    }

    /// The pools for each value of a number.
    fn for_each(
        &mut self,
        number: &'f Part,
        mut gives: impl FnMut(&mut Self, i64) -> Weighed<Pools<W>>,
    ) -> Weighed<Pools<W>> {
        let found = self.number(number)?;
        let cases = found.items.iter().map(|(value, weight)| (Value::Number(*value), *weight)).collect();
        self.cases((cases, found.total), number.at, |weigher, value| match value {
            Value::Number(number) => gives(weigher, number),
            _ => Ok(Pools::certain(Vec::new())),
        })
    }

    fn pool_of(&mut self, function: Function, arguments: &'f [Part]) -> Weighed<Pools<W>> {
        let place = arguments[0].at;
        match function {
            Function::Highest | Function::Lowest | Function::Middle => self.for_each(&arguments[0], |weigher, kept| {
                let mut pools = weigher.pools(&arguments[1])?;
                for (groups, _) in &mut pools.pools {
                    let (from, to) = window(function, kept, size(groups), place)?;
                    *groups = part_of(std::mem::take(groups), from, to);
                }
                Ok(pools)
            }),
            Function::Join => {
                let mut all = Pools::certain(Vec::new());
                for argument in arguments {
                    let more = self.pools(argument)?;
                    all = at(argument.at, all.joined(&more, self.budget))?;
                }
                Ok(all)
            }
            Function::Pool => self.for_each(&arguments[0], |weigher, count| {
                let count = pooled(count, place)?;
                let faces = weigher.number(&arguments[1])?;
                let die = Rc::new(Die { sides: faces.items.len(), faces: faces.clone(), again: None });
                Ok(Pools::certain(if count == 0 {
                    Vec::new()
                } else {
                    vec![Group::Alike { shown: faces, die, count }]
                }))
            }),
            Function::Reroll | Function::Explode | Function::Ignore => {
                let Form::Compare(order, _, pool, right) = &arguments[0].form else {
                    return Ok(Pools::certain(Vec::new()));
                };
                self.for_each(right, |weigher, right| {
                    let treat = |weigher: &mut Self, most: Option<i64>| {
                        let treatment = Treatment::of(function, most);
                        let pools = weigher.pools(pool)?;
                        let budget = weigher.budget;
                        at(place, pools.then(budget, |groups| treated(groups, order.against(right), treatment, budget)))
                    };
                    match arguments.get(1) {
                        None => treat(weigher, None),
                        Some(most) => weigher.for_each(most, |weigher, most| treat(weigher, Some(most))),
                    }
                })
            }
            _ => Ok(Pools::certain(Vec::new())),
        }
    }
}
