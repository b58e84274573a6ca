//! Weighs a formula: computes every value with its weight.

mod arithmetic;
mod calls;
mod pools;
mod repetition;

use super::budget::{Budget, Failure, KEY_COST, PART_COST, POOL_COST, TRANSITION_COST, WEIGHING_BUDGET};
use super::fault::Fault;
use super::function::ValueKind;
use super::numbers::{check_range, out_of_range};
use super::pool::{Die, DieFaces, MOST_WAYS, list_outcomes, sum_of_dice, with_integer_weights};
use super::roll::{NameValue, Roller};
use super::scope::FaceTable;
use super::spread::{ItemWeights, MixtureBuilder};
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
    /// Converts the reason to a fault.
    pub fn into_fault(self) -> Fault {
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

/// Converts a failure to the reason why weighing stopped. `place` is the position for its fault.
fn stop_at<T>(place: usize, found: Result<T, Failure>) -> Result<T, Stop> {
    found.map_err(|failure| match failure {
        Failure::Wide => Stop::Wide,
        Failure::Many => Stop::Many(place),
        Failure::Far(value) => Stop::Fault(out_of_range(value, place)),
    })
}

/// Maximum size of the cache of weighed parts. A part counts as the number of its values plus [`CACHED_PART_OVERHEAD`].
const MAX_CACHE_SIZE: usize = 1_000_000;
/// Fixed cost of a cached part, in addition to one per value.
const CACHED_PART_OVERHEAD: usize = 10;

/// The result of weighing a part.
type WeighedValues<T> = Result<T, Stop>;

/// The values of all names that a part needs.
type CacheKey = smallvec::SmallVec<[i64; 8]>;

/// Weighs the parts of a formula, given the values of its names.
struct Weigher<'f, W> {
    values: Vec<NameValue<'f, W>>,
    methods: &'f [FaceTable],
    /// The distributions of parts, by the index of the part and the values of the names that it needs.
    cache: HashMap<(usize, CacheKey), Rc<DieFaces<W>>>,
    /// The size of the cache, limited by [`MAX_CACHE_SIZE`].
    cache_size: usize,
    /// The types of dice that occur in cache keys, by address. While they are stored here, no other type can get the
    /// same address.
    die_types: HashMap<usize, Rc<Die<W>>>,
    /// The number of values of `let` names enumerated so far.
    enumerated: usize,
    budget: &'f Budget,
}

/// A formula with the values of its names.
pub struct Evaluation<'f> {
    /// The syntax tree.
    pub root: &'f FormulaNode,
    /// The values of the scope's names, which come before all other names.
    pub inputs: &'f [i64],
    /// The number of names, including those bound by `let`.
    pub slots: usize,
    /// The tables of the dice methods that the formula uses.
    pub methods: &'f [FaceTable],
}

/// The distribution of a formula's value.
pub fn weigh<W: Weight>(evaluation: &Evaluation<'_>, budget: &Budget) -> WeighedValues<DieFaces<W>> {
    let values = NameValue::initial(evaluation.inputs, evaluation.slots);
    Weigher::new(values, evaluation.methods, budget).weigh_number(evaluation.root).map(|found| (*found).clone())
}

/// The distribution of a part, given the values of the formula's names; `None` if it cannot be weighed.
pub fn weigh_with_values<'f, W: Weight>(
    part: &'f FormulaNode,
    values: &[NameValue<'f, W>],
    methods: &'f [FaceTable],
) -> Option<Rc<DieFaces<W>>> {
    let budget = Budget::new(WEIGHING_BUDGET);
    Weigher::new(values.to_vec(), methods, &budget).weigh_number(part).ok()
}

impl<'f, W: Weight> Weigher<'f, W> {
    fn new(values: Vec<NameValue<'f, W>>, methods: &'f [FaceTable], budget: &'f Budget) -> Self {
        Self { values, methods, cache: HashMap::new(), cache_size: 0, die_types: HashMap::new(), enumerated: 0, budget }
    }

    /// Counts `ways` more enumerated values. Stops if there are too many of them; `place` is the position for the
    /// fault.
    fn count_enumerated(&mut self, ways: usize, place: usize) -> WeighedValues<()> {
        self.enumerated += ways;
        if self.enumerated > MOST_WAYS { Err(Stop::Many(place)) } else { self.spend(ways, PART_COST, place) }
    }

    /// Spends `each` steps for each of `number` items; `place` is the position for the fault.
    fn spend(&self, number: usize, each: usize, place: usize) -> WeighedValues<()> {
        stop_at(place, self.budget.spend(number, each))
    }

