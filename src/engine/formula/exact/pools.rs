//! Weighs the dice pools of a formula.

use super::{WeighedValues, Weigher, stop_at};
use crate::formula::budget::PART_COST;
use crate::formula::function::Function;
use crate::formula::numbers::{check_pool_size, kept_range};
use crate::formula::pool::{DiceGroup, DiceTreatment, Die, DieTest, Pools, equal_dice, select_dice, size, treat_dice};
use crate::formula::roll::NameValue;
use crate::formula::spread::ItemWeights;
use crate::formula::tree::{Form, FormulaNode};
use crate::formula::weight::Weight;
use std::rc::Rc;

impl<'f, W: Weight> Weigher<'f, W> {
    /// The pools that a part can be, each with its weight.
    pub(super) fn weigh_pools(&mut self, part: &'f FormulaNode) -> WeighedValues<Pools<W>> {
        self.spend(1, PART_COST, part.at)?;
        match &part.form {
            Form::Dice(dice) => {
                let die = Die::of(&dice.faces);
                let groups = vec![DiceGroup::Alike { shown: die.faces.clone(), die, count: dice.count }];
                Ok(Pools::certain(match dice.kept {
                    Some((true, kept)) => select_dice(groups, dice.count - kept, dice.count),
                    Some((false, kept)) => select_dice(groups, 0, kept),
                    None => groups,
                }))
            }
            Form::Slot(slot) => match self.values[usize::from(*slot)].clone() {
                NameValue::Dice(dice) => Ok(Pools::certain(vec![DiceGroup::Known(dice)])),
                NameValue::Later(part) => self.weigh_pools(part),
                _ => Ok(Pools::certain(Vec::new())),
            },
            Form::If(branches) => {
                let [condition, then, otherwise] = &**branches;
                let condition = self.weigh_truth(condition)?;
                self.mix_pools(&condition, part.at, |weigher, holds| {
                    weigher.weigh_pools(if *holds == 1 { then } else { otherwise })
                })
            }
            Form::Let(bound) => match self.values_of_let(bound)? {
                None => self.weigh_pools(&bound.body),
                Some(values) => self.mix_pools(&values, bound.name_at, |weigher, value| {
                    weigher.values[usize::from(bound.slot)] = value.clone();
                    weigher.weigh_pools(&bound.body)
                }),
            },
            Form::Call(function, arguments) => self.weigh_pool_call(*function, arguments),
            _ => Ok(Pools::certain(Vec::new())),
        }
    }

    /// The mixture of the pools that `gives` returns for the cases, by the weights of the cases.
    fn mix_pools<T>(
        &mut self,
        cases: &ItemWeights<T, W>,
        place: usize,
        mut gives: impl FnMut(&mut Self, &T) -> WeighedValues<Pools<W>>,
    ) -> WeighedValues<Pools<W>> {
        let mut all = Pools { pools: Vec::new(), total: cases.total };
        for (case, weight) in &cases.items {
            let pools = gives(self, case)?;
            all = stop_at(place, all.add_case(pools, *weight, cases.total, self.budget))?;
        }
        Ok(all)
    }

    /// Like [`mix_pools`](Self::mix_pools); the cases are the values of `number`.
    fn mix_pools_by(
        &mut self,
        number: &'f FormulaNode,
        gives: impl FnMut(&mut Self, &i64) -> WeighedValues<Pools<W>>,
    ) -> WeighedValues<Pools<W>> {
        let found = self.weigh_number(number)?;
        self.mix_pools(&found, number.at, gives)
    }

    /// The pools that a function can return, each with its weight.
    fn weigh_pool_call(&mut self, function: Function, arguments: &'f [FormulaNode]) -> WeighedValues<Pools<W>> {
        let place = arguments[0].at;
        match function {
            Function::Highest | Function::Lowest | Function::Middle => {
                self.mix_pools_by(&arguments[0], |weigher, kept| {
                    let mut pools = weigher.weigh_pools(&arguments[1])?;
                    for (groups, _) in &mut pools.pools {
                        let (from, to) = kept_range(function, *kept, size(groups), place)?;
                        *groups = select_dice(std::mem::take(groups), from, to);
                    }
                    Ok(pools)
                })
            }
            Function::Join => {
                let mut all = Pools::certain(Vec::new());
                for argument in arguments {
                    let more = self.weigh_pools(argument)?;
                    all = stop_at(argument.at, all.combine(&more, self.budget))?;
                }
                Ok(all)
            }
            Function::Pool => self.mix_pools_by(&arguments[0], |weigher, count| {
                let count = check_pool_size(*count, place)?;
                let faces = weigher.weigh_number(&arguments[1])?;
                let die = Rc::new(Die { sides: faces.items.len(), faces: faces.clone(), formula: None });
                Ok(Pools::certain(equal_dice(faces, &die, count).into_iter().collect()))
            }),
            Function::Reroll | Function::Explode | Function::Ignore => {
                let (order, pool, right) = arguments[0].test();
                self.mix_pools_by(right, |weigher, right| {
                    let treat = |weigher: &mut Self, most: Option<i64>| {
                        let (test, treatment) =
                            (DieTest { order, right: *right }, DiceTreatment::by_function(function, most));
                        let pools = weigher.weigh_pools(pool)?;
                        let budget = weigher.budget;
                        stop_at(place, pools.replace_each(budget, |groups| treat_dice(groups, test, treatment, budget)))
                    };
                    match arguments.get(1) {
                        None => treat(weigher, None),
                        Some(most) => weigher.mix_pools_by(most, |weigher, most| treat(weigher, Some(*most))),
                    }
                })
            }
            _ => Ok(Pools::certain(Vec::new())),
        }
    }
}
