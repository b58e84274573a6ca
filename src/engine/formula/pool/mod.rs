//! Pools of dice, counted face by face instead of listed.

mod explode;
mod kept_sum;
mod listing;
mod reading;
mod sums;
mod test;
mod treatment;

pub use listing::list_outcomes;
pub use reading::{different_faces, largest_set};
pub use sums::{add_dice, convolve, sum_of_dice};
pub use test::DieTest;
pub use treatment::{DiceTreatment, MAX_EXPLOSION, treat_dice};

use super::budget::{Budget, Failure, POOL_COST, TRANSITION_COST};
use super::spread::{ItemWeights, MixtureBuilder};
use super::weight::Weight;
use std::cmp::Ordering;
use std::rc::Rc;

/// The faces of a die, each with its weight.
pub type DieFaces<W> = ItemWeights<i64, W>;

/// A type of die, with the faces of a fresh roll.
#[derive(Debug, Clone)]
pub struct Die<W> {
    /// The faces of a fresh roll.
    pub faces: Rc<DieFaces<W>>,
    /// The number of faces; equal faces are counted separately.
    pub sides: usize,
    /// For a die of the function `pool`, in a single roll: the index of the formula that is evaluated to roll it.
    /// `None` if its face is drawn from `faces`.
    pub formula: Option<usize>,
}

impl<W: Weight> Die<W> {
    /// A die with these faces, which are in ascending order.
    pub fn of(faces: &[i64]) -> Rc<Self> {
        let mut items: Vec<(i64, u64)> = Vec::new();
        for face in faces {
            match items.last_mut().filter(|(last, _)| last == face) {
                Some((_, count)) => *count += 1,
                None => items.push((*face, 1)),
            }
        }
        Rc::new(Self { faces: Rc::new(with_integer_weights(&items)), sides: faces.len(), formula: None })
    }

    /// Compares dice that show the same face: by highest face, then by number of sides, then by all faces, so that
    /// different types of dice are never equal.
    fn order(&self, other: &Self) -> Ordering {
        let key = |die: &Self| (die.faces.items.last().map_or(0, |(face, _)| *face), die.sides);
        let faces = || self.faces.items.partial_cmp(&other.faces.items).unwrap_or(Ordering::Equal);
        key(self).cmp(&key(other)).then_with(faces)
    }
}

/// A distribution of values with integer weights.
pub fn with_integer_weights<W: Weight>(items: &[(i64, u64)]) -> DieFaces<W> {
    // The total of 64-bit weights may need more than 64 bits.
    let total = items.iter().map(|(_, weight)| u128::from(*weight)).sum();
    let items = items.iter().map(|(value, weight)| (*value, W::of((*weight).into())));
    ItemWeights { items: items.collect(), total: W::of(total) }.reduce_weights()
}

/// A rolled die: the face it shows, and its type.
#[derive(Debug, Clone)]
pub struct RolledDie<W> {
    pub face: i64,
    pub die: Rc<Die<W>>,
}

/// The order in which dice are taken: by face, then by type.
impl<W: Weight> Ord for RolledDie<W> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.face.cmp(&other.face).then_with(|| match Rc::ptr_eq(&self.die, &other.die) {
            true => Ordering::Equal,
            false => self.die.order(&other.die),
        })
    }
}

impl<W: Weight> PartialOrd for RolledDie<W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<W: Weight> PartialEq for RolledDie<W> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<W: Weight> Eq for RolledDie<W> {}

/// The rolled dice of a pool, sorted.
pub type RolledDice<W> = Vec<RolledDie<W>>;

/// A part of the dice in a pool.
#[derive(Debug, Clone)]
pub enum DiceGroup<W> {
    /// `count` equal dice, whose faces are distributed like `shown`; a fresh roll uses `die`.
    Alike { shown: Rc<DieFaces<W>>, die: Rc<Die<W>>, count: usize },
    /// Dice with known faces.
    Known(Rc<RolledDice<W>>),
    /// The dice at indices `from..to` when these groups are sorted together.
    Part { from: usize, to: usize, of: Vec<DiceGroup<W>> },
}

/// A pool, as groups of dice.
pub type DiceGroups<W> = Vec<DiceGroup<W>>;

/// Alternative pools, each with its weight.
pub struct Pools<W> {
    pub pools: Vec<(DiceGroups<W>, W)>,
    pub total: W,
}

/// Maximum number of listed outcomes of a pool.
pub const MOST_WAYS: usize = 2_000_000;

/// Maximum number of states when a pool is read face by face.
pub const MOST_STATES: usize = 400_000;

/// Maximum number of alternative pools.
pub const MOST_POOLS: usize = 100_000;

/// The total number of dice in all groups.
pub fn size<W>(groups: &[DiceGroup<W>]) -> usize {
    let each = groups.iter().map(|group| match group {
        DiceGroup::Alike { count, .. } => *count,
        DiceGroup::Known(dice) => dice.len(),
        DiceGroup::Part { from, to, .. } => to - from,
    });
    each.sum()
}

/// A group of `count` equal dice; `None` if `count` is 0. `shown` holds the faces they show, and `die` is their type.
pub fn equal_dice<W: Weight>(shown: Rc<DieFaces<W>>, die: &Rc<Die<W>>, count: usize) -> Option<DiceGroup<W>> {
    (count > 0).then(|| DiceGroup::Alike { shown, die: die.clone(), count })
}

