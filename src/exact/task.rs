//! Extended tasks, solved as a small Markov chain of the task's progress, period by period.

use super::check::{Distribution, distribution};
use crate::check::{Achieved, Progress, Task, TaskEnd};
use std::collections::BTreeMap;

/// A task without a limit is followed until the chance that it goes on is at most this.
const NEGLIGIBLE: f64 = 1e-13;

/// The most rounding errors that one period adds to a chance: three transitions into a state, each a product of two numbers.
const ROUNDING_ERRORS: f64 = 8.0;

/// The exact figures of a task, with bounds on the errors by rounding and truncation.
#[derive(Debug, Clone, PartialEq)]
pub struct ExactTask {
    /// The chance of each end, in the order of [`TaskEnd::ALL`].
    pub ends: [f64; 3],
    /// The mean number of periods until it is over, an unfinished task counted with its limit; none where it would go
    /// on for ever.
    pub mean_periods: Option<f64>,
    /// The chance that it is over in period k for each end, from k = 0.
    pub ends_in: [Vec<f64>; 3],
    /// Periods followed.
    periods: u32,
    /// The chance that it goes on after these periods.
    remaining: f64,
}

impl ExactTask {
    /// The largest error of a chance of this size.
    pub fn chance_bound(&self, chance: f64) -> f64 {
        chance * self.relative_error() + self.remaining
    }

    /// The largest error of the mean.
    pub fn mean_bound(&self) -> f64 {
        self.mean_periods.map_or(0.0, |mean| mean * self.relative_error())
    }

    /// All sums are of products of positive numbers, so the relative error is bounded.
    fn relative_error(&self) -> f64 {
        f64::from(self.periods + 2) * ROUNDING_ERRORS * f64::EPSILON
    }
}

/// The possible results of a period, each with its chance.
type PeriodResults = Vec<(Achieved, f64)>;

/// Solves a task.
///
/// Where it has no limit of its own and less than 10⁻¹³ of it goes on after
/// [`PERIOD_LIMIT`](crate::check::PERIOD_LIMIT), the chances of its ends and the mean are those without any limit.
///
/// ```
/// use fudgelab::check::{Actor, Check, CheckRules, Task};
/// use fudgelab::dice::Dice;
/// // LITE: three successes before four failures, Fair against Fair.
/// let fair = Actor::new(Some(0), 0, Dice::fudge(), None)?;
/// let task = Task::new(vec![Check::new(fair, 0, CheckRules::default())?], 3, Some(4), None)?;
/// assert_eq!((fudgelab::exact::task(&task).ends[0] * 10_000.0).round(), 8438.0);
/// # Ok::<(), fudgelab::error::Error>(())
/// ```
pub fn task(task: &Task) -> ExactTask {
    let results = period_results(task);
    let mut solved = followed(task, &results);
    if task.never_ends() {
        solved.mean_periods = None;
    } else if task.periods().is_none() && solved.remaining > 0.0 {
        let (ends, mean) = without_limit(task, &results);
        (solved.ends, solved.mean_periods) = (ends, Some(mean));
    }
    solved
}

/// The results of a period: the worst of its rolls. The branches of each roll are run once.
fn period_results(task: &Task) -> PeriodResults {
    let mut worst = Distribution::default();
    worst.record(Achieved::Success, crate::chance::Weight::ONE);
    for which in task.numbers() {
        let roll = distribution(|chance| task.roll(which, chance).achieved);
        let mut both = Distribution::default();
        for (so_far, weight) in worst.iter() {
            roll.iter().for_each(|(achieved, chance)| both.record(Task::together(so_far, achieved), weight * chance));
        }
        worst = both;
    }
    worst.iter().map(|(achieved, weight)| (achieved, weight.probability())).collect()
}

/// Follows the task to its limit, or until it is over almost surely.
fn followed(task: &Task, results: &PeriodResults) -> ExactTask {
    let mut now = BTreeMap::from([(Progress::default(), 1.0)]);
    let mut ends_in = [vec![0.0], vec![0.0], vec![0.0]];
    let (mut mean, mut period) = (0.0, 0);
    while !now.is_empty() {
        let remaining: f64 = now.values().sum();
        if remaining <= NEGLIGIBLE && task.periods().is_none() {
            break;
        }
        mean += remaining;
        period += 1;
        ends_in.iter_mut().for_each(|ends| ends.push(0.0));
        let mut next = BTreeMap::new();
        for (progress, here) in now {
            for (achieved, chance) in results {
                let after = task.after(progress, *achieved);
                match task.end(after, period) {
                    Some(end) => ends_in[end as usize][period as usize] += here * chance,
                    None => *next.entry(after).or_insert(0.0) += here * chance,
                }
            }
        }
        now = next;
    }
    let ends = [0, 1, 2].map(|end: usize| ends_in[end].iter().sum());
    ExactTask { ends, mean_periods: Some(mean), ends_in, periods: period, remaining: now.values().sum() }
}

/// The chances of the ends, and the mean number of periods, of a task that goes on until it is over. Progress is never
/// lost, so a state leads only to itself and to later ones: taken in order, the visits to each follow from those before it.
fn without_limit(task: &Task, results: &PeriodResults) -> ([f64; 3], f64) {
    let mut flows = BTreeMap::from([(Progress::default(), 1.0)]);
    let (mut ends, mut visits) = ([0.0; 3], 0.0);
    while let Some((state, flow)) = flows.pop_first() {
        let transitions = results.iter().map(|(achieved, chance)| (task.after(state, *achieved), chance));
        let onward: Vec<_> = transitions.filter(|(after, _)| *after != state).collect();
        let leaving: f64 = onward.iter().map(|(_, chance)| **chance).sum();
        let here = flow / leaving;
        visits += here;
        for (after, chance) in onward {
            match task.end(after, 0) {
                Some(end) => ends[end as usize] += here * chance,
                None => *flows.entry(after).or_insert(0.0) += here * chance,
            }
        }
    }
    // Rounding must not make a chance larger than 1.
    (ends.map(|chance: f64| chance.min(1.0)), visits)
}

const _: () =
    assert!(TaskEnd::Done as usize == 0 && TaskEnd::Failed as usize == 1 && TaskEnd::Unfinished as usize == 2);

#[cfg(test)]
mod tests;
