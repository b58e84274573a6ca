//! The chances of truth values.

use super::{Weighed, Weigher};
use crate::formula::budget::{PART, STATE};
use crate::formula::pool::Faces;
use crate::formula::roll::Value;
use crate::formula::spread::Spread;
use crate::formula::tree::{Form, Order, Part};
use crate::formula::weight::{TooWide, Weight};
use std::rc::Rc;

impl<'f, W: Weight> Weigher<'f, W> {
    /// Truth values as 1 and 0.
    pub(super) fn truth(&mut self, part: &'f Part) -> Weighed<Faces<W>> {
        self.spend(1, PART, part.at)?;
        if self.is_plain(part) {
            let value = self.roller().truth(part)?;
            return Ok(Spread::certain(i64::from(value)));
        }
        match &part.form {
            Form::Truth(truth) => Ok(Spread::certain(i64::from(*truth))),
            Form::Slot(slot) => match self.values[usize::from(*slot)].clone() {
                Value::Later(part) => self.truth(part),
                Value::Truth(truth) => Ok(Spread::certain(i64::from(truth))),
                _ => Ok(Spread::certain(0)),
            },
            Form::Not(inner) => Ok(self.truth(inner)?.map(|value| 1 - value)?),
            Form::And(left, right) => self.stops_early(left, right, false),
            Form::Or(left, right) => self.stops_early(left, right, true),
            Form::Compare(order, sign, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.spend(left.items.len() + right.items.len(), STATE, *sign)?;
                compared(*order, &left, &right)
            }
            Form::If(branches) => {
                let [condition, then, otherwise] = &**branches;
                let condition = self.truth(condition)?;
                self.chosen(&condition, part.at, |weigher, holds| {
                    weigher.truth(if holds { then } else { otherwise }).map(Rc::new)
                })
            }
            Form::Let(bound) => self.bound(bound, |weigher, body| weigher.truth(body).map(Rc::new)),
            _ => Ok(Spread::certain(0)),
        }
    }

    /// `and` and `or`: the right part is looked at only where the left one does not decide.
    fn stops_early(&mut self, left: &'f Part, right: &'f Part, decides: bool) -> Weighed<Faces<W>> {
        let found = self.truth(left)?;
        self.chosen(&found, left.at, |weigher, holds| {
            if holds == decides {
                Ok(Rc::new(Spread::certain(i64::from(decides))))
            } else {
                weigher.truth(right).map(Rc::new)
            }
        })
    }
}

/// The chance of a comparison.
fn compared<W: Weight>(order: Order, left: &Faces<W>, right: &Faces<W>) -> Weighed<Faces<W>> {
    let total = left.total.times(right.total).ok_or(TooWide)?;
    // The weight of the right side from each of its values on: added up, since small weights would be lost in a difference.
    let mut from = vec![W::ZERO; right.items.len() + 1];
    for (place, (_, weight)) in right.items.iter().enumerate().rev() {
        from[place] = from[place + 1].plus(*weight).ok_or(TooWide)?;
    }
    let (mut fails, mut holds) = (W::ZERO, W::ZERO);
    let (mut place, mut below) = (0, W::ZERO);
    for (one, weight) in &left.items {
        while let Some((_, more)) = right.items.get(place).filter(|(other, _)| other < one) {
            below = below.plus(*more).ok_or(TooWide)?;
            place += 1;
        }
        let equal = right.items.get(place).filter(|(other, _)| other == one).map(|(_, weight)| *weight);
        let above = from[place + usize::from(equal.is_some())];
        for (other, also) in [(-1, below), (0, equal.unwrap_or(W::ZERO)), (1, above)] {
            let side = if order.holds(0, other) { &mut holds } else { &mut fails };
            *side = weight.times(also).and_then(|both| side.plus(both)).ok_or(TooWide)?;
        }
    }
    Ok(Spread::gathered(vec![(0, fails), (1, holds)], total)?)
}
