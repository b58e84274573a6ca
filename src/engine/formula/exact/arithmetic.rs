//! Weighs sums, products and quotients.

use super::{Stop, WeighedValues, Weigher, at};
use crate::formula::budget::STATE;
use crate::formula::fault::Fault;
use crate::formula::numbers::computed;
use crate::formula::pool::{Die, DieFaces, MOST_WAYS, convolved, with_dice};
use crate::formula::tree::{Form, FormulaNode, Operator};
use crate::formula::weight::Weight;

impl<'f, W: Weight> Weigher<'f, W> {
    /// Weighs a chain of operators. Descends its left side in a loop: the chain may be too long for recursion.
    pub(super) fn arithmetic(&mut self, part: &'f FormulaNode) -> WeighedValues<DieFaces<W>> {
        let (first, signs) = part.chain();
        let mut value = (*self.number(first)?).clone();
        for (operator, sign, right) in signs {
            value = match (&right.form, operator) {
                // Dice are added one by one, which is faster than all at once.
                (Form::Dice(dice), Operator::Add) if dice.kept.is_none() => {
                    let sum = at(sign, with_dice(value, &Die::of(&dice.faces).faces, dice.count, self.budget))?;
                    self.in_range(sum, sign)?
                }
                _ => {
                    let other = self.number(right)?;
                    self.combined(operator, (sign, right.at), &value, &other)?
                }
            };
        }
        Ok(value)
    }

    /// The distribution of an operator's result. `sign` and `divisor` are the positions for faults.
    fn combined(
        &mut self,
        operator: Operator,
        (sign, divisor): (usize, usize),
        left: &DieFaces<W>,
        right: &DieFaces<W>,
    ) -> WeighedValues<DieFaces<W>> {
        let sum = match operator {
            Operator::Add => convolved(left, right, self.budget),
            Operator::Subtract => convolved(left, &right.map(|value| -value)?, self.budget),
            _ => return self.pairs(left, right, sign, |left, right| computed(operator, sign, divisor, left, right)),
        };
        self.in_range(at(sign, sum)?, sign)
    }

    /// The distribution of `gives(left, right)` for two independent values. If there are too many pairs of values, the
    /// fault is at position `place`.
    pub(super) fn pairs(
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
        self.spend(pairs, STATE, place)?;
        left.paired(right, |one, other| Ok(gives(*one, *other)?))
    }
}
