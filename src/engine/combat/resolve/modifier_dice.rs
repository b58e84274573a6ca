//! Rolls the dice of custom modifiers.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::Additions;
use crate::combat::event::{Detail, Observer};
use crate::combat::tables::Fight;
use crate::rules::own::AddedTo;

/// Rolls the dice that custom modifiers add to the roll or amount `to`, and returns their sum. `ask` is the common key
/// of these rolls; the number of each modifier is added to the key.
#[inline(always)]
pub(crate) fn rolled_added(
    fight: &Fight,
    ask: Ask,
    additions: &Additions,
    to: AddedTo,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> i32 {
    if additions.rolled[0] == 0 { 0 } else { rolled_sum(fight, ask, additions, to, chance, observer) }
}

/// Like [`rolled_added`], for `additions` with dice.
#[cold]
fn rolled_sum(
    fight: &Fight,
    ask: Ask,
    additions: &Additions,
    to: AddedTo,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> i32 {
    let mut sum = 0;
    for (number, dice, _) in fight.custom.rolled_additions(additions).filter(|(_, _, added)| added.contains(&to)) {
        let roll = chance.roll(Ask { nth: number, ..ask }, dice);
        observer.detail(Detail::Added { ask, number, roll });
        sum += roll;
    }
    sum
}

/// Like [`rolled_added`], for a roll of the fighter `who` that is both attack and defense. Returns the sums for attack
/// and for defense. Dice that are added to both are rolled only once.
#[inline(always)]
pub(crate) fn rolled_added_to_both(
    fight: &Fight,
    who: u16,
    additions: &Additions,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> [i32; 2] {
    if additions.rolled[0] == 0 { [0; 2] } else { rolled_sums(fight, who, additions, chance, observer) }
}

/// Like [`rolled_added_to_both`], for `additions` with dice.
#[cold]
fn rolled_sums(
    fight: &Fight,
    who: u16,
    additions: &Additions,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> [i32; 2] {
    let mut sums = [0; 2];
    for (number, dice, to) in fight.custom.rolled_additions(additions) {
        let adds = [AddedTo::Attack, AddedTo::Defense].map(|one| to.contains(&one));
        if adds == [false; 2] {
            continue;
        }
        let ask = Ask::new(who, Purpose::Added);
        let roll = chance.roll(Ask { nth: number, ..ask }, dice);
        observer.detail(Detail::Added { ask, number, roll });
        sums.iter_mut().zip(adds).filter(|(_, adds)| *adds).for_each(|(sum, _)| *sum += roll);
    }
    sums
}

/// Clamps `sum` to the range of `i8`.
#[inline(always)]
pub(crate) fn clamp_to_i8(sum: i32) -> i8 {
    sum.clamp(i8::MIN.into(), i8::MAX.into()) as i8
}
