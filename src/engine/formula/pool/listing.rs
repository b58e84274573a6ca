//! Lists every outcome of a pool.

use super::{DiceGroup, Die, MOST_WAYS, RolledDice, Shown, size};
use crate::formula::budget::{Budget, Failure, POOL};
use crate::formula::spread::ItemWeights;
use crate::formula::weight::{Fits, Weight};
use std::rc::Rc;

/// The memory for a listed outcome in addition to its dice, measured in dice.
const LISTED: usize = 6;

/// Maximum number of listed dice, in all outcomes together.
const MOST_LISTED: usize = 4 * MOST_WAYS;

type Listed<W> = ItemWeights<Rc<RolledDice<W>>, W>;

/// The number of distinct outcomes of `count` equal dice that have `faces` different faces.
fn multisets(faces: usize, count: usize) -> f64 {
    (1..=count).fold(1.0, |ways, die| ways * (faces + die - 1) as f64 / die as f64)
}

/// Whether listing `ways` outcomes of `dice` dice each takes too much memory.
fn is_much(ways: f64, dice: usize) -> bool {
    ways > MOST_WAYS as f64 || ways * (dice + LISTED) as f64 > MOST_LISTED as f64
}

/// Enumerates every distinct outcome of a pool.
pub fn listed<W: Weight>(groups: &[DiceGroup<W>], budget: &Budget) -> Result<Listed<W>, Failure> {
    let mut all: Option<Listed<W>> = None;
    for group in groups {
        let own = match group {
            DiceGroup::Known(dice) => ItemWeights::certain(dice.clone()),
            DiceGroup::Alike { shown, die, count } => alike(&shown.items, shown.total, die, *count, budget)?,
            DiceGroup::Part { from, to, of } => listed(of, budget)?.map(|dice| Rc::new(dice[*from..*to].to_vec()))?,
        };
        all = Some(match all {
            None => own,
            Some(all) => together(&all, &own, size(groups), budget)?,
        });
    }
    Ok(all.unwrap_or_else(|| ItemWeights::certain(Rc::default())))
}

/// All combinations of the outcomes of two pools. `dice` is the maximum number of dice in an outcome.
fn together<W: Weight>(one: &Listed<W>, other: &Listed<W>, dice: usize, budget: &Budget) -> Result<Listed<W>, Failure> {
    let ways = one.items.len().saturating_mul(other.items.len());
    if is_much(ways as f64, dice) {
        return Err(Failure::Many);
    }
    budget.spend(ways, 4 * POOL)?;
    one.paired(other, |dice, more| {
        let mut dice: RolledDice<W> = dice.iter().chain(more.iter()).cloned().collect();
        dice.sort();
        Ok(Rc::new(dice))
    })
}

/// Lists every distinct outcome of `count` equal dice with these faces. A rolled die refers to its type, `die`.
fn alike<W: Weight>(
    faces: &[(i64, W)],
    total: W,
    die: &Rc<Die<W>>,
    count: usize,
    budget: &Budget,
) -> Result<Listed<W>, Failure> {
    let ways = multisets(faces.len(), count);
    if is_much(ways, count) {
        return Err(Failure::Many);
    }
    budget.spend(ways as usize, POOL)?;
    let mut listing = Listing { faces, die, items: Vec::with_capacity(ways as usize) };
    listing.lay(0, count, W::ONE, &mut Vec::with_capacity(count))?;
    Ok(ItemWeights { items: listing.items, total: total.power(count)? })
}

/// An enumeration of the outcomes of equal dice.
struct Listing<'f, W> {
    faces: &'f [(i64, W)],
    die: &'f Rc<Die<W>>,
    items: Vec<(Rc<RolledDice<W>>, W)>,
}

impl<W: Weight> Listing<'_, W> {
    /// Lists all outcomes of the `left` remaining dice, using faces from index `from` on. `dice` holds the dice before
    /// them, and `weight` is the weight of those.
    fn lay(&mut self, from: usize, left: usize, weight: W, dice: &mut RolledDice<W>) -> Fits<()> {
        if left == 0 {
            self.items.push((Rc::new(dice.clone()), weight));
            return Ok(());
        }
        let before = dice.len();
        for place in from..self.faces.len() {
            let (face, own) = self.faces[place];
            let mut ways = weight;
            for number in 0..left {
                // One more of the remaining dice shows this face.
                ways = ways.times(own)?.choose_more(left, number)?;
                dice.push(Shown { face, die: self.die.clone() });
                if number + 1 == left || place + 1 < self.faces.len() {
                    self.lay(place + 1, left - number - 1, ways, dice)?;
                }
            }
            dice.truncate(before);
        }
        Ok(())
    }
}
