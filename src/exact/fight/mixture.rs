//! Fights with ranges: solved once for every combination of values, all equally likely.

use super::{BUDGET, ExactFight, ExactParty, fight_until, median};
use crate::combat::Mixture;
use crate::error::{Error, Result};

/// The most combinations of values that are solved.
pub const MOST_COMBINATIONS: usize = 1_000;

/// Solves a fight with each combination of values, and gives the mean of what is found. `stopped` is asked many times a
/// second whether to give up.
///
/// # Errors
/// More combinations than [`MOST_COMBINATIONS`]; a fight that cannot be solved, or all together past the budget of one;
/// it was stopped.
pub fn mixture_until(mixture: &Mixture, stopped: &dyn Fn() -> bool) -> Result<ExactFight> {
    let all = mixture.fights();
    if all.len() > MOST_COMBINATIONS {
        return Err(Error::input(format!("the ranges combine in {} ways, more than are solved", all.len()))
            .with_help("fix some of the ranges, with a value or with `ranges = \"middle\"`, or simulate"));
    }
    let mut solved = Vec::with_capacity(all.len());
    let mut states = 0;
    for fight in all {
        let answer = fight_until(fight, stopped)?;
        states += answer.states;
        solved.push(answer);
        if states > BUDGET {
            return Err(Error::input("the combinations of ranges have too many states together")
                .with_help("fix some of the ranges, with a value or with `ranges = \"middle\"`, or simulate"));
        }
    }
    Ok(mean_of(&solved))
}

/// The mean of equally likely fights. Rates in a round are means of counts over means of rounds.
fn mean_of(solved: &[ExactFight]) -> ExactFight {
    let mean = |figure: fn(&ExactFight) -> f64| solved.iter().map(figure).sum::<f64>() / solved.len() as f64;
    let most = |figure: fn(&ExactFight) -> f64| solved.iter().map(figure).fold(0.0, f64::max);
    let vector = |figure: fn(&ExactFight) -> &[f64]| mean_of_vectors(solved.iter().map(figure));
    let mean_rounds = mean(|one| one.mean_rounds);
    let rates = |figure: fn(&ExactFight) -> &[f64]| {
        let counts: Vec<Vec<f64>> =
            solved.iter().map(|one| figure(one).iter().map(|rate| rate * one.mean_rounds).collect()).collect();
        let counts = mean_of_vectors(counts.iter().map(Vec::as_slice));
        counts.into_iter().map(|count| count / mean_rounds).collect::<Vec<f64>>()
    };
    let table = |figure: fn(&ExactFight) -> &[Vec<f64>]| mean_of_tables(solved.iter().map(figure));
    let first = &solved[0];
    let rounds = vector(|one| &one.rounds);
    let unlimited: Option<Vec<f64>> = solved.iter().map(|one| one.unlimited_rounds).collect();
    ExactFight {
        wins: vector(|one| &one.wins),
        first_blood: vector(|one| &one.first_blood),
        first_blood_wins: vector(|one| &one.first_blood_wins),
        nobody: mean(|one| one.nobody),
        undecided: mean(|one| one.undecided),
        never_ends: mean(|one| one.never_ends),
        median_rounds: median(&rounds),
        rounds,
        mean_rounds,
        unlimited_rounds: unlimited.map(|all| all.iter().sum::<f64>() / all.len() as f64),
        levels: table(|one| &one.levels),
        fired: table(|one| &one.fired),
        awake: vector(|one| &one.awake),
        hits: rates(|one| &one.hits),
        grazes: rates(|one| &one.grazes),
        stand_offs: rates(|one| std::slice::from_ref(&one.stand_offs))[0],
        below_minimum: rates(|one| std::slice::from_ref(&one.below_minimum))[0],
        fighters: first.fighters,
        party: solved.iter().map(|one| one.party.as_ref()).collect::<Option<Vec<_>>>().map(|all| mean_party(&all)),
        states: solved.iter().map(|one| one.states).sum(),
        cut: most(|one| one.cut),
        cut_rounds: most(|one| one.cut_rounds),
        rounding: most(|one| one.rounding) + solved.len() as f64 * f64::EPSILON,
    }
}

/// The mean of tables of one shape, row by row.
fn mean_of_tables<'v>(tables: impl ExactSizeIterator<Item = &'v [Vec<f64>]> + Clone) -> Vec<Vec<f64>> {
    let rows = tables.clone().next().map_or(0, <[Vec<f64>]>::len);
    (0..rows).map(|row| mean_of_vectors(tables.clone().map(|table| table[row].as_slice()))).collect()
}

fn mean_party(all: &[&ExactParty]) -> ExactParty {
    let vector = |figure: fn(&ExactParty) -> &[f64]| mean_of_vectors(all.iter().map(|one| figure(one)));
    let table = |figure: fn(&ExactParty) -> &[Vec<f64>]| mean_of_tables(all.iter().map(|one| figure(one)));
    ExactParty {
        survivors: table(|one| &one.survivors),
        any_dead: vector(|one| &one.any_dead),
        first_out: vector(|one| &one.first_out),
        out: vector(|one| &one.out),
        wounds: table(|one| &one.wounds),
    }
}

/// The mean of vectors, entry by entry; what a shorter one lacks is 0.
fn mean_of_vectors<'v>(vectors: impl ExactSizeIterator<Item = &'v [f64]>) -> Vec<f64> {
    let share = 1.0 / vectors.len() as f64;
    let mut mean = Vec::new();
    for vector in vectors {
        mean.resize(mean.len().max(vector.len()), 0.0);
        mean.iter_mut().zip(vector).for_each(|(sum, value)| *sum += share * value);
    }
    mean
}
