//! Pools of dice, counted face by face instead of listed.

mod explode;
mod kept;
mod listing;
mod reading;
mod sums;
mod test;
mod treat;

pub use listing::listed;
pub use reading::{distinct, matches};
pub use sums::{added, convolved, with_dice};
pub use test::DieTest;
pub use treat::{DiceTreatment, EXPLODES, treated};

use super::budget::{Budget, Failure, POOL, STATE};
use super::spread::{ItemWeights, MixedSpread};
use super::weight::Weight;
use std::cmp::Ordering;
use std::rc::Rc;

/// The faces of a die with their weights.
pub type DieFaces<W> = ItemWeights<i64, W>;

/// A type of die, as it is freshly rolled.
#[derive(Debug, Clone)]
pub struct Die<W> {
    pub faces: Rc<DieFaces<W>>,
    /// The number of faces, including repeated ones.
    pub sides: usize,
    /// For a die of the function `pool`, in a single roll: the index of the formula that is evaluated for its face.
    /// `None` if the face is drawn from `faces`.
    pub again: Option<usize>,
}

impl<W: Weight> Die<W> {
    /// A die with these faces, in ascending order.
    pub fn of(faces: &[i64]) -> Rc<Self> {
        let mut items: Vec<(i64, u64)> = Vec::new();
        for face in faces {
            match items.last_mut().filter(|(last, _)| last == face) {
                Some((_, count)) => *count += 1,
                None => items.push((*face, 1)),
            }
        }
        Rc::new(Self { faces: Rc::new(weighted(&items)), sides: faces.len(), again: None })
    }

    /// The order of dice that show the same face: by highest face, then by number of sides, then by all faces, so that
    /// different dice are never equal.
    fn order(&self, other: &Self) -> Ordering {
        let key = |die: &Self| (die.faces.items.last().map_or(0, |(face, _)| *face), die.sides);
        let faces = || self.faces.items.partial_cmp(&other.faces.items).unwrap_or(Ordering::Equal);
        key(self).cmp(&key(other)).then_with(faces)
    }
}

/// A distribution from values with integer weights.
pub fn weighted<W: Weight>(items: &[(i64, u64)]) -> DieFaces<W> {
    // The total of 64-bit weights may need more than 64 bits.
    let total = items.iter().map(|(_, weight)| u128::from(*weight)).sum();
    let items = items.iter().map(|(value, weight)| (*value, W::of((*weight).into())));
    ItemWeights { items: items.collect(), total: W::of(total) }.reduced()
}

/// A rolled die.
#[derive(Debug, Clone)]
pub struct Shown<W> {
    pub face: i64,
    pub die: Rc<Die<W>>,
}

/// The order in which dice are taken: by face, then by type.
impl<W: Weight> Ord for Shown<W> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.face.cmp(&other.face).then_with(|| match Rc::ptr_eq(&self.die, &other.die) {
            true => Ordering::Equal,
            false => self.die.order(&other.die),
        })
    }
}

impl<W: Weight> PartialOrd for Shown<W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<W: Weight> PartialEq for Shown<W> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<W: Weight> Eq for Shown<W> {}

/// Rolled dice, sorted.
pub type RolledDice<W> = Vec<Shown<W>>;

/// Some dice of a pool.
#[derive(Debug, Clone)]
pub enum DiceGroup<W> {
    /// `count` equal dice, whose faces are distributed like `shown`; a fresh roll uses `die`.
    Alike { shown: Rc<DieFaces<W>>, die: Rc<Die<W>>, count: usize },
    /// Dice with known faces.
    Known(Rc<RolledDice<W>>),
    /// The dice at indices `from..to` when these groups are sorted together.
    Part { from: usize, to: usize, of: Vec<DiceGroup<W>> },
}

/// All dice of a pool.
pub type DiceGroups<W> = Vec<DiceGroup<W>>;

/// Alternative pools with their weights.
pub struct Pools<W> {
    pub pools: Vec<(DiceGroups<W>, W)>,
    pub total: W,
}

/// Maximum number of outcomes for listing a pool.
pub const MOST_WAYS: usize = 2_000_000;

/// Maximum number of states when a pool is read face by face.
pub const MOST_STATES: usize = 400_000;

/// Maximum number of alternative pools.
pub const MOST_POOLS: usize = 100_000;

/// The number of dice in all groups.
pub fn size<W>(groups: &[DiceGroup<W>]) -> usize {
    let each = groups.iter().map(|group| match group {
        DiceGroup::Alike { count, .. } => *count,
        DiceGroup::Known(dice) => dice.len(),
        DiceGroup::Part { from, to, .. } => to - from,
    });
    each.sum()
}

