//! Fights answered exactly and by simulation: do both say the same, and would they notice if not?

use super::fights::{self, Solved, Tallied};
use super::once;
use fudgelab::combat::Fight;
use fudgelab::stats::{Tested, test_mean, test_share, test_spread};
use std::sync::Arc;

/// Numbers of trials, tried in this order: a case takes the first that has teeth.
const TRIALS: [u64; 4] = [12_500, 25_000, 50_000, 100_000];

/// A fight by name, and another that differs from it in the one thing that it is there for.
pub type Case = (&'static str, Fight, Fight);

/// The fewest trials of a case that do not agree with the exact answer of the other fight, or `None` if all agree with it.
fn with_teeth((name, fight, other): &Case) -> Option<Arc<Tallied>> {
    let other = once::solve(other).unwrap();
    let tallies = TRIALS.iter().map(|&trials| once::simulated(fight, trials));
    tallies.into_iter().find(|tally| !differences(name, &other, tally).is_empty())
}

/// Every figure in which the exact answer of a case and its simulation differ.
pub fn disagreements(cases: &[Case]) -> Vec<String> {
    let both = |case: &Case| {
        let tally = with_teeth(case).unwrap_or_else(|| once::simulated(&case.1, TRIALS[3]));
        differences(case.0, &once::solve(&case.1).unwrap(), &tally)
    };
    cases.iter().flat_map(both).collect()
}

/// Teeth: the cases whose simulation agrees with the exact answer of the other fight, which it must not.
pub fn indifferent(cases: &[Case]) -> Vec<&'static str> {
    // The last first: `disagreements` runs at the same time, and neither should wait for what the other is about to find.
    cases.iter().rev().filter(|case| with_teeth(case).is_none()).map(|(name, ..)| *name).collect()
}

/// Holds the figures of the fights against committed ones. No two rolls of a round may be asked for alike.
pub fn unmoved(table: &str, cases: &[Case]) {
    cases.iter().for_each(|(name, fight, _)| assert_eq!(super::asks::asked_twice(fight), None, "{name}"));
    super::figures::committed(
        table,
        cases.iter().map(|(name, fight, _)| ((*name).to_owned(), super::figures::line(fight))),
    );
}

/// So many trials of a fight.
pub fn simulated(fight: &Fight, trials: u64) -> Tallied {
    fights::simulated(fight, 432, trials)
}

/// The p value below which a figure is said to differ: with the 3,000 figures or so of the largest test, a right simulation
/// fails in at most one of 750 seeds, by tests that are valid at any number of trials (`stats::test`): one of 3,000 for each of
/// the four numbers of trials that a case may take.
const TOO_RARE: f64 = 1e-7;

/// What of a simulation does not fit the exact answer: wins, both out, first blood, what fires now and then, the first six numbers of rounds, the mean of the
/// rounds, final levels.
pub fn differences(name: &str, exact: &Solved, tally: &Tallied) -> Vec<String> {
    let trials = tally.trials();
    let mut wrong = Vec::new();
    let mut told = |what: String, tested: Tested, found: f64, expected: f64| {
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
        // Counts of what is rare vary no less than those of independent events; hardly a fight has more than twenty.
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
            // Several of one stat block: the counts of fights vary as they do in the simulation, or more where that saw few.
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
