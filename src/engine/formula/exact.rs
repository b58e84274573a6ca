//! The distribution of a formula: every value with its weight.

use super::fault::Fault;
use super::function::Function;
use super::pool::{
    Die, Faces, Failure, Group, MOST_WAYS, Pools, Treatment, added, convolved, distinct, listed, matches,
    part as part_of, size, treated, weighted, with_dice,
};
use super::roll::{
    EXPLODES, NoDice, Roller, Value, computed, evaluations, folded, out_of_range, pooled, window, within,
};
use super::tree::{Form, Kind, Let, Operator, Order, Part};
use super::weight::{Mixture, Spread, TooWide, Weight};
use super::{Formula, Table};
use std::collections::{BTreeMap, HashMap};
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

/// The most weighed parts that are remembered.
const MOST_KNOWN: usize = 100_000;

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
    ways: usize,
}

/// The distribution of a formula for these inputs.
pub fn weigh<W: Weight>(formula: &Formula, inputs: &[i64]) -> Weighed<Faces<W>> {
    let mut values: Vec<Value<'_, W>> = vec![Value::Unset; formula.slots.len()];
    values.iter_mut().zip(inputs).for_each(|(value, input)| *value = Value::Number(*input));
    let mut weigher = Weigher { values, methods: &formula.methods, known: HashMap::new(), ways: 0 };
    weigher.number(&formula.root).map(|found| (*found).clone())
}

impl<'f, W: Weight> Weigher<'f, W> {
    /// One way more is looked at.
    fn count(&mut self, ways: usize, place: usize) -> Weighed<()> {
        self.ways += ways;
        if self.ways > MOST_WAYS { Err(Stop::Many(place)) } else { Ok(()) }
    }

    /// Whether a part depends on no dice that are still to be rolled.
    fn is_plain(&self, part: &Part) -> bool {
        let later = |slot: &u16| matches!(self.values[usize::from(*slot)], Value::Later(_) | Value::Unset);
        !part.rolls && !part.needs.iter().any(later)
    }

    fn roller(&mut self) -> Roller<'_, 'f, W, NoDice> {
        Roller { values: &mut self.values, methods: self.methods, source: NoDice, again: Vec::new() }
    }

    fn key(&self, part: &Part) -> Key {
        let mut key = Key::new();
        for slot in &part.needs {
            match &self.values[usize::from(*slot)] {
                Value::Unset | Value::Later(_) => key.push(i64::MIN),
                Value::Number(number) => key.push(*number),
                Value::Truth(truth) => key.push(i64::from(*truth)),
                Value::Dice(dice) => {
                    key.push(dice.len() as i64);
                    // Two dice that show a face are told apart by their kinds, which lie at different addresses.
                    dice.iter().for_each(|die| key.extend([die.face, Rc::as_ptr(&die.die.faces) as i64]));
                }
            }
        }
        key
    }

