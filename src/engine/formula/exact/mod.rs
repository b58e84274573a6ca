//! The distribution of a formula: every value with its weight.

mod arithmetic;
mod calls;
mod pools;
mod repeated;
mod truth;

use super::budget::{Budget, KEY, PART, POOL, STATE, WEIGHING};
use super::fault::Fault;
use super::pool::{Die, Faces, Failure, MOST_WAYS, added, listed, weighted};
use super::roll::{NoDice, Roller, Value, out_of_range, within};
use super::spread::{Mixture, Spread};
use super::tree::{Form, Kind, Let, Part};
use super::weight::{TooWide, Weight};
use super::{Formula, Table};
use std::collections::HashMap;
use std::rc::Rc;

/// Why a formula is not weighed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// Weights do not fit 128 bits.
    Wide,
    /// There are too many ways, here.
    Many(usize),
    /// A value is wrong.
    Fault(Fault),
}

impl From<TooWide> for Stop {
    fn from(_: TooWide) -> Self {
        Self::Wide
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

fn at<T>(place: usize, found: Result<T, Failure>) -> Result<T, Stop> {
    found.map_err(|failure| match failure {
        Failure::Wide => Stop::Wide,
        Failure::Many => Stop::Many(place),
        Failure::Far(value) => Stop::Fault(out_of_range(value, place)),
    })
}

/// The most values of weighed parts that are remembered, a few more for each part.
const MOST_KNOWN: usize = 1_000_000;
const KNOWN: usize = 10;

type Weighed<T> = Result<T, Stop>;

/// Values of a name with their weights, and the total of these.
type Values<'f, W> = (Vec<(Value<'f, W>, W)>, W);

/// The value of a name, as far as it tells parts apart that have been weighed before.
type Key = smallvec::SmallVec<[i64; 8]>;

/// Weighs the parts of a formula, whose names have values.
struct Weigher<'f, W> {
    values: Vec<Value<'f, W>>,
    methods: &'f [Table],
    known: HashMap<(usize, Key), Rc<Faces<W>>>,
    /// The values that are remembered.
    remembered: usize,
    /// The kinds of dice in the keys of what is known, by their addresses.
    kinds: HashMap<usize, Rc<Die<W>>>,
    ways: usize,
    budget: &'f Budget,
}

/// The distribution of a formula for these inputs.
pub fn weigh<W: Weight>(formula: &Formula, inputs: &[i64], budget: &Budget) -> Weighed<Faces<W>> {
    let mut values: Vec<Value<'_, W>> = vec![Value::Unset; formula.slots.len()];
    values.iter_mut().zip(inputs).for_each(|(value, input)| *value = Value::Number(*input));
    let mut weigher = Weigher {
        values,
        methods: &formula.methods,
        known: HashMap::new(),
        remembered: 0,
        kinds: HashMap::new(),
        ways: 0,
        budget,
    };
    weigher.number(&formula.root).map(|found| (*found).clone())
}

/// The distribution of a part of a formula whose names have these values; `None` if it cannot be weighed.
pub fn faces<'f, W: Weight>(part: &'f Part, values: &[Value<'f, W>], methods: &'f [Table]) -> Option<Rc<Faces<W>>> {
    let budget = Budget::of(WEIGHING);
    Weigher::new(values.to_vec(), methods, &budget).number(part).ok()
}

impl<'f, W: Weight> Weigher<'f, W> {
    fn new(values: Vec<Value<'f, W>>, methods: &'f [Table], budget: &'f Budget) -> Self {
        Self { values, methods, known: HashMap::new(), remembered: 0, kinds: HashMap::new(), ways: 0, budget }
    }

    /// One way more is looked at.
    fn count(&mut self, ways: usize, place: usize) -> Weighed<()> {
        self.ways += ways;
        if self.ways > MOST_WAYS { Err(Stop::Many(place)) } else { self.spend(ways, PART, place) }
    }

    fn spend(&self, number: usize, each: usize, place: usize) -> Weighed<()> {
        at(place, self.budget.spend(number, each))
    }

    /// Whether a part depends on no dice that are still to be rolled.
    fn is_plain(&self, part: &Part) -> bool {
        let later = |slot: &u16| matches!(self.values[usize::from(*slot)], Value::Later(_) | Value::Unset);
        !part.rolls && !part.needs.iter().any(later)
    }

    fn roller(&mut self) -> Roller<'_, 'f, W, NoDice> {
        Roller {
            values: &mut self.values,
            methods: self.methods,
            source: NoDice,
            again: Vec::new(),
            budget: self.budget,
            is_choice: false,
        }
    }

    fn key(&mut self, part: &Part) -> Key {
        let mut key = Key::new();
        for slot in &part.needs {
            match &self.values[usize::from(*slot)] {
                Value::Unset | Value::Later(_) => key.push(i64::MIN),
                Value::Number(number) => key.push(*number),
                Value::Truth(truth) => key.push(i64::from(*truth)),
                Value::Dice(dice) => {
                    key.push(dice.len() as i64);
                    // Dice that show the same face are told apart by the addresses of their kinds, which are kept for that.
                    for alike in dice.chunk_by(|one, next| one.face == next.face && Rc::ptr_eq(&one.die, &next.die)) {
                        let address = Rc::as_ptr(&alike[0].die) as usize;
                        self.kinds.entry(address).or_insert_with(|| alike[0].die.clone());
                        key.extend([alike.len() as i64, alike[0].face, address as i64]);
                    }
                }
            }
        }
        key
    }

