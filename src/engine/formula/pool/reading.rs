//! Reads a pool face by face, from the lowest up. It counts the dice that show each face, instead of going die by die.

use super::{DiceGroup, DieFaces, MOST_STATES, size};
use crate::formula::budget::{Budget, Failure, STATE};
use crate::formula::spread::ItemWeights;
use crate::formula::weight::{Fits, Weight};
use std::collections::BTreeMap;

/// Counters, group by group. Equal dice have one: the number of dice left, which show a later face. A part has one for
/// the number of its dice seen so far, followed by the counters of its inner groups.
type DiceLeft = smallvec::SmallVec<[u16; 6]>;

/// The distribution of a number that is computed from a pool face by face, from the lowest up. The number is 0 at
/// first. For each face, `next` computes it from its previous value, the face, and the number of dice that show the
/// face.
pub fn read<W: Weight>(
    groups: &[DiceGroup<W>],
    next: impl Fn(i64, i64, usize) -> i64,
    budget: &Budget,
) -> Result<DieFaces<W>, Failure> {
    let mut start = DiceLeft::new();
    counters(groups, &mut start)?;
    let mut faces: Vec<i64> = Vec::new();
    faces_of(groups, &mut faces);
    faces.sort_unstable();
    faces.dedup();
    let mut states = BTreeMap::from([((start, 0), W::ONE)]);
    for face in faces {
        let mut after: BTreeMap<(DiceLeft, i64), W> = BTreeMap::new();
        for ((counters, state), weight) in &states {
            let ways = showing(groups, face, counters)?;
            budget.spend(ways.len(), STATE)?;
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
    Ok(ItemWeights::gathered(items, all_ways(groups)?)?)
}

/// The total weight of all outcomes.
fn all_ways<W: Weight>(groups: &[DiceGroup<W>]) -> Fits<W> {
    groups.iter().try_fold(W::ONE, |total, group| match group {
        DiceGroup::Alike { shown, count, .. } => total.times(shown.total.power(*count)?),
        DiceGroup::Known(_) => Ok(total),
        DiceGroup::Part { of, .. } => total.times(all_ways(of)?),
    })
}

/// Appends the counters of the groups, before any face is read, to `counters`.
fn counters<W>(groups: &[DiceGroup<W>], counters: &mut DiceLeft) -> Result<(), Failure> {
    if size(groups) > usize::from(u16::MAX) {
        return Err(Failure::Many);
    }
    for group in groups {
        match group {
            DiceGroup::Alike { count, .. } => counters.push(*count as u16),
            DiceGroup::Known(_) => {}
            DiceGroup::Part { of, .. } => {
                counters.push(0);
                self::counters(of, counters)?;
            }
        }
    }
    Ok(())
}

/// Appends the faces of the groups to `faces`, with repetitions.
fn faces_of<W>(groups: &[DiceGroup<W>], faces: &mut Vec<i64>) {
    for group in groups {
        match group {
            DiceGroup::Alike { shown, .. } => faces.extend(shown.items.iter().map(|(face, _)| *face)),
            DiceGroup::Known(dice) => faces.extend(dice.iter().map(|die| die.face)),
            DiceGroup::Part { of, .. } => faces_of(of, faces),
        }
    }
}

/// All ways in which dice can show `face`, given the counters `before`. Each way has the counters afterwards, the
/// number of dice that show the face, and the weight.
fn showing<W: Weight>(
    groups: &[DiceGroup<W>],
    face: i64,
    before: &DiceLeft,
) -> Result<Vec<(DiceLeft, usize, W)>, Failure> {
    let mut ways = vec![(DiceLeft::new(), 0, W::ONE)];
    let mut place = 0;
    for group in groups {
        ways = shown_by(group, face, before, &mut place, ways)?;
    }
    Ok(ways)
}

type Ways<W> = Vec<(DiceLeft, usize, W)>;

/// Extends each of `ways` by the ways in which the dice of one more group can show `face`: adds the number of dice that
/// show it and the group's counters afterwards, and multiplies the weight. `place` is the index of the group's first
/// counter in `before`, and moves on to that of the next group.
fn shown_by<W: Weight>(
    group: &DiceGroup<W>,
    face: i64,
    before: &DiceLeft,
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
                    chosen = chosen.choose_more(left.into(), number.into())?;
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
            let mut inner: Ways<W> = vec![(DiceLeft::new(), 0, W::ONE)];
            for group in of {
                inner = shown_by(group, face, before, place, inner)?;
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
pub fn matches<W: Weight>(groups: &[DiceGroup<W>], budget: &Budget) -> Result<DieFaces<W>, Failure> {
    read(groups, |most, _, count| most.max(count as i64), budget)
}

/// The distribution of the number of different faces.
pub fn distinct<W: Weight>(groups: &[DiceGroup<W>], budget: &Budget) -> Result<DieFaces<W>, Failure> {
    read(groups, |faces, _, count| faces + i64::from(count > 0), budget)
}
