//! Variants share their rolls: that narrows their differences and leaves each of them alone.

use crate::support::fights::{combat, tallied};
use crate::support::{barroom, dice, srd};
use fudgelab::chance::{Sampler, Seed};
use fudgelab::combat::{Cast, Fight, Fighter, compile};
use fudgelab::fights::{Combat, FightTally, Outcome};
use fudgelab::rules::{DamageRoll, Rules};
use fudgelab::sim::{Batch, Compare, PairTally, Paired, Plan, Simulated, Trial, Trials, ValueSums, simulate};
use fudgelab::subject::{Counted, Reading, Tried, Watched};
use std::sync::Arc;

const TRIALS: u64 = 400_000;

/// A duel of which two values of each trial are compared: whether the first side wins, and the rounds.
fn compared(fight: &Fight) -> Tried<Combat> {
    let won = |_: &Combat, outcome: &Outcome| i64::from(outcome.end().winner() == Some(0));
    let rounds = |_: &Combat, outcome: &Outcome| i64::from(outcome.rounds);
    let values = vec![Reading::By(Box::new(won)), Reading::By(Box::new(rounds))];
    Tried { subject: Arc::new(combat(fight)), watched: Watched { values, ..Watched::default() } }
}

/// The values compared.
const COMPARED: [Compare; 2] = [Compare::Mean(0), Compare::Mean(1)];

fn with_roll() -> Fight {
    barroom(&srd())
}

fn without_roll() -> Fight {
    barroom(&Rules { damage_roll: DamageRoll::default(), ..srd() })
}

fn run(fights: &[Fight], trials: u64) -> Simulated<Counted<FightTally>> {
    let variants: Vec<_> = fights.iter().map(compared).collect();
    let batch = Batch { variants: &variants, values: 2, compared: &COMPARED };
    simulate(&batch, &Plan { seed: Seed::new(5), trials, baseline: 0 }, &())
}

/// The fights that the first side won.
fn wins(counted: &Counted<FightTally>) -> u64 {
    tallied(&with_roll(), counted.tally.clone()).outcomes[0]
}

/// The variance of the first side's win indicator.
fn own_variance(counted: &Counted<FightTally>) -> f64 {
    let chance = wins(counted) as f64 / counted.tally.trials() as f64;
    chance * (1.0 - chance)
}

/// How a value of a trial changes between the two, summed up.
fn change(pair: &PairTally, value: usize) -> ValueSums {
    match pair.of(value) {
        Paired::Mean(change) => change,
        Paired::Ratio(_) => panic!("a mean"),
    }
}

/// How many times less the paired difference varies than one of independent trials would.
fn gain(tallies: [&Counted<FightTally>; 2], pair: &PairTally) -> f64 {
    let ValueSums { sum, squares } = change(pair, 0);
    let trials = pair.trials() as f64;
    let paired = squares as f64 / trials - (sum as f64 / trials).powi(2);
    tallies.map(own_variance).iter().sum::<f64>() / paired
}

/// How many times less the difference of two fights varies than that of independent trials.
fn shared(fights: [Fight; 2]) -> f64 {
    let both = run(&fights, TRIALS);
    assert_eq!(both.pairs[1].trials(), TRIALS);
    gain([&both.tallies[0], &both.tallies[1]], &both.pairs[1])
}

/// Rolls are keyed by round, who and purpose, so that the extra damage roll shifts no other roll.
/// One generator for a whole trial would gain a factor of 1.3 only.
#[test]
fn shared_rolls_narrow_a_difference() {
    let gain = shared([with_roll(), without_roll()]);
    println!("with and without the damage roll: {gain:.2}");
    assert!(gain >= 4.3, "only {gain:.2} times less");
}

/// Dice of other chances show high and low together.
#[test]
fn other_dice_share_their_rolls() {
    let gain = shared([with_roll(), barroom(&Rules { dice: dice("d%"), ..srd() })]);
    println!("4dF and d%: {gain:.2}");
    assert!(gain >= 30.0, "only {gain:.2} times less");
}

/// Great fighters in mail, four of them, against six Fair ones in leather.
fn four_on_six(rules: &Rules) -> Fight {
    let hero = Fighter { count: 4, offense: 4, defense: 3, ..Fighter::new("hero", 0, 2) };
    let foe = Fighter { count: 6, offense: 3, defense: 1, ..Fighter::new("foe", 1, 0) };
    let cast = Cast { fighters: vec![hero, foe], sides: vec!["heroes".into(), "foes".into()] };
    compile(&cast, rules).unwrap()
}

#[test]
fn fights_of_many_share_their_rolls() {
    let gain = shared([four_on_six(&srd()), four_on_six(&Rules { damage_roll: DamageRoll::default(), ..srd() })]);
    println!("4 on 6 with and without the damage roll: {gain:.2}");
    assert!(gain >= 1.22, "only {gain:.2} times less");
}

/// Teeth: where the variants do not share their rolls, there is nothing to gain.
#[test]
fn rolls_that_are_not_shared_gain_nothing() {
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
fn the_difference_of_the_pairs_is_the_difference_of_the_counts() {
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
fn a_variant_is_the_same_beside_any_other() {
    let alone = run(&[with_roll()], 20_000).tallies.remove(0);
    let first = run(&[with_roll(), without_roll()], 20_000);
    let last = run(&[without_roll(), with_roll()], 20_000);
    // Not `assert_eq`: it would print thousands of zeros.
    assert!(first.tallies[0] == alone);
    assert!(last.tallies[1] == alone);
    assert!(first.tallies[1] != alone);
}
