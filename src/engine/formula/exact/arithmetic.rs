//! Weighs sums, products and quotients.

use super::{Stop, WeighedValues, Weigher, stop_at};
use crate::formula::budget::TRANSITION_COST;
use crate::formula::fault::Fault;
use crate::formula::numbers::apply_operator;
use crate::formula::pool::{Die, DieFaces, MOST_WAYS, add_dice, convolve};
use crate::formula::tree::{Form, FormulaNode, Operator};
use crate::formula::weight::Weight;

impl<'f, W: Weight> Weigher<'f, W> {
    /// The distribution of a chain of operators. It descends the left side in a loop, since the chain may be too long
    /// for recursion.
    pub(super) fn weigh_chain(&mut self, part: &'f FormulaNode) -> WeighedValues<DieFaces<W>> {
        let (first, signs) = part.chain();
        let mut value = (*self.weigh_number(first)?).clone();
        for (operator, sign, right) in signs {
            value = match (&right.form, operator) {
                // Dice are added one by one, which is faster than all at once.
                (Form::Dice(dice), Operator::Add) if dice.kept.is_none() => {
                    let sum = stop_at(sign, add_dice(value, &Die::of(&dice.faces).faces, dice.count, self.budget))?;
                    self.check_range(sum, sign)?
                }
                _ => {
                    let other = self.weigh_number(right)?;
                    self.weigh_operation(operator, (sign, right.at), &value, &other)?
                }
            };
        }
        Ok(value)
    }

    /// The distribution of the result of `operator`. `sign` and `divisor` are the positions for faults.
    fn weigh_operation(
        &mut self,
        operator: Operator,
        (sign, divisor): (usize, usize),
        left: &DieFaces<W>,
        right: &DieFaces<W>,
    ) -> WeighedValues<DieFaces<W>> {
        let sum = match operator {
            Operator::Add => convolve(left, right, self.budget),
            Operator::Subtract => convolve(left, &right.map(|value| -value)?, self.budget),
            _ => {
                return self.combine_pairs(left, right, sign, |left, right| {
                    apply_operator(operator, sign, divisor, left, right)
                });
            }
        };
        self.check_range(stop_at(sign, sum)?, sign)
    }

    /// The distribution of `gives(left, right)` for two independent values. `place` is the position for the fault if
    /// there are too many pairs of values.
    pub(super) fn combine_pairs(
        &mut self,
        left: &DieFaces<W>,
        right: &DieFaces<W>,
        place: usize,
        gives: impl Fn(i64, i64) -> Result<i64, Fault>,
    ) -> WeighedValues<DieFaces<W>> {
        let pairs = left.items.len().saturating_mul(right.items.len());
        if pairs > MOST_WAYS {
            return Err(Stop::Many(place));
        }
        self.spend(pairs, TRANSITION_COST, place)?;
        left.combine(right, |one, other| Ok(gives(*one, *other)?))
    }
}
