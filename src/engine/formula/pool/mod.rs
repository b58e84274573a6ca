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
pub use test::Test;
pub use treat::{EXPLODES, Treatment, treated};

use super::budget::{Budget, Failure, POOL, STATE};
use super::spread::{MixedSpread, Spread};
use super::weight::Weight;
use std::cmp::Ordering;
use std::rc::Rc;

/// Faces of a die with their weights.
pub type Faces<W> = Spread<i64, W>;

/// A kind of die, as it is rolled afresh.
#[derive(Debug, Clone)]
pub struct Die<W> {
    pub faces: Rc<Faces<W>>,
    /// The number of faces as written, equal ones counted each.
    pub sides: usize,
    /// For one evaluation, the number of the formula that such a die of `pool` shows, which is evaluated anew in place of `faces`.
    pub again: Option<usize>,
}

impl<W: Weight> Die<W> {
    /// A die with these faces, ascending.
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

    /// The order of dice that show the same face: by the highest face, then by the number of sides. Other dice with as many and as high ones
    /// come in the order of their faces, so that no two kinds are taken for one.
    fn order(&self, other: &Self) -> Ordering {
        let key = |die: &Self| (die.faces.items.last().map_or(0, |(face, _)| *face), die.sides);
        let faces = || self.faces.items.partial_cmp(&other.faces.items).unwrap_or(Ordering::Equal);
        key(self).cmp(&key(other)).then_with(faces)
    }
}

/// Values with whole weights.
pub fn weighted<W: Weight>(items: &[(i64, u64)]) -> Faces<W> {
    // The total of weights of 64 bits may have more.
    let total = items.iter().map(|(_, weight)| u128::from(*weight)).sum();
    let items = items.iter().map(|(value, weight)| (*value, W::of((*weight).into())));
    Spread { items: items.collect(), total: W::of(total) }.reduced()
}

/// A die that lies on the table.
#[derive(Debug, Clone)]
pub struct Shown<W> {
    pub face: i64,
    pub die: Rc<Die<W>>,
}

/// The order in which dice are taken: by face, then by kind.
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

/// Dice that lie on the table, sorted.
pub type Table<W> = Vec<Shown<W>>;

/// Dice that are not looked at yet.
#[derive(Debug, Clone)]
pub enum Group<W> {
    /// `count` equal dice, each of which shows these faces; a fresh roll is one of `die`.
    Alike { shown: Rc<Faces<W>>, die: Rc<Die<W>>, count: usize },
    /// Dice whose faces are known.
    Known(Rc<Table<W>>),
    /// Of these groups together, sorted, the dice from a place up to another.
    Part { from: usize, to: usize, of: Vec<Group<W>> },
}

/// Groups that lie together.
pub type Groups<W> = Vec<Group<W>>;

/// Pools with their weights: none is equal to another in any way that matters.
pub struct Pools<W> {
    pub pools: Vec<(Groups<W>, W)>,
    pub total: W,
}

/// Listing a pool in more ways than this is refused.
pub const MOST_WAYS: usize = 2_000_000;

/// More states than this are not kept in mind while a pool is read face by face.
pub const MOST_STATES: usize = 400_000;

/// More pools than this are not told apart.
pub const MOST_POOLS: usize = 100_000;

/// The number of dice.
pub fn size<W>(groups: &[Group<W>]) -> usize {
    let each = groups.iter().map(|group| match group {
        Group::Alike { count, .. } => *count,
        Group::Known(dice) => dice.len(),
        Group::Part { from, to, .. } => to - from,
    });
    each.sum()
}

/// A group of equal dice, if there are any.
pub fn alike<W: Weight>(shown: Rc<Faces<W>>, die: &Rc<Die<W>>, count: usize) -> Option<Group<W>> {
    (count > 0).then(|| Group::Alike { shown, die: die.clone(), count })
}

/// Of groups the dice from a place up to another, ascending.
pub fn part<W: Weight>(groups: Groups<W>, from: usize, to: usize) -> Groups<W> {
    let all = size(&groups);
    if (from, to) == (0, all) {
        return groups;
    }
    if from >= to {
        return Vec::new();
    }
    if let [Group::Known(dice)] = &groups[..] {
        return vec![Group::Known(Rc::new(dice[from..to].to_vec()))];
    }
    match apart(&groups) {
        Some(groups) => split(groups, from, to),
        None => vec![Group::Part { from, to, of: groups }],
    }
}

/// The groups in the order of their faces, if all faces of each are below all of the next: dice that explode and those that do not, say.
fn apart<W: Weight>(groups: &[Group<W>]) -> Option<Groups<W>> {
    let mut ordered = groups.iter().map(|group| Some((ends(group)?, group))).collect::<Option<Vec<_>>>()?;
    ordered.sort_by_key(|(ends, _)| *ends);
    let is_apart = ordered.len() > 1 && ordered.windows(2).all(|pair| pair[0].0.1 < pair[1].0.0);
    is_apart.then(|| ordered.into_iter().map(|(_, group)| group.clone()).collect())
}

/// The lowest and the highest face.
fn ends<W>(group: &Group<W>) -> Option<(i64, i64)> {
    match group {
        Group::Alike { shown, .. } => Some((shown.items.first()?.0, shown.items.last()?.0)),
        Group::Known(dice) => Some((dice.first()?.face, dice.last()?.face)),
        Group::Part { of, .. } => {
            let each = of.iter().map(ends).collect::<Option<Vec<_>>>()?;
            each.into_iter().reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
        }
    }
}

/// Of groups that follow one another, the dice from a place up to another.
fn split<W: Weight>(groups: Groups<W>, from: usize, to: usize) -> Groups<W> {
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
    pub fn certain(groups: Groups<W>) -> Self {
        Self { pools: vec![(groups, W::ONE)], total: W::ONE }
    }

    /// The mixture of the results of all pools.
    pub fn mixed<T: Ord + Clone>(
        &self,
        budget: &Budget,
        gives: impl Fn(&Groups<W>) -> Result<Spread<T, W>, Failure>,
    ) -> Result<Spread<T, W>, Failure> {
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

    /// The pools that each pool becomes.
    pub fn then(self, budget: &Budget, becomes: impl Fn(Groups<W>) -> Result<Self, Failure>) -> Result<Self, Failure> {
        let mut all = Self { pools: Vec::new(), total: self.total };
        for (groups, weight) in self.pools {
            all = all.with(becomes(groups)?, weight, self.total, budget)?;
        }
        Ok(all)
    }

    /// Others as well, in place of something of this weight.
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

    /// All combinations of these and those.
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
