//! Dice rolled again, exploded and ignored.

use super::sums::with_dice;
use super::{Die, Faces, Failure, Group, Groups, MOST_POOLS, Pools, Table, listed, part};
use crate::formula::tree::Order;
use crate::formula::weight::{Mixture, Spread, TooWide, Weight};
use std::rc::Rc;

/// A comparison of each die with a number.
#[derive(Debug, Clone, Copy)]
pub struct Test {
    pub order: Order,
    pub right: i64,
}

impl Test {
    pub fn holds(self, face: i64) -> bool {
        self.order.holds(face, self.right)
    }
}

/// Those faces that pass, and those that fail: each with its own total. None if there are none.
fn split<W: Weight>(faces: &Faces<W>, test: Test) -> Result<[Option<Faces<W>>; 2], TooWide> {
    let side = |passes: bool| -> Result<Option<Faces<W>>, TooWide> {
        let items: Vec<(i64, W)> =
            faces.items.iter().filter(|(face, _)| test.holds(*face) == passes).copied().collect();
        let total = items.iter().try_fold(W::ZERO, |sum, (_, weight)| sum.plus(*weight)).ok_or(TooWide)?;
        Ok(if items.is_empty() { None } else { Some(Spread { items, total }) })
    };
    Ok([side(true)?, side(false)?])
}

/// An action on the dice that satisfy a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    /// The first few of them are rolled again, once each; all with `None`.
    Reroll(Option<usize>),
    /// Each adds a die of its kind, and so on, up to this number.
    Explode(usize),
    /// The first few of them show 0.
    Ignore(usize),
}

/// Does something to those dice of a pool that satisfy a comparison.
pub fn treated<W: Weight>(groups: Groups<W>, test: Test, treatment: Treatment) -> Result<Pools<W>, Failure> {
    // A choice among dice needs all of them, except among dice of one group alike.
    let one_by_one = match treatment {
        Treatment::Reroll(None) | Treatment::Explode(_) => {
            groups.iter().all(|group| !matches!(group, Group::Part { .. }))
        }
        _ => matches!(groups[..], [] | [Group::Alike { .. }]),
    };
    if !one_by_one {
        let listed = listed(&groups)?;
        let all = Pools {
            pools: listed.items.into_iter().map(|(dice, weight)| (vec![Group::Known(dice)], weight)).collect(),
            total: listed.total,
        };
        return all.then(|groups| match &groups[..] {
            [Group::Known(dice)] => treated_known(dice, test, treatment),
            _ => Ok(Pools::certain(groups)),
        });
    }
    let mut all = Pools::certain(Vec::new());
    for group in groups {
        let own = match group {
            Group::Alike { shown, die, count } => treated_alike(&shown, &die, count, test, treatment)?,
            Group::Known(dice) => treated_known(&dice, test, treatment)?,
            part @ Group::Part { .. } => Pools::certain(vec![part]),
        };
        all = all.joined(&own)?;
    }
    Ok(all)
}

fn alike<W: Weight>(shown: Rc<Faces<W>>, die: &Die<W>, count: usize) -> Option<Group<W>> {
    (count > 0).then(|| Group::Alike { shown, die: die.clone(), count })
}

