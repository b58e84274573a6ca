//! Rolls of one fighter that are no blow and no defense.

use super::compile::Fight;
use super::event::{Detail, Observer, Test};
use crate::chance::{Ask, Chance};

impl Fight {
    /// A fighter rolls by itself, with this level and what is added to it, and it is told; `least` must be reached.
    pub(super) fn tested(
        &self,
        ask: Ask,
        [level, burden]: [i32; 2],
        least: Option<i32>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Test {
        let Ask { who, purpose, .. } = ask;
        let roll = chance.roll(ask, &self.kind(who).dice);
        let test = Test { who, purpose, level, burden, roll, least };
        observer.detail(Detail::Tested(test));
        test
    }

    /// Whom a roll because of a blow is against: somebody's second blow at one target is told from the first.
    pub(super) fn struck_by(&self, by: u16, second: bool) -> u16 {
        by + u16::from(second) * self.fighters() as u16
    }
}