    /// Whether a part has a single value, because it depends on no dice that are still to be rolled.
    fn is_known(&self, part: &FormulaNode) -> bool {
        let later = |slot: &u16| matches!(self.values[usize::from(*slot)], NameValue::Later(_) | NameValue::Unset);
        !part.rolls && !part.needs.iter().any(later)
    }

    /// The value of a part for which [`is_known`](Self::is_known) is true.
    fn known_value(&mut self, part: &'f FormulaNode) -> WeighedValues<i64> {
        let mut roller = Roller {
            values: &mut self.values,
            methods: self.methods,
            source: |_: &DieFaces<W>| 0,
            pool_formulas: Vec::new(),
            budget: self.budget,
            weighing: None,
        };
        Ok(roller.evaluate(part)?)
    }

    /// The current values of the names that a part needs.
    fn cache_key(&mut self, part: &FormulaNode) -> CacheKey {
        let mut key = CacheKey::new();
        for slot in &part.needs {
            match &self.values[usize::from(*slot)] {
                NameValue::Unset | NameValue::Later(_) => key.push(i64::MIN),
                NameValue::Number(number) => key.push(*number),
                NameValue::Dice(dice) => {
                    key.push(dice.len() as i64);
                    // Dice with the same face are distinguished by the addresses of their types, which `die_types`
                    // keeps alive.
                    for alike in dice.chunk_by(|one, next| one.face == next.face && Rc::ptr_eq(&one.die, &next.die)) {
                        let address = Rc::as_ptr(&alike[0].die) as usize;
                        self.die_types.entry(address).or_insert_with(|| alike[0].die.clone());
                        key.extend([alike.len() as i64, alike[0].face, address as i64]);
                    }
                }
            }
        }
        key
    }

    /// The distribution of a part as a number; uses the cache. The number of a pool is its sum, that of a truth value 1
    /// or 0.
    fn weigh_number(&mut self, part: &'f FormulaNode) -> WeighedValues<Rc<DieFaces<W>>> {
        if let Form::Number(number) = part.form {
            return Ok(Rc::new(ItemWeights::certain(number)));
        }
        self.spend(1, PART_COST, part.at)?;
        if self.is_known(part) {
            return Ok(Rc::new(ItemWeights::certain(self.known_value(part)?)));
        }
        let key = (part.number, self.cache_key(part));
        self.spend(key.1.len() + POOL_COST / KEY_COST, KEY_COST, part.at)?;
        if let Some(known) = self.cache.get(&key) {
            return Ok(known.clone());
        }
        let found = Rc::new(match part.kind {
            ValueKind::Truth => self.weigh_truth(part)?,
            // A pool from `if` or `let` has fewer sums than pools, so its sums are weighed directly below.
            ValueKind::Pool if !matches!(part.form, Form::If(_) | Form::Let(_)) => {
                let pools = self.weigh_pools(part)?;
                let sums =
                    stop_at(part.at, pools.mix(self.budget, |groups| sum_of_dice(groups, |face| face, self.budget)))?;
                self.check_range(sums, part.at)?
            }
            ValueKind::Pool | ValueKind::Number => self.weigh_uncached(part)?,
        });
        self.cache_size += found.items.len() + CACHED_PART_OVERHEAD;
        if self.cache_size > MAX_CACHE_SIZE {
            self.cache.clear();
            self.die_types.retain(|address, _| key.1.contains(&(*address as i64)));
            self.cache_size = found.items.len() + CACHED_PART_OVERHEAD;
        }
        self.cache.insert(key, found.clone());
        Ok(found)
    }

    /// Returns the distribution `faces`, or stops if a value is out of range; `place` is the position for the fault.
    fn check_range(&self, faces: DieFaces<W>, place: usize) -> WeighedValues<DieFaces<W>> {
        let ends = [faces.items.first(), faces.items.last()];
        for (value, _) in ends.into_iter().flatten() {
            check_range(*value, place)?;
        }
        Ok(faces)
    }

    /// The distribution of a truth value as 1 or 0. It is not cached.
    fn weigh_truth(&mut self, part: &'f FormulaNode) -> WeighedValues<DieFaces<W>> {
        self.spend(1, PART_COST, part.at)?;
        if self.is_known(part) { Ok(ItemWeights::certain(self.known_value(part)?)) } else { self.weigh_uncached(part) }
    }

    /// The distribution of a part of any kind. Truth values are not cached.
    fn weigh_part(&mut self, part: &'f FormulaNode) -> WeighedValues<Rc<DieFaces<W>>> {
        if part.kind == ValueKind::Truth { self.weigh_truth(part).map(Rc::new) } else { self.weigh_number(part) }
    }

