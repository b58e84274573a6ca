//! Variants share their rolls: that narrows their differences and leaves each of them alone.

mod support;

use fudgelab::chance::{Sampler, Seed};
use fudgelab::rules::{DamageRoll, Rules};
use fudgelab::sim::{Batch, FightTally, FightTrial, PairTally, Plan, Simulated, Trial, simulate};
use support::{barroom, srd};

const TRIALS: u64 = 400_000;

fn with_roll() -> FightTrial {
    FightTrial::new(barroom(&srd()))
}

fn without_roll() -> FightTrial {
    FightTrial::new(barroom(&Rules { damage_roll: DamageRoll::None, ..srd() }))
}

fn run(variants: &[FightTrial], baseline: usize, trials: u64) -> Simulated<FightTally> {
    simulate(&Batch { variants, outcomes: 4 }, &Plan { seed: Seed::new(5), trials, baseline }, &())
}

/// The variance of the first side's win indicator.
fn own_variance(tally: &FightTally) -> f64 {
    let chance = tally.outcomes[0] as f64 / tally.trials() as f64;
    chance * (1.0 - chance)
}

/// How many times less the paired difference varies than one of independent trials would.
fn gain(tallies: [&FightTally; 2], pair: &PairTally) -> f64 {
    let (sum, squares) = pair.outcome_change(|outcome| outcome == 0);
    let trials = pair.trials() as f64;
    let paired = squares as f64 / trials - (sum as f64 / trials).powi(2);
    tallies.map(own_variance).iter().sum::<f64>() / paired
}

/// Rolls are keyed by round, who and purpose, so that the extra damage roll shifts no other roll.
/// One generator for a whole trial would gain a factor of 1.3 only.
#[test]
fn shared_rolls_halve_the_variance_of_a_difference() {
    let both = run(&[with_roll(), without_roll()], 0, TRIALS);
    assert_eq!(both.pairs[1].trials(), TRIALS);
    let gain = gain([&both.tallies[0], &both.tallies[1]], &both.pairs[1]);
    println!("paired differences vary {gain:.2} times less than independent ones");
    assert!(gain >= 2.0, "only {gain:.2} times less");
}

/// Teeth: where the variants do not share their rolls, there is nothing to gain.
#[test]
fn rolls_that_are_not_shared_gain_nothing() {
    let (first, second) = (with_roll(), without_roll());
    let (mut of_first, mut of_second, mut pair) = (first.tally(), second.tally(), PairTally::new(4));
    for trial in 0..TRIALS {
        let one = first.run(&mut Sampler::new(Seed::new(5), trial), &mut of_first);
        let other = second.run(&mut Sampler::new(Seed::new(6), trial), &mut of_second);
        pair.add(other, one);
    }
    let gain = gain([&of_first, &of_second], &pair);
    assert!((gain - 1.0).abs() < 0.02, "{gain}");
}

#[test]
fn the_difference_of_the_pairs_is_the_difference_of_the_counts() {
    let both = run(&[with_roll(), without_roll()], 0, 20_000);
    let wins = |k: usize| i128::from(both.tallies[k].outcomes[0]);
    assert_eq!(both.pairs[1].outcome_change(|outcome| outcome == 0).0, wins(1) - wins(0));
    assert_ne!(wins(1), wins(0));
    let rounds = |k: usize| i128::from(both.tallies[k].total_rounds());
    assert_eq!(both.pairs[1].amount_change().0, rounds(1) - rounds(0));
    assert_eq!(both.pairs[0].outcome_change(|outcome| outcome == 0), (0, 0), "the baseline beside itself");
    assert_eq!(both.pairs[0].amount_change(), (0, 0));
}

#[test]
fn a_variant_is_the_same_beside_any_other() {
    let alone = run(&[with_roll()], 0, 20_000).tallies.remove(0);
    let first = run(&[with_roll(), without_roll()], 0, 20_000);
    let last = run(&[without_roll(), with_roll()], 0, 20_000);
    // Not `assert_eq`: it would print thousands of zeros.
    assert!(first.tallies[0] == alone);
    assert!(last.tallies[1] == alone);
    assert!(first.tallies[1] != alone);
}
