//! Compares the sampler with the exact distributions, by Pearson's χ² test.
//!
//! All tests in this file together reject a correct sampler with a chance of at most [`FALSE_ALARM`], for seeds that
//! have not been tested before: each family divides its share among its tests (Bonferroni). The seeds are fixed, so the
//! tests either always pass or always fail. Other tests show that the same comparisons catch distributions and keys
//! that are slightly wrong.

use fudgelab::chance::{Ask, Chance, Purpose, Sampler, Seed};
use fudgelab::dice::{Dice, Pmf, methods};
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::BTreeMap;

/// The chance that any of these tests fails although all is right, divided evenly between two families.
const FALSE_ALARM: f64 = 1e-4;
const FAMILIES: f64 = 2.0;

/// Cells with a smaller expectation are pooled with their neighbors: below it, χ² is no longer close to its limit.
/// (Cochran, *Some methods for strengthening the common χ² tests*, Biometrics 10, 1954, asks for 5.)
const LEAST_EXPECTED: f64 = 20.0;

/// Prefix words on dice other than those of their examples, nested prefixes, and dice unlike those of the sources.
const MORE_DICE: [&str; 16] = [
    "1dF",
    "3dF",
    "40dF",
    "1d1000",
    "2d1000-1001",
    "2d6+5-table",
    "2d6-5-table",
    "4dF+adv2",
    "4dF+adv3",
    "4dF+dis1",
    "median3 d%",
    "best3 3d6-table",
    "worst3 4d6-lowest",
    "toward-zero 4dF",
    "open-ended best2 4dF",
    "median3 open-ended-mirrored 4dF",
];

fn every_dice() -> Vec<Dice> {
    let mut names: Vec<&str> = methods().iter().map(|method| method.example).chain(MORE_DICE).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(|name| Dice::parse(name).unwrap()).collect()
}

/// The chance of counts at least this far from their expectations. Cells with a small expectation are pooled.
///
/// Returns 0 if a value occurs that cannot, and 1 if only one pooled cell remains, since there is nothing to test.
fn p_value(cells: impl IntoIterator<Item = (u64, f64)>) -> f64 {
    let mut pooled: Vec<(f64, f64)> = Vec::new();
    let (mut count, mut expected) = (0.0, 0.0);
    for (more, of) in cells {
        if of == 0.0 && more > 0 {
            return 0.0;
        }
        (count, expected) = (count + more as f64, expected + of);
        if expected >= LEAST_EXPECTED {
            pooled.push((count, expected));
            (count, expected) = (0.0, 0.0);
        }
    }
    if let Some(last) = pooled.last_mut() {
        *last = (last.0 + count, last.1 + expected);
    }
    if pooled.len() < 2 {
        return 1.0;
    }
    let distance: f64 = pooled.iter().map(|(count, expected)| (count - expected).powi(2) / expected).sum();
    ChiSquared::new((pooled.len() - 1) as f64).unwrap().sf(distance)
}

/// The p-value of the counts of rolls under `pmf`.
fn fit(counts: &BTreeMap<i32, u64>, pmf: &Pmf) -> f64 {
    let all: u64 = counts.values().sum();
    let values = pmf.lowest().min(*counts.keys().next().unwrap())..=pmf.highest().max(*counts.keys().last().unwrap());
    p_value(values.map(|value| {
        let expected = all as f64 * pmf.weight(value) as f64 / pmf.total() as f64;
        (counts.get(&value).copied().unwrap_or(0), expected)
    }))
}

/// Counts the results of `trials` rolls, one per trial.
fn rolled(dice: &Dice, seed: u64, trials: u64) -> BTreeMap<i32, u64> {
    let (lowest, width) = (dice.pmf().lowest(), (dice.pmf().highest() - dice.pmf().lowest()) as usize + 1);
    let mut counts = vec![0u64; width];
    for trial in 0..trials {
        let roll = Sampler::new(Seed::new(seed), trial).roll(Ask::new(0, Purpose::Action), dice);
        counts[(roll - lowest) as usize] += 1;
    }
    (lowest..).zip(counts).filter(|(_, count)| *count > 0).collect()
}

