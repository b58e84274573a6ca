//! Simulated figures pinned: whoever has a seed and a scenario gets the same numbers next year.
//!
//! Changing one of these values is a breaking change. It happens where the key of a roll, the mixing, a sampling
//! table or an existing rule changes, and must then be meant and be told.

use crate::support::fights::{self, trial};
use crate::support::{barroom, dice, srd};
use fudgelab::chance::{Ask, Chance, Purpose, Sampler, Seed};
use fudgelab::sim::{Tally, Trial};
use fudgelab::subject::fight::FightTally;

/// Seed, trial, round, who and purpose of a roll, and what 4dF and d1000 show for it.
type Pinned = (u64, u64, u32, u16, Purpose, i32, i32);

const ROLLS: [Pinned; 10] = [
    (1, 0, 1, 0, Purpose::Exchange, -3, 36),
    (1, 0, 1, 1, Purpose::Exchange, 1, 646),
    (1, 0, 1, 0, Purpose::Damage, -1, 311),
    (1, 0, 2, 0, Purpose::Exchange, -1, 313),
    (1, 1, 1, 0, Purpose::Exchange, -3, 60),
    (2, 0, 1, 0, Purpose::Exchange, 1, 759),
    (1, 999_999, 1000, 1, Purpose::Damage, -2, 166),
    (u64::MAX, u64::MAX, u32::MAX, u16::MAX, Purpose::Exchange, 0, 518),
    (0, 0, 0, 0, Purpose::Action, -1, 204),
    (1, 5, 0, 1, Purpose::Action, -2, 88),
];

#[test]
fn rolls_are_what_they_were() {
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

fn simulated(trials: u64) -> FightTally {
    fights::counted(&barroom(&srd()), 1, trials)
}

#[test]
fn ten_thousand_barroom_duels_are_what_they_were() {
    let fight = barroom(&srd());
    let tally = fights::simulated(&fight, 1, 10_000);
    assert_eq!(tally.outcomes, [5563, 4437, 0, 0]);
    assert_eq!(tally.rounds[..12], [0, 1577, 1909, 1855, 1500, 1135, 796, 472, 332, 186, 112, 61]);
    assert_eq!((tally.total_rounds(), tally.rounds_squared()), (37_680, 196_042));
    let levels: Vec<Vec<u64>> = tally.levels.iter().map(|of| of.iter().map(|spread| spread.sum).collect()).collect();
    assert_eq!(levels, [[3215, 1446, 538, 364, 3804, 633, 0], [2711, 1062, 396, 268, 4319, 1244, 0]]);
    assert_eq!((tally.hits[0].sum, tally.hits[1].sum), (15_544, 16_335));
    assert_eq!((tally.grazes[0].sum, tally.grazes[1].sum), (5237, 5405));
    assert_eq!((tally.stand_offs.sum, tally.below_minimum.sum), (5769, 32));
}

/// Trials one by one.
fn one_by_one(trials: std::ops::Range<u64>) -> FightTally {
    let trial = trial(&barroom(&srd()));
    let mut counted = trial.tally();
    trials.for_each(|number| {
        trial.run(&mut Sampler::new(Seed::new(1), number), &mut counted, &mut []);
    });
    counted.tally
}

#[test]
fn a_longer_run_extends_a_shorter_one() {
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
