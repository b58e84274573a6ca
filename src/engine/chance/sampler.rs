//! Random rolls, keyed so that compared variants stay coupled.

#![deny(missing_docs)]

use super::mix::{GOLDEN, mix};
use super::{Ask, Chance};
use crate::dice::Dice;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// The seed of a simulation: equal seeds give equal rolls. A separate type, so that it cannot be confused with a number
/// of trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed(u64);

impl Seed {
    /// Creates a seed; any number is valid.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The number, as it appears in files and on the command line.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The number with all its bits mixed, so that seeds with neighboring numbers start the generator far apart.
    const fn mixed(self) -> u64 {
        mix(self.0.wrapping_add(GOLDEN))
    }
}

/// Random rolls for one trial.
///
/// The generator is [`Pcg64Mcg`], started by the seed. Each trial takes the next three of its numbers, x, y and z, and
/// spreads its rolls over them like the points of a lattice: a roll is decided by (2f + 1)·x + a·y + (2r + 1 +
/// 2¹⁷·a·m)·z, modulo 2⁶⁴. Here f is the opponent and the number of the roll (0 if there is only one of each), a is a
/// factor for roller, purpose and opponent, r is the round, and m is mixed from r. So a roll is a pure function of its
/// key (seed, trial, round, roller, purpose, opponent), and an extra roll in one variant shifts no other.
///
/// Factors are mixed, since with simple factors one of a few rolls would follow from the others. Their lowest bits hold
/// the key itself, so any two factors differ in their lowest bits. Therefore each roll is uniform, and any two rolls of
/// 256 fighters in 8,192 rounds are independent, apart from errors of at most 2⁻⁵⁰ in their chances.
///
/// Changing the key, the factors or the generator changes every simulated figure: `tests/core/value_stability.rs` pins
/// them.
#[derive(Debug, Clone)]
pub struct Sampler {
    numbers: [u64; NUMBERS],
    /// The parts of a roll's sum that stay the same for the whole round: a constant, and the number by which the factor
    /// a is multiplied (see [`Sampler`]).
    round: [u64; 2],
}

/// Numbers of the generator used per trial.
const NUMBERS: usize = 3;

/// Number of low bits of the factor a that hold the key itself, so that different keys have different factors.
const KEY_BITS: u32 = 24;
/// Number of low bits of the factor of z that hold the round itself, so that different rounds have different factors.
const ROUND_BITS: u32 = 17;
/// Number of low bits of the key that hold the purpose; the other bits hold the roller.
const PURPOSE_BITS: u32 = 7;

/// Number of purposes in [`FACTORS`].
const PURPOSES: usize = 1 << PURPOSE_BITS;
/// Number of fighters in [`FACTORS`]. The factors of other fighters are computed for each roll.
const FIGHTERS: usize = 16;

/// The factor a of each fighter and purpose, for rolls without opponent and number.
static FACTORS: [[u64; PURPOSES]; FIGHTERS] = {
    let mut factors = [[0; PURPOSES]; FIGHTERS];
    let mut place = 0;
    while place < PURPOSES * FIGHTERS {
        factors[place / PURPOSES][place % PURPOSES] = factor(place as u64, 0);
        place += 1;
    }
    factors
};

/// The factor a (see [`Sampler`]) of a roll. `key` packs its roller and purpose, and `against` its opponent and number.
const fn factor(key: u64, against: u64) -> u64 {
    mix((against << 32 | key).wrapping_add(GOLDEN)) << KEY_BITS | key
}

impl Sampler {
    /// The sampler for the rolls of trial number `trial`, counted from 0.
    pub fn new(seed: Seed, trial: u64) -> Self {
        Samplers::starting(seed, trial).draw()
    }

    /// The samplers of consecutive trials, starting with trial number `first`.
    pub fn from(seed: Seed, first: u64) -> Samplers {
        Samplers::starting(seed, first)
    }
}

/// An endless iterator over the samplers of consecutive trials.
#[derive(Debug)]
pub struct Samplers(Pcg64Mcg);