/// The dice at indices `from..to` after the dice of all groups are sorted together.
pub fn select_dice<W: Weight>(groups: DiceGroups<W>, from: usize, to: usize) -> DiceGroups<W> {
    let all = size(&groups);
    if (from, to) == (0, all) {
        return groups;
    }
    if from >= to {
        return Vec::new();
    }
    if let [DiceGroup::Known(dice)] = &groups[..] {
        return vec![DiceGroup::Known(Rc::new(dice[from..to].to_vec()))];
    }
    match sort_if_disjoint(&groups) {
        Some(groups) => select_from_disjoint(groups, from, to),
        None => vec![DiceGroup::Part { from, to, of: groups }],
    }
}

/// The groups in ascending order if there are several and their faces do not overlap, such as dice that explode and
/// dice that do not; else `None`.
fn sort_if_disjoint<W: Weight>(groups: &[DiceGroup<W>]) -> Option<DiceGroups<W>> {
    let mut ordered = groups.iter().map(|group| Some((face_range(group)?, group))).collect::<Option<Vec<_>>>()?;
    ordered.sort_by_key(|(ends, _)| *ends);
    let is_apart = ordered.len() > 1 && ordered.windows(2).all(|pair| pair[0].0.1 < pair[1].0.0);
    is_apart.then(|| ordered.into_iter().map(|(_, group)| group.clone()).collect())
}

/// The lowest and the highest face of a group; `None` if the group has no dice.
fn face_range<W>(group: &DiceGroup<W>) -> Option<(i64, i64)> {
    match group {
        DiceGroup::Alike { shown, .. } => Some((shown.items.first()?.0, shown.items.last()?.0)),
        DiceGroup::Known(dice) => Some((dice.first()?.face, dice.last()?.face)),
        DiceGroup::Part { of, .. } => {
            let each = of.iter().map(face_range).collect::<Option<Vec<_>>>()?;
            each.into_iter().reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
        }
    }
}

/// Like [`select_dice`], for groups in ascending order whose faces do not overlap.
fn select_from_disjoint<W: Weight>(groups: DiceGroups<W>, from: usize, to: usize) -> DiceGroups<W> {
    let mut before = 0;
    let mut taken = Vec::new();
    for group in groups {
        let size = size(std::slice::from_ref(&group));
        let place = |end: usize| end.clamp(before, before + size) - before;
        taken.extend(select_dice(vec![group], place(from), place(to)));
        before += size;
    }
    taken
}

impl<W: Weight> Pools<W> {
    /// A single pool.
    pub fn certain(groups: DiceGroups<W>) -> Self {
        Self { pools: vec![(groups, W::ONE)], total: W::ONE }
    }

    /// The mixture of the distributions that `gives` returns for the pools, by the weights of the pools.
    pub fn mix<T: Ord + Clone>(
        &self,
        budget: &Budget,
        gives: impl Fn(&DiceGroups<W>) -> Result<ItemWeights<T, W>, Failure>,
    ) -> Result<ItemWeights<T, W>, Failure> {
        if let [(groups, _)] = &self.pools[..] {
            return gives(groups);
        }
        let mut mixture = MixtureBuilder::new(self.total);
        for (groups, weight) in &self.pools {
            let own = gives(groups)?;
            budget.spend(own.items.len(), TRANSITION_COST)?;
            mixture.add(&own, *weight, self.total)?;
        }
        Ok(mixture.finish()?)
    }

    /// Replaces each pool by the pools that `becomes` returns for it.
    pub fn replace_each(
        self,
        budget: &Budget,
        becomes: impl Fn(DiceGroups<W>) -> Result<Self, Failure>,
    ) -> Result<Self, Failure> {
        let mut all = Self { pools: Vec::new(), total: self.total };
        for (groups, weight) in self.pools {
            all = all.add_case(becomes(groups)?, weight, self.total, budget)?;
        }
        Ok(all)
    }

    /// Adds the alternatives `others`, which together have the weight `weight` out of `total`.
    pub fn add_case(mut self, others: Self, weight: W, total: W, budget: &Budget) -> Result<Self, Failure> {
        if self.pools.len() + others.pools.len() > MOST_POOLS {
            return Err(Failure::Many);
        }
        budget.spend(others.pools.len(), POOL_COST)?;
        let theirs = total.times(others.total)?;
        let (widen, factor) = W::common_total_factors(self.total, theirs)?;
        if widen != W::ONE {
            self.total = self.total.times(widen)?;
            budget.spend(self.pools.len(), 2)?;
            for (_, own) in &mut self.pools {
                *own = own.times(widen)?;
            }
        }
        let weight = weight.times(factor)?;
        for (groups, own) in others.pools {
            self.pools.push((groups, own.times(weight)?));
        }
        Ok(self)
    }

    /// All pools that consist of one of these and one of `others`.
    pub fn combine(&self, others: &Self, budget: &Budget) -> Result<Self, Failure> {
        if self.pools.len().saturating_mul(others.pools.len()) > MOST_POOLS {
            return Err(Failure::Many);
        }
        budget.spend(self.pools.len() * others.pools.len(), POOL_COST)?;
        let mut pools = Vec::new();
        for (groups, weight) in &self.pools {
            for (more, also) in &others.pools {
                pools.push((groups.iter().chain(more).cloned().collect(), weight.times(*also)?));
            }
        }
        Ok(Self { pools, total: self.total.times(others.total)? })
    }
}