fn treated_alike<W: Weight>(
    shown: &Rc<Faces<W>>,
    die: &Die<W>,
    count: usize,
    test: Test,
    treatment: Treatment,
) -> Result<Pools<W>, Failure> {
    let [passing, failing] = split(shown, test)?;
    let Some(passing) = passing else {
        return Ok(Pools::certain(alike(shown.clone(), die, count).into_iter().collect()));
    };
    let zero = || Spread::certain(0);
    match treatment {
        Treatment::Reroll(None) => {
            // Each die by itself: the faces that fail stay, the others become a fresh roll.
            let mut mixture = Mixture::of(shown.total);
            for (face, weight) in &shown.items {
                let becomes = if test.holds(*face) { (*die.faces).clone() } else { Spread::certain(*face) };
                mixture.add(&becomes, *weight, shown.total)?;
            }
            Ok(Pools::certain(alike(Rc::new(mixture.spread()?), die, count).into_iter().collect()))
        }
        Treatment::Reroll(Some(most)) | Treatment::Ignore(most) => {
            let (passing, failing) = (Rc::new(passing), failing.map(Rc::new));
            let passes = with_dice(Spread::certain(0), &shown.map(|face| i64::from(test.holds(*face)))?, count)?;
            let mut pools = Vec::new();
            for (number, weight) in passes.items {
                let number = number as usize;
                let taken = number.min(most);
                let mut groups: Groups<W> = Vec::new();
                groups.extend(failing.clone().and_then(|failing| alike(failing, die, count - number)));
                let kept = alike(passing.clone(), die, number).into_iter().collect();
                let (from, to) = if test.order.takes_highest() { (0, number - taken) } else { (taken, number) };
                groups.extend(part(kept, from, to));
                match treatment {
                    Treatment::Ignore(_) => groups.extend(alike(Rc::new(zero()), die, taken)),
                    _ => groups.extend(alike(die.faces.clone(), die, taken)),
                }
                pools.push((groups, weight));
            }
            Ok(Pools { pools, total: passes.total })
        }
        Treatment::Explode(most) => {
            // A die and all it adds are known by how many of them pass and how many fail: within each, faces are drawn alike.
            let fresh = split(&die.faces, test)?;
            let chain = chain(&fresh, die.faces.total, most)?;
            let mut first = Vec::new();
            let total = shown.total.times(chain.total).ok_or(TooWide)?;
            let same = *shown.items == *die.faces.items && shown.total == die.faces.total;
            for ((passed, failed), weight) in &chain.items {
                let key = if same { (1 + passed, *failed, 0, 0) } else { (*passed, *failed, 1, 0) };
                first.push((key, weight.times(passing.total).ok_or(TooWide)?));
            }
            if let Some(failing) = &failing {
                let key = if same { (0, 1, 0, 0) } else { (0, 0, 0, 1) };
                first.push((key, failing.total.times(chain.total).ok_or(TooWide)?));
            }
            let first: Spread<(usize, usize, usize, usize), W> = Spread::gathered(first, total)?;
            let mut all: Spread<(usize, usize, usize, usize), W> = Spread::certain((0, 0, 0, 0));
            for _ in 0..count {
                if all.items.len().saturating_mul(first.items.len()) > MOST_POOLS {
                    return Err(Failure::Many);
                }
                let mut next = Vec::new();
                for ((a, b, c, d), weight) in &all.items {
                    for ((e, f, g, h), also) in &first.items {
                        next.push(((a + e, b + f, c + g, d + h), weight.times(*also).ok_or(TooWide)?));
                    }
                }
                all = Spread::gathered(next, all.total.times(first.total).ok_or(TooWide)?)?;
            }
            let [fresh_passing, fresh_failing] = fresh.map(|faces| faces.map(Rc::new));
            let (passing, failing) = (Some(Rc::new(passing)), failing.map(Rc::new));
            let pool = |(a, b, c, d): &(usize, usize, usize, usize)| -> Groups<W> {
                let parts = [(&fresh_passing, a), (&fresh_failing, b), (&passing, c), (&failing, d)];
                parts.into_iter().filter_map(|(faces, count)| alike(faces.clone()?, die, *count)).collect()
            };
            Ok(Pools { pools: all.items.iter().map(|(key, weight)| (pool(key), *weight)).collect(), total: all.total })
        }
    }
}

/// The dice that one which passes adds, by how many of them pass and fail.
fn chain<W: Weight>(
    fresh: &[Option<Faces<W>>; 2],
    total: W,
    most: usize,
) -> Result<Spread<(usize, usize), W>, TooWide> {
    let [passes, fails] = fresh.each_ref().map(|faces| faces.as_ref().map_or(W::ZERO, |faces| faces.total));
    let mut items = Vec::new();
    let (mut here, mut all) = (W::ONE, W::ONE);
    for number in 0..most {
        // All that came before are multiplied as well, so that the total stays one.
        for (_, weight) in &mut items {
            *weight = W::times(*weight, total).ok_or(TooWide)?;
        }
        items.push(((number, 1), here.times(fails).ok_or(TooWide)?));
        here = here.times(passes).ok_or(TooWide)?;
        all = all.times(total).ok_or(TooWide)?;
    }
    items.push(((most, 0), here));
    Spread::gathered(items, all)
}

fn treated_known<W: Weight>(dice: &Table<W>, test: Test, treatment: Treatment) -> Result<Pools<W>, Failure> {
    let passing: Vec<usize> = (0..dice.len()).filter(|place| test.holds(dice[*place].face)).collect();
    let most = match treatment {
        Treatment::Reroll(most) => most.unwrap_or(passing.len()),
        Treatment::Ignore(most) => most,
        Treatment::Explode(_) => passing.len(),
    };
    let taken: Vec<usize> = match test.order.takes_highest() {
        true => passing.iter().rev().take(most).copied().collect(),
        false => passing.iter().take(most).copied().collect(),
    };
    match treatment {
        Treatment::Ignore(_) => {
            let mut dice = dice.clone();
            taken.iter().for_each(|place| dice[*place].face = 0);
            dice.sort();
            Ok(Pools::certain(vec![Group::Known(Rc::new(dice))]))
        }
        Treatment::Reroll(_) => {
            let kept = (0..dice.len()).filter(|place| !taken.contains(place)).map(|place| dice[place].clone());
            let mut groups = vec![Group::Known(Rc::new(kept.collect()))];
            groups.extend(taken.iter().filter_map(|place| {
                let die = &dice[*place].die;
                alike(die.faces.clone(), die, 1)
            }));
            Ok(Pools::certain(groups))
        }
        Treatment::Explode(most) => {
            let mut all = Pools::certain(vec![Group::Known(Rc::new(dice.clone()))]);
            for place in taken {
                let die = &dice[place].die;
                let fresh = split(&die.faces, test)?;
                let chain = chain(&fresh, die.faces.total, most)?;
                let [passing, failing] = fresh.map(|faces| faces.map(Rc::new));
                let pool = |(passed, failed): &(usize, usize)| -> Groups<W> {
                    let parts = [(&passing, passed), (&failing, failed)];
                    parts.into_iter().filter_map(|(faces, count)| alike(faces.clone()?, die, *count)).collect()
                };
                let added = Pools {
                    pools: chain.items.iter().map(|(key, weight)| (pool(key), *weight)).collect(),
                    total: chain.total,
                };
                all = all.joined(&added)?;
            }
            Ok(all)
        }
    }
}
