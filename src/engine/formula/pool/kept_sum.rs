//! The sum of the highest or lowest dice in a pool of unlike dice, computed die by die.
//!
//! One of the dice taken is the last: if the highest three are taken, the lowest of them. Among dice with equal faces,
//! it is the one processed last. For each face of this last die, the other dice are processed in order. A die before it
//! is taken if its face is at least as good. A die after it is taken only if its face is better. So the state is only
//! the number of dice taken and their sum. It need not include the number of dice left of each type.

use super::{DiceGroup, DieFaces, MOST_WAYS};
use crate::formula::budget::{Budget, Failure, TRANSITION_COST};
use crate::formula::spread::ItemWeights;
use crate::formula::weight::{Fits, Weight};
use std::rc::Rc;

/// A pool from which the highest or the lowest dice are taken.
struct DiceSelection<W> {
    dice: Vec<Rc<DieFaces<W>>>,
    /// The number of dice to take.
    number: usize,
    /// Whether the highest dice are taken; if not, the lowest.
    highest: bool,
}

/// Weights of sums, by the number of dice taken, then by the difference between their sum and its minimum.
type Sums<W> = Vec<Vec<W>>;

/// The distribution of the sum of `counts(face)` over the dice of `group`. `None` if it is faster to read the group
/// face by face, or if the group does not take the highest or lowest dice of a pool.
pub fn sum_of_kept<W: Weight>(
    group: &DiceGroup<W>,
    counts: impl Fn(i64) -> i64 + Copy,
    budget: &Budget,
) -> Result<Option<DieFaces<W>>, Failure> {
    let Some(taking) = selection_from(group) else { return Ok(None) };
    let mut faces: Vec<i64> = taking.dice.iter().flat_map(|die| die.items.iter().map(|(face, _)| *face)).collect();
    faces.sort_unstable();
    faces.dedup();
    let counted = || faces.iter().map(|face| counts(*face));
    let (Some(low), Some(high)) = (counted().min(), counted().max()) else { return Ok(None) };
    let wide = (high - low) as usize;
    let sums = (0..taking.number).map(|taken| taken * wide + 1).fold(0, usize::saturating_add);
    let each = taking.dice.iter().map(|die| die.items.len() + 3).sum::<usize>();
    let cost = sums.saturating_mul(each).saturating_mul(faces.len());
    if sums > MOST_WAYS || cost as f64 > TRANSITION_COST as f64 * face_by_face_cost(group, faces.len(), wide) {
        return Ok(None);
    }
    // Fails on overflow before any work is done.
    let total = taking.dice.iter().try_fold(W::ONE, |total, die| total.times(die.total))?;
    budget.spend(cost, 1)?;
    let mut weights = vec![W::ZERO; taking.number * wide + 1];
    for last in faces {
        let sums = taking.with_last(last, |face| (counts(face) - low) as usize, wide)?;
        for (place, weight) in weights.iter_mut().zip(sums) {
            *place = place.plus(weight)?;
        }
    }
    let items = (low * taking.number as i64..).zip(weights).filter(|(_, weight)| *weight != W::ZERO);
    Ok(Some(ItemWeights { items: items.collect(), total }.reduce_weights()))
}

/// The selection that a group makes; `None` if it does not take the highest or the lowest dice of simple groups.
fn selection_from<W: Weight>(group: &DiceGroup<W>) -> Option<DiceSelection<W>> {
    let DiceGroup::Part { from, to, of } = group else { return None };
    let mut dice = Vec::new();
    for group in of {
        match group {
            DiceGroup::Alike { shown, count, .. } => dice.extend((0..*count).map(|_| shown.clone())),
            DiceGroup::Known(known) => dice.extend(known.iter().map(|die| Rc::new(ItemWeights::certain(die.face)))),
            DiceGroup::Part { .. } => return None,
        }
    }
    let highest = *to == dice.len();
    (highest || *from == 0).then(|| DiceSelection { dice, number: to - from, highest })
}

/// A rough estimate of the steps for reading the group face by face. `faces` is the number of different faces, and
/// `wide` the difference between the largest and the smallest amount that a die can add to the sum.
fn face_by_face_cost<W>(group: &DiceGroup<W>, faces: usize, wide: usize) -> f64 {
    let DiceGroup::Part { to, from, of } = group else { return 0.0 };
    let left = of.iter().map(|group| match group {
        DiceGroup::Alike { count, .. } => (*count + 1) as f64,
        _ => 1.0,
    });
    let sums = ((to - from) * wide + 1) as f64;
    left.map(|left| left * left / 2.0).product::<f64>() * faces as f64 * sums.sqrt()
}

