//! Common random numbers: variants share their rolls, which narrows their differences and does not change any of them.

use crate::support::fights::{combat, tallied};
use crate::support::{barroom, dice, srd};
use fudgelab::chance::{Sampler, Seed};
use fudgelab::combat::{Cast, Fight, Fighter, compile};
use fudgelab::fights::{Combat, FightTally, Outcome};
use fudgelab::rules::{DamageRoll, Rules};
use fudgelab::sim::{Batch, Compare, PairSums, PairTally, Plan, Simulated, Trial, Trials, ValueSums, simulate};
use fudgelab::subject::{Reading, TrialCounts, Watched, WatchedSubject};
use std::sync::Arc;

const TRIALS: u64 = 400_000;

/// A duel that compares two values of each trial: whether the first side wins, and the number of rounds.
fn compared(fight: &Fight) -> WatchedSubject<Combat> {
    let won = |_: &Combat, outcome: &Outcome| Some(i64::from(outcome.end().winner() == Some(0)));
    let rounds = |_: &Combat, outcome: &Outcome| Some(i64::from(outcome.rounds));
    let values = vec![Reading::By(Box::new(won)), Reading::By(Box::new(rounds))];
    WatchedSubject { subject: Arc::new(combat(fight)), watched: Watched { values, ..Watched::default() } }
}

const COMPARED: [Compare; 2] = [Compare::Mean(0), Compare::Mean(1)];

fn with_roll() -> Fight {
    barroom(&srd())
}

fn without_roll() -> Fight {
    barroom(&Rules { damage_roll: DamageRoll::default(), ..srd() })
}

fn run(fights: &[Fight], trials: u64) -> Simulated<TrialCounts<FightTally>> {
    let variants: Vec<_> = fights.iter().map(compared).collect();
    let batch = Batch { variants: &variants, values: 2, compared: &COMPARED };
    simulate(&batch, &Plan { seed: Seed::new(5), trials, baseline: 0 }, &())
}

/// The number of fights that the first side won.
fn wins(counted: &TrialCounts<FightTally>) -> u64 {
    tallied(&with_roll(), counted.tally.clone()).outcomes[0]
}

/// The variance of the first side's win indicator.
fn own_variance(counted: &TrialCounts<FightTally>) -> f64 {
    let chance = wins(counted) as f64 / counted.tally.trials() as f64;
    chance * (1.0 - chance)
}

/// The summed change of value `value` from the baseline to the variant.
fn change(pair: &PairTally, value: usize) -> ValueSums {
    match pair.sums(value) {
        PairSums::Mean(change) => change,
        PairSums::Ratio(_) => panic!("a mean"),
    }
}

/// The variance of the difference with independent trials, divided by that of the paired difference.
fn gain(tallies: [&TrialCounts<FightTally>; 2], pair: &PairTally) -> f64 {
    let ValueSums { sum, squares } = change(pair, 0);
    let trials = pair.trials() as f64;
    let paired = squares as f64 / trials - (sum as f64 / trials).powi(2);
    tallies.map(own_variance).iter().sum::<f64>() / paired
}

/// The [`gain`] of simulating two fights on the same trials.
fn shared(fights: [Fight; 2]) -> f64 {
    let both = run(&fights, TRIALS);
    assert_eq!(both.pairs[1].trials(), TRIALS);
    gain([&both.tallies[0], &both.tallies[1]], &both.pairs[1])
}

/// Rolls are keyed by round, fighter and purpose, so the extra damage roll shifts no other roll. One generator for a
/// whole trial would gain only a factor of 1.3.
#[test]
fn shared_rolls_narrow_a_difference() {
    let gain = shared([with_roll(), without_roll()]);
    println!("with and without the damage roll: {gain:.2}");
    assert!(gain >= 4.3, "only {gain:.2} times less");
}

/// Different dice roll high and low together.
#[test]
fn different_dice_share_their_rolls() {
    let gain = shared([with_roll(), barroom(&Rules { dice: dice("d%"), ..srd() })]);
    println!("4dF and d%: {gain:.2}");
    assert!(gain >= 30.0, "only {gain:.2} times less");
}

/// Four Great fighters in mail against six Fair ones in leather.
fn four_on_six(rules: &Rules) -> Fight {
    let hero = Fighter { count: 4, offense: 4, defense: 3, ..Fighter::new("hero", 0, 2) };
    let foe = Fighter { count: 6, offense: 3, defense: 1, ..Fighter::new("foe", 1, 0) };
    let cast = Cast { fighters: vec![hero, foe], sides: vec!["heroes".into(), "foes".into()] };
    compile(&cast, rules).unwrap()
}

#[test]
fn large_fights_share_their_rolls() {
    let gain = shared([four_on_six(&srd()), four_on_six(&Rules { damage_roll: DamageRoll::default(), ..srd() })]);
    println!("4 on 6 with and without the damage roll: {gain:.2}");
    assert!(gain >= 1.22, "only {gain:.2} times less");
}

#[test]
fn independent_rolls_gain_nothing() {
    let (first, second) = (compared(&with_roll()), compared(&without_roll()));
    let (mut of_first, mut of_second, mut pair) = (first.tally(), second.tally(), PairTally::new(&COMPARED));
    let (mut one, mut other) = ([0; 2], [0; 2]);
    for trial in 0..TRIALS {
        first.run(Trials::new(&mut Sampler::from(Seed::new(5), trial), 1, &mut one), &mut of_first);
        second.run(Trials::new(&mut Sampler::from(Seed::new(6), trial), 1, &mut other), &mut of_second);
        pair.add(2, &other, &one);
    }
    let gain = gain([&of_first, &of_second], &pair);
    assert!((gain - 1.0).abs() < 0.02, "{gain}");
}

#[test]
fn paired_difference_equals_difference_of_counts() {
    let both = run(&[with_roll(), without_roll()], 20_000);
    let won = |k: usize| i128::from(wins(&both.tallies[k]));
    assert_eq!(change(&both.pairs[1], 0).sum, won(1) - won(0));
    assert_ne!(won(1), won(0));
    let rounds = |k: usize| i128::from(both.tallies[k].tally.total_rounds());
    assert_eq!(change(&both.pairs[1], 1).sum, rounds(1) - rounds(0));
    let baseline = [0, 1].map(|value| change(&both.pairs[0], value));
    assert_eq!(baseline, [ValueSums::default(); 2], "the baseline beside itself");
}

#[test]
fn variant_does_not_depend_on_the_others() {
    let alone = run(&[with_roll()], 20_000).tallies.remove(0);
    let first = run(&[with_roll(), without_roll()], 20_000);
    let last = run(&[without_roll(), with_roll()], 20_000);
    // Not `assert_eq`: it would print thousands of zeros.
    assert!(first.tallies[0] == alone);
    assert!(last.tallies[1] == alone);
    assert!(first.tallies[1] != alone);
}