/// A group of equal dice; `None` if `count` is 0.
pub fn alike<W: Weight>(shown: Rc<DieFaces<W>>, die: &Rc<Die<W>>, count: usize) -> Option<DiceGroup<W>> {
    (count > 0).then(|| DiceGroup::Alike { shown, die: die.clone(), count })
}

/// The dice at indices `from..to` when all groups are sorted together.
pub fn part<W: Weight>(groups: DiceGroups<W>, from: usize, to: usize) -> DiceGroups<W> {
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
    match apart(&groups) {
        Some(groups) => split(groups, from, to),
        None => vec![DiceGroup::Part { from, to, of: groups }],
    }
}

/// The groups in ascending order, if there are several and their faces do not overlap; else `None`. An example is dice
/// that explode and dice that do not.
fn apart<W: Weight>(groups: &[DiceGroup<W>]) -> Option<DiceGroups<W>> {
    let mut ordered = groups.iter().map(|group| Some((ends(group)?, group))).collect::<Option<Vec<_>>>()?;
    ordered.sort_by_key(|(ends, _)| *ends);
    let is_apart = ordered.len() > 1 && ordered.windows(2).all(|pair| pair[0].0.1 < pair[1].0.0);
    is_apart.then(|| ordered.into_iter().map(|(_, group)| group.clone()).collect())
}

/// The lowest and the highest face; `None` if the group has no dice.
fn ends<W>(group: &DiceGroup<W>) -> Option<(i64, i64)> {
    match group {
        DiceGroup::Alike { shown, .. } => Some((shown.items.first()?.0, shown.items.last()?.0)),
        DiceGroup::Known(dice) => Some((dice.first()?.face, dice.last()?.face)),
        DiceGroup::Part { of, .. } => {
            let each = of.iter().map(ends).collect::<Option<Vec<_>>>()?;
            each.into_iter().reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
        }
    }
}

/// Like [`part`], for groups in ascending order whose faces do not overlap.
fn split<W: Weight>(groups: DiceGroups<W>, from: usize, to: usize) -> DiceGroups<W> {
    let mut before = 0;
    let mut taken = Vec::new();
    for group in groups {
        let size = size(std::slice::from_ref(&group));
        let place = |end: usize| end.clamp(before, before + size) - before;
        taken.extend(part(vec![group], place(from), place(to)));
        before += size;
    }
    taken
}

impl<W: Weight> Pools<W> {
    pub fn certain(groups: DiceGroups<W>) -> Self {
        Self { pools: vec![(groups, W::ONE)], total: W::ONE }
    }

    /// Mixes the distributions that `gives` returns for the pools, by the weights of the pools.
    pub fn mixed<T: Ord + Clone>(
        &self,
        budget: &Budget,
        gives: impl Fn(&DiceGroups<W>) -> Result<ItemWeights<T, W>, Failure>,
    ) -> Result<ItemWeights<T, W>, Failure> {
        if let [(groups, _)] = &self.pools[..] {
            return gives(groups);
        }
        let mut mixture = MixedSpread::of(self.total);
        for (groups, weight) in &self.pools {
            let own = gives(groups)?;
            budget.spend(own.items.len(), STATE)?;
            mixture.add(&own, *weight, self.total)?;
        }
        Ok(mixture.spread()?)
    }

    /// Replaces each pool by the pools that `becomes` returns for it.
    pub fn then(
        self,
        budget: &Budget,
        becomes: impl Fn(DiceGroups<W>) -> Result<Self, Failure>,
    ) -> Result<Self, Failure> {
        let mut all = Self { pools: Vec::new(), total: self.total };
        for (groups, weight) in self.pools {
            all = all.with(becomes(groups)?, weight, self.total, budget)?;
        }
        Ok(all)
    }

    /// Adds the pools `others` of one case. The case has this weight out of `total`.
    pub fn with(mut self, others: Self, weight: W, total: W, budget: &Budget) -> Result<Self, Failure> {
        if self.pools.len() + others.pools.len() > MOST_POOLS {
            return Err(Failure::Many);
        }
        budget.spend(others.pools.len(), POOL)?;
        let theirs = total.times(others.total)?;
        let (widen, factor) = W::widen(self.total, theirs)?;
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

    /// All combinations of these pools with `others`.
    pub fn joined(&self, others: &Self, budget: &Budget) -> Result<Self, Failure> {
        if self.pools.len().saturating_mul(others.pools.len()) > MOST_POOLS {
            return Err(Failure::Many);
        }
        budget.spend(self.pools.len() * others.pools.len(), POOL)?;
        let mut pools = Vec::new();
        for (groups, weight) in &self.pools {
            for (more, also) in &others.pools {
                pools.push((groups.iter().chain(more).cloned().collect(), weight.times(*also)?));
            }
        }
        Ok(Self { pools, total: self.total.times(others.total)? })
    }
}