impl Samplers {
    fn starting(seed: Seed, trial: u64) -> Self {
        let seed = seed.mixed();
        let low = mix(seed.wrapping_add(GOLDEN));
        let mut generator = Pcg64Mcg::new(u128::from(seed) << 64 | u128::from(low));
        generator.advance(NUMBERS as u128 * u128::from(trial));
        Self(generator)
    }

    #[inline]
    fn draw(&mut self) -> Sampler {
        let mut sampler = Sampler { numbers: std::array::from_fn(|_| self.0.next_u64()), round: [0; 2] };
        sampler.begin_round(0);
        sampler
    }
}

impl Iterator for Samplers {
    type Item = Sampler;

    #[inline]
    fn next(&mut self) -> Option<Sampler> {
        Some(self.draw())
    }
}

impl Chance for Sampler {
    #[inline]
    fn roll(&mut self, ask: Ask, dice: &Dice) -> i32 {
        let (who, purpose) = (usize::from(ask.who), ask.purpose as usize % PURPOSES);
        let against = u64::from(ask.nth) << u16::BITS | u64::from(ask.against);
        let [x, y] = self.round;
        let spread = |x: u64, a: u64| dice.sample(x.wrapping_add(a.wrapping_mul(y)));
        match FACTORS.get(who) {
            Some(factors) if against == 0 => spread(x, factors[purpose]),
            _ => {
                let a = factor((who << PURPOSE_BITS | purpose) as u64, against);
                spread(x.wrapping_add((2 * against).wrapping_mul(self.numbers[0])), a)
            }
        }
    }

    fn as_sampler(&mut self) -> Option<&mut Sampler> {
        Some(self)
    }

    /// Replaces the numbers by new ones, mixed from those of the previous stage.
    fn begin_stage(&mut self) {
        self.numbers = self.numbers.map(|number| mix(number.wrapping_add(GOLDEN)));
        self.begin_round(0);
    }

    #[inline]
    fn begin_round(&mut self, round: u32) {
        let [x, y, z] = self.numbers;
        let round = u64::from(round);
        let mixed = mix(round.wrapping_add(GOLDEN)) << ROUND_BITS;
        self.round = [x.wrapping_add((2 * round + 1).wrapping_mul(z)), y.wrapping_add(mixed.wrapping_mul(z))];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Purpose;

    #[test]
    fn roll_depends_only_on_its_key() {
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
    fn roll_depends_on_every_part_of_its_key() {
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

    #[test]
    fn consecutive_trials_equal_trials_by_number() {
        let numbers = |sampler: Sampler| sampler.numbers;
        let by_number: Vec<_> = (90..100).map(|trial| numbers(Sampler::new(Seed::new(4), trial))).collect();
        let in_a_row: Vec<_> = Sampler::from(Seed::new(4), 90).take(10).map(numbers).collect();
        assert_eq!(by_number, in_a_row);
    }

    /// The chances of two rolls are right within 2⁻⁵⁰ if the difference of their sums is not a multiple of 2¹⁵.
    #[test]
    fn factors_differ_in_their_lowest_bits() {
        let differs = |one: u64, other: u64| one.wrapping_sub(other).trailing_zeros() < 15;
        let purposes = |who: u64| (0..PURPOSES as u64).map(move |purpose| factor(who << PURPOSE_BITS | purpose, 0));
        let factors: Vec<u64> = (0..256).flat_map(purposes).collect();
        let mut lowest: Vec<u64> = factors.iter().map(|factor| factor % (1 << 15)).collect();
        lowest.sort_unstable();
        lowest.dedup();
        assert_eq!(lowest.len(), factors.len(), "no two of them are alike");
        let of_round = |round: u32| {
            let mut sampler = Sampler { numbers: [0, 0, 1], round: [0; 2] };
            sampler.begin_round(round);
            sampler.round[0].wrapping_add(factors[1].wrapping_mul(sampler.round[1]))
        };
        assert!((1..8192).all(|round| differs(of_round(0), of_round(round))));
    }
}
