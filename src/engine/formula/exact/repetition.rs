//! Distributions of repeated evaluations: the best, the worst, the median, and the one that stops `until`.

use crate::formula::budget::{Budget, Failure, PART_COST};
use crate::formula::pool::DieFaces;
use crate::formula::spread::ItemWeights;
use crate::formula::weight::{Fits, Weight};

/// Number of steps for one value in one evaluation.
const VALUE_COST: usize = 12;

/// The distribution of the value at index `place` after `count` evaluations are sorted in ascending order.
pub fn value_at_rank<W: Weight>(
    value: &DieFaces<W>,
    count: usize,
    place: usize,
    budget: &Budget,
) -> Result<DieFaces<W>, Failure> {
    let value = normalize_total(value)?;
    let weights = || value.items.iter().map(|(_, weight)| *weight);
    let below = W::running_sums(weights())?;
    let mut above = W::running_sums(weights().rev())?;
    above.reverse();
    let total = value.total.power(count)?;
    // The weights below, at and above each value.
    let sides = weights().enumerate().map(|(number, weight)| [below[number], weight, above[number + 1]]);
    let found = if place + 1 == count || place == 0 {
        budget.spend(weights().len(), 4 * PART_COST)?;
        // The smallest evaluation is the largest one with the order reversed.
        let highest = place + 1 == count;
        let turned =
            sides.map(|[below, here, above]| if highest { [below, here, above] } else { [above, here, below] });
        turned.map(|sides| W::weight_of_largest(sides, count)).collect::<Fits<Vec<_>>>()?
    } else {
        budget.spend(weights().len().saturating_mul(count), VALUE_COST)?;
        weights_at_rank(&below, &above, count, place)?
    };
    let items = value.items.iter().map(|(one, _)| *one).zip(found);
    Ok(ItemWeights::from_unsorted(items.collect(), total)?)
}

/// Sets the total to the sum of the weights. A total of doubles may be slightly off, and the error would grow with each
/// evaluation.
fn normalize_total<W: Weight>(value: &DieFaces<W>) -> Fits<DieFaces<W>> {
    let total = W::sum(value.items.iter().map(|(_, weight)| *weight))?;
    Ok(ItemWeights { items: value.items.clone(), total }.reduce_weights())
}

/// For each value, the weight of finding it at index `place` after `count` evaluations are sorted in ascending order.
/// `below[i]` is the total weight of the values before index i, and `above[i]` that of all others.
fn weights_at_rank<W: Weight>(below: &[W], above: &[W], count: usize, place: usize) -> Fits<Vec<W>> {
    let mut ends = below.iter().zip(above).map(|(below, above)| weights_around(*below, *above, count, place));
    let mut found = Vec::with_capacity(below.len());
    let mut before = ends.next().unwrap_or(Ok([W::ZERO, W::ZERO]))?;
    for end in ends {
        let end = end?;
        // Subtract at the smaller end, where the difference keeps its digits.
        found.push(if end[0] < before[1] { end[0].minus(before[0]) } else { before[1].minus(end[1]) });
        before = end;
    }
    Ok(found)
}

/// The weights that the value at index `place` of `count` sorted evaluations is below or above a limit. `below` and
/// `above` are the weights that a single evaluation is below or above it.
fn weights_around<W: Weight>(below: W, above: W, count: usize, place: usize) -> Fits<[W; 2]> {
    let powers = |base: W| -> Fits<Vec<W>> {
        let mut powers = vec![W::ONE];
        for place in 0..count {
            powers.push(powers[place].times(base)?);
        }
        Ok(powers)
    };
    let [lower, higher] = [powers(below)?, powers(above)?];
    let mut ways = W::ONE;
    let mut ends = [W::ZERO; 2];
    for beyond in 0..=count {
        let here = ways.times(lower[count - beyond].times(higher[beyond])?)?;
        let end = &mut ends[usize::from(beyond >= count - place)];
        *end = end.plus(here)?;
        if beyond < count {
            ways = ways.next_binomial(count, beyond)?;
        }
    }
    Ok(ends)
}

/// The distribution of the last value if an evaluation is repeated up to `times` times. The first value for which
/// `stops` is true ends the repetition.
pub fn repeated_until<W: Weight>(
    value: &DieFaces<W>,
    times: usize,
    stops: impl Fn(i64) -> bool,
    budget: &Budget,
) -> Result<DieFaces<W>, Failure> {
    budget.spend(value.items.len() + times, PART_COST)?;
    let value = normalize_total(value)?;
    let sum = |stopping: bool| {
        W::sum(value.items.iter().filter(|(one, _)| stops(*one) == stopping).map(|(_, weight)| *weight))
    };
    let [any, last] = W::last_value_factors(sum(true)?, sum(false)?, times)?;
    let mut items = Vec::with_capacity(value.items.len());
    for (one, weight) in &value.items {
        let reached = if stops(*one) { any } else { last };
        items.push((*one, weight.times(reached)?));
    }
    Ok(ItemWeights::from_unsorted(items, value.total.power(times)?)?)
}
