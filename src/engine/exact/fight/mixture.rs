//! Fights that may be one of several, because of ranges or of different starting conditions. Each of them is solved.

use super::{Bounded, Ends, ExactFight, FirstTime, LongFights, PathResults, SolutionOptions, solve};
use crate::chance::limits::{Limits, MAX_TRANSITIONS};
use crate::combat::{EndShape, Mixture};
use crate::error::Result;

/// Maximum number of fights in a mixture that can be solved.
pub const MOST_COMBINATIONS: usize = 2_000;

/// Solves each fight of a mixture, within an equal share of `limits`, and returns their weighted mean. `options` are
/// the optional parts.
///
/// # Errors
/// If there are more than [`MOST_COMBINATIONS`] fights, a fight cannot be solved, the fights have more states together
/// than one fight may have, or the calculation was stopped.
pub fn mixture_within(mixture: &Mixture, options: SolutionOptions<'_>, limits: &Limits<'_>) -> Result<ExactFight> {
    let all = mixture.fights();
    if all.len() > MOST_COMBINATIONS {
        return Err(mixture.too_many(format!("this fight can begin in {} ways, too many to solve exactly", all.len())));
    }
    let limits = limits.shared(all.len());
    let shape = EndShape::of_all(&mixture.fights().collect::<Vec<_>>());
    let mut solved = Vec::with_capacity(all.len());
    let mut states = 0;
    for fight in all {
        let answer = solve(fight, &shape, options, &limits)?;
        states += answer.states;
        solved.push(answer);
        if states > MAX_TRANSITIONS {
            return Err(mixture.too_many("the ways in which this fight can begin have too many states in total"));
        }
    }
    Ok(mean_of(&solved, mixture.weights().to_vec()))
}

/// The solved fights of a mixture, with their weights.
struct Solutions<'s> {
    solved: &'s [ExactFight],
    weights: Vec<f64>,
    /// The share of a fight of weight 1.
    share: f64,
}

impl Solutions<'_> {
    /// The weighted mean of `figure` over all fights.
    fn mean(&self, figure: impl Fn(&ExactFight) -> f64) -> f64 {
        self.solved.iter().zip(&self.weights).map(|(one, weight)| weight * figure(one)).sum::<f64>() * self.share
    }

    /// The largest value of `figure` in any fight.
    fn largest(&self, figure: fn(&ExactFight) -> f64) -> f64 {
        self.solved.iter().map(figure).fold(0.0, f64::max)
    }

    /// The weighted mean of vectors, entry by entry; shorter vectors are padded with 0.
    fn means(&self, vector: impl Fn(&ExactFight) -> &[f64]) -> Vec<f64> {
        let mut mean = Vec::new();
        for (one, weight) in self.solved.iter().zip(&self.weights) {
            let vector = vector(one);
            mean.resize(mean.len().max(vector.len()), 0.0);
            mean.iter_mut().zip(vector).for_each(|(sum, value)| *sum += weight * self.share * value);
        }
        mean
    }

    /// The ends of all fights, each with its chance in the mixture. `of` returns the ends of one fight.
    fn ends(&self, of: impl Fn(&ExactFight) -> &Ends) -> Ends {
        let mut ends = Ends::new(of(&self.solved[0]).shape().clone());
        self.solved.iter().zip(&self.weights).for_each(|(one, weight)| ends.add_all(of(one), weight * self.share));
        ends
    }

    /// The fights that continue after the rounds that are followed; `None` if some of them can be in too many states.
    fn tails(&self) -> Option<Vec<LongFights>> {
        let each = self.solved.iter().zip(&self.weights).map(|(one, weight)| {
            let tails = one.tails.as_ref()?;
            Some(tails.iter().map(move |tail| tail.with_weight(weight * self.share)))
        });
        Some(each.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
    }

    /// The expected square of the number of rounds; `None` if all fights are followed to their ends.
    fn mean_square_rounds(&self) -> Option<Bounded> {
        let square = |one: &ExactFight| {
            let followed = || (0u32..).zip(&one.rounds).map(|(round, chance)| f64::from(round).powi(2) * chance).sum();
            one.square_rounds.map_or_else(followed, |square| square.value)
        };
        let bound = |one: &ExactFight| one.square_rounds.map_or(one.rounding * square(one), |square| square.bound);
        let any = self.solved.iter().any(|one| one.square_rounds.is_some());
        any.then(|| Bounded { value: self.mean(square), bound: self.mean(bound) })
    }

    /// The weighted means of the path results of a group; without their ends.
    fn path_results(&self, group: usize) -> PathResults {
        let paths = self.solved[0].path_results[group].first.len();
        PathResults {
            ends: Vec::new(),
            counts: self.means(|one| &one.path_results[group].counts),
            first: (0..paths).map(|path| self.means(|one| &one.path_results[group].first[path])).collect(),
            times: (0..paths)
                .map(|path| {
                    let of = |part: fn(&FirstTime) -> f64| self.mean(|one| part(&one.path_results[group].times[path]));
                    FirstTime { chance: of(|time| time.chance), sum: of(|time| time.sum) }
                })
                .collect(),
        }
    }
}

/// The weighted mean of the solutions of several fights. `weights` need not add up to 1.
fn mean_of(solved: &[ExactFight], weights: Vec<f64>) -> ExactFight {
    let share = 1.0 / weights.iter().sum::<f64>();
    let all = Solutions { solved, weights, share };
    let first = &solved[0];
    let ends_always = solved.iter().all(|one| one.unlimited_rounds.is_some());
    let groups = 0..first.path_ends.len();
    ExactFight {
        ends: all.ends(|one| &one.ends),
        path_ends: groups.clone().map(|group| all.ends(|one| &one.path_ends[group])).collect(),
        path_results: groups.map(|group| all.path_results(group)).collect(),
        signals: first.signals.clone(),
        counts: all.means(|one| &one.counts),
        awake: all.means(|one| &one.awake),
        never_ends: all.mean(|one| one.never_ends),
        won_in: (0..first.won_in.len()).map(|side| all.means(|one| &one.won_in[side])).collect(),
        hurt_in: (0..first.hurt_in.len()).map(|entry| all.means(|one| &one.hurt_in[entry])).collect(),
        rounds: all.means(|one| &one.rounds),
        beyond: all.mean(|one| one.beyond),
        tails: all.tails(),
        square_rounds: all.mean_square_rounds(),
        mean_rounds: all.mean(|one| one.mean_rounds),
        unlimited_rounds: ends_always.then(|| all.mean(|one| one.unlimited_rounds.unwrap_or(0.0))),
        fighters: first.fighters,
        states: solved.iter().map(|one| one.states).sum(),
        truncation: all.largest(|one| one.truncation),
        truncation_in_rounds: all.largest(|one| one.truncation_in_rounds),
        rounding: all.largest(|one| one.rounding) + solved.len() as f64 * f64::EPSILON,
    }
}
