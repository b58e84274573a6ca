//! Random rolls, keyed so that compared variants stay coupled.

use super::mix::{GOLDEN, mix};
use super::{Ask, Chance};
use crate::dice::Dice;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// The seed of a simulation: equal seeds give equal rolls. It is a type so that it cannot be confused with a number of trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed(u64);

impl Seed {
    /// A seed of any number.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The number, as files and the command line have it.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The number with all its bits mixed: seeds of neighboring numbers start the generator far apart.
    const fn mixed(self) -> u64 {
        mix(self.0.wrapping_add(GOLDEN))
    }
}

/// Rolls drawn at random.
///
/// The generator is [`Pcg64Mcg`], and the seed decides where it starts. Each trial takes the next three of its numbers, x, y and z, and
/// spreads its rolls over them like the points of a lattice: a roll is decided by (2f + 1)·x + a·y + (2r + 1 + 2¹⁷·a·m)·z, modulo 2⁶⁴, where f
/// says against whom it is, and which of several (0 where that goes without saying), a is a factor of who rolls, what for and against whom, r the round, and m is
/// mixed from r. So a roll is a pure function of its key (seed, trial, round, who, purpose, against whom), and an extra roll in one variant
/// shifts no other.
///
/// Factors are mixed, since with simple ones one of a few rolls would follow from the others; their lowest bits count, so that
/// any two of them differ in one of these. Therefore each roll is uniform, and any two rolls of 256 fighters in 8,192 rounds are
/// independent, but for errors of at most 2⁻⁵⁰ in their chances.
///
/// Changing the key, the factors or the generator changes every simulated figure: `tests/core/value_stability.rs` pins them.
#[derive(Debug, Clone)]
pub struct Sampler {
    numbers: [u64; NUMBERS],
    /// What is left of a roll's sum in this round: its first number, and that which is taken a times.
    round: [u64; 2],
}

/// The numbers of the generator that a trial takes.
const NUMBERS: usize = 3;

/// The lowest bits of a factor, in which factors of other places or rounds differ.
const PLACE_BITS: u32 = 24;
const ROUND_BITS: u32 = 17;
/// Those of a place that say what the roll is for; the others say who rolls.
const PURPOSE_BITS: u32 = 7;

/// Purposes and fighters whose factors are in a table.
const PURPOSES: usize = 1 << PURPOSE_BITS;
const FIGHTERS: usize = 16;

static FACTORS: [[u64; PURPOSES]; FIGHTERS] = {
    let mut factors = [[0; PURPOSES]; FIGHTERS];
    let mut place = 0;
    while place < PURPOSES * FIGHTERS {
        factors[place / PURPOSES][place % PURPOSES] = factor(place as u64, 0);
        place += 1;
    }
    factors
};

/// The factor a of who and purpose, packed into one number, and of against whom.
const fn factor(place: u64, against: u64) -> u64 {
    mix((against << 32 | place).wrapping_add(GOLDEN)) << PLACE_BITS | place
}

impl Sampler {
    /// The rolls of trial number `trial` (counted from 0).
    pub fn new(seed: Seed, trial: u64) -> Self {
        Samplers::starting(seed, trial).draw()
    }

    /// The rolls of all trials, from number `first` on.
    pub fn from(seed: Seed, first: u64) -> Samplers {
        Samplers::starting(seed, first)
    }
}

/// The rolls of one trial after another, without end.
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

    /// Each stage has numbers of its own, mixed from those of the stage before.
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

    #[test]
    fn trials_in_a_row_are_the_trials_by_number() {
        let numbers = |sampler: Sampler| sampler.numbers;
        let by_number: Vec<_> = (90..100).map(|trial| numbers(Sampler::new(Seed::new(4), trial))).collect();
        let in_a_row: Vec<_> = Sampler::from(Seed::new(4), 90).take(10).map(numbers).collect();
        assert_eq!(by_number, in_a_row);
    }

    /// The odds of two rolls are right within 2⁻⁵⁰ if what tells their sums apart is no multiple of 2¹⁵.
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
