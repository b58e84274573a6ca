//! Reads the faces of a pool, the lowest first: by how many dice show each, instead of by the dice.

use super::{Faces, Failure, Group, MOST_STATES, size};
use crate::formula::budget::{Budget, STATE};
use crate::formula::spread::Spread;
use crate::formula::weight::{TooWide, Weight};
use std::collections::BTreeMap;

/// Looks at the dice of a pool face by face, the lowest first.
pub trait Reading {
    type State: Ord + Clone;

    fn start(&self) -> Self::State;

    /// `count` dice show a face.
    fn next(&self, state: &Self::State, face: i64, count: usize) -> Self::State;
}

/// The sum of what each face counts.
pub struct Adding<F>(pub F);

impl<F: Fn(i64) -> i64> Reading for Adding<F> {
    type State = i64;

    fn start(&self) -> i64 {
        0
    }

    fn next(&self, state: &i64, face: i64, count: usize) -> i64 {
        state + (self.0)(face) * count as i64
    }
}

/// The size of the largest set of equal faces.
struct Matching;

impl Reading for Matching {
    type State = i64;

    fn start(&self) -> i64 {
        0
    }

    fn next(&self, state: &i64, _: i64, count: usize) -> i64 {
        (*state).max(count as i64)
    }
}

/// The number of different faces.
struct Differing;

impl Reading for Differing {
    type State = i64;

    fn start(&self) -> i64 {
        0
    }

    fn next(&self, state: &i64, _: i64, count: usize) -> i64 {
        state + i64::from(count > 0)
    }
}

/// The dice that a group has left, and how many of a part have been seen.
type Counters = smallvec::SmallVec<[u16; 6]>;

/// Reads the faces of a pool, the lowest first.
pub fn read<W: Weight, R: Reading>(
    groups: &[Group<W>],
    reading: &R,
    budget: &Budget,
) -> Result<Spread<R::State, W>, Failure> {
    let mut start = Counters::new();
    counters(groups, &mut start)?;
    let mut faces: Vec<i64> = Vec::new();
    faces_of(groups, &mut faces);
    faces.sort_unstable();
    faces.dedup();
    let mut states = BTreeMap::from([((start, reading.start()), W::ONE)]);
    for face in faces {
        let mut after: BTreeMap<(Counters, R::State), W> = BTreeMap::new();
        for ((counters, state), weight) in &states {
            let ways = showing(groups, face, counters)?;
            budget.spend(ways.len(), STATE)?;
            if after.len() > MOST_STATES {
                return Err(Failure::Many);
            }
            for (counters, count, factor) in ways {
                let next = reading.next(state, face, count);
                let weight = weight.times(factor).ok_or(TooWide)?;
                let place = after.entry((counters, next)).or_insert(W::ZERO);
                *place = place.plus(weight).ok_or(TooWide)?;
            }
        }
        states = after;
    }
    let total = all_ways(groups).ok_or(TooWide)?;
    let items = states.into_iter().map(|((_, state), weight)| (state, weight)).collect();
    Ok(Spread::gathered(items, total)?)
}

fn all_ways<W: Weight>(groups: &[Group<W>]) -> Option<W> {
    groups.iter().try_fold(W::ONE, |total, group| match group {
        Group::Alike { shown, count, .. } => (0..*count).try_fold(total, |total, _| total.times(shown.total)),
        Group::Known(_) => Some(total),
        Group::Part { of, .. } => total.times(all_ways(of)?),
    })
}

fn counters<W>(groups: &[Group<W>], counters: &mut Counters) -> Result<(), Failure> {
    if size(groups) > usize::from(u16::MAX) {
        return Err(Failure::Many);
    }
    for group in groups {
        match group {
            Group::Alike { count, .. } => counters.push(*count as u16),
            Group::Known(_) => {}
            Group::Part { of, .. } => {
                counters.push(0);
                self::counters(of, counters)?;
            }
        }
    }
    Ok(())
}

fn faces_of<W>(groups: &[Group<W>], faces: &mut Vec<i64>) {
    for group in groups {
        match group {
            Group::Alike { shown, .. } => faces.extend(shown.items.iter().map(|(face, _)| *face)),
            Group::Known(dice) => faces.extend(dice.iter().map(|die| die.face)),
            Group::Part { of, .. } => faces_of(of, faces),
        }
    }
}

/// The ways in which the dice of groups may show a face, after those with lower faces: what is left then, how many show it, and the weight.
fn showing<W: Weight>(groups: &[Group<W>], face: i64, before: &Counters) -> Result<Vec<(Counters, usize, W)>, Failure> {
    let mut ways = vec![(Counters::new(), 0, W::ONE)];
    let mut place = 0;
    for group in groups {
        ways = shown_by(group, face, before, &mut place, ways)?;
    }
    Ok(ways)
}

type Ways<W> = Vec<(Counters, usize, W)>;

fn shown_by<W: Weight>(
    group: &Group<W>,
    face: i64,
    before: &Counters,
    place: &mut usize,
    ways: Ways<W>,
) -> Result<Ways<W>, Failure> {
    Ok(match group {
        Group::Known(dice) => {
            let here = dice.iter().filter(|die| die.face == face).count();
            ways.into_iter().map(|(after, count, weight)| (after, count + here, weight)).collect()
        }
        Group::Alike { shown, .. } => {
            let left = before[*place];
            *place += 1;
            let found = shown.items.binary_search_by_key(&face, |(own, _)| *own).ok();
            let is_last = found.is_some_and(|at| at + 1 == shown.items.len());
            let Some(weight) = found.map(|at| shown.items[at].1).filter(|_| left > 0) else {
                return Ok(ways
                    .into_iter()
                    .map(|(mut after, count, weight)| {
                        after.push(left);
                        (after, count, weight)
                    })
                    .collect());
            };
            let mut factors = Vec::with_capacity(usize::from(left) + 1);
            let (mut power, mut chosen) = (W::ONE, W::ONE);
            for number in 0..=left {
                // On its last face all that are left show it.
                if !is_last || number == left {
                    factors.push((number, chosen.times(power).ok_or(TooWide)?));
                }
                if number < left {
                    power = power.times(weight).ok_or(TooWide)?;
                    chosen = chosen.choose_more(left.into(), number.into()).ok_or(TooWide)?;
                }
            }
            let mut more = Vec::with_capacity(ways.len() * factors.len());
            for (after, count, weight) in ways {
                for (number, factor) in &factors {
                    let mut after = after.clone();
                    after.push(left - number);
                    more.push((after, count + usize::from(*number), weight.times(*factor).ok_or(TooWide)?));
                }
            }
            more
        }
        Group::Part { from, to, of } => {
            let seen = usize::from(before[*place]);
            *place += 1;
            let mut inner: Ways<W> = vec![(Counters::new(), 0, W::ONE)];
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
                    more.push((after, count + inside, weight.times(*factor).ok_or(TooWide)?));
                }
            }
            more
        }
    })
}

/// The size of the largest set of equal faces.
pub fn matches<W: Weight>(groups: &[Group<W>], budget: &Budget) -> Result<Faces<W>, Failure> {
    read(groups, &Matching, budget)
}

/// The number of different faces.
pub fn distinct<W: Weight>(groups: &[Group<W>], budget: &Budget) -> Result<Faces<W>, Failure> {
    read(groups, &Differing, budget)
}
