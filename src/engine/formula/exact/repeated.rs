//! The best, the worst or the middle one of several evaluations, or the one that ends them.

use crate::formula::budget::{Budget, PART};
use crate::formula::pool::{Faces, Failure};
use crate::formula::spread::Spread;
use crate::formula::weight::{TooWide, Weight};

/// The work for one value and one evaluation.
const STEP: usize = 12;

/// The value at a place of several evaluations, ascending.
pub fn ordered<W: Weight>(value: &Faces<W>, count: usize, place: usize, budget: &Budget) -> Result<Faces<W>, Failure> {
    let value = whole(value)?;
    let weights = || value.items.iter().map(|(_, weight)| *weight);
    let below = W::sums(weights()).ok_or(TooWide)?;
    let mut above = W::sums(weights().rev()).ok_or(TooWide)?;
    above.reverse();
    let total = power(value.total, count)?;
    // Below each value, here and above.
    let sides = weights().enumerate().map(|(number, weight)| [below[number], weight, above[number + 1]]);
    let found = if place + 1 == count {
        budget.spend(weights().len(), 4 * PART)?;
        sides.map(|sides| W::largest(sides, count)).collect::<Option<Vec<_>>>().ok_or(TooWide)?
    } else if place == 0 {
        budget.spend(weights().len(), 4 * PART)?;
        let turned = sides.map(|[below, here, above]| [above, here, below]);
        turned.map(|sides| W::largest(sides, count)).collect::<Option<Vec<_>>>().ok_or(TooWide)?
    } else {
        budget.spend(weights().len().saturating_mul(count), STEP)?;
        between(&below, &above, count, place)?
    };
    let items = value.items.iter().map(|(one, _)| *one).zip(found);
    Ok(Spread::gathered(items.collect(), total)?)
}

/// The same with a total that is the sum of the weights: doubles may be off by a little, which would grow with the number of evaluations.
fn whole<W: Weight>(value: &Faces<W>) -> Result<Faces<W>, TooWide> {
    let total = W::sum(value.items.iter().map(|(_, weight)| *weight)).ok_or(TooWide)?;
    Ok(Spread { items: value.items.clone(), total }.reduced())
}

fn power<W: Weight>(base: W, times: usize) -> Result<W, TooWide> {
    (0..times).try_fold(W::ONE, |power, _| power.times(base)).ok_or(TooWide)
}

/// The ways in which each value is at a place, of the weights below it and from it on.
fn between<W: Weight>(below: &[W], above: &[W], count: usize, place: usize) -> Result<Vec<W>, TooWide> {
    let mut ends = below.iter().zip(above).map(|(below, above)| split(*below, *above, count, place));
    let mut found = Vec::with_capacity(below.len());
    let mut before = ends.next().unwrap_or(Ok([W::ZERO, W::ZERO]))?;
    for end in ends {
        let end = end?;
        // From the smaller end, where a difference keeps its digits.
        found.push(if end[0] < before[1] { end[0].minus(before[0]) } else { before[1].minus(end[1]) });
        before = end;
    }
    Ok(found)
}

/// The ways in which the evaluation at a place is below a limit, and those in which it is above.
fn split<W: Weight>(below: W, above: W, count: usize, place: usize) -> Result<[W; 2], TooWide> {
    let powers = |base: W| -> Result<Vec<W>, TooWide> {
        let mut powers = vec![W::ONE];
        for place in 0..count {
            powers.push(powers[place].times(base).ok_or(TooWide)?);
        }
        Ok(powers)
    };
    let [lower, higher] = [powers(below)?, powers(above)?];
    let mut ways = W::ONE;
    let mut ends = [W::ZERO; 2];
    for beyond in 0..=count {
        let here = lower[count - beyond].times(higher[beyond]).and_then(|here| ways.times(here)).ok_or(TooWide)?;
        let end = &mut ends[usize::from(beyond >= count - place)];
        *end = end.plus(here).ok_or(TooWide)?;
        if beyond < count {
            ways = ways.choose_more(count, beyond).ok_or(TooWide)?;
        }
    }
    Ok(ends)
}

/// The last of several evaluations, which end with the first that stops them.
pub fn repeated_until<W: Weight>(
    value: &Faces<W>,
    times: usize,
    stops: impl Fn(i64) -> bool,
    budget: &Budget,
) -> Result<Faces<W>, Failure> {
    budget.spend(value.items.len() + times, PART)?;
    let value = whole(value)?;
    let sum = |stopping: bool| {
        W::sum(value.items.iter().filter(|(one, _)| stops(*one) == stopping).map(|(_, weight)| *weight))
    };
    let (Some(stopping), Some(going_on)) = (sum(true), sum(false)) else { return Err(Failure::Wide) };
    let [any, last] = W::last(stopping, going_on, times).ok_or(TooWide)?;
    let mut items = Vec::with_capacity(value.items.len());
    for (one, weight) in &value.items {
        let reached = if stops(*one) { any } else { last };
        items.push((*one, weight.times(reached).ok_or(TooWide)?));
    }
    Ok(Spread::gathered(items, power(value.total, times)?)?)
}
