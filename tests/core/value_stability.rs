//! Pinned simulated figures: a seed and a scenario give the same numbers next year.
//!
//! Changing one of these values is a breaking change. It happens if the key of a roll, the mixing, a sampling table or
//! an existing rule changes, and must then be intended and announced.

use crate::support::fights::{self, trial};
use crate::support::{barroom, dice, srd};
use fudgelab::chance::{Ask, Chance, Purpose, Sampler, Seed};
use fudgelab::fights::FightTally;
use fudgelab::sim::{Tally, Trial, Trials};
use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// Seed, trial, round, fighter and purpose of a roll, and its results with 4dF and d1000.
type Pinned = (u64, u64, u32, u16, Purpose, i32, i32);

const ROLLS: [Pinned; 10] = [
    (1, 0, 1, 0, Purpose::Exchange, 3, 971),
    (1, 0, 1, 1, Purpose::Exchange, -1, 362),
    (1, 0, 1, 0, Purpose::Damage, -2, 76),
    (1, 0, 2, 0, Purpose::Exchange, 0, 510),
    (1, 1, 1, 0, Purpose::Exchange, -2, 154),
    (2, 0, 1, 0, Purpose::Exchange, 2, 845),
    (1, 999_999, 1000, 1, Purpose::Damage, 2, 900),
    (u64::MAX, u64::MAX, u32::MAX, u16::MAX, Purpose::Exchange, -3, 34),
    (0, 0, 0, 0, Purpose::Action, -1, 206),
    (1, 5, 0, 1, Purpose::Action, 1, 653),
];

#[test]
fn rolls_equal_pinned_values() {
    let (fudge, thousand) = (dice("4dF"), dice("d1000"));
    let found = ROLLS.map(|(seed, trial, round, who, purpose, ..)| {
        let mut sampler = Sampler::new(Seed::new(seed), trial);
        if round > 0 {
            sampler.begin_round(round);
        }
        let ask = Ask::new(who, purpose);
        (seed, trial, round, who, purpose, sampler.roll(ask, &fudge), sampler.roll(ask, &thousand))
    });
    assert_eq!(found, ROLLS);
}

/// Recomputes the rolls pinned above from the generator of `rand_pcg` and the documentation of [`Sampler`].
#[test]
fn rolls_equal_values_from_the_generator_alone() {
    fn mix(word: u64) -> u64 {
        let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }
    let thousand = dice("d1000");
    let number = |seed: u64, trial: u64, round: u32, ask: Ask| {
        let mut generator = Pcg64Mcg::new(u128::from(mix(seed)) << 64 | u128::from(mix(mix(seed))));
        generator.advance(3 * u128::from(trial));
        let [x, y, z] = [0; 3].map(|_| generator.next_u64());
        let (place, against) = (u64::from(ask.who) << 7 | ask.purpose as u64, u64::from(ask.against));
        let (a, m) = (mix(against << 32 | place) << 24 | place, mix(round.into()));
        let b = (2 * u64::from(round) + 1).wrapping_add(a.wrapping_mul(m) << 17);
        (2 * against + 1).wrapping_mul(x).wrapping_add(a.wrapping_mul(y)).wrapping_add(b.wrapping_mul(z))
    };
    for (seed, trial, round, who, purpose, _, pinned) in ROLLS {
        let number = number(seed, trial, round, Ask::new(who, purpose));
        assert_eq!(thousand.sample(number), pinned, "seed {seed}, trial {trial}, round {round}, who {who}");
    }
    for (who, foe) in [(0, 1), (3, 2), (u16::MAX, u16::MAX)] {
        let ask = Ask::against(who, foe, Purpose::Avoid);
        let mut sampler = Sampler::new(Seed::new(3), 5);
        sampler.begin_round(2);
        assert_eq!(sampler.roll(ask, &thousand), thousand.sample(number(3, 5, 2, ask)), "{who} against {foe}");
    }
}

fn simulated(trials: u64) -> FightTally {
    fights::counted(&barroom(&srd()), 1, trials)
}

#[test]
fn ten_thousand_barroom_duels_equal_pinned_counts() {
    let fight = barroom(&srd());
    let tally = fights::simulated(&fight, 1, 10_000);
    assert_eq!(tally.outcomes, [5578, 4422, 0, 0]);
    assert_eq!(tally.rounds[..12], [0, 1549, 1883, 1906, 1547, 1096, 800, 479, 338, 184, 95, 68]);
    assert_eq!((tally.total_rounds(), tally.rounds_squared()), (37_624, 194_216));
    let levels: Vec<Vec<u64>> = tally.levels.iter().map(|of| of.iter().map(|spread| spread.sum).collect()).collect();
    assert_eq!(levels, [[3177, 1506, 539, 356, 3840, 582, 0], [2686, 1087, 396, 253, 4309, 1269, 0]]);
    assert_eq!((tally.hits[0].sum, tally.hits[1].sum), (15_659, 16_277));
    assert_eq!((tally.grazes[0].sum, tally.grazes[1].sum), (5335, 5424));
    assert_eq!((tally.stand_offs.sum, tally.below_minimum.sum), (5670, 18));
}

/// The tally of trials that are run one by one.
fn one_by_one(trials: std::ops::Range<u64>) -> FightTally {
    let trial = trial(&barroom(&srd()));
    let mut counted = trial.tally();
    trials.for_each(|number| {
        trial.run(Trials::new(&mut Sampler::from(Seed::new(1), number), 1, &mut []), &mut counted);
    });
    counted.tally
}

#[test]
fn longer_run_extends_a_shorter_one() {
    let long = simulated(10_000);
    // Not `assert_eq`: it would print thousands of zeros.
    assert!(simulated(5_000) == one_by_one(0..5_000));
    for cut in [1, 4_097, 5_000, 9_999] {
        let mut parts = one_by_one(0..cut);
        parts.merge(one_by_one(cut..10_000));
        assert!(parts == long, "cut at {cut}");
    }
    let mut backwards = one_by_one(5_000..10_000);
    backwards.merge(one_by_one(0..5_000));
    assert!(backwards == long);
    assert!(one_by_one(100..10_100) != long, "other trials, other counts");
}
