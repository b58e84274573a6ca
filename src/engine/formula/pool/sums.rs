//! Sums over the dice of a pool.

use super::kept_sum::sum_of_kept;
use super::reading::read_faces;
use super::{DiceGroup, DieFaces, MOST_WAYS};
use crate::formula::budget::{Budget, Failure};
use crate::formula::spread::ItemWeights;
use crate::formula::token::LARGEST_NUMBER;
use crate::formula::weight::Weight;

/// Maximum number of pairs of values in the sum of two distributions.
const MOST_PAIRS: usize = 100 * MOST_WAYS;

/// Dice with fewer faces than this are added pair by pair, without a sliding window.
const FEW_FACES: usize = 16;

/// The distribution of the sum of `counts(face)` over the dice of a pool.
pub fn sum_of_dice<W: Weight>(
    groups: &[DiceGroup<W>],
    counts: impl Fn(i64) -> i64 + Copy,
    budget: &Budget,
) -> Result<DieFaces<W>, Failure> {
    let mut sum = ItemWeights::certain(0);
    for group in groups {
        sum = match group {
            DiceGroup::Alike { shown, count, .. } => add_dice(sum, &shown.map(|face| counts(*face))?, *count, budget)?,
            DiceGroup::Known(dice) => {
                convolve(&sum, &ItemWeights::certain(dice.iter().map(|die| counts(die.face)).sum()), budget)?
            }
            DiceGroup::Part { .. } => {
                let part = match sum_of_kept(group, counts, budget)? {
                    Some(part) => part,
                    None => {
                        let add = |sum: i64, face: i64, count: usize| sum + counts(face) * count as i64;
                        read_faces(std::slice::from_ref(group), add, budget)?
                    }
                };
                convolve(&sum, &part, budget)?
            }
        };
    }
    Ok(sum)
}

/// The distribution of `sum` plus `count` equal dice.
pub fn add_dice<W: Weight>(
    sum: DieFaces<W>,
    faces: &DieFaces<W>,
    count: usize,
    budget: &Budget,
) -> Result<DieFaces<W>, Failure> {
    let (Some((low, weight)), Some((high, _))) = (faces.items.first(), faces.items.last()) else { return Ok(sum) };
    let even = (high - low + 1) as usize == faces.items.len() && faces.items.iter().all(|(_, own)| own == weight);
    let ends = sum.items.first().zip(sum.items.last()).map_or((0, 0), |(first, last)| (first.0, last.0));
    for end in [ends.0 + low * count as i64, ends.1 + high * count as i64] {
        if end.abs() > LARGEST_NUMBER {
            return Err(Failure::Far(end));
        }
    }
    if even && faces.items.len() >= FEW_FACES {
        return add_even_dice(&sum, faces, count, budget);
    }
    (0..count).try_fold(sum, |sum, _| convolve(&sum, faces, budget))
}

/// Like [`add_dice`], for consecutive faces with equal weights. For each die, a window slides over the sum.
fn add_even_dice<W: Weight>(
    sum: &DieFaces<W>,
    faces: &DieFaces<W>,
    count: usize,
    budget: &Budget,
) -> Result<DieFaces<W>, Failure> {
    let [(low, weight), ..] = faces.items[..] else { return Ok(sum.clone()) };
    let (mut first, last) = (sum.items[0].0, sum.items[sum.items.len() - 1].0);
    let mut dense = vec![W::ZERO; (last - first + 1) as usize];
    sum.items.iter().for_each(|(value, own)| dense[(value - first) as usize] = *own);
    let (mut total, mut next) = (sum.total, Vec::new());
    for _ in 0..count {
        budget.spend(dense.len() + faces.items.len(), 1)?;
        let length = dense.len() + faces.items.len() - 1;
        // If the sum starts from a single value, it stays symmetric, and half of it is enough.
        let half = if sum.items.len() == 1 { length.div_ceil(2) } else { length };
        let weights = &dense[..half.min(dense.len())];
        W::window_sums(weights, faces.items.len(), weight, &mut next)?;
        next.truncate(half);
        next.extend_from_within(..length - half);
        next[half..].reverse();
        std::mem::swap(&mut dense, &mut next);
        // Drop weights that are too small for doubles.
        let zeros = dense.iter().take_while(|weight| **weight == W::ZERO).count();
        dense.drain(..zeros);
        dense.truncate(dense.iter().rposition(|weight| *weight != W::ZERO).map_or(0, |place| place + 1));
        first += low + zeros as i64;
        total = total.times(faces.total)?;
    }
    let items = (first..).zip(dense).filter(|(_, weight)| *weight != W::ZERO);
    Ok(ItemWeights { items: items.collect(), total })
}

/// The distribution of the sum of two independent numbers.
pub fn convolve<W: Weight>(one: &DieFaces<W>, other: &DieFaces<W>, budget: &Budget) -> Result<DieFaces<W>, Failure> {
    if let [(shift, _)] = one.items[..] {
        let items = other.items.iter().map(|(value, weight)| (value + shift, *weight)).collect();
        return Ok(ItemWeights { items, total: other.total });
    }
    let total = one.total.times(other.total)?;
    let pairs = one.items.len().saturating_mul(other.items.len());
    if pairs > MOST_PAIRS {
        return Err(Failure::Many);
    }
    let ends = |faces: &DieFaces<W>| faces.items.first().zip(faces.items.last()).map(|(low, high)| (low.0, high.0));
    let (Some((low, high)), Some((least, most))) = (ends(one), ends(other)) else { return Ok(one.clone()) };
    let low = low + least;
    let width = (high + most - low) as usize + 1;
    // If the sums are far apart, a table would be too large or mostly empty, so they are sorted instead.
    if width > 100 * pairs || width > MOST_WAYS {
        return convolve_sparse(one, other, pairs, budget);
    }
    budget.spend(pairs + width, 2)?;
    let mut weights = vec![W::ZERO; width];
    for (value, weight) in &one.items {
        for (more, also) in &other.items {
            let place = &mut weights[(value + more - low) as usize];
            *place = place.plus(weight.times(*also)?)?;
        }
    }
    let items = (low..).zip(weights).filter(|(_, weight)| *weight != W::ZERO).collect();
    Ok(ItemWeights { items, total }.reduce_weights())
}

/// Like [`convolve`], for values that are far apart: sorts the sums of all `pairs` pairs of values.
fn convolve_sparse<W: Weight>(
    one: &DieFaces<W>,
    other: &DieFaces<W>,
    pairs: usize,
    budget: &Budget,
) -> Result<DieFaces<W>, Failure> {
    if pairs > MOST_WAYS {
        return Err(Failure::Many);
    }
    budget.spend(pairs, 50)?;
    one.combine(other, |value, more| Ok(value + more))
}
