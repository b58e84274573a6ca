//! Rolls of one fighter that are no blow and no defense.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::event::{Detail, Observer, Test};
use crate::combat::tables::Fight;

/// A fighter rolls by itself, with this level and what is added to it, and the test is reported; `least` must be reached.
pub(crate) fn tested(
    fight: &Fight,
    ask: Ask,
    [level, burden]: [i32; 2],
    least: Option<i32>,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Test {
    let Ask { who, purpose, .. } = ask;
    let roll = chance.roll(ask, &fight.kind(who).dice);
    let test = Test { who, purpose, level, burden, roll, least };
    observer.detail(Detail::Tested(test));
    test
}

/// Whom a roll because of a blow is against: somebody's second blow at one target has another key than the first.
pub(crate) fn struck_by(fight: &Fight, by: u16, second: bool) -> u16 {
    by + u16::from(second) * fight.fighters() as u16
}

/// Of these, one with equal chances. There is at least one.
/// `nth` counts such picks of a round.
pub(crate) fn pick<T: Copy>(fight: &Fight, by: u16, nth: u16, among: &[T], chance: &mut impl Chance) -> T {
    let place = match among.len() {
        1 => 0,
        many => chance.roll(Ask::against(by, nth, Purpose::Target), &fight.tactics.picks[many - 1]),
    };
    among[place as usize]
}
