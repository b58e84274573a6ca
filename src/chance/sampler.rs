//! Random rolls, keyed so that compared variants stay coupled.

use super::mix::{GOLDEN, mix};
use super::{Ask, Chance};
use crate::dice::Dice;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// The seed of a study: all its random numbers follow from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed(u64);

impl Seed {
    /// A seed of any number.
    pub const fn new(seed: u64) -> Self {
        Self(mix(seed ^ 0x6675_6467_656c_6162))
    }
}

/// Rolls drawn at random.
///
/// Every roll is keyed by (seed, trial, round, purpose, who): the key is mixed to the state of a
/// [`Pcg64Mcg`], whose first output decides the roll. Rolls with the same ask that follow directly upon each
/// other take the outputs that follow. So a roll depends on nothing but its key, and an extra roll in one
/// variant shifts no other roll. Keys that differ give states that differ in about half of their bits;
/// PCG's stream parameter, whose streams correlate, is not used.
///
/// Changing the key, the mixing or the generator changes every simulated figure: `value_stability` pins them.
#[derive(Debug, Clone)]
pub struct Sampler {
    trial: u64,
    round: u64,
    key: u64,
    generator: Pcg64Mcg,
}

impl Sampler {
    /// The rolls of trial number `trial` (counted from 0).
    #[inline]
    pub fn new(seed: Seed, trial: u64) -> Self {
        let trial = mix(seed.0.wrapping_add(trial.wrapping_mul(GOLDEN)));
        Self { trial, round: trial, key: u64::MAX, generator: Pcg64Mcg::new(0) }
    }

    #[inline]
    fn rekey(&mut self, key: u64) {
        let state = mix(self.round.wrapping_add(key.wrapping_mul(GOLDEN)));
        self.generator = Pcg64Mcg::new(u128::from(state) << 64 | u128::from(self.trial));
        self.key = key;
    }
}

impl Chance for Sampler {
    #[inline]
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        let key = u64::from(ask.who) << 8 | ask.purpose as u64;
        if key != self.key {
            self.rekey(key);
        }
        dice.sample(self.generator.next_u64())
    }

    #[inline]
    fn begin_round(&mut self, round: u32) {
        // Rounds and asks share one counter: a round takes the high half, an ask the low half.
        self.round = self.trial.wrapping_add((u64::from(round) << 32).wrapping_mul(GOLDEN));
        self.key = u64::MAX;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Purpose;

    #[test]
    fn a_roll_depends_on_its_key_alone() {
        let dice = Dice::parse("4dF").unwrap();
        let rolls = |asks: &[usize]| {
            let mut sampler = Sampler::new(Seed::new(1), 7);
            sampler.begin_round(3);
            asks.iter().map(|&who| sampler.roll(Ask::new(who, Purpose::Exchange), &dice)).collect::<Vec<_>>()
        };
        for who in 0..60 {
            assert_eq!(rolls(&[who]).last(), rolls(&[90, who]).last());
        }
    }

    #[test]
    fn rolls_that_follow_upon_each_other_are_fresh() {
        let dice = Dice::parse("4dF").unwrap();
        let mut sampler = Sampler::new(Seed::new(1), 0);
        let ask = Ask::new(0, Purpose::Action);
        let rolls: Vec<_> = (0..40).map(|_| sampler.roll(ask, &dice)).collect();
        assert!(rolls.iter().any(|roll| *roll != rolls[0]));
    }
}
