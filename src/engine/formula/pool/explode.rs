//! Exploding dice. A die and all dice it adds are counted by how many pass the test and how many fail; the faces within
//! each group have the same distribution.

use super::test::DieTest;
use super::{DiceGroups, Die, DieFaces, MOST_POOLS, Pools, alike};
use crate::formula::budget::{Budget, Failure, STATE};
use crate::formula::spread::ItemWeights;
use crate::formula::weight::Weight;
use std::rc::Rc;

/// The numbers of fresh dice that pass and fail, then of original dice that pass and fail.
type Numbers = [usize; 4];

/// Explodes `count` equal dice with the faces `shown`, including all dice they add.
pub fn exploded<W: Weight>(
    shown: &Rc<DieFaces<W>>,
    die: &Rc<Die<W>>,
    count: usize,
    (test, most): (DieTest, usize),
    budget: &Budget,
) -> Result<Pools<W>, Failure> {
    let [passing, failing] = test.split(shown)?;
    let fresh = test.split(&die.faces)?;
    // Dice straight from the roll have the same faces as fresh ones, and are counted with them.
    let is_fresh = *shown == die.faces;
    let mut first = Vec::new();
    let chain = chain(&fresh, die.faces.total, most, budget)?;
    for ((passed, failed), weight) in &chain.items {
        let numbers = if is_fresh { [1 + passed, *failed, 0, 0] } else { [*passed, *failed, 1, 0] };
        let passing = passing.as_ref().map_or(W::ZERO, |passing| passing.total);
        first.push((numbers, weight.times(passing)?));
    }
    if let Some(failing) = &failing {
        let numbers = if is_fresh { [0, 1, 0, 0] } else { [0, 0, 0, 1] };
        first.push((numbers, failing.total.times(chain.total)?));
    }
    let first = ItemWeights::gathered(first, shown.total.times(chain.total)?)?;
    let mut all: ItemWeights<Numbers, W> = ItemWeights::certain([0; 4]);
    for _ in 0..count {
        all = together(&all, &first, budget)?;
    }
    let [fresh_passing, fresh_failing] = fresh;
    let kinds = [fresh_passing, fresh_failing, passing, failing].map(|faces| faces.map(Rc::new));
    let pool = |numbers: &Numbers| -> DiceGroups<W> {
        let kinds = kinds.iter().zip(numbers);
        kinds.filter_map(|(faces, number)| alike(faces.clone()?, die, *number)).collect()
    };
    Ok(Pools { pools: all.items.iter().map(|(key, weight)| (pool(key), *weight)).collect(), total: all.total })
}

/// The numbers for one more die.
fn together<W: Weight>(
    all: &ItemWeights<Numbers, W>,
    first: &ItemWeights<Numbers, W>,
    budget: &Budget,
) -> Result<ItemWeights<Numbers, W>, Failure> {
    let ways = all.items.len().saturating_mul(first.items.len());
    if ways > MOST_POOLS {
        return Err(Failure::Many);
    }
    budget.spend(ways, STATE)?;
    all.paired(first, |numbers, more| Ok(std::array::from_fn(|kind| numbers[kind] + more[kind])))
}

/// The dice that a passing die adds.
pub fn further<W: Weight>(die: &Rc<Die<W>>, test: DieTest, most: usize, budget: &Budget) -> Result<Pools<W>, Failure> {
    let fresh = test.split(&die.faces)?;
    let chain = chain(&fresh, die.faces.total, most, budget)?;
    let [passing, failing] = fresh.map(|faces| faces.map(Rc::new));
    let pool = |(passed, failed): &(usize, usize)| -> DiceGroups<W> {
        let kinds = [(&passing, passed), (&failing, failed)];
        kinds.into_iter().filter_map(|(faces, number)| alike(faces.clone()?, die, *number)).collect()
    };
    let pools = chain.items.iter().map(|(numbers, weight)| (pool(numbers), *weight)).collect();
    Ok(Pools { pools, total: chain.total })
}

/// The dice that a passing die adds, by how many of them pass and fail.
fn chain<W: Weight>(
    fresh: &[Option<DieFaces<W>>; 2],
    total: W,
    most: usize,
    budget: &Budget,
) -> Result<ItemWeights<(usize, usize), W>, Failure> {
    let [passes, fails] = fresh.each_ref().map(|faces| faces.as_ref().map_or(W::ZERO, |faces| faces.total));
    let mut items = Vec::new();
    let (mut here, mut all) = (W::ONE, W::ONE);
    for number in 0..most {
        // Earlier items are scaled too, so that all share one total.
        if total != W::ONE {
            for (_, weight) in &mut items {
                *weight = W::times(*weight, total)?;
            }
        }
        if fails != W::ZERO {
            items.push(((number, 1), here.times(fails)?));
        }
        here = here.times(passes)?;
        all = all.times(total)?;
        if here == W::ZERO {
            break;
        }
    }
    budget.spend(items.len(), STATE)?;
    items.push(((most, 0), here));
    Ok(ItemWeights::gathered(items, all)?)
}
