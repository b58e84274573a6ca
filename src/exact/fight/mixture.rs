//! Fights with ranges: every combination of values is solved, and all are equally likely.

use super::{BUDGET, Ends, ExactFight, PathGroup, PathResults, median, solve};
use crate::combat::{EndShape, Mixture};
use crate::error::{Error, Result};

/// The most combinations of values that are solved.
pub const MOST_COMBINATIONS: usize = 1_000;

/// Solves a fight with each combination of values and returns the mean. `stopped` is asked many times a second whether to
/// give up.
///
/// # Errors
/// More combinations than [`MOST_COMBINATIONS`]; a fight that cannot be solved; more states together than one fight may
/// have; it was stopped.
pub fn mixture_until(mixture: &Mixture, groups: &[PathGroup], stopped: &dyn Fn() -> bool) -> Result<ExactFight> {
    let all = mixture.fights();
    if all.len() > MOST_COMBINATIONS {
        return Err(Error::input(format!("the ranges combine in {} ways, more than are solved", all.len()))
            .with_help("fix some of the ranges, with a value or with `ranges = \"middle\"`, or simulate"));
    }
    let shape = EndShape::of_all(mixture.fights());
    let mut solved = Vec::with_capacity(all.len());
    let mut states = 0;
    for fight in all {
        let answer = solve(fight, &shape, groups, stopped)?;
        states += answer.states;
        solved.push(answer);
        if states > BUDGET {
            return Err(Error::input("the combinations of ranges have too many states together")
                .with_help("fix some of the ranges, with a value or with `ranges = \"middle\"`, or simulate"));
        }
    }
    Ok(mean_of(&solved))
}

/// The mean of equally likely fights.
fn mean_of(solved: &[ExactFight]) -> ExactFight {
    let share = 1.0 / solved.len() as f64;
    let mean = |figure: fn(&ExactFight) -> f64| solved.iter().map(figure).sum::<f64>() * share;
    let most = |figure: fn(&ExactFight) -> f64| solved.iter().map(figure).fold(0.0, f64::max);
    let first = &solved[0];
    let rounds = mean_of_vectors(solved.iter().map(|one| one.rounds.as_slice()));
    let unlimited: Option<Vec<f64>> = solved.iter().map(|one| one.unlimited_rounds).collect();
    let groups = 0..first.path_ends.len();
    ExactFight {
        ends: together(solved.iter().map(|one| &one.ends)),
        path_ends: groups.clone().map(|group| together(solved.iter().map(|one| &one.path_ends[group]))).collect(),
        path_results: groups
            .map(|group| mean_path_results(solved.iter().map(|one| &one.path_results[group])))
            .collect(),
        signals: first.signals.clone(),
        counts: mean_of_vectors(solved.iter().map(|one| one.counts.as_slice())),
        awake: mean_of_vectors(solved.iter().map(|one| one.awake.as_slice())),
        never_ends: mean(|one| one.never_ends),
        median_rounds: median(&rounds),
        rounds,
        mean_rounds: mean(|one| one.mean_rounds),
        unlimited_rounds: unlimited.map(|all| all.iter().sum::<f64>() * share),
        fighters: first.fighters,
        states: solved.iter().map(|one| one.states).sum(),
        truncation: most(|one| one.truncation),
        truncation_in_rounds: most(|one| one.truncation_in_rounds),
        rounding: most(|one| one.rounding) + solved.len() as f64 * f64::EPSILON,
    }
}

/// The ends of equally likely fights.
fn together<'e>(all: impl ExactSizeIterator<Item = &'e Ends> + Clone) -> Ends {
    let share = 1.0 / all.len() as f64;
    let mut ends = Ends::new(all.clone().next().map(|one| one.shape().clone()).unwrap_or_default());
    all.for_each(|one| ends.add_all(one, share));
    ends
}

fn mean_path_results<'r>(all: impl ExactSizeIterator<Item = &'r PathResults> + Clone) -> PathResults {
    let paths = all.clone().next().map_or(0, |one| one.first.len());
    PathResults {
        ends: Vec::new(),
        counts: mean_of_vectors(all.clone().map(|one| one.counts.as_slice())),
        first: (0..paths).map(|path| mean_of_vectors(all.clone().map(|one| one.first[path].as_slice()))).collect(),
    }
}

/// The mean of vectors, entry by entry; shorter ones are filled up with 0.
fn mean_of_vectors<'v>(vectors: impl ExactSizeIterator<Item = &'v [f64]>) -> Vec<f64> {
    let share = 1.0 / vectors.len() as f64;
    let mut mean = Vec::new();
    for vector in vectors {
        mean.resize(mean.len().max(vector.len()), 0.0);
        mean.iter_mut().zip(vector).for_each(|(sum, value)| *sum += share * value);
    }
    mean
}
