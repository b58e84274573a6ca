//! Weighs a formula: computes every value with its weight.

mod arithmetic;
mod calls;
mod pools;
mod repeated;

use super::budget::{Budget, Failure, KEY, PART, POOL, STATE, WEIGHING};
use super::fault::Fault;
use super::function::ValueKind;
use super::numbers::{out_of_range, within};
use super::pool::{Die, DieFaces, MOST_WAYS, added, listed, weighted};
use super::roll::{NameValue, Roller};
use super::scope::FaceTable;
use super::spread::{ItemWeights, MixedSpread};
use super::tree::{Form, FormulaNode, Let, Order};
use super::weight::{TooWide, Weight};
use std::collections::HashMap;
use std::rc::Rc;

/// The reason why weighing stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// Weights do not fit 128 bits.
    Wide,
    /// There are too many outcomes; the position of the part that has them.
    Many(usize),
    /// A value is invalid.
    Fault(Fault),
}

impl Stop {
    pub fn fault(self) -> Fault {
        match self {
            Self::Fault(fault) => fault,
            Self::Many(at) => Fault::new(at, "this has too many possible outcomes to count"),
            // Doubles fit everything, so this is never the final result.
            Self::Wide => Fault::new(0, "the weights do not fit"),
        }
    }
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

/// Converts a failure at position `place` to the reason why weighing stopped.
fn at<T>(place: usize, found: Result<T, Failure>) -> Result<T, Stop> {
    found.map_err(|failure| match failure {
        Failure::Wide => Stop::Wide,
        Failure::Many => Stop::Many(place),
        Failure::Far(value) => Stop::Fault(out_of_range(value, place)),
    })
}

/// Maximum size of the cache of weighed parts. A part counts as the number of its values, plus [`KNOWN`].
const MOST_KNOWN: usize = 1_000_000;
/// The size of a cached part in addition to the number of its values.
const KNOWN: usize = 10;

type WeighedValues<T> = Result<T, Stop>;

/// A cache key: the values of all names that a part needs.
type CacheKey = smallvec::SmallVec<[i64; 8]>;

/// Weighs the parts of a formula for given values of its names.
struct Weigher<'f, W> {
    values: Vec<NameValue<'f, W>>,
    methods: &'f [FaceTable],
    /// The cache: distributions of parts, by index of the part and values of the names that it needs.
    known: HashMap<(usize, CacheKey), Rc<DieFaces<W>>>,
    /// The size of the cache, limited by [`MOST_KNOWN`].
    remembered: usize,
    /// The types of dice in cache keys, by address. Holding them keeps their addresses unique.
    kinds: HashMap<usize, Rc<Die<W>>>,
    /// The number of values of `let` names enumerated so far.
    ways: usize,
    budget: &'f Budget,
}

/// A formula with values for its names.
pub struct Evaluation<'f> {
    pub root: &'f FormulaNode,
    /// The values of the scope's names, which come first.
    pub inputs: &'f [i64],
    /// The number of names, including those bound by `let`.
    pub slots: usize,
    pub methods: &'f [FaceTable],
}

/// The distribution of the formula's value.
pub fn weigh<W: Weight>(place: &Evaluation<'_>, budget: &Budget) -> WeighedValues<DieFaces<W>> {
    let values = NameValue::of(place.inputs, place.slots);
    Weigher::new(values, place.methods, budget).number(place.root).map(|found| (*found).clone())
}

/// The distribution of a part for these values of the formula's names; `None` if it cannot be weighed.
pub fn faces<'f, W: Weight>(
    part: &'f FormulaNode,
    values: &[NameValue<'f, W>],
    methods: &'f [FaceTable],
) -> Option<Rc<DieFaces<W>>> {
    let budget = Budget::of(WEIGHING);
    Weigher::new(values.to_vec(), methods, &budget).number(part).ok()
}

impl<'f, W: Weight> Weigher<'f, W> {
    fn new(values: Vec<NameValue<'f, W>>, methods: &'f [FaceTable], budget: &'f Budget) -> Self {
        Self { values, methods, known: HashMap::new(), remembered: 0, kinds: HashMap::new(), ways: 0, budget }
    }

    /// Counts `ways` more enumerated values. Stops if the limit is exceeded; `place` is the position for the fault.
    fn count(&mut self, ways: usize, place: usize) -> WeighedValues<()> {
        self.ways += ways;
        if self.ways > MOST_WAYS { Err(Stop::Many(place)) } else { self.spend(ways, PART, place) }
    }

