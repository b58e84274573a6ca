//! Fights answered exactly and by simulation: do both say the same, and would they notice if not?

use fudgelab::chance::Seed;
use fudgelab::combat::Fight;
use fudgelab::exact::{self, ExactFight};
use fudgelab::sim::{Batch, FightTally, FightTrial, Plan, simulate};

/// Trials of each case.
const TRIALS: u64 = 200_000;

/// A fight by name, and another that differs from it in the one thing that it is there for.
pub type Case = (&'static str, Fight, Fight);

/// Every figure in which the exact answer of a case and its simulation differ.
pub fn disagreements(cases: &[Case]) -> Vec<String> {
    let both = |(name, fight, _): &Case| differences(name, &exact::fight(fight).unwrap(), &simulated(fight, TRIALS));
    cases.iter().flat_map(both).collect()
}

/// Teeth: the cases whose simulation agrees with the exact answer of the other fight, which it must not.
pub fn indifferent(cases: &[Case]) -> Vec<&'static str> {
    let same = |(name, fight, other): &&Case| {
        differences(name, &exact::fight(other).unwrap(), &simulated(fight, TRIALS)).is_empty()
    };
    cases.iter().filter(same).map(|(name, ..)| *name).collect()
}

/// So many trials of a fight.
pub fn simulated(fight: &Fight, trials: u64) -> FightTally {
    let trial = FightTrial::new(fight.clone());
    let batch = Batch { outcomes: trial.outcomes(), variants: &[trial] };
    simulate(&batch, &Plan { seed: Seed::new(432), trials, baseline: 0 }, &()).tallies.remove(0)
}

/// What differs by more than 4.5 standard errors: wins, both out, the first six numbers of rounds, hits in a round's mean,
/// final levels. Of about 18 × 20 comparisons a right simulation fails one in about 400 seeds; the seed is fixed.
pub fn differences(name: &str, exact: &ExactFight, tally: &FightTally) -> Vec<String> {
    let trials = tally.trials() as f64;
    let mut wrong = Vec::new();
    let mut compare = |what: String, mean: f64, expected: f64, variance: f64| {
        if (mean - expected).abs() > 4.5 * (variance / trials).sqrt() + 1e-9 {
            wrong.push(format!("{name}: {what} {mean}, not {expected}"));
        }
    };
    let mut share = |what: String, count: u64, chance: f64| {
        // Of what is expected less than once, once is not yet too often.
        let variance = (chance * (1.0 - chance)).max(if chance > 0.0 { 1.0 / trials } else { 0.0 });
        compare(what, count as f64 / trials, chance, variance);
    };
    (0..2).for_each(|side| share(format!("wins of {side}"), tally.outcomes[side], exact.wins[side]));
    share("both out".into(), tally.outcomes[2], exact.nobody);
    for round in 1..=6 {
        let chance = exact.rounds.get(round).copied().unwrap_or(0.0);
        share(format!("ends in round {round}"), tally.rounds[round], chance);
    }
    for (entry, (found, expected)) in tally.levels.iter().zip(&exact.levels).enumerate() {
        for (level, (spread, chance)) in found.iter().zip(expected).enumerate() {
            // Several of one stat block: the counts of fights vary as they do in the simulation.
            let mean = spread.sum as f64 / trials;
            let count = found.iter().map(|spread| spread.sum).sum::<u64>() as f64 / trials;
            let variance = (spread.squares as f64 / trials - mean * mean).max(1.0 / trials);
            compare(format!("level {level} of {entry}"), mean, chance * count, variance);
        }
    }
    let mean = tally.total_rounds() as f64 / trials;
    compare("rounds".into(), mean, exact.mean_rounds, tally.rounds_squared as f64 / trials - mean * mean);
    wrong
}