    fn number(&mut self, part: &'f Part) -> Weighed<Rc<Faces<W>>> {
        if let Form::Number(number) = part.form {
            return Ok(Rc::new(Spread::certain(number)));
        }
        if self.is_plain(part) {
            let value = self.roller().number(part)?;
            return Ok(Rc::new(Spread::certain(value)));
        }
        let key = (part.number, self.key(part));
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let found = Rc::new(match part.kind {
            Kind::Truth => self.truth(part)?,
            Kind::Pool => {
                let pools = self.pools(part)?;
                let sums = at(part.at, pools.mixed(|groups| added(groups, |face| face)))?;
                self.in_range(sums, part.at)?
            }
            Kind::Number => self.of_form(part)?,
        });
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
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
                self.chosen(&condition, |weigher, holds| weigher.number(if holds { then } else { otherwise }))
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
        mut follows: impl FnMut(&mut Self, bool) -> Weighed<Rc<Faces<W>>>,
    ) -> Weighed<Faces<W>> {
        let mut mixture = Mixture::of(condition.total);
        for (holds, weight) in &condition.items {
            mixture.add(&*follows(self, *holds == 1)?, *weight, condition.total)?;
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
                let found = at(bound.value.at, pools.mixed(|groups| listed(groups)))?;
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
        let mut mixture = Mixture::of(total);
        for (value, weight) in values {
            self.values[slot] = value;
            let found = body(self, &bound.body)?;
            mixture.add(&found, weight, total)?;
        }
        Ok(mixture.spread()?)
    }

    fn arithmetic(&mut self, part: &'f Part) -> Weighed<Faces<W>> {
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
                    let sum = at(sign, with_dice(value, &Die::of(&dice.faces).faces, dice.count))?;
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
                let sum = at(sign, convolved(left, right))?;
                self.in_range(sum, sign)
            }
            Operator::Subtract => {
                let sum = at(sign, convolved(left, &right.map(|value| -value)?))?;
                self.in_range(sum, sign)
            }
            _ => self.pairs(left, right, sign, |left, right| computed(operator, sign, divisor, left, right)),
        }
    }

    /// The results of all pairs of values.
    fn pairs(
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
        let mut items = Vec::with_capacity(pairs);
        for (one, weight) in &left.items {
            for (other, also) in &right.items {
                items.push((gives(*one, *other)?, weight.times(*also).ok_or(TooWide)?));
            }
        }
        Ok(Spread::gathered(items, left.total.times(right.total).ok_or(TooWide)?)?)
    }

    /// Truth values as 1 and 0.
    fn truth(&mut self, part: &'f Part) -> Weighed<Faces<W>> {
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
                compared(*order, *sign, &left, &right)
            }
            Form::If(branches) => {
                let [condition, then, otherwise] = &**branches;
                let condition = self.truth(condition)?;
                self.chosen(&condition, |weigher, holds| {
                    weigher.truth(if holds { then } else { otherwise }).map(Rc::new)
                })
            }
            Form::Let(bound) => self.bound(bound, |weigher, body| weigher.truth(body).map(Rc::new)),
            _ => Ok(Spread::certain(0)),
        }
    }

    /// `and` and `or`: the right part is looked at only where the left one does not decide.
    fn stops_early(&mut self, left: &'f Part, right: &'f Part, decides: bool) -> Weighed<Faces<W>> {
        let left = self.truth(left)?;
        self.chosen(&left, |weigher, holds| {
            if holds == decides {
                Ok(Rc::new(Spread::certain(i64::from(decides))))
            } else {
                weigher.truth(right).map(Rc::new)
            }
        })
    }

    fn pools(&mut self, part: &'f Part) -> Weighed<Pools<W>> {
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
                self.cases(cases, condition.total, |weigher, value| {
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
                    Some((values, total)) => {
                        self.count(values.len(), bound.name_at)?;
                        self.cases(values, total, |weigher, value| {
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
        cases: Vec<(Value<'f, W>, W)>,
        total: W,
        mut gives: impl FnMut(&mut Self, Value<'f, W>) -> Weighed<Pools<W>>,
    ) -> Weighed<Pools<W>> {
        let mut all = Pools { pools: Vec::new(), total };
        for (value, weight) in cases {
            all = all.with(gives(self, value)?, weight, total)?;
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
        self.cases(cases, found.total, |weigher, value| match value {
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
                    all = at(argument.at, all.joined(&more))?;
                }
                Ok(all)
            }
            Function::Pool => self.for_each(&arguments[0], |weigher, count| {
                let count = pooled(count, place)?;
                let faces = weigher.number(&arguments[1])?;
                let die = Die { sides: faces.items.len(), faces: faces.clone(), again: None };
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
                        let most = most.map(|most| usize::try_from(most).unwrap_or(0));
                        let treatment = match function {
                            Function::Reroll => Treatment::Reroll(most),
                            Function::Explode => Treatment::Explode(most.unwrap_or(EXPLODES)),
                            _ => Treatment::Ignore(most.unwrap_or(0)),
                        };
                        let pools = weigher.pools(pool)?;
                        at(place, pools.then(|groups| treated(groups, order.against(right), treatment)))
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

    fn call(&mut self, function: Function, arguments: &'f [Part], place: usize) -> Weighed<Faces<W>> {
        match function {
            Function::Sum => self.number(&arguments[0]).map(|found| (*found).clone()),
            Function::Matches => {
                let pools = self.pools(&arguments[0])?;
                at(place, pools.mixed(|groups| matches(groups)))
            }
            Function::Distinct => {
                let pools = self.pools(&arguments[0])?;
                at(place, pools.mixed(|groups| distinct(groups)))
            }
            Function::Count => {
                let Form::Compare(order, _, pool, right) = &arguments[0].form else { return Ok(Spread::certain(0)) };
                let right = self.number(right)?;
                let pools = self.pools(pool)?;
                let mut mixture = Mixture::of(right.total);
                for (right_value, weight) in &right.items {
                    let test = order.against(*right_value);
                    let counts = at(place, pools.mixed(|groups| added(groups, |face| i64::from(test.holds(face)))))?;
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
                    mixture.add(&*self.number(&entries[*entry as usize])?, *weight, index.total)?;
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
                    mixture.add(&ordered(&value, number, place_of)?, *weight, times.total)?;
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
                        inner.add(
                            &repeated_until(&value, number, |value| order.holds(value, *stop))?,
                            *also,
                            right.total,
                        )?;
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
        let total = each.iter().try_fold(W::ONE, |total, one| total.times(one.total)).ok_or(TooWide)?;
        let mut found = BTreeMap::new();
        fold_all(function, arguments, &each, &mut Vec::new(), W::ONE, &mut found)?;
        Ok(Spread { items: found.into_iter().collect(), total }.reduced()?)
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

/// The chance of a comparison.
fn compared<W: Weight>(order: Order, place: usize, left: &Faces<W>, right: &Faces<W>) -> Weighed<Faces<W>> {
    let total = left.total.times(right.total).ok_or(TooWide)?;
    let mut holds = W::ZERO;
    let mut fails = W::ZERO;
    if left.items.len().saturating_mul(right.items.len()) > 100 * MOST_WAYS {
        return Err(Stop::Many(place));
    }
    for (one, weight) in &left.items {
        for (other, also) in &right.items {
            let both = weight.times(*also).ok_or(TooWide)?;
            let side = if order.holds(*one, *other) { &mut holds } else { &mut fails };
            *side = side.plus(both).ok_or(TooWide)?;
        }
    }
    Ok(Spread::gathered(vec![(0, fails), (1, holds)], total)?)
}

/// The value at a place, ascending, of several equal ones: it is at most a number if more than `place` of them are.
fn ordered<W: Weight>(value: &Faces<W>, count: usize, place: usize) -> Weighed<Faces<W>> {
    let powers = |base: W| -> Result<Vec<W>, TooWide> {
        let mut powers = vec![W::ONE];
        for place in 0..count {
            powers.push(powers[place].times(base).ok_or(TooWide)?);
        }
        Ok(powers)
    };
    let total = powers(value.total)?[count];
    let (mut at_most, mut before) = (W::ZERO, W::ZERO);
    let mut items = Vec::with_capacity(value.items.len());
    for (one, weight) in &value.items {
        at_most = at_most.plus(*weight).ok_or(TooWide)?;
        let [below, above] = [powers(at_most)?, powers(value.total.minus(at_most))?];
        // From all of them down: the ways in which exactly this number lie at most here.
        let (mut ways, mut sum) = (W::ONE, W::ZERO);
        for beyond in 0..count - place {
            let here = below[count - beyond].times(above[beyond]).ok_or(TooWide)?;
            sum = ways.times(here).and_then(|here| sum.plus(here)).ok_or(TooWide)?;
            ways = ways.choose_more(count, beyond).ok_or(TooWide)?;
        }
        items.push((*one, sum.minus(before)));
        before = sum;
    }
    Ok(Spread::gathered(items, total)?)
}

/// The last of several evaluations, which end with the first that stops them.
fn repeated_until<W: Weight>(value: &Faces<W>, times: usize, stops: impl Fn(i64) -> bool) -> Weighed<Faces<W>> {
    let goes_on = value.items.iter().filter(|(one, _)| !stops(*one));
    let goes_on = goes_on.map(|(_, weight)| *weight).try_fold(W::ZERO, W::plus).ok_or(TooWide)?;
    let mut last = value.clone();
    for _ in 1..times {
        let mut mixture = Mixture::of(value.total);
        for (one, weight) in value.items.iter().filter(|(one, _)| stops(*one)) {
            mixture.add(&Spread::certain(*one), *weight, value.total)?;
        }
        if goes_on != W::ZERO {
            mixture.add(&last, goes_on, value.total)?;
        }
        last = mixture.spread()?;
    }
    Ok(last)
}