    fn spend(&self, number: usize, each: usize, place: usize) -> WeighedValues<()> {
        at(place, self.budget.spend(number, each))
    }

    /// Whether the value of a part is known, because it depends on no dice that are still to be rolled.
    fn is_plain(&self, part: &FormulaNode) -> bool {
        let later = |slot: &u16| matches!(self.values[usize::from(*slot)], NameValue::Later(_) | NameValue::Unset);
        !part.rolls && !part.needs.iter().any(later)
    }

    /// Evaluates a part for which [`is_plain`](Self::is_plain) is true.
    fn plain(&mut self, part: &'f FormulaNode) -> WeighedValues<i64> {
        let mut roller = Roller {
            values: &mut self.values,
            methods: self.methods,
            source: |_: &DieFaces<W>| 0,
            again: Vec::new(),
            budget: self.budget,
            weighing: None,
        };
        Ok(roller.number(part)?)
    }

    /// The cache key of a part for the current values of the names.
    fn key(&mut self, part: &FormulaNode) -> CacheKey {
        let mut key = CacheKey::new();
        for slot in &part.needs {
            match &self.values[usize::from(*slot)] {
                NameValue::Unset | NameValue::Later(_) => key.push(i64::MIN),
                NameValue::Number(number) => key.push(*number),
                NameValue::Dice(dice) => {
                    key.push(dice.len() as i64);
                    // Dice with the same face are distinguished by the addresses of their types, which `kinds` keeps
                    // alive.
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

    /// Weighs a part as a number, with the cache. A pool is its sum, a truth value is 1 or 0.
    fn number(&mut self, part: &'f FormulaNode) -> WeighedValues<Rc<DieFaces<W>>> {
        if let Form::Number(number) = part.form {
            return Ok(Rc::new(ItemWeights::certain(number)));
        }
        self.spend(1, PART, part.at)?;
        if self.is_plain(part) {
            return Ok(Rc::new(ItemWeights::certain(self.plain(part)?)));
        }
        let key = (part.number, self.key(part));
        self.spend(key.1.len() + POOL / KEY, KEY, part.at)?;
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let found = Rc::new(match part.kind {
            ValueKind::Truth => self.truth(part)?,
            // A pool from `if` or `let` has fewer sums than pools, so its sums are weighed directly below.
            ValueKind::Pool if !matches!(part.form, Form::If(_) | Form::Let(_)) => {
                let pools = self.pools(part)?;
                let sums = at(part.at, pools.mixed(self.budget, |groups| added(groups, |face| face, self.budget)))?;
                self.in_range(sums, part.at)?
            }
            ValueKind::Pool | ValueKind::Number => self.of_form(part)?,
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

    /// Returns the distribution, or stops if a value is out of range; `place` is the position for the fault.
    fn in_range(&self, faces: DieFaces<W>, place: usize) -> WeighedValues<DieFaces<W>> {
        let ends = [faces.items.first(), faces.items.last()];
        for (value, _) in ends.into_iter().flatten() {
            within(*value, place)?;
        }
        Ok(faces)
    }

    /// Weighs a truth value as 1 or 0, without caching it.
    fn truth(&mut self, part: &'f FormulaNode) -> WeighedValues<DieFaces<W>> {
        self.spend(1, PART, part.at)?;
        if self.is_plain(part) { Ok(ItemWeights::certain(self.plain(part)?)) } else { self.of_form(part) }
    }

    /// Weighs a part of any kind; truth values are not cached.
    fn value(&mut self, part: &'f FormulaNode) -> WeighedValues<Rc<DieFaces<W>>> {
        if part.kind == ValueKind::Truth { self.truth(part).map(Rc::new) } else { self.number(part) }
    }

    /// Weighs a part without caching it. A pool has to be an `if` or a `let`.
    fn of_form(&mut self, part: &'f FormulaNode) -> WeighedValues<DieFaces<W>> {
        match &part.form {
            Form::Truth(truth) => Ok(ItemWeights::certain((*truth).into())),
            Form::Slot(slot) => match self.values[usize::from(*slot)] {
                NameValue::Later(part) => self.value(part).map(|found| (*found).clone()),
                NameValue::Number(number) => Ok(ItemWeights::certain(number)),
                _ => Ok(ItemWeights::certain(0)),
            },
            Form::Method(method) => Ok(weighted(&self.methods[*method])),
            Form::Arithmetic(..) => self.arithmetic(part),
            Form::Compare(order, sign, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.spend(left.items.len() + right.items.len(), STATE, *sign)?;
                compared(*order, &left, &right)
            }
            Form::If(branches) => {
                let [condition, then, otherwise] = &**branches;
                let condition = self.truth(condition)?;
                self.mixed(&condition, part.at, |weigher, holds| {
                    weigher.value(if *holds == 1 { then } else { otherwise })
                })
            }
            Form::Let(bound) => self.bound(bound),
            Form::Call(function, arguments) => self.call(*function, arguments, part.at),
            _ => Ok(ItemWeights::certain(0)),
        }
    }

    /// Mixes the distributions that `follows` returns for the cases, by the weights of the cases.
    fn mixed<T>(
        &mut self,
        cases: &ItemWeights<T, W>,
        place: usize,
        mut follows: impl FnMut(&mut Self, &T) -> WeighedValues<Rc<DieFaces<W>>>,
    ) -> WeighedValues<DieFaces<W>> {
        let mut mixture = MixedSpread::of(cases.total);
        for (case, weight) in &cases.items {
            let found = follows(self, case)?;
            self.spend(found.items.len(), STATE, place)?;
            mixture.add(&found, *weight, cases.total)?;
        }
        Ok(mixture.spread()?)
    }

    /// The values of a name bound by `let`. `None` if the name is used only once: its value is then weighed there.
    fn values_of(&mut self, bound: &'f Let) -> WeighedValues<Option<ItemWeights<NameValue<'f, W>, W>>> {
        let value = &bound.value;
        if bound.uses <= 1 && !self.is_plain(value) {
            self.values[usize::from(bound.slot)] = NameValue::Later(value);
            return Ok(None);
        }
        let values = if value.kind == ValueKind::Pool {
            let pools = self.pools(value)?;
            let found = at(value.at, pools.mixed(self.budget, |groups| listed(groups, self.budget)))?;
            found.into_each(NameValue::Dice)
        } else {
            (*self.value(value)?).clone().into_each(NameValue::Number)
        };
        self.count(values.items.len(), bound.name_at)?;
        Ok(Some(values))
    }

    /// Weighs the body of a `let` for every value of its name.
    fn bound(&mut self, bound: &'f Let) -> WeighedValues<DieFaces<W>> {
        let (slot, body) = (usize::from(bound.slot), &bound.body);
        let Some(values) = self.values_of(bound)? else {
            return self.value(body).map(|found| (*found).clone());
        };
        self.values[slot] = NameValue::Number(0);
        if !self.is_plain(body) {
            return self.mixed(&values, bound.name_at, |weigher, value| {
                weigher.values[slot] = value.clone();
                weigher.value(body)
            });
        }
        // The body has one value for each value of the name.
        let mut items = Vec::with_capacity(values.items.len());
        for (value, weight) in values.items {
            self.values[slot] = value;
            items.push((self.plain(body)?, weight));
        }
        Ok(ItemWeights::gathered(items, values.total)?)
    }
}

/// Weighs a comparison of two independent sides.
fn compared<W: Weight>(order: Order, left: &DieFaces<W>, right: &DieFaces<W>) -> WeighedValues<DieFaces<W>> {
    let total = left.total.times(right.total)?;
    // The total weight of the right side's values from each index on. They are added up, since subtracting them from
    // the total would lose small weights.
    let mut from = vec![W::ZERO; right.items.len() + 1];
    for (place, (_, weight)) in right.items.iter().enumerate().rev() {
        from[place] = from[place + 1].plus(*weight)?;
    }
    let (mut fails, mut holds) = (W::ZERO, W::ZERO);
    let (mut place, mut below) = (0, W::ZERO);
    for (one, weight) in &left.items {
        while let Some((_, more)) = right.items.get(place).filter(|(other, _)| other < one) {
            below = below.plus(*more)?;
            place += 1;
        }
        let equal = right.items.get(place).filter(|(other, _)| other == one).map(|(_, weight)| *weight);
        let above = from[place + usize::from(equal.is_some())];
        for (other, also) in [(-1, below), (0, equal.unwrap_or(W::ZERO)), (1, above)] {
            let side = if order.holds(0, other) { &mut holds } else { &mut fails };
            *side = side.plus(weight.times(also)?)?;
        }
    }
    Ok(ItemWeights::gathered(vec![(0, fails), (1, holds)], total)?)
}
