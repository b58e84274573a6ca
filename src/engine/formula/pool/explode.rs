//! Exploding dice. They are counted in four groups: fresh or original dice, which pass or fail the test. All dice of a
//! group have the same distribution of faces.

use super::test::DieTest;
use super::{DiceGroups, Die, DieFaces, MOST_POOLS, Pools, equal_dice};
use crate::formula::budget::{Budget, Failure, TRANSITION_COST};
use crate::formula::spread::ItemWeights;
use crate::formula::weight::Weight;
use std::rc::Rc;

/// Numbers of dice: fresh ones that pass the test, fresh ones that fail, original ones that pass, original ones that
/// fail.
type DiceCounts = [usize; 4];

/// The pools after `count` equal dice explode. Their faces are distributed like `shown`. Each die that passes `test`
/// adds up to `most` dice of the type `die`.
pub fn explode_dice<W: Weight>(
    shown: &Rc<DieFaces<W>>,
    die: &Rc<Die<W>>,
    count: usize,
    (test, most): (DieTest, usize),
    budget: &Budget,
) -> Result<Pools<W>, Failure> {
    let [passing, failing] = test.split_faces(shown)?;
    let fresh = test.split_faces(&die.faces)?;
    // Dice straight from the roll have the same faces as fresh ones, and are counted with them.
    let is_fresh = *shown == die.faces;
    let mut first = Vec::new();
    let chain = explosion_counts(&fresh, die.faces.total, most, budget)?;
    for ((passed, failed), weight) in &chain.items {
        let numbers = if is_fresh { [1 + passed, *failed, 0, 0] } else { [*passed, *failed, 1, 0] };
        let passing = passing.as_ref().map_or(W::ZERO, |passing| passing.total);
        first.push((numbers, weight.times(passing)?));
    }
    if let Some(failing) = &failing {
        let numbers = if is_fresh { [0, 1, 0, 0] } else { [0, 0, 0, 1] };
        first.push((numbers, failing.total.times(chain.total)?));
    }
    let first = ItemWeights::from_unsorted(first, shown.total.times(chain.total)?)?;
    let mut all: ItemWeights<DiceCounts, W> = ItemWeights::certain([0; 4]);
    for _ in 0..count {
        all = add_die(&all, &first, budget)?;
    }
    let [fresh_passing, fresh_failing] = fresh;
    let kinds = [fresh_passing, fresh_failing, passing, failing].map(|faces| faces.map(Rc::new));
    let pool = |numbers: &DiceCounts| -> DiceGroups<W> {
        let kinds = kinds.iter().zip(numbers);
        kinds.filter_map(|(faces, number)| equal_dice(faces.clone()?, die, *number)).collect()
    };
    Ok(Pools { pools: all.items.iter().map(|(key, weight)| (pool(key), *weight)).collect(), total: all.total })
}

/// Adds one more die to the numbers `all` of the dice so far. `first` are the numbers for a single die.
fn add_die<W: Weight>(
    all: &ItemWeights<DiceCounts, W>,
    first: &ItemWeights<DiceCounts, W>,
    budget: &Budget,
) -> Result<ItemWeights<DiceCounts, W>, Failure> {
    let ways = all.items.len().saturating_mul(first.items.len());
    if ways > MOST_POOLS {
        return Err(Failure::Many);
    }
    budget.spend(ways, TRANSITION_COST)?;
    all.combine(first, |numbers, more| Ok(std::array::from_fn(|kind| numbers[kind] + more[kind])))
}

/// The pools of up to `most` dice that one die can add by exploding, each with its weight.
pub fn dice_from_explosion<W: Weight>(
    die: &Rc<Die<W>>,
    test: DieTest,
    most: usize,
    budget: &Budget,
) -> Result<Pools<W>, Failure> {
    let fresh = test.split_faces(&die.faces)?;
    let chain = explosion_counts(&fresh, die.faces.total, most, budget)?;
    let [passing, failing] = fresh.map(|faces| faces.map(Rc::new));
    let pool = |(passed, failed): &(usize, usize)| -> DiceGroups<W> {
        let kinds = [(&passing, passed), (&failing, failed)];
        kinds.into_iter().filter_map(|(faces, number)| equal_dice(faces.clone()?, die, *number)).collect()
    };
    let pools = chain.items.iter().map(|(numbers, weight)| (pool(numbers), *weight)).collect();
    Ok(Pools { pools, total: chain.total })
}

/// The distribution of the dice that an exploding die adds: the number of those that pass the test, and of those that
/// fail.
///
/// `fresh` holds the faces of a fresh die that pass and those that fail; `total` is the weight of all its faces. At
/// most `most` dice are added.
fn explosion_counts<W: Weight>(
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
    budget.spend(items.len(), TRANSITION_COST)?;
    items.push(((most, 0), here));
    Ok(ItemWeights::from_unsorted(items, all)?)
}
