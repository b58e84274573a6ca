//! Random rolls, keyed so that compared variants stay coupled.

use super::mix::{GOLDEN, mix};
use super::{Ask, Chance};
use crate::dice::Dice;

/// The seed of a study: all its random numbers follow from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed(u64);

impl Seed {
    /// A seed of any number.
    pub const fn new(seed: u64) -> Self {
        Self(mix(seed.wrapping_add(GOLDEN)))
    }
}

/// Rolls drawn at random.
///
/// A roll is a pure function of its key (seed, trial, round, who, purpose, against whom), so an extra roll in one variant
/// shifts no other roll. Seed and trial are mixed to the start of a SplitMix64 sequence; round, who, purpose and against whom,
/// packed into one number, say which of its outputs decides the roll.
///
/// Changing the key, the mixing or the generator changes every simulated figure: `tests/core/value_stability.rs` pins them.
#[derive(Debug, Clone)]
pub struct Sampler {
    trial: u64,
    round: u64,
}

/// Where the one it goes against, the round and who stand in a key, above the purpose. Rounds are fewer than 2¹⁶.
const AGAINST_SHIFT: u32 = 48;
const ROUND_SHIFT: u32 = 32;
const WHO_SHIFT: u32 = 8;

impl Sampler {
    /// The rolls of trial number `trial` (counted from 0).
    #[inline]
    pub fn new(seed: Seed, trial: u64) -> Self {
        let trial = mix(seed.0.wrapping_add(trial.wrapping_mul(GOLDEN)));
        Self { trial, round: trial }
    }
}

impl Chance for Sampler {
    #[inline]
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        let against = u64::from(ask.against) << AGAINST_SHIFT;
        let ask = against | u64::from(ask.who) << WHO_SHIFT | ask.purpose as u64;
        dice.sample(mix(self.round.wrapping_add(ask.wrapping_mul(GOLDEN))))
    }

    #[inline]
    fn begin_round(&mut self, round: u32) {
        self.round = self.trial.wrapping_add((u64::from(round) << ROUND_SHIFT).wrapping_mul(GOLDEN));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Purpose;

    #[test]
    fn a_roll_depends_on_its_key_alone() {
        let dice = Dice::fudge();
        let rolls = |asks: &[u16]| {
            let mut sampler = Sampler::new(Seed::new(1), 7);
            sampler.begin_round(3);
            asks.iter().map(|&who| sampler.roll(Ask::new(who, Purpose::Exchange), &dice)).collect::<Vec<_>>()
        };
        for who in 0..60 {
            assert_eq!(rolls(&[who]).last(), rolls(&[90, who]).last());
        }
    }

    #[test]
    fn every_part_of_the_key_matters() {
        let dice = Dice::parse("d1000").unwrap();
        let roll = |seed, trial, round, who, purpose| {
            let mut sampler = Sampler::new(Seed::new(seed), trial);
            sampler.begin_round(round);
            sampler.roll(Ask::new(who, purpose), &dice)
        };
        let key = roll(1, 2, 3, 4, Purpose::Exchange);
        assert_ne!(key, roll(2, 2, 3, 4, Purpose::Exchange));
        assert_ne!(key, roll(1, 3, 3, 4, Purpose::Exchange));
        assert_ne!(key, roll(1, 2, 4, 4, Purpose::Exchange));
        assert_ne!(key, roll(1, 2, 3, 5, Purpose::Exchange));
        assert_ne!(key, roll(1, 2, 3, 4, Purpose::Damage));
        let mut sampler = Sampler::new(Seed::new(1), 2);
        sampler.begin_round(3);
        assert_ne!(key, sampler.roll(Ask::against(4, 5, Purpose::Exchange), &dice));
    }
}
