//! The rolls of a simulation are as good as independent ones: of neighbors in each part of their keys, and of all who roll in a round.

use crate::support::dice;
use fudgelab::chance::{Ask, Chance, Purpose, Sampler, Seed};
use fudgelab::dice::Dice;

/// Rolls in each comparison.
const ROLLS: u64 = 4096;

/// The key of a roll.
#[derive(Debug, Clone, Copy)]
struct Key {
    seed: u64,
    trial: u64,
    round: u32,
    ask: Ask,
}

impl Key {
    fn roll(self, dice: &Dice) -> i32 {
        let mut sampler = Sampler::new(Seed::new(self.seed), self.trial);
        sampler.begin_round(self.round);
        sampler.roll(self.ask, dice)
    }
}

const EXCHANGE: Ask = Ask::new(0, Purpose::Exchange);

/// The keys of a pair of rolls that are neighbors in some way, for the k-th pair of a comparison.
type Neighbors = fn(comparison: u64, k: u64) -> [Key; 2];

const NEIGHBORS: [(&str, Neighbors); 6] = [
    ("trials", |comparison, k| {
        let key = Key { seed: comparison, trial: 2 * k, round: 1, ask: EXCHANGE };
        [key, Key { trial: 2 * k + 1, ..key }]
    }),
    ("seeds", |comparison, k| {
        let key = Key { seed: 2 * comparison, trial: k, round: 1, ask: EXCHANGE };
        [key, Key { seed: 2 * comparison + 1, ..key }]
    }),
    ("rounds", |comparison, k| {
        let key = Key { seed: 1, trial: k, round: 1 + comparison as u32, ask: EXCHANGE };
        [key, Key { round: 2 + comparison as u32, ..key }]
    }),
    ("fighters", |comparison, k| {
        let who = |who| Ask::new(who, Purpose::Exchange);
        let key = Key { seed: 2, trial: k, round: 1, ask: who(comparison as u16) };
        [key, Key { ask: who(comparison as u16 + 1), ..key }]
    }),
    ("purposes", |comparison, k| {
        let who = comparison as u16;
        let key = Key { seed: 3, trial: k, round: 1, ask: Ask::new(who, Purpose::Exchange) };
        [key, Key { ask: Ask::new(who, Purpose::Damage), ..key }]
    }),
    ("foes", |comparison, k| {
        let against = |foe| Ask::against(0, foe, Purpose::Avoid);
        let key = Key { seed: 4, trial: k, round: 1, ask: against(comparison as u16) };
        [key, Key { ask: against(comparison as u16 + 1), ..key }]
    }),
];

/// The correlation of pairs of rolls, in standard deviations of that of independent ones.
fn correlation(pairs: impl Iterator<Item = [f64; 2]>) -> f64 {
    let (mut n, mut sums, mut squares, mut products) = (0.0, [0.0; 2], [0.0; 2], 0.0);
    for [one, other] in pairs {
        n += 1.0;
        sums = [sums[0] + one, sums[1] + other];
        squares = [squares[0] + one * one, squares[1] + other * other];
        products += one * other;
    }
    let variance = |k: usize| squares[k] / n - (sums[k] / n).powi(2);
    let covariance = products / n - sums[0] / n * sums[1] / n;
    covariance / (variance(0) * variance(1)).sqrt() * f64::sqrt(n)
}

/// The standard deviation of 256 correlations: near 1 of independent rolls, to within 0.1 but once in 40 times.
fn spread(dice: &Dice, neighbors: Neighbors) -> f64 {
    let z = |comparison: u64| {
        correlation((0..ROLLS).map(|k| neighbors(comparison, k).map(|key| f64::from(key.roll(dice)))))
    };
    ((0..256).map(|comparison| z(comparison).powi(2)).sum::<f64>() / 256.0).sqrt()
}

#[test]
fn neighbors_are_not_correlated() {
    let dice = dice("d1000");
    for (name, neighbors) in NEIGHBORS {
        let spread = spread(&dice, neighbors);
        println!("{name}: {spread:.3}");
        assert!((0.9..1.1).contains(&spread), "{name}: {spread}");
    }
}

/// Teeth: rolls that share one time in ten are told from independent ones.
#[test]
fn correlated_neighbors_are_missed_by_no_such_test() {
    let dice = dice("d1000");
    let spread = spread(&dice, |comparison, k| {
        let [one, other] = NEIGHBORS[0].1(comparison, k);
        [one, if k % 10 == 0 { one } else { other }]
    });
    assert!(spread > 1.1, "{spread}");
}

/// The rounds and rolls of which all triples are looked at.
fn keys() -> Vec<(u32, Ask)> {
    let purposes = [Purpose::Exchange, Purpose::Damage];
    let asks = purposes.into_iter().flat_map(|purpose| (0..4).map(move |who| Ask::new(who, purpose)));
    asks.flat_map(|ask| (1..=3).map(move |round| (round, ask))).collect()
}

/// Of all triples of rolls of a three-sided die, in each of many trials, chi-squared of the one whose 27 ways are least equally likely.
fn worst_triple(thirds: &[Vec<u8>]) -> f64 {
    let rolls = thirds[0].len();
    let expected = thirds.len() as f64 / 27.0;
    let chi_squared = |triple: [usize; 3]| {
        let mut counts = [0u32; 27];
        for thirds in thirds {
            counts[triple.iter().fold(0, |way, &roll| 3 * way + usize::from(thirds[roll]))] += 1;
        }
        counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum::<f64>()
    };
    let later = |from: usize| from + 1..rolls;
    let triples = (0..rolls).flat_map(|a| later(a).flat_map(move |b| later(b).map(move |c| [a, b, c])));
    triples.map(chi_squared).fold(0.0, f64::max)
}

const TRIALS: u64 = 100_000;

/// More is found in one of the 2,024 triples once in a million times (26 degrees of freedom).
const MOST: f64 = 96.5;

#[test]
fn the_third_of_three_rolls_does_not_follow_from_the_others() {
    let (die, keys) = (dice("d3"), keys());
    let thirds = |trial: u64| -> Vec<u8> {
        let roll = |&(round, ask)| Key { seed: 9, trial, round, ask }.roll(&die) as u8 - 1;
        keys.iter().map(roll).collect()
    };
    let worst = worst_triple(&(0..TRIALS).map(thirds).collect::<Vec<_>>());
    println!("worst of all triples: {worst:.1}");
    assert!(worst < MOST, "{worst}");
}

/// Teeth: of a lattice with simple factors every pair is all right, and yet the third of three rolls follows from the others.
#[test]
fn a_lattice_of_simple_factors_is_found_out() {
    let number = dice("d1000");
    let thirds = |trial: u64| -> Vec<u8> {
        let [x, y] = [0, 1].map(|who| {
            let ask = Ask::new(who, Purpose::Action);
            Key { seed: 9, trial, round: 1, ask }.roll(&number) - 1
        });
        (0..24).map(|factor| (3 * ((x + factor * y) % 1000) / 1000) as u8).collect()
    };
    let worst = worst_triple(&(0..TRIALS).map(thirds).collect::<Vec<_>>());
    assert!(worst > MOST, "{worst}");
}
