//! The rolls of a simulation behave like independent ones: rolls that are neighbors in any part of their keys, and all
//! rolls of a round.

use crate::support::dice;
use fudgelab::chance::{Ask, Chance, Purpose, Sampler, Seed};
use fudgelab::dice::Dice;

/// Rolls per comparison.
const ROLLS: u64 = 4096;

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

/// Returns the keys of the `k`-th pair of neighboring rolls in a comparison.
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

/// The correlation of pairs of rolls, in standard deviations of the correlation of independent rolls.
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

/// The root mean square of 256 such correlations. Independent rolls give 1 to within 0.1, except once in 40 times.
fn spread(dice: &Dice, neighbors: Neighbors) -> f64 {
    let z = |comparison: u64| {
        correlation((0..ROLLS).map(|k| neighbors(comparison, k).map(|key| f64::from(key.roll(dice)))))
    };
    ((0..256).map(|comparison| z(comparison).powi(2)).sum::<f64>() / 256.0).sqrt()
}

#[test]
fn neighboring_rolls_are_not_correlated() {
    let dice = dice("d1000");
    for (name, neighbors) in NEIGHBORS {
        let spread = spread(&dice, neighbors);
        println!("{name}: {spread:.3}");
        assert!((0.9..1.1).contains(&spread), "{name}: {spread}");
    }
}

/// Rolls that are shared one time in ten must be noticed.
#[test]
fn spread_detects_correlated_neighbors() {
    let dice = dice("d1000");
    let spread = spread(&dice, |comparison, k| {
        let [one, other] = NEIGHBORS[0].1(comparison, k);
        [one, if k % 10 == 0 { one } else { other }]
    });
    assert!(spread > 1.1, "{spread}");
}

/// For each trial, one roll of a three-sided die (0 to 2) per key.
fn thirds(trials: u64, keys: &[(u32, Ask)]) -> Vec<Vec<u8>> {
    let die = dice("d3");
    let roll = |trial, &(round, ask)| Key { seed: 9, trial, round, ask }.roll(&die) as u8 - 1;
    (0..trials).map(|trial| keys.iter().map(|key| roll(trial, key)).collect()).collect()
}

/// All combinations of `many` of the indices below `rolls`, ascending.
fn choices(many: usize, rolls: usize) -> Vec<Vec<usize>> {
    match many {
        0 => vec![vec![]],
        _ => {
            let last = |choice: Vec<usize>| {
                let next = choice.last().map_or(0, |last| last + 1);
                (next..rolls).map(move |roll| [choice.clone(), vec![roll]].concat())
            };
            choices(many - 1, rolls).into_iter().flat_map(last).collect()
        }
    }
}

/// The largest χ² of any group of `many` rolls, against equally likely outcomes.
fn worst(many: usize, thirds: &[Vec<u8>]) -> f64 {
    let ways = 3usize.pow(many as u32);
    let expected = thirds.len() as f64 / ways as f64;
    let chi_squared = |group: Vec<usize>| {
        let mut counts = vec![0u32; ways];
        for thirds in thirds {
            counts[group.iter().fold(0, |way, &roll| 3 * way + usize::from(thirds[roll]))] += 1;
        }
        counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum::<f64>()
    };
    choices(many, thirds[0].len()).into_iter().map(chi_squared).fold(0.0, f64::max)
}

const TRIALS: u64 = 100_000;

/// Limits of χ² that independent rolls exceed once in a million times, in any of the 2,024 triples of 24 rolls (26
/// degrees of freedom) or of the 1,820 quadruples of 16 rolls (80 degrees of freedom).
const MOST_OF_TRIPLES: f64 = 96.5;
const MOST_OF_QUADRUPLES: f64 = 182.6;

#[test]
fn three_rolls_of_three_rounds_are_independent() {
    let purposes = [Purpose::Exchange, Purpose::Damage];
    let asks = purposes.into_iter().flat_map(|purpose| (0..4).map(move |who| Ask::new(who, purpose)));
    let keys: Vec<_> = asks.flat_map(|ask| (1..=3).map(move |round| (round, ask))).collect();
    let worst = worst(3, &thirds(TRIALS, &keys));
    println!("worst of all triples: {worst:.1}");
    assert!(worst < MOST_OF_TRIPLES, "{worst}");
}

#[test]
fn four_rolls_of_two_rounds_are_independent() {
    let alone =
        [0, 1].into_iter().flat_map(|who| [Purpose::Exchange, Purpose::Damage].map(|purpose| Ask::new(who, purpose)));
    let asks = alone.chain((1..=4).map(|foe| Ask::against(0, foe, Purpose::Avoid)));
    let keys: Vec<_> = asks.flat_map(|ask| [(1, ask), (2, ask)]).collect();
    let worst = worst(4, &thirds(TRIALS, &keys));
    println!("worst of all quadruples: {worst:.1}");
    assert!(worst < MOST_OF_QUADRUPLES, "{worst}");
}

/// Trials of the two tests below. More trials would only show the defects more clearly.
const TEETH: u64 = TRIALS / 10;

/// Two random numbers of a trial, from 0 to 999.
fn numbers(trial: u64, d1000: &Dice) -> [u64; 2] {
    [0, 1].map(|who| Key { seed: 9, trial, round: 1, ask: Ask::new(who, Purpose::Action) }.roll(d1000) as u64 - 1)
}

fn third(number: u64) -> u8 {
    (3 * (number % 1000) / 1000) as u8
}

/// In a lattice with simple factors every pair of rolls is independent, but the third of three follows from the others.
/// This must be noticed.
#[test]
fn triples_test_rejects_a_simple_lattice() {
    let d1000 = dice("d1000");
    let rolls = |trial| {
        let [x, y] = numbers(trial, &d1000);
        (0..24).map(|factor| third(x + factor * y)).collect()
    };
    let worst = worst(3, &(0..TEETH).map(rolls).collect::<Vec<_>>());
    assert!(worst > MOST_OF_TRIPLES, "{worst}");
}

/// If two rolls differ by the same amount in both rounds, the fourth roll follows from the other three. This must be
/// noticed.
#[test]
fn quadruples_test_rejects_a_shared_difference() {
    let d1000 = dice("d1000");
    let rolls = |trial| {
        let ([x, y], [difference, _]) = (numbers(2 * trial, &d1000), numbers(2 * trial + 1, &d1000));
        [x, x + difference, y, y + difference].map(third).to_vec()
    };
    let worst = worst(4, &(0..TEETH).map(rolls).collect::<Vec<_>>());
    assert!(worst > MOST_OF_QUADRUPLES, "{worst}");
}
