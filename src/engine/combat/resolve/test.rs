//! Rolls of a single fighter other than attack and defense.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::event::{Detail, Observer, OtherRoll};
use crate::combat::tables::Fight;

/// Rolls a test of `level` plus `burden`, which must reach `least` if given, and reports it.
pub(crate) fn tested(
    fight: &Fight,
    ask: Ask,
    [level, burden]: [i32; 2],
    least: Option<i32>,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> OtherRoll {
    let Ask { who, purpose, .. } = ask;
    let roll = chance.roll(ask, &fight.kind(who).dice);
    let test = OtherRoll { who, purpose, level, burden, roll, least };
    observer.detail(Detail::Tested(test));
    test
}

/// The key of a roll caused by a blow of `by`. A second blow at the same target has a different key than the first.
pub(crate) fn struck_by(fight: &Fight, by: u16, second: bool) -> u16 {
    by + u16::from(second) * fight.fighters() as u16
}

/// Picks an element of `among`, which must not be empty, each with the same chance. `nth` numbers such picks within a
/// round.
pub(crate) fn pick<T: Copy>(fight: &Fight, by: u16, nth: u16, among: &[T], chance: &mut impl Chance) -> T {
    let place = match among.len() {
        1 => 0,
        many => chance.roll(Ask::against(by, nth, Purpose::Target), &fight.tactics.picks[many - 1]),
    };
    among[place as usize]
}
