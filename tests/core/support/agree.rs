//! Compares exact and simulated answers to fights, with a negative control for each.

use super::fights::{self, Solved, Tallied};
use super::once;
use fudgelab::combat::Fight;
use fudgelab::stats::{TestResult, test_mean, test_share, test_spread};
use std::sync::Arc;

/// Numbers of trials, in ascending order: a case uses the first that tells its two fights apart.
const TRIALS: [u64; 4] = [12_500, 25_000, 50_000, 100_000];

/// A name, a fight, and another fight that differs from it in a single feature.
pub type Case = (&'static str, Fight, Fight);

/// The smallest tally of the case's fight that does not match the exact answer of the other fight; `None` if all match.
fn with_teeth((name, fight, other): &Case) -> Option<Arc<Tallied>> {
    let other = once::solve(other).unwrap();
    let tallies = TRIALS.iter().map(|&trials| once::simulated(fight, trials));
    tallies.into_iter().find(|tally| !differences(name, &other, tally).is_empty())
}

/// Every figure in which the exact and the simulated answer of a case differ.
pub fn disagreements(cases: &[Case]) -> Vec<String> {
    let both = |case: &Case| {
        let tally = with_teeth(case).unwrap_or_else(|| once::simulated(&case.1, TRIALS[3]));
        differences(case.0, &once::solve(&case.1).unwrap(), &tally)
    };
    cases.iter().flat_map(both).collect()
}

/// Negative control: the cases whose simulation also matches the exact answer of the other fight. Must be empty.
pub fn indifferent(cases: &[Case]) -> Vec<&'static str> {
    // In reverse, since `disagreements` runs at the same time, and neither should wait for an answer that the other is
    // computing.
    cases.iter().rev().filter(|case| with_teeth(case).is_none()).map(|(name, ..)| *name).collect()
}

/// Compares the figures of the fights with the committed ones of `table`, and checks that no two rolls of a round have
/// the same key.
pub fn unmoved(table: &str, cases: &[Case]) {
    cases.iter().for_each(|(name, fight, _)| assert_eq!(super::asks::asked_twice(fight), None, "{name}"));
    super::figures::committed(
        table,
        cases.iter().map(|(name, fight, _)| ((*name).to_owned(), super::figures::line(fight))),
    );
}

pub fn simulated(fight: &Fight, trials: u64) -> Tallied {
    fights::simulated(fight, 432, trials)
}

/// The p-value below which a figure counts as different. With some 3,000 figures in the largest test, a correct
/// simulation fails for at most 1 seed in 750, by tests that are valid at any number of trials (`stats::test`): 1 in
/// 3,000 for each of the four numbers of trials that a case may use.
const TOO_RARE: f64 = 1e-7;

/// The simulated figures that do not match the exact answer: wins, both out, first blood, occasional rules, fights that
/// end in rounds 1 to 6, mean rounds, final levels.
pub fn differences(name: &str, exact: &Solved, tally: &Tallied) -> Vec<String> {
    let trials = tally.trials();
    let mut wrong = Vec::new();
    let mut told = |what: String, tested: TestResult, found: f64, expected: f64| {
        if tested.p < TOO_RARE {
            wrong.push(format!("{name}: {what} {found}, not {expected}"));
        }
    };
    let share = |count: u64, chance: f64| test_share(count, trials, chance.min(1.0), exact.chance_bound(chance));
    let of = |count: u64| count as f64 / trials as f64;
    let chances = exact.wins.iter().chain([&exact.nobody, &exact.undecided]);
    for (place, (&count, &chance)) in tally.outcomes.iter().zip(chances).enumerate() {
        told(format!("outcome {place}"), share(count, chance), of(count), chance);
    }
    for (side, [lost, won]) in tally.first_blood.iter().enumerate() {
        let (drawn, chance) = (lost + won, exact.first_blood[side]);
        told(format!("first blood of {side}"), share(drawn, chance), of(drawn), chance);
        let chance = exact.first_blood_wins[side];
        told(format!("first blood and win of {side}"), share(*won, chance), of(*won), chance);
    }
    let fired = tally.fired.iter().flatten().zip(exact.fired.iter().flatten());
    for (place, (spread, &count)) in fired.enumerate() {
        let trials = trials as f64;
        let mean = spread.sum as f64 / trials;
        // Counts of rare events vary no less than those of independent events; hardly any fight has more than twenty.
        let variance = (spread.squares as f64 / trials - mean * mean).max(count);
        let error = (variance / trials).sqrt();
        let tested = test_spread(mean - count, exact.count_bound(count), error, 20.0 / trials);
        told(format!("what fires at place {place}"), tested, mean, count);
    }
    for round in 1..=6 {
        let chance = exact.rounds.get(round).copied().unwrap_or(0.0);
        let count = tally.rounds[round];
        told(format!("ends in round {round}"), share(count, chance), of(count), chance);
    }
    for (entry, (found, expected)) in tally.levels.iter().zip(&exact.levels).enumerate() {
        let count = found.iter().map(|spread| spread.sum).sum::<u64>() / trials;
        for (level, (spread, &chance)) in found.iter().zip(expected).enumerate() {
            let what = format!("level {level} of {entry}");
            if count == 1 {
                told(what, share(spread.sum, chance), of(spread.sum), chance);
                continue;
            }
            // Several fighters of one stat block: the variance is at least that of fighters who all end at the same
            // level, in case the simulation saw too few.
            let (trials, count) = (trials as f64, count as f64);
            let mean = spread.sum as f64 / trials;
            let variance = (spread.squares as f64 / trials - mean * mean).max(count * count * chance * (1.0 - chance));
            let apart = mean - chance * count;
            let tested = test_spread(apart, exact.count_bound(count), (variance / trials).sqrt(), count / trials);
            told(what, tested, mean, chance * count);
        }
    }
    let law: Vec<(f64, f64)> =
        exact.rounds.iter().enumerate().map(|(rounds, chance)| (rounds as f64, *chance)).collect();
    let mean = tally.total_rounds() as f64 / trials as f64;
    let tested = test_mean(mean, trials, &law, exact.mean_rounds, exact.mean_bound());
    told("rounds".into(), tested, mean, exact.mean_rounds);
    wrong
}