const ROLLS: u64 = 1_000_000;

#[test]
fn every_dice_method_matches_its_weights() {
    let dice = every_dice();
    let least = FALSE_ALARM / FAMILIES / dice.len() as f64;
    let poor: Vec<_> = dice
        .iter()
        .zip(100..)
        .map(|(dice, seed)| (dice.name().to_owned(), fit(&rolled(dice, seed, ROLLS), dice.pmf())))
        .filter(|(_, p)| *p < least)
        .collect();
    assert!(dice.len() >= 30 && poor.is_empty(), "{poor:?} are below {least}");
}

/// Indices of two values whose weights a test swaps: the neighbors that differ most. A million rolls cannot distinguish
/// neighbors among more than 100 values; then the least and the most likely value. `None` if the weights are equal.
fn unlike(weights: &[(i32, u64)]) -> Option<[usize; 2]> {
    let apart = |&[a, b]: &[usize; 2]| weights[a].1.abs_diff(weights[b].1);
    let pair = if weights.len() <= 100 {
        (1..weights.len()).map(|k| [k - 1, k]).max_by_key(|pair| apart(pair))
    } else {
        let by_weight = |k: &usize| weights[*k].1;
        (0..weights.len()).min_by_key(by_weight).zip((0..weights.len()).max_by_key(by_weight)).map(|(a, b)| [a, b])
    };
    pair.filter(|pair| apart(pair) > 0)
}

/// Swapping two weights, or moving one part in a thousand, must be noticed.
#[test]
fn slightly_wrong_distributions_are_rejected() {
    let least = FALSE_ALARM / FAMILIES / every_dice().len() as f64;
    let mut swaps = 0;
    for (dice, seed) in every_dice().iter().zip(100..) {
        let weights: Vec<(i32, u64)> = dice.pmf().iter().collect();
        let Some([a, b]) = unlike(&weights) else { continue };
        let mut swapped = weights.clone();
        (swapped[a].1, swapped[b].1) = (weights[b].1, weights[a].1);
        swaps += 1;
        let p = fit(&rolled(dice, seed, ROLLS), &Pmf::from_weights(swapped).unwrap());
        assert!(p < least, "{}: {p}", dice.name());
    }
    assert!(swaps >= 35, "{swaps} dice have two unlike weights");
    let d200 = Dice::parse("1d200").unwrap();
    let counts = rolled(&d200, 1, ROLLS);
    let moved = (1..=200).map(|face| {
        (
            face,
            if face == 7 {
                24
            } else if face == 8 {
                16
            } else {
                20
            },
        )
    });
    assert!(fit(&counts, d200.pmf()) >= least);
    assert!(fit(&counts, &Pmf::from_weights(moved).unwrap()) < least);
    // A value that the distribution does not have.
    assert_eq!(fit(&rolled(&Dice::parse("1d6").unwrap(), 1, 1000), Dice::parse("1d5").unwrap().pmf()), 0.0);
}

/// The key of a roll: trial, round, fighter and purpose.
type Key = (u64, u32, u16, Purpose);

/// Maps the number of a pair to the keys of its two rolls.
type Keys = fn(u64) -> [Key; 2];

fn roll(seed: u64, (trial, round, who, purpose): Key, dice: &Dice) -> i32 {
    let mut sampler = Sampler::new(Seed::new(seed), trial);
    sampler.begin_round(round);
    sampler.roll(Ask::new(who, purpose), dice)
}

