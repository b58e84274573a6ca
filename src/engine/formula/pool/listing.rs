//! Lists every outcome of a pool.

use super::{DiceGroup, Die, MOST_WAYS, RolledDice, RolledDie, size};
use crate::formula::budget::{Budget, Failure, POOL_COST};
use crate::formula::spread::ItemWeights;
use crate::formula::weight::{Fits, Weight};
use std::rc::Rc;

/// The memory of a listed outcome without its dice, as a number of dice.
const OUTCOME_OVERHEAD: usize = 6;

/// Maximum number of dice in all listed outcomes together.
const MOST_LISTED: usize = 4 * MOST_WAYS;

/// The outcomes of a pool with their weights.
type Listed<W> = ItemWeights<Rc<RolledDice<W>>, W>;

/// The number of different outcomes of `count` equal dice with `faces` different faces.
fn multisets(faces: usize, count: usize) -> f64 {
    (1..=count).fold(1.0, |ways, die| ways * (faces + die - 1) as f64 / die as f64)
}

/// Whether it takes too much memory to list `ways` outcomes of `dice` dice each.
fn is_too_much(ways: f64, dice: usize) -> bool {
    ways > MOST_WAYS as f64 || ways * (dice + OUTCOME_OVERHEAD) as f64 > MOST_LISTED as f64
}

/// Lists every different outcome of a pool once.
pub fn list_outcomes<W: Weight>(groups: &[DiceGroup<W>], budget: &Budget) -> Result<Listed<W>, Failure> {
    let mut all: Option<Listed<W>> = None;
    for group in groups {
        let own = match group {
            DiceGroup::Known(dice) => ItemWeights::certain(dice.clone()),
            DiceGroup::Alike { shown, die, count } => list_equal_dice(&shown.items, shown.total, die, *count, budget)?,
            DiceGroup::Part { from, to, of } => {
                list_outcomes(of, budget)?.map(|dice| Rc::new(dice[*from..*to].to_vec()))?
            }
        };
        all = Some(match all {
            None => own,
            Some(all) => combine_outcomes(&all, &own, size(groups), budget)?,
        });
    }
    Ok(all.unwrap_or_else(|| ItemWeights::certain(Rc::default())))
}

/// Combines each outcome of one pool with each of another. `dice` is the maximum number of dice in a combined outcome.
fn combine_outcomes<W: Weight>(
    one: &Listed<W>,
    other: &Listed<W>,
    dice: usize,
    budget: &Budget,
) -> Result<Listed<W>, Failure> {
    let ways = one.items.len().saturating_mul(other.items.len());
    if is_too_much(ways as f64, dice) {
        return Err(Failure::Many);
    }
    budget.spend(ways, 4 * POOL_COST)?;
    one.combine(other, |dice, more| {
        let mut dice: RolledDice<W> = dice.iter().chain(more.iter()).cloned().collect();
        dice.sort();
        Ok(Rc::new(dice))
    })
}

/// Lists every different outcome of `count` equal dice once. `faces` holds their faces and `total` the weight of them
/// all; `die` is the type of the dice.
fn list_equal_dice<W: Weight>(
    faces: &[(i64, W)],
    total: W,
    die: &Rc<Die<W>>,
    count: usize,
    budget: &Budget,
) -> Result<Listed<W>, Failure> {
    let ways = multisets(faces.len(), count);
    if is_too_much(ways, count) {
        return Err(Failure::Many);
    }
    budget.spend(ways as usize, POOL_COST)?;
    let mut listing = Listing { faces, die, items: Vec::with_capacity(ways as usize) };
    listing.list_remaining(0, count, W::ONE, &mut Vec::with_capacity(count))?;
    Ok(ItemWeights { items: listing.items, total: total.power(count)? })
}

/// A list of the outcomes of equal dice, while it is being made.
struct Listing<'f, W> {
    faces: &'f [(i64, W)],
    die: &'f Rc<Die<W>>,
    items: Vec<(Rc<RolledDice<W>>, W)>,
}

impl<W: Weight> Listing<'_, W> {
    /// Lists all outcomes of the `left` remaining dice, which show faces from index `from` on. `dice` holds the dice
    /// before them, and `weight` is their weight.
    fn list_remaining(&mut self, from: usize, left: usize, weight: W, dice: &mut RolledDice<W>) -> Fits<()> {
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
                ways = ways.times(own)?.next_binomial(left, number)?;
                dice.push(RolledDie { face, die: self.die.clone() });
                if number + 1 == left || place + 1 < self.faces.len() {
                    self.list_remaining(place + 1, left - number - 1, ways, dice)?;
                }
            }
            dice.truncate(before);
        }
        Ok(())
    }
}