    /// Like [`weigh_part`](Self::weigh_part), without the cache. The only pools that it can weigh are `if` and `let`.
    fn weigh_uncached(&mut self, part: &'f FormulaNode) -> WeighedValues<DieFaces<W>> {
        match &part.form {
            Form::Truth(truth) => Ok(ItemWeights::certain((*truth).into())),
            Form::Slot(slot) => match self.values[usize::from(*slot)] {
                NameValue::Later(part) => self.weigh_part(part).map(|found| (*found).clone()),
                NameValue::Number(number) => Ok(ItemWeights::certain(number)),
                _ => Ok(ItemWeights::certain(0)),
            },
            Form::Method(method) => Ok(with_integer_weights(&self.methods[*method])),
            Form::Arithmetic(..) => self.weigh_chain(part),
            Form::Compare(order, sign, left, right) => {
                let (left, right) = (self.weigh_number(left)?, self.weigh_number(right)?);
                self.spend(left.items.len() + right.items.len(), TRANSITION_COST, *sign)?;
                weigh_comparison(*order, &left, &right)
            }
            Form::If(branches) => {
                let [condition, then, otherwise] = &**branches;
                let condition = self.weigh_truth(condition)?;
                self.mix(&condition, part.at, |weigher, holds| {
                    weigher.weigh_part(if *holds == 1 { then } else { otherwise })
                })
            }
            Form::Let(bound) => self.weigh_let(bound),
            Form::Call(function, arguments) => self.weigh_call(*function, arguments, part.at),
            _ => Ok(ItemWeights::certain(0)),
        }
    }

    /// The mixture of the distributions that `follows` returns for the cases, by the weights of the cases.
    fn mix<T>(
        &mut self,
        cases: &ItemWeights<T, W>,
        place: usize,
        mut follows: impl FnMut(&mut Self, &T) -> WeighedValues<Rc<DieFaces<W>>>,
    ) -> WeighedValues<DieFaces<W>> {
        let mut mixture = MixtureBuilder::new(cases.total);
        for (case, weight) in &cases.items {
            let found = follows(self, case)?;
            self.spend(found.items.len(), TRANSITION_COST, place)?;
            mixture.add(&found, *weight, cases.total)?;
        }
        Ok(mixture.finish()?)
    }

    /// The values of a name bound by `let`, each with its weight. `None` if the name is used only once; its value is
    /// then weighed where it is used.
    fn values_of_let(&mut self, bound: &'f Let) -> WeighedValues<Option<ItemWeights<NameValue<'f, W>, W>>> {
        let value = &bound.value;
        if bound.uses <= 1 && !self.is_known(value) {
            self.values[usize::from(bound.slot)] = NameValue::Later(value);
            return Ok(None);
        }
        let values = if value.kind == ValueKind::Pool {
            let pools = self.weigh_pools(value)?;
            let found = stop_at(value.at, pools.mix(self.budget, |groups| list_outcomes(groups, self.budget)))?;
            found.map_in_order(NameValue::Dice)
        } else {
            (*self.weigh_part(value)?).clone().map_in_order(NameValue::Number)
        };
        self.count_enumerated(values.items.len(), bound.name_at)?;
        Ok(Some(values))
    }

    /// The distribution of a `let`: weighs its body for each value of its name.
    fn weigh_let(&mut self, bound: &'f Let) -> WeighedValues<DieFaces<W>> {
        let (slot, body) = (usize::from(bound.slot), &bound.body);
        let Some(values) = self.values_of_let(bound)? else {
            return self.weigh_part(body).map(|found| (*found).clone());
        };
        self.values[slot] = NameValue::Number(0);
        if !self.is_known(body) {
            return self.mix(&values, bound.name_at, |weigher, value| {
                weigher.values[slot] = value.clone();
                weigher.weigh_part(body)
            });
        }
        // The body has one value for each value of the name.
        let mut items = Vec::with_capacity(values.items.len());
        for (value, weight) in values.items {
            self.values[slot] = value;
            items.push((self.known_value(body)?, weight));
        }
        Ok(ItemWeights::from_unsorted(items, values.total)?)
    }
}

/// The distribution of a comparison of two independent sides, as 1 or 0.
fn weigh_comparison<W: Weight>(order: Order, left: &DieFaces<W>, right: &DieFaces<W>) -> WeighedValues<DieFaces<W>> {
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
    Ok(ItemWeights::from_unsorted(vec![(0, fails), (1, holds)], total)?)
}
