//! The best, the worst or the middle one of several evaluations, or the one that ends them.

use crate::formula::budget::{Budget, PART};
use crate::formula::pool::{Faces, Failure};
use crate::formula::weight::{Spread, TooWide, Weight};

/// A weight multiplied with itself.
fn power<W: Weight>(base: W, times: usize) -> Result<W, TooWide> {
    let (mut power, mut square) = (W::ONE, base);
    let mut left = times;
    while left > 0 {
        if left % 2 == 1 {
            power = power.times(square).ok_or(TooWide)?;
        }
        left /= 2;
        if left > 0 {
            square = square.times(square).ok_or(TooWide)?;
        }
    }
    Ok(power)
}

/// The value at a place of several evaluations, ascending.
pub fn ordered<W: Weight>(value: &Faces<W>, count: usize, place: usize, budget: &Budget) -> Result<Faces<W>, Failure> {
    let weights: Vec<W> = value.items.iter().map(|(_, weight)| *weight).collect();
    // Of doubles the sum may not be quite 1, which would grow with the number of evaluations.
    let sum = weights.iter().try_fold(W::ZERO, |sum, weight| sum.plus(*weight)).ok_or(TooWide)?;
    let total = power(sum, count)?;
    let found = if place + 1 == count {
        budget.spend(weights.len(), PART)?;
        farthest(weights.iter(), count)?
    } else if place == 0 {
        budget.spend(weights.len(), PART)?;
        let mut found = farthest(weights.iter().rev(), count)?;
        found.reverse();
        found
    } else {
        budget.spend(weights.len().saturating_mul(count), 10)?;
        between(&weights, sum, count, place)?
    };
    let items = value.items.iter().map(|(one, _)| *one).zip(found);
    Ok(Spread::gathered(items.collect(), total)?)
}

/// The ways in which each of these values is the last one reached: all evaluations up to it, less all before it.
fn farthest<'w, W: Weight + 'w>(weights: impl Iterator<Item = &'w W>, count: usize) -> Result<Vec<W>, TooWide> {
    let mut before = W::ZERO;
    let ways = |weight: &W| {
        let up_to = before.plus(*weight)?;
        let ways = weight.times(quotient(up_to, before, count)?);
        before = up_to;
        ways
    };
    weights.map(ways).collect::<Option<_>>().ok_or(TooWide)
}

/// `(one^count - other^count) / (one - other)`, without a difference, in which doubles would lose their digits.
fn quotient<W: Weight>(one: W, other: W, count: usize) -> Option<W> {
    let (mut sum, mut ones, mut others) = (W::ZERO, W::ONE, W::ONE);
    for bit in (0..usize::BITS - count.leading_zeros()).rev() {
        if sum != W::ZERO {
            sum = sum.times(ones.plus(others)?)?;
            ones = ones.times(ones)?;
            others = others.times(others)?;
        }
        if count >> bit & 1 == 1 {
            sum = sum.times(one)?.plus(others)?;
            ones = ones.times(one)?;
            others = others.times(other)?;
        }
    }
    Some(sum)
}

/// The ways in which each value is at a place: it is at most a value if more than `place` evaluations are.
fn between<W: Weight>(weights: &[W], total: W, count: usize, place: usize) -> Result<Vec<W>, TooWide> {
    let powers = |base: W| -> Result<Vec<W>, TooWide> {
        let mut powers = vec![W::ONE];
        for place in 0..count {
            powers.push(powers[place].times(base).ok_or(TooWide)?);
        }
        Ok(powers)
    };
    let (mut at_most, mut before) = (W::ZERO, W::ZERO);
    let mut found = Vec::with_capacity(weights.len());
    for weight in weights {
        at_most = at_most.plus(*weight).ok_or(TooWide)?;
        let [below, above] = [powers(at_most)?, powers(total.minus(at_most))?];
        // From all of them down: the ways in which exactly this number are at most here.
        let (mut ways, mut sum) = (W::ONE, W::ZERO);
        for beyond in 0..count - place {
            let here = below[count - beyond].times(above[beyond]).ok_or(TooWide)?;
            sum = ways.times(here).and_then(|here| sum.plus(here)).ok_or(TooWide)?;
            ways = ways.choose_more(count, beyond).ok_or(TooWide)?;
        }
        found.push(sum.minus(before));
        before = sum;
    }
    Ok(found)
}

/// The last of several evaluations, which end with the first that stops them.
pub fn repeated_until<W: Weight>(
    value: &Faces<W>,
    times: usize,
    stops: impl Fn(i64) -> bool,
    budget: &Budget,
) -> Result<Faces<W>, Failure> {
    budget.spend(value.items.len() + times, 10)?;
    let goes_on = value.items.iter().filter(|(one, _)| !stops(*one));
    let goes_on = goes_on.map(|(_, weight)| *weight).try_fold(W::ZERO, W::plus).ok_or(TooWide)?;
    // Of all ways: those in which the last evaluation is reached, and those in which any is, by it and those after it.
    let (mut last, mut any) = (W::ONE, W::ONE);
    for _ in 1..times {
        last = last.times(goes_on).ok_or(TooWide)?;
        any = any.times(value.total).and_then(|any| any.plus(last)).ok_or(TooWide)?;
    }
    let mut items = Vec::with_capacity(value.items.len());
    for (one, weight) in &value.items {
        let reached = if stops(*one) { any } else { last };
        items.push((*one, weight.times(reached).ok_or(TooWide)?));
    }
    Ok(Spread::gathered(items, power(value.total, times)?)?)
}