    fn number(&mut self, part: &'f Part) -> Weighed<Rc<Faces<W>>> {
        if let Form::Number(number) = part.form {
            return Ok(Rc::new(Spread::certain(number)));
        }
        self.spend(1, PART, part.at)?;
        if self.is_plain(part) {
            let value = self.roller().number(part)?;
            return Ok(Rc::new(Spread::certain(value)));
        }
        let key = (part.number, self.key(part));
        self.spend(key.1.len() + POOL / KEY, KEY, part.at)?;
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let found = Rc::new(match part.kind {
            Kind::Truth => self.truth(part)?,
            // The sums of their pools are fewer than these.
            Kind::Pool if matches!(part.form, Form::If(_) | Form::Let(_)) => self.of_form(part)?,
            Kind::Pool => {
                let pools = self.pools(part)?;
                let sums = at(part.at, pools.mixed(self.budget, |groups| added(groups, |face| face, self.budget)))?;
                self.in_range(sums, part.at)?
            }
            Kind::Number => self.of_form(part)?,
        });
        self.remembered += found.items.len() + KNOWN;
        if self.remembered > MOST_KNOWN {
            self.known.clear();
            self.kinds.retain(|address, _| key.1.contains(&(*address as i64)));
            self.remembered = found.items.len() + KNOWN;
        }
        self.known.insert(key, found.clone());
        Ok(found)
    }

    fn in_range(&self, faces: Faces<W>, place: usize) -> Weighed<Faces<W>> {
        let ends = [faces.items.first(), faces.items.last()];
        for (value, _) in ends.into_iter().flatten() {
            within(*value, place)?;
        }
        Ok(faces)
    }

    fn of_form(&mut self, part: &'f Part) -> Weighed<Faces<W>> {
        match &part.form {
            Form::Slot(slot) => match self.values[usize::from(*slot)].clone() {
                Value::Later(part) => self.number(part).map(|found| (*found).clone()),
                Value::Number(number) => Ok(Spread::certain(number)),
                _ => Ok(Spread::certain(0)),
            },
            Form::Method(method) => Ok(weighted(&self.methods[*method])),
            Form::Negate(inner) => Ok(self.number(inner)?.map(|value| -value)?),
            Form::Arithmetic(..) => self.arithmetic(part),
            Form::If(branches) => {
                let [condition, then, otherwise] = &**branches;
                let condition = self.truth(condition)?;
                self.chosen(&condition, part.at, |weigher, holds| weigher.number(if holds { then } else { otherwise }))
            }
            Form::Let(bound) => self.bound(bound, Self::number),
            Form::Call(function, arguments) => self.call(*function, arguments, part.at),
            _ => Ok(Spread::certain(0)),
        }
    }

    /// The mixture of both branches of a condition.
    fn chosen(
        &mut self,
        condition: &Faces<W>,
        place: usize,
        mut follows: impl FnMut(&mut Self, bool) -> Weighed<Rc<Faces<W>>>,
    ) -> Weighed<Faces<W>> {
        let mut mixture = Mixture::of(condition.total);
        for (holds, weight) in &condition.items {
            let found = follows(self, *holds == 1)?;
            self.spend(found.items.len(), STATE, place)?;
            mixture.add(&found, *weight, condition.total)?;
        }
        Ok(mixture.spread()?)
    }

    /// The values of what a name is bound to, with their weights; none if it is evaluated where it is used.
    fn values_of(&mut self, bound: &'f Let) -> Weighed<Option<Values<'f, W>>> {
        if bound.uses <= 1 && !self.is_plain(&bound.value) {
            return Ok(None);
        }
        Ok(Some(match bound.value.kind {
            Kind::Number => {
                let found = self.number(&bound.value)?;
                (found.items.iter().map(|(value, weight)| (Value::Number(*value), *weight)).collect(), found.total)
            }
            Kind::Truth => {
                let found = self.truth(&bound.value)?;
                (found.items.iter().map(|(value, weight)| (Value::Truth(*value == 1), *weight)).collect(), found.total)
            }
            Kind::Pool => {
                let pools = self.pools(&bound.value)?;
                let found = at(bound.value.at, pools.mixed(self.budget, |groups| listed(groups, self.budget)))?;
                (found.items.into_iter().map(|(dice, weight)| (Value::Dice(dice), weight)).collect(), found.total)
            }
        }))
    }

    fn bound(&mut self, bound: &'f Let, body: fn(&mut Self, &'f Part) -> Weighed<Rc<Faces<W>>>) -> Weighed<Faces<W>> {
        let slot = usize::from(bound.slot);
        let Some((values, total)) = self.values_of(bound)? else {
            self.values[slot] = Value::Later(&bound.value);
            return body(self, &bound.body).map(|found| (*found).clone());
        };
        self.count(values.len(), bound.name_at)?;
        self.values[slot] = Value::Number(0);
        if self.is_plain(&bound.body) {
            return self.bound_plain(slot, values, total, &bound.body);
        }
        let mut mixture = Mixture::of(total);
        for (value, weight) in values {
            self.values[slot] = value;
            let found = body(self, &bound.body)?;
            self.spend(found.items.len() + 1, STATE, bound.name_at)?;
            mixture.add(&found, weight, total)?;
        }
        Ok(mixture.spread()?)
    }

    /// A body that has one value for each value of the name.
    fn bound_plain(
        &mut self,
        slot: usize,
        values: Vec<(Value<'f, W>, W)>,
        total: W,
        body: &'f Part,
    ) -> Weighed<Faces<W>> {
        let mut items = Vec::with_capacity(values.len());
        for (value, weight) in values {
            self.values[slot] = value;
            items.push((self.roller().number(body)?, weight));
        }
        Ok(Spread::gathered(items, total)?)
    }
}
