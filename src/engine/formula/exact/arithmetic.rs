//! Sums, products and quotients.

use super::{Stop, Weighed, Weigher, at};
use crate::formula::budget::STATE;
use crate::formula::fault::Fault;
use crate::formula::pool::{Die, Faces, MOST_WAYS, convolved, with_dice};
use crate::formula::roll::computed;
use crate::formula::spread::Spread;
use crate::formula::tree::{Form, Operator, Part};
use crate::formula::weight::{TooWide, Weight};

impl<'f, W: Weight> Weigher<'f, W> {
    /// A chain of signs, down its left side in a loop, since it may be long.
    pub(super) fn arithmetic(&mut self, part: &'f Part) -> Weighed<Faces<W>> {
        let mut spine = Vec::new();
        let mut left = part;
        while let Form::Arithmetic(operator, sign, inner, right) = &left.form {
            spine.push((*operator, *sign, &**right));
            left = inner;
        }
        let mut value = (*self.number(left)?).clone();
        while let Some((operator, sign, right)) = spine.pop() {
            value = match (&right.form, operator) {
                // Dice are added one by one, which is quicker than all at once.
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

    fn combined(
        &mut self,
        operator: Operator,
        (sign, divisor): (usize, usize),
        left: &Faces<W>,
        right: &Faces<W>,
    ) -> Weighed<Faces<W>> {
        match operator {
            Operator::Add => {
                let sum = at(sign, convolved(left, right, self.budget))?;
                self.in_range(sum, sign)
            }
            Operator::Subtract => {
                let sum = at(sign, convolved(left, &right.map(|value| -value)?, self.budget))?;
                self.in_range(sum, sign)
            }
            _ => self.pairs(left, right, sign, |left, right| computed(operator, sign, divisor, left, right)),
        }
    }

    /// The results of all pairs of values.
    pub(super) fn pairs(
        &mut self,
        left: &Faces<W>,
        right: &Faces<W>,
        place: usize,
        gives: impl Fn(i64, i64) -> Result<i64, Fault>,
    ) -> Weighed<Faces<W>> {
        let pairs = left.items.len().saturating_mul(right.items.len());
        if pairs > MOST_WAYS {
            return Err(Stop::Many(place));
        }
        self.spend(pairs, STATE, place)?;
        let mut items = Vec::with_capacity(pairs);
        for (one, weight) in &left.items {
            for (other, also) in &right.items {
                items.push((gives(*one, *other)?, weight.times(*also).ok_or(TooWide)?));
            }
        }
        Ok(Spread::gathered(items, left.total.times(right.total).ok_or(TooWide)?)?)
    }
}