/// The faces of a die, compared with the face of the last die taken. `worse` and `equal` are total weights. `better`
/// lists the better faces: how much each adds above the smallest amount, and its weight.
struct ComparedFaces<W> {
    worse: W,
    equal: W,
    better: Vec<(usize, W)>,
}

impl<W: Weight> DiceSelection<W> {
    /// The weights of all sums in which the last die taken shows `last`, by the difference from the minimum. `above`
    /// returns the amount that a face adds above the smallest amount; `wide` is the largest such difference.
    fn with_last(&self, last: i64, above: impl Fn(i64) -> usize, wide: usize) -> Fits<Vec<W>> {
        let empty = || -> Sums<W> { (0..self.number).map(|taken| vec![W::ZERO; (taken + 1) * wide + 1]).collect() };
        // States before the last die and after it. After it, the sum includes the last die, but the number of dice
        // taken does not.
        let (mut before, mut behind) = (empty(), empty());
        before[0][0] = W::ONE;
        let mut known: Option<(&Rc<DieFaces<W>>, ComparedFaces<W>)> = None;
        for (place, die) in self.dice.iter().enumerate() {
            // Equal dice are adjacent.
            let kinds = match known.take().filter(|(own, _)| Rc::ptr_eq(own, die)) {
                Some((_, kinds)) => kinds,
                None => self.compare_faces(die, last, &above)?,
            };
            let not_taken = kinds.worse.plus(kinds.equal)?;
            // States with fewer dice taken than this can no longer reach the full number.
            let least = (self.number - 1).saturating_sub(self.dice.len() - 1 - place);
            for taken in (least..=(place + 1).min(self.number - 1)).rev() {
                scale(&mut behind[taken], not_taken)?;
                shift_in(&mut behind[taken], &before[taken], above(last), kinds.equal)?;
                scale(&mut before[taken], kinds.worse)?;
                self.take_die(&mut behind, taken, &kinds.better)?;
                self.take_die(&mut before, taken, &kinds.better)?;
                self.take_die(&mut before, taken, &[(above(last), kinds.equal)])?;
            }
            known = Some((die, kinds));
        }
        Ok(behind.pop().unwrap_or_default())
    }

    /// Compares the faces of `die` with `last`.
    fn compare_faces(&self, die: &DieFaces<W>, last: i64, above: impl Fn(i64) -> usize) -> Fits<ComparedFaces<W>> {
        let mut kinds = ComparedFaces { worse: W::ZERO, equal: W::ZERO, better: Vec::new() };
        for (face, weight) in &die.items {
            if *face == last {
                kinds.equal = *weight;
            } else if (*face > last) == self.highest {
                kinds.better.push((above(*face), *weight));
            }
        }
        let worse = die.items.iter().filter(|(face, _)| *face != last && (*face > last) != self.highest);
        kinds.worse = W::sum(worse.map(|(_, weight)| *weight))?;
        Ok(kinds)
    }

    /// Takes one more die, so that `taken` dice are taken. It shows one of `faces`, which hold the amount above the
    /// smallest amount, and the weight.
    fn take_die(&self, sums: &mut Sums<W>, taken: usize, faces: &[(usize, W)]) -> Fits<()> {
        let (fewer, sums) = sums.split_at_mut(taken);
        let Some(fewer) = fewer.last() else { return Ok(()) };
        faces.iter().try_for_each(|(above, weight)| shift_in(&mut sums[0], fewer, *above, *weight))
    }
}

/// Multiplies all `sums` by `by`.
fn scale<W: Weight>(sums: &mut [W], by: W) -> Fits<()> {
    sums.iter_mut().try_for_each(|sum| {
        *sum = sum.times(by)?;
        Ok(())
    })
}

/// Adds `others`, multiplied by `weight` and shifted up by `above`, to `sums`.
fn shift_in<W: Weight>(sums: &mut [W], others: &[W], above: usize, weight: W) -> Fits<()> {
    if weight == W::ZERO {
        return Ok(());
    }
    sums[above..].iter_mut().zip(others).try_for_each(|(sum, other)| {
        *sum = sum.plus(other.times(weight)?)?;
        Ok(())
    })
}
