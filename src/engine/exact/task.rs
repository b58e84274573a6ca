//! Extended tasks, solved as a small Markov chain of the task's progress, period by period.

use super::check::{Distribution, distribution};
use crate::chance::Weight;
use crate::check::{Period, Progress, Task, TaskEnd, TaskOutcome};
use std::collections::BTreeMap;

/// A task without a limit is followed until the chance that it goes on is at most this.
const NEGLIGIBLE: f64 = 1e-13;

/// The most rounding errors that one period adds to a chance, besides one for each transition into a state: each is a product of two
/// numbers.
const ROUNDING_ERRORS: f64 = 5.0;

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
    /// The mean number of Fudge points spent.
    pub mean_spent: f64,
    /// Each way in which it can be over after the periods followed, with its chance.
    pub outcomes: Vec<(TaskOutcome, f64)>,
    /// Periods followed.
    periods: u32,
    /// The most rounding errors that one period adds to a chance.
    rounding: f64,
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

    /// The largest error of the mean number of Fudge points, of which nobody has more than these.
    pub fn spent_bound(&self, points: u8) -> f64 {
        self.mean_spent * self.relative_error() + self.remaining * f64::from(points)
    }

    /// All sums are of products of positive numbers, so the relative error is bounded.
    fn relative_error(&self) -> f64 {
        f64::from(self.periods + 2) * self.rounding * f64::EPSILON
    }
}

/// The possible results of a period, each with its chance.
type PeriodResults = Vec<(Period, f64)>;

/// The possible results of a period, by the Fudge points spent before it: each found once.
struct Results<'a> {
    task: &'a Task,
    known: BTreeMap<u8, PeriodResults>,
}

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
    let mut results = Results { task, known: BTreeMap::new() };
    let mut solved = followed(task, &mut results);
    if task.never_ends() {
        solved.mean_periods = None;
    } else if task.periods().is_none() && solved.remaining > 0.0 {
        let (ends, mean_periods, mean_spent) = without_limit(task, &mut results);
        solved = ExactTask { ends, mean_periods: Some(mean_periods), mean_spent, ..solved };
    }
    ExactTask { rounding: results.most().max(3) as f64 + ROUNDING_ERRORS, ..solved }
}

impl Results<'_> {
    /// Those after so many points. The branches of each roll are run once for each way in which the rolls before it may stand.
    fn after(&mut self, spent: u8) -> &PeriodResults {
        let task = self.task;
        self.known.entry(spent).or_insert_with(|| {
            let mut stands = Distribution::default();
            stands.record(Task::begin(Progress { spent, ..Progress::default() }), Weight::ONE);
            for which in task.numbers() {
                let mut after = Distribution::default();
                for (so_far, weight) in stands.iter() {
                    let roll = distribution(|chance| task.roll(which, so_far, chance).1);
                    roll.iter().for_each(|(period, chance)| after.record(period, weight * chance));
                }
                stands = after;
            }
            stands.iter().map(|(period, weight)| (period, weight.probability())).collect()
        })
    }

    /// The most that a period has.
    fn most(&self) -> usize {
        self.known.values().map(Vec::len).max().unwrap_or(0)
    }
}

/// How far a task has come after a period like this.
fn after(task: &Task, progress: Progress, period: Period) -> Progress {
    task.after(Progress { spent: period.spent, ..progress }, period.worth)
}

/// Follows the task to its limit, or until it is over almost surely.
fn followed(task: &Task, results: &mut Results<'_>) -> ExactTask {
    let mut now = BTreeMap::from([(Progress::default(), 1.0)]);
    let mut outcomes: BTreeMap<TaskOutcome, f64> = BTreeMap::new();
    let (mut mean, mut period) = (0.0, 0);
    while !now.is_empty() {
        let remaining: f64 = now.values().sum();
        if remaining <= NEGLIGIBLE && task.periods().is_none() {
            break;
        }
        mean += remaining;
        period += 1;
        let mut next = BTreeMap::new();
        for (progress, here) in now {
            for (result, chance) in results.after(progress.spent) {
                let after = after(task, progress, *result);
                match task.end(after, period) {
                    Some(end) => {
                        let outcome = TaskOutcome { end, periods: period, spent: after.spent };
                        *outcomes.entry(outcome).or_insert(0.0) += here * chance;
                    }
                    None => *next.entry(after).or_insert(0.0) += here * chance,
                }
            }
        }
        now = next;
    }
    let mut ends_in = [(); 3].map(|()| vec![0.0; period as usize + 1]);
    outcomes.iter().for_each(|(outcome, chance)| ends_in[outcome.end as usize][outcome.periods as usize] += chance);
    let ends = [0, 1, 2].map(|end: usize| ends_in[end].iter().sum());
    let mean_spent = outcomes.iter().map(|(outcome, chance)| f64::from(outcome.spent) * chance).sum();
    let (outcomes, remaining) = (outcomes.into_iter().collect(), now.values().sum());
    ExactTask {
        ends,
        mean_periods: Some(mean),
        ends_in,
        mean_spent,
        outcomes,
        periods: period,
        rounding: ROUNDING_ERRORS,
        remaining,
    }
}

/// The chances of the ends, and the mean numbers of periods and of Fudge points spent, of a task that goes on until it is over. Progress
/// is never lost, nor are points got back, so a state leads only to itself and to later ones: taken in order, the visits to each follow
/// from those before it.
fn without_limit(task: &Task, results: &mut Results<'_>) -> ([f64; 3], f64, f64) {
    let mut flows = BTreeMap::from([(Progress::default(), 1.0)]);
    let (mut ends, mut visits, mut spent) = ([0.0; 3], 0.0, 0.0);
    while let Some((state, flow)) = flows.pop_first() {
        let transitions =
            results.after(state.spent).iter().map(|(result, chance)| (after(task, state, *result), chance));
        let onward: Vec<_> = transitions.filter(|(after, _)| *after != state).collect();
        let leaving: f64 = onward.iter().map(|(_, chance)| **chance).sum();
        let here = flow / leaving;
        visits += here;
        for (after, chance) in onward {
            match task.end(after, 0) {
                Some(end) => {
                    ends[end as usize] += here * chance;
                    spent += f64::from(after.spent) * here * chance;
                }
                None => *flows.entry(after).or_insert(0.0) += here * chance,
            }
        }
    }
    // Rounding must not make a chance larger than 1.
    (ends.map(|chance: f64| chance.min(1.0)), visits, spent)
}

const _: () =
    assert!(TaskEnd::Done as usize == 0 && TaskEnd::Failed as usize == 1 && TaskEnd::Unfinished as usize == 2);

#[cfg(test)]
mod tests;
