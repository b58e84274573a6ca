//! Weighs the dice pools of a formula.

use super::{WeighedValues, Weigher, at};
use crate::formula::budget::PART;
use crate::formula::function::Function;
use crate::formula::numbers::{pooled, window};
use crate::formula::pool::{DiceGroup, DiceTreatment, Die, DieTest, Pools, alike, part as part_of, size, treated};
use crate::formula::roll::NameValue;
use crate::formula::spread::ItemWeights;
use crate::formula::tree::{Form, FormulaNode};
use crate::formula::weight::Weight;
use std::rc::Rc;

impl<'f, W: Weight> Weigher<'f, W> {
    /// All pools that a part can be, with their weights.
    pub(super) fn pools(&mut self, part: &'f FormulaNode) -> WeighedValues<Pools<W>> {
        self.spend(1, PART, part.at)?;
        match &part.form {
            Form::Dice(dice) => {
                let die = Die::of(&dice.faces);
                let groups = vec![DiceGroup::Alike { shown: die.faces.clone(), die, count: dice.count }];
                Ok(Pools::certain(match dice.kept {
                    Some((true, kept)) => part_of(groups, dice.count - kept, dice.count),
                    Some((false, kept)) => part_of(groups, 0, kept),
                    None => groups,
                }))
            }
            Form::Slot(slot) => match self.values[usize::from(*slot)].clone() {
                NameValue::Dice(dice) => Ok(Pools::certain(vec![DiceGroup::Known(dice)])),
                NameValue::Later(part) => self.pools(part),
                _ => Ok(Pools::certain(Vec::new())),
            },
            Form::If(branches) => {
                let [condition, then, otherwise] = &**branches;
                let condition = self.truth(condition)?;
                self.cases(&condition, part.at, |weigher, holds| {
                    weigher.pools(if *holds == 1 { then } else { otherwise })
                })
            }
            Form::Let(bound) => match self.values_of(bound)? {
                None => self.pools(&bound.body),
                Some(values) => self.cases(&values, bound.name_at, |weigher, value| {
                    weigher.values[usize::from(bound.slot)] = value.clone();
                    weigher.pools(&bound.body)
                }),
            },
            Form::Call(function, arguments) => self.pool_of(*function, arguments),
            _ => Ok(Pools::certain(Vec::new())),
        }
    }

    /// Mixes the pools that `gives` returns for the cases, by the weights of the cases.
    fn cases<T>(
        &mut self,
        cases: &ItemWeights<T, W>,
        place: usize,
        mut gives: impl FnMut(&mut Self, &T) -> WeighedValues<Pools<W>>,
    ) -> WeighedValues<Pools<W>> {
        let mut all = Pools { pools: Vec::new(), total: cases.total };
        for (case, weight) in &cases.items {
            let pools = gives(self, case)?;
            all = at(place, all.with(pools, *weight, cases.total, self.budget))?;
        }
        Ok(all)
    }

    /// Mixes the pools that `gives` returns for the values of `number`, by the weights of the values.
    fn for_each(
        &mut self,
        number: &'f FormulaNode,
        gives: impl FnMut(&mut Self, &i64) -> WeighedValues<Pools<W>>,
    ) -> WeighedValues<Pools<W>> {
        let found = self.number(number)?;
        self.cases(&found, number.at, gives)
    }

    fn pool_of(&mut self, function: Function, arguments: &'f [FormulaNode]) -> WeighedValues<Pools<W>> {
        let place = arguments[0].at;
        match function {
            Function::Highest | Function::Lowest | Function::Middle => self.for_each(&arguments[0], |weigher, kept| {
                let mut pools = weigher.pools(&arguments[1])?;
                for (groups, _) in &mut pools.pools {
                    let (from, to) = window(function, *kept, size(groups), place)?;
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
                let count = pooled(*count, place)?;
                let faces = weigher.number(&arguments[1])?;
                let die = Rc::new(Die { sides: faces.items.len(), faces: faces.clone(), again: None });
                Ok(Pools::certain(alike(faces, &die, count).into_iter().collect()))
            }),
            Function::Reroll | Function::Explode | Function::Ignore => {
                let (order, pool, right) = arguments[0].test();
                self.for_each(right, |weigher, right| {
                    let treat = |weigher: &mut Self, most: Option<i64>| {
                        let (test, treatment) = (DieTest { order, right: *right }, DiceTreatment::of(function, most));
                        let pools = weigher.pools(pool)?;
                        let budget = weigher.budget;
                        at(place, pools.then(budget, |groups| treated(groups, test, treatment, budget)))
                    };
                    match arguments.get(1) {
                        None => treat(weigher, None),
                        Some(most) => weigher.for_each(most, |weigher, most| treat(weigher, Some(*most))),
                    }
                })
            }
            _ => Ok(Pools::certain(Vec::new())),
        }
    }
}
