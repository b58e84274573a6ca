//! Rerolls, explodes and ignores dice.

use super::explode::{dice_from_explosion, explode_dice};
use super::listing::list_outcomes;
use super::sums::add_dice;
use super::test::DieTest;
use super::{DiceGroup, DiceGroups, Die, DieFaces, Pools, RolledDice, equal_dice, select_dice};
use crate::formula::budget::{Budget, Failure};
use crate::formula::function::Function;
use crate::formula::spread::{ItemWeights, MixtureBuilder};
use crate::formula::weight::Weight;
use std::rc::Rc;

/// An action on the dice that pass a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceTreatment {
    /// Rerolls up to this many of the dice, once each; `None` for all.
    Reroll(Option<usize>),
    /// Each die adds one of its type. If that passes too, it adds another, and so on, up to this many dice.
    Explode(usize),
    /// Sets up to this many of the dice to 0.
    Ignore(usize),
}

/// Maximum number of dice that one exploding die adds, unless the formula sets a limit.
pub const MAX_EXPLOSION: usize = 10;

impl DiceTreatment {
    /// The treatment of `reroll`, `explode` or `ignore`. `most` is the limit that the formula sets; `None` if it sets
    /// none.
    pub fn by_function(function: Function, most: Option<i64>) -> Self {
        let most = most.map(|most| usize::try_from(most).unwrap_or(0));
        match function {
            Function::Reroll => Self::Reroll(most),
            Function::Explode => Self::Explode(most.unwrap_or(MAX_EXPLOSION)),
            _ => Self::Ignore(most.unwrap_or(0)),
        }
    }

    /// Maximum number of dice to be treated; `None` if all that pass the test are treated.
    pub fn max_dice(self) -> Option<usize> {
        match self {
            Self::Reroll(most) => most,
            Self::Ignore(most) => Some(most),
            Self::Explode(_) => None,
        }
    }
}

/// The pools that result if the dice in `groups` that pass `test` are treated, each with its weight.
pub fn treat_dice<W: Weight>(
    groups: DiceGroups<W>,
    test: DieTest,
    treatment: DiceTreatment,
    budget: &Budget,
) -> Result<Pools<W>, Failure> {
    // A limit means a choice, which has to see all dice of the pool, unless they are a single group of equal dice.
    let one_by_one = match treatment.max_dice() {
        None => groups.iter().all(|group| !matches!(group, DiceGroup::Part { .. })),
        Some(_) => matches!(groups[..], [] | [DiceGroup::Alike { .. }]),
    };
    if !one_by_one {
        let listed = list_outcomes(&groups, budget)?;
        let all = Pools {
            pools: listed.items.into_iter().map(|(dice, weight)| (vec![DiceGroup::Known(dice)], weight)).collect(),
            total: listed.total,
        };
        return all.replace_each(budget, |groups| match &groups[..] {
            [DiceGroup::Known(dice)] => treat_known_dice(dice, test, treatment, budget),
            _ => Ok(Pools::certain(groups)),
        });
    }
    let mut all = Pools::certain(Vec::new());
    for group in groups {
        let own = match group {
            DiceGroup::Alike { shown, die, count } => treat_equal_dice(&shown, &die, count, (test, treatment), budget)?,
            DiceGroup::Known(dice) => treat_known_dice(&dice, test, treatment, budget)?,
            part @ DiceGroup::Part { .. } => Pools::certain(vec![part]),
        };
        all = all.combine(&own, budget)?;
    }
    Ok(all)
}

/// Like [`treat_dice`], for equal dice.
fn treat_equal_dice<W: Weight>(
    shown: &Rc<DieFaces<W>>,
    die: &Rc<Die<W>>,
    count: usize,
    (test, treatment): (DieTest, DiceTreatment),
    budget: &Budget,
) -> Result<Pools<W>, Failure> {
    let [passing, failing] = test.split_faces(shown)?;
    let Some(passing) = passing else {
        return Ok(Pools::certain(equal_dice(shown.clone(), die, count).into_iter().collect()));
    };
    match treatment {
        DiceTreatment::Explode(most) => explode_dice(shown, die, count, (test, most), budget),
        DiceTreatment::Reroll(None) => {
            // Each die on its own: a face that fails stays, any other becomes a fresh roll.
            let mut mixture = MixtureBuilder::new(shown.total);
            mixture.add(&die.faces, passing.total, shown.total)?;
            for (face, weight) in failing.iter().flat_map(|failing| &failing.items) {
                mixture.add(&ItemWeights::certain(*face), *weight, shown.total)?;
            }
            Ok(Pools::certain(equal_dice(Rc::new(mixture.finish()?), die, count).into_iter().collect()))
        }
        DiceTreatment::Reroll(Some(most)) | DiceTreatment::Ignore(most) => {
            let (passing, failing) = (Rc::new(passing), failing.map(Rc::new));
            let becomes = match treatment {
                DiceTreatment::Ignore(_) => Rc::new(ItemWeights::certain(0)),
                _ => die.faces.clone(),
            };
            let passes = shown.map(|face| i64::from(test.passes(*face)))?;
            let passes = add_dice(ItemWeights::certain(0), &passes, count, budget)?;
            let pool = |number: usize| {
                let taken = number.min(most);
                let (from, to) = if test.order.takes_highest() { (0, number - taken) } else { (taken, number) };
                let failing = failing.clone().and_then(|failing| equal_dice(failing, die, count - number));
                let kept = select_dice(equal_dice(passing.clone(), die, number).into_iter().collect(), from, to);
                failing.into_iter().chain(kept).chain(equal_dice(becomes.clone(), die, taken)).collect()
            };
            let pools = passes.items.iter().map(|(number, weight)| (pool(*number as usize), *weight)).collect();
            Ok(Pools { pools, total: passes.total })
        }
    }
}

/// Like [`treat_dice`], for dice with known faces.
fn treat_known_dice<W: Weight>(
    dice: &RolledDice<W>,
    test: DieTest,
    treatment: DiceTreatment,
    budget: &Budget,
) -> Result<Pools<W>, Failure> {
    let taken = test.passing_dice(dice, treatment.max_dice());
    match treatment {
        DiceTreatment::Ignore(_) => {
            let mut dice = dice.clone();
            taken.iter().for_each(|place| dice[*place].face = 0);
            dice.sort();
            Ok(Pools::certain(vec![DiceGroup::Known(Rc::new(dice))]))
        }
        DiceTreatment::Reroll(_) => {
            let kept = (0..dice.len()).filter(|place| !taken.contains(place)).map(|place| dice[place].clone());
            let mut groups = vec![DiceGroup::Known(Rc::new(kept.collect()))];
            groups.extend(taken.iter().filter_map(|place| {
                let die = &dice[*place].die;
                equal_dice(die.faces.clone(), die, 1)
            }));
            Ok(Pools::certain(groups))
        }
        DiceTreatment::Explode(most) => {
            let mut all = Pools::certain(vec![DiceGroup::Known(Rc::new(dice.clone()))]);
            for place in taken {
                all = all.combine(&dice_from_explosion(&dice[place].die, test, most, budget)?, budget)?;
            }
            Ok(all)
        }
    }
}
