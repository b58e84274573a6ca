//! Sums over the dice of a pool.

use super::reading::{Adding, read};
use super::{Faces, Failure, Group, MOST_WAYS};
use crate::formula::token::LARGEST;
use crate::formula::weight::{Spread, TooWide, Weight};

/// More pairs of values than this are not added up.
const MOST_PAIRS: usize = 100 * MOST_WAYS;

/// Dice with fewer faces are added face by face.
const FEW_FACES: usize = 16;

/// The sum of `counts` of each die of a pool.
pub fn added<W: Weight>(groups: &[Group<W>], counts: impl Fn(i64) -> i64 + Copy) -> Result<Faces<W>, Failure> {
    let mut sum = Spread::certain(0);
    for group in groups {
        sum = match group {
            Group::Alike { shown, count, .. } => with_dice(sum, &shown.map(|face| counts(*face))?, *count)?,
            Group::Known(dice) => convolved(&sum, &Spread::certain(dice.iter().map(|die| counts(die.face)).sum()))?,
            Group::Part { .. } => convolved(&sum, &read(std::slice::from_ref(group), &Adding(counts))?)?,
        };
    }
    Ok(sum)
}

/// A sum with this number of equal dice more.
pub fn with_dice<W: Weight>(sum: Faces<W>, faces: &Faces<W>, count: usize) -> Result<Faces<W>, Failure> {
    let (Some((low, weight)), Some((high, _))) = (faces.items.first(), faces.items.last()) else { return Ok(sum) };
    let even = (high - low + 1) as usize == faces.items.len() && faces.items.iter().all(|(_, own)| own == weight);
    let ends = sum.items.first().zip(sum.items.last()).map_or((0, 0), |(first, last)| (first.0, last.0));
    for end in [ends.0 + low * count as i64, ends.1 + high * count as i64] {
        if end.abs() > LARGEST {
            return Err(Failure::Far(end));
        }
    }
    let mut sum = sum;
    let mut pairs = 0;
    for _ in 0..count {
        pairs += sum.items.len() * if even { 1 } else { faces.items.len() };
        if pairs > 2 * MOST_PAIRS {
            return Err(Failure::Many);
        }
        sum = match even && faces.items.len() >= FEW_FACES && sum.items.len() > 1 {
            true => slid(&sum, faces, *low, *weight)?,
            false => convolved(&sum, faces)?,
        };
    }
    Ok(sum)
}

/// A sum with one die more whose faces follow one another and are equally likely: a window slides over the sum.
fn slid<W: Weight>(sum: &Faces<W>, faces: &Faces<W>, low: i64, weight: W) -> Result<Faces<W>, Failure> {
    let (first, last) = (sum.items[0].0, sum.items[sum.items.len() - 1].0);
    let mut dense = vec![W::ZERO; (last - first + 1) as usize];
    sum.items.iter().for_each(|(value, own)| dense[(value - first) as usize] = *own);
    let width = faces.items.len();
    let mut window = W::ZERO;
    let mut items = Vec::with_capacity(dense.len() + width);
    for place in 0..dense.len() + width - 1 {
        let less = place.checked_sub(width).map(|place| dense[place]);
        window = W::slid(window, dense.get(place).copied(), less).ok_or(TooWide)?;
        if window != W::ZERO {
            items.push((first + low + place as i64, window.times(weight).ok_or(TooWide)?));
        }
    }
    Ok(Spread { items, total: sum.total.times(faces.total).ok_or(TooWide)? })
}

/// The sum of two independent numbers.
pub fn convolved<W: Weight>(one: &Faces<W>, other: &Faces<W>) -> Result<Faces<W>, Failure> {
    if let [(shift, _)] = one.items[..] {
        let items = other.items.iter().map(|(value, weight)| (value + shift, *weight)).collect();
        return Ok(Spread { items, total: other.total });
    }
    let total = one.total.times(other.total).ok_or(TooWide)?;
    if one.items.len().saturating_mul(other.items.len()) > MOST_PAIRS {
        return Err(Failure::Many);
    }
    let ends = |faces: &Faces<W>| faces.items.first().zip(faces.items.last()).map(|(low, high)| (low.0, high.0));
    let (Some((low, high)), Some((least, most))) = (ends(one), ends(other)) else { return Ok(one.clone()) };
    let low = low + least;
    let width = (high + most - low) as usize + 1;
    // Sums that lie far apart are sorted instead.
    if width > MOST_WAYS {
        return Ok(Spread::gathered(products(one, other)?, total)?);
    }
    let mut weights = vec![W::ZERO; width];
    for (value, weight) in &one.items {
        for (more, also) in &other.items {
            let place = &mut weights[(value + more - low) as usize];
            *place = weight.times(*also).and_then(|both| place.plus(both)).ok_or(TooWide)?;
        }
    }
    let items = (low..).zip(weights).filter(|(_, weight)| *weight != W::ZERO).collect();
    Ok(Spread { items, total }.reduced()?)
}

fn products<W: Weight>(one: &Faces<W>, other: &Faces<W>) -> Result<Vec<(i64, W)>, TooWide> {
    let pairs = one.items.iter().flat_map(|one| other.items.iter().map(move |other| (one, other)));
    pairs.map(|((a, weight), (b, also))| Ok((a + b, weight.times(*also).ok_or(TooWide)?))).collect()
}
