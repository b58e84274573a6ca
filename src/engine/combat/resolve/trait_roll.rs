//! Rolls of a single fighter other than attack and defense.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::event::{Detail, Observer, OtherRoll};
use crate::combat::tables::Fight;

/// Rolls a test, and reports it. `level` is that of the trait, and `burden` the modifier to it. `least` is the lowest
/// total that passes; `None` if the total is compared with another.
pub(crate) fn roll_test(
    fight: &Fight,
    ask: Ask,
    [level, burden]: [i32; 2],
    least: Option<i32>,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> OtherRoll {
    let Ask { who, purpose, .. } = ask;
    let roll = chance.roll(ask, &fight.roster.kind(who).dice);
    let test = OtherRoll { who, purpose, level, burden, roll, least };
    observer.detail(Detail::Tested(test));
    test
}

/// The key of a roll that is caused by a blow of `by`. With `second`, it differs from the key of an earlier blow of
/// `by` at the same target.
pub(crate) fn blow_key(fight: &Fight, by: u16, second: bool) -> u16 {
    by + u16::from(second) * fight.roster.fighters() as u16
}

/// Picks an element of `among` at random, each with the same chance. `among` must not be empty. `nth` distinguishes the
/// picks of a fighter in one round.
pub(crate) fn pick<T: Copy>(fight: &Fight, by: u16, nth: u16, among: &[T], chance: &mut impl Chance) -> T {
    let place = match among.len() {
        1 => 0,
        many => chance.roll(Ask::against(by, nth, Purpose::Target), &fight.tactics.pick_dice[many - 1]),
    };
    among[place as usize]
}
