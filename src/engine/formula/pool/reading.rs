//! Reads a pool face by face, from the lowest up. It counts the dice that show each face, instead of going die by die.

use super::{DiceGroup, DieFaces, MOST_STATES, size};
use crate::formula::budget::{Budget, Failure, TRANSITION_COST};
use crate::formula::spread::ItemWeights;
use crate::formula::weight::{Fits, Weight};
use std::collections::BTreeMap;

/// Counters of the groups of a pool, one after another. Equal dice have one counter: the number of dice that still have
/// no face. A part has one for the number of its dice seen so far, followed by those of its inner groups.
type PoolCounters = smallvec::SmallVec<[u16; 6]>;

/// The distribution of a number that is computed from a pool face by face, from the lowest up. The number begins as 0.
/// For each face, `next` returns its new value, given its current value, the face, and the number of dice that show the
/// face.
pub fn read_faces<W: Weight>(
    groups: &[DiceGroup<W>],
    next: impl Fn(i64, i64, usize) -> i64,
    budget: &Budget,
) -> Result<DieFaces<W>, Failure> {
    let mut start = PoolCounters::new();
    push_counters(groups, &mut start)?;
    let mut faces: Vec<i64> = Vec::new();
    push_faces(groups, &mut faces);
    faces.sort_unstable();
    faces.dedup();
    let mut states = BTreeMap::from([((start, 0), W::ONE)]);
    for face in faces {
        let mut after: BTreeMap<(PoolCounters, i64), W> = BTreeMap::new();
        for ((counters, state), weight) in &states {
            let ways = ways_to_show(groups, face, counters)?;
            budget.spend(ways.len(), TRANSITION_COST)?;
            if after.len() > MOST_STATES {
                return Err(Failure::Many);
            }
            for (counters, count, factor) in ways {
                let place = after.entry((counters, next(*state, face, count))).or_insert(W::ZERO);
                *place = place.plus(weight.times(factor)?)?;
            }
        }
        states = after;
    }
    let items = states.into_iter().map(|((_, state), weight)| (state, weight)).collect();
    Ok(ItemWeights::from_unsorted(items, total_weight(groups)?)?)
}

/// The weight of all outcomes together.
fn total_weight<W: Weight>(groups: &[DiceGroup<W>]) -> Fits<W> {
    groups.iter().try_fold(W::ONE, |total, group| match group {
        DiceGroup::Alike { shown, count, .. } => total.times(shown.total.power(*count)?),
        DiceGroup::Known(_) => Ok(total),
        DiceGroup::Part { of, .. } => total.times(total_weight(of)?),
    })
}

/// Appends the counters of the groups before any face is read.
fn push_counters<W>(groups: &[DiceGroup<W>], counters: &mut PoolCounters) -> Result<(), Failure> {
    if size(groups) > usize::from(u16::MAX) {
        return Err(Failure::Many);
    }
    for group in groups {
        match group {
            DiceGroup::Alike { count, .. } => counters.push(*count as u16),
            DiceGroup::Known(_) => {}
            DiceGroup::Part { of, .. } => {
                counters.push(0);
                self::push_counters(of, counters)?;
            }
        }
    }
    Ok(())
}

/// Appends the faces of the groups, with repetitions.
fn push_faces<W>(groups: &[DiceGroup<W>], faces: &mut Vec<i64>) {
    for group in groups {
        match group {
            DiceGroup::Alike { shown, .. } => faces.extend(shown.items.iter().map(|(face, _)| *face)),
            DiceGroup::Known(dice) => faces.extend(dice.iter().map(|die| die.face)),
            DiceGroup::Part { of, .. } => push_faces(of, faces),
        }
    }
}

/// The ways in which the dice in `groups` can show `face`, if the counters are `before`.
fn ways_to_show<W: Weight>(groups: &[DiceGroup<W>], face: i64, before: &PoolCounters) -> Result<Ways<W>, Failure> {
    let mut ways = vec![(PoolCounters::new(), 0, W::ONE)];
    let mut place = 0;
    for group in groups {
        ways = extend_ways(group, face, before, &mut place, ways)?;
    }
    Ok(ways)
}

/// Ways in which dice can show a face. Each has the counters afterwards, the number of dice that show the face, and the
/// weight of this way.
type Ways<W> = Vec<(PoolCounters, usize, W)>;

/// Extends each of `ways` by the ways in which the dice of one more group can show `face`. `place` is the index of the
/// first counter of the group in `before`; it is set to that of the next group.
fn extend_ways<W: Weight>(
    group: &DiceGroup<W>,
    face: i64,
    before: &PoolCounters,
    place: &mut usize,
    ways: Ways<W>,
) -> Result<Ways<W>, Failure> {
    Ok(match group {
        DiceGroup::Known(dice) => {
            let here = dice.iter().filter(|die| die.face == face).count();
            ways.into_iter().map(|(after, count, weight)| (after, count + here, weight)).collect()
        }
        DiceGroup::Alike { shown, .. } => {
            let left = before[*place];
            *place += 1;
            let found = shown.items.binary_search_by_key(&face, |(own, _)| *own).ok();
            let is_last = found.is_some_and(|at| at + 1 == shown.items.len());
            let Some(weight) = found.map(|at| shown.items[at].1).filter(|_| left > 0) else {
                let mut ways = ways;
                ways.iter_mut().for_each(|(after, ..)| after.push(left));
                return Ok(ways);
            };
            let mut factors = Vec::with_capacity(usize::from(left) + 1);
            let (mut power, mut chosen) = (W::ONE, W::ONE);
            for number in 0..=left {
                // If this is the highest face of the die, all remaining dice show it.
                if !is_last || number == left {
                    factors.push((number, chosen.times(power)?));
                }
                if number < left {
                    power = power.times(weight)?;
                    chosen = chosen.next_binomial(left.into(), number.into())?;
                }
            }
            let mut more = Vec::with_capacity(ways.len() * factors.len());
            for (after, count, weight) in ways {
                for (number, factor) in &factors {
                    let mut after = after.clone();
                    after.push(left - number);
                    more.push((after, count + usize::from(*number), weight.times(*factor)?));
                }
            }
            more
        }
        DiceGroup::Part { from, to, of } => {
            let seen = usize::from(before[*place]);
            *place += 1;
            let mut inner: Ways<W> = vec![(PoolCounters::new(), 0, W::ONE)];
            for group in of {
                inner = extend_ways(group, face, before, place, inner)?;
            }
            let mut more = Vec::with_capacity(ways.len() * inner.len());
            for (after, count, weight) in &ways {
                for (counters, here, factor) in &inner {
                    let inside = (seen + here).min(*to).saturating_sub(seen.max(*from));
                    let mut after = after.clone();
                    after.push((seen + here) as u16);
                    after.extend_from_slice(counters);
                    more.push((after, count + inside, weight.times(*factor)?));
                }
            }
            more
        }
    })
}

/// The distribution of the size of the largest set of equal faces.
pub fn largest_set<W: Weight>(groups: &[DiceGroup<W>], budget: &Budget) -> Result<DieFaces<W>, Failure> {
    read_faces(groups, |most, _, count| most.max(count as i64), budget)
}

/// The distribution of the number of different faces.
pub fn different_faces<W: Weight>(groups: &[DiceGroup<W>], budget: &Budget) -> Result<DieFaces<W>, Failure> {
    read_faces(groups, |faces, _, count| faces + i64::from(count > 0), budget)
}
