//! Extended tasks, solved as a small Markov chain: how far the task has come, period by period.

use super::check::{Law, law};
use crate::check::{Achieved, Progress, Task, TaskEnd};
use std::collections::BTreeMap;

/// What is left of a task without an end of its own is let go of where it is less likely than this.
const ENOUGH: f64 = 1e-13;

/// The most roundings that one period adds to a chance: three ways into a place, each a product of two figures.
const ROUNDINGS: f64 = 8.0;

/// The exact figures of a task, each with what rounding and cutting off can have done to it.
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
    /// What was let go of at the end of the distributions.
    left: f64,
}

impl ExactTask {
    /// The most that a chance of this size is off.
    pub fn chance_bound(&self, chance: f64) -> f64 {
        chance * self.share_off() + self.left
    }

    /// The most that the mean is off.
    pub fn mean_bound(&self) -> f64 {
        self.mean_periods.map_or(0.0, |mean| mean * self.share_off())
    }

    /// Every sum is of products of positive numbers, so each result is right to a share of itself.
    fn share_off(&self) -> f64 {
        f64::from(self.periods + 2) * ROUNDINGS * f64::EPSILON
    }
}

/// The chances of a period's worth, by [`Achieved`].
type Worth = Vec<(Achieved, f64)>;

/// Solves a task.
///
/// Where it has no limit of its own and less than 10⁻¹³ of it goes on after
/// [`PERIOD_LIMIT`](crate::check::PERIOD_LIMIT), the chances of its ends and the mean are those without any limit,
/// with nothing cut off.
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
    let worth = worth(task);
    let mut solved = followed(task, &worth);
    if task.never_ends() {
        solved.mean_periods = None;
    } else if task.periods().is_none() && solved.left > 0.0 {
        let (ends, mean) = without_limit(task, &worth);
        (solved.ends, solved.mean_periods) = (ends, Some(mean));
    }
    solved
}

/// What a period is worth: the worst of its rolls, which are run down their branches one by one.
fn worth(task: &Task) -> Worth {
    let mut worth = Law::default();
    worth.record(Achieved::Success, crate::chance::Weight::ONE);
    for which in task.numbers() {
        let roll = law(|chance| task.roll(which, chance).achieved);
        let mut both = Law::default();
        for (so_far, weight) in worth.iter() {
            roll.iter().for_each(|(achieved, chance)| both.record(Task::together(so_far, achieved), weight * chance));
        }
        worth = both;
    }
    worth.iter().map(|(worth, weight)| (worth, weight.probability())).collect()
}

/// Follows the task to its limit, or until hardly anything of it is left.
fn followed(task: &Task, worth: &Worth) -> ExactTask {
    let mut at = BTreeMap::from([(Progress::default(), 1.0)]);
    let mut ends_in = [vec![0.0], vec![0.0], vec![0.0]];
    let (mut mean, mut period) = (0.0, 0);
    while !at.is_empty() {
        let left: f64 = at.values().sum();
        if left <= ENOUGH && task.periods().is_none() {
            break;
        }
        mean += left;
        period += 1;
        ends_in.iter_mut().for_each(|ends| ends.push(0.0));
        let mut next = BTreeMap::new();
        for (progress, here) in at {
            for (worth, chance) in worth {
                let after = task.after(progress, *worth);
                match task.end(after, period) {
                    Some(end) => ends_in[end as usize][period as usize] += here * chance,
                    None => *next.entry(after).or_insert(0.0) += here * chance,
                }
            }
        }
        at = next;
    }
    let ends = [0, 1, 2].map(|end: usize| ends_in[end].iter().sum());
    ExactTask { ends, mean_periods: Some(mean), ends_in, periods: period, left: at.values().sum() }
}

/// The chances of the ends, and the mean number of periods, of a task that goes on until it is over. Progress is never
/// lost, so the places in their order lead only onward or back to themselves: how often each is visited follows from
/// the places before it.
fn without_limit(task: &Task, worth: &Worth) -> ([f64; 3], f64) {
    let mut flows = BTreeMap::from([(Progress::default(), 1.0)]);
    let (mut ends, mut visits) = ([0.0; 3], 0.0);
    while let Some((place, flow)) = flows.pop_first() {
        let ways = worth.iter().map(|(worth, chance)| (task.after(place, *worth), chance));
        let onward: Vec<_> = ways.filter(|(after, _)| *after != place).collect();
        let leaves: f64 = onward.iter().map(|(_, chance)| **chance).sum();
        let here = flow / leaves;
        visits += here;
        for (after, chance) in onward {
            match task.end(after, 0) {
                Some(end) => ends[end as usize] += here * chance,
                None => *flows.entry(after).or_insert(0.0) += here * chance,
            }
        }
    }
    // What is certain but for rounding is not more than certain.
    (ends.map(|chance: f64| chance.min(1.0)), visits)
}

const _: () =
    assert!(TaskEnd::Done as usize == 0 && TaskEnd::Failed as usize == 1 && TaskEnd::Unfinished as usize == 2);

#[cfg(test)]
mod tests;