/// The p-value of [`PAIRS`] pairs of rolls, if both rolls are independent. `keys` maps the number of a pair to its
/// keys.
fn pairs(dice: &Dice, keys: impl Fn(u64) -> [Key; 2], roll: impl Fn(Key, &Dice) -> i32) -> f64 {
    let mut counts: BTreeMap<(i32, i32), u64> = BTreeMap::new();
    for number in 0..PAIRS {
        let [a, b] = keys(number).map(|key| roll(key, dice));
        *counts.entry((a, b)).or_default() += 1;
    }
    let pmf = dice.pmf();
    let total = (pmf.total() as f64).powi(2);
    let cells = pmf.iter().flat_map(|one| pmf.iter().map(move |two| (one, two)));
    p_value(cells.map(|((a, weight_a), (b, weight_b))| {
        let expected = PAIRS as f64 * (weight_a as f64 * weight_b as f64) / total;
        (counts.get(&(a, b)).copied().unwrap_or(0), expected)
    }))
}

const PAIRS: u64 = 300_000;

/// Pairs of keys within one study that differ in one part, by small or large steps, or in two.
fn neighbors() -> Vec<(&'static str, Keys)> {
    use Purpose::{Action, Damage, Exchange};
    vec![
        ("trials", |n| [(2 * n, 1, 0, Exchange), (2 * n + 1, 1, 0, Exchange)]),
        ("trials a block apart", |n| [(n, 1, 0, Exchange), (n + (1 << 32), 1, 0, Exchange)]),
        ("rounds", |n| [(n, 1, 0, Exchange), (n, 2, 0, Exchange)]),
        ("later rounds", |n| {
            [(n / 500, 2 * (n % 500) as u32 + 1, 0, Exchange), (n / 500, 2 * (n % 500) as u32 + 2, 0, Exchange)]
        }),
        ("who", |n| [(n, 1, 0, Exchange), (n, 1, 1, Exchange)]),
        ("many", |n| [(n / 50, 1, 2 * (n % 50) as u16, Exchange), (n / 50, 1, 2 * (n % 50) as u16 + 1, Exchange)]),
        ("purposes", |n| [(n, 1, 0, Exchange), (n, 1, 0, Damage)]),
        ("the other purposes", |n| [(n, 1, 0, Action), (n, 1, 0, Exchange)]),
        ("a round and who", |n| [(n, 1, 1, Exchange), (n, 2, 0, Exchange)]),
        ("a trial and a round", |n| [(n, 2, 0, Exchange), (n + 1, 1, 0, Exchange)]),
    ]
}

/// 4dF, and ten faces in which any bit would show.
#[test]
fn rolls_with_different_keys_are_independent() {
    let dice = ["4dF", "1d10"].map(|name| Dice::parse(name).unwrap());
    let least = FALSE_ALARM / FAMILIES / (neighbors().len() * 3) as f64;
    for (name, keys) in neighbors() {
        for dice in &dice {
            let p = pairs(dice, keys, |key, dice| roll(1995, key, dice));
            assert!(p >= least, "{name}, {}: {p} is below {least}", dice.name());
        }
    }
    // Consecutive seeds, as people choose them. Here the first number of a key is the seed.
    for dice in &dice {
        let p = pairs(
            dice,
            |n| [(2 * n, 1, 0, Purpose::Exchange), (2 * n + 1, 1, 0, Purpose::Exchange)],
            |key, dice| roll(key.0, (0, 1, 0, Purpose::Exchange), dice),
        );
        assert!(p >= least, "seeds, {}: {p} is below {least}", dice.name());
    }
}

/// One pair in fifty shares a roll, as if a part of the key were sometimes dropped. This must be noticed.
#[test]
fn sometimes_dropped_keys_are_rejected() {
    let least = FALSE_ALARM / FAMILIES / (neighbors().len() * 3) as f64;
    let dice = Dice::parse("1d10").unwrap();
    for (name, keys) in neighbors() {
        let p =
            pairs(&dice, |n| if n % 50 == 0 { [keys(n)[0]; 2] } else { keys(n) }, |key, dice| roll(1995, key, dice));
        assert!(p < least, "{name}: {p} is not below {least}");
    }
}
