//! Groups, solved: the members roll independently, so all follows from the chances of each to be done, or out, by each period.

use super::task::{ExactTask, task};
use crate::check::{Group, GroupOutcome, PERIOD_LIMIT, TaskEnd};
use crate::error::{Error, Result};

/// The exact figures of a group, with a bound on their errors.
#[derive(Debug, Clone, PartialEq)]
pub struct ExactGroup {
    /// For each member, the chance to be done alone before all others.
    pub first: Vec<f64>,
    /// The chance that several are done before all others.
    pub tie: f64,
    /// For each member, the chance to be done at all.
    pub done: Vec<f64>,
    /// The chance that nobody is done.
    pub nobody: f64,
    /// The chance of each number of members who are done, from none.
    pub count: Vec<f64>,
    /// The mean number of periods until it is decided.
    pub periods: f64,
    /// The largest error of a chance.
    pub bound: f64,
    /// The largest error of the mean.
    pub mean_bound: f64,
}

/// A member's chances by the end of each period, from 0.
struct Member {
    /// To be done.
    done: Vec<f64>,
    /// To be out.
    out: Vec<f64>,
    /// To be done in that period.
    done_in: Vec<f64>,
    /// Not to be done yet: a sum over what follows, since 1 minus a chance near 1 is rounding.
    not_done: Vec<f64>,
    /// Never to be done.
    never: f64,
}

impl Member {
    fn of(solved: &ExactTask) -> Self {
        let sums = |ends: &[TaskEnd]| -> Vec<f64> {
            let mut sum = 0.0;
            let periods = solved.ends_in[0].len();
            let each =
                (0..periods).map(|period| ends.iter().map(|end| solved.ends_in[*end as usize][period]).sum::<f64>());
            each.map(|chance| {
                sum += chance;
                sum
            })
            .collect()
        };
        let never = solved.ends[TaskEnd::Failed as usize] + solved.ends[TaskEnd::Unfinished as usize];
        let done_in = solved.ends_in[TaskEnd::Done as usize].clone();
        let after = |sum: &mut f64, chance: &f64| Some(std::mem::replace(sum, *sum + chance));
        let mut not_done: Vec<f64> = done_in.iter().rev().scan(never, after).collect();
        not_done.reverse();
        Self {
            done: sums(&[TaskEnd::Done]),
            out: sums(&[TaskEnd::Failed, TaskEnd::Unfinished]),
            done_in,
            not_done,
            never,
        }
    }

    /// The chances to be done in a period, and later or never; nothing happens in one that is not followed.
    fn at(&self, period: usize) -> [f64; 2] {
        let at = |chances: &[f64], otherwise| chances.get(period).copied().unwrap_or(otherwise);
        [at(&self.done_in, 0.0), at(&self.not_done, self.never)]
    }

    /// The chances to be done and to be out by a period; what is not followed has not changed.
    fn by(&self, period: usize) -> [f64; 2] {
        let at = |chances: &[f64]| chances.get(period).or(chances.last()).copied().unwrap_or(0.0);
        [at(&self.done), at(&self.out)]
    }
}

/// Solves a group.
///
/// ```
/// use fudgelab::check::{Actor, Check, CheckRules, Group, Task};
/// use fudgelab::dice::Dice;
/// // Two who succeed on 0 or more with 4dF, 50 times in 81: the first to succeed wins.
/// let fair = Actor::new(Some(0), 0, Dice::fudge(), None)?;
/// let task = Task::new(vec![Check::new(fair, 0, CheckRules::default())?], 1, None, None)?;
/// let race = fudgelab::exact::group(&Group::new(vec![task.clone(), task], None)?);
/// let p = 50.0 / 81.0;
/// assert!((race.first[0] - p * (1.0 - p) / (1.0 - (1.0 - p) * (1.0 - p))).abs() < 1e-12);
/// # Ok::<(), fudgelab::error::Error>(())
/// ```
pub fn group(group: &Group) -> ExactGroup {
    let solved: Vec<ExactTask> = group.members().iter().map(task).collect();
    let members: Vec<Member> = solved.iter().map(Member::of).collect();
    let periods = members.iter().map(|member| member.done.len()).max().unwrap_or(0);
    let (mut first, mut tie) = (vec![0.0; members.len()], 0.0);
    for period in 1..periods {
        // The chances that none, one and several are done in this period, and no member before.
        let [mut none, mut one, mut several] = [1.0, 0.0, 0.0];
        for member in &members {
            let [now, later] = member.at(period);
            several = several * (now + later) + one * now;
            one = one * later + none * now;
            none *= later;
        }
        tie += several;
        for (who, sum) in first.iter_mut().enumerate() {
            let others = members.iter().enumerate().filter(|(other, _)| *other != who);
            *sum += members[who].at(period)[0] * others.map(|(_, other)| other.at(period)[1]).product::<f64>();
        }
    }
    let deciding = group.deciding() as usize;
    let mean = (0..periods).map(|period| undecided(&members, deciding, period)).sum();
    let done: Vec<f64> = solved.iter().map(|one| one.ends[TaskEnd::Done as usize]).collect();
    let count = members.iter().zip(&done).fold(vec![1.0], |count, (member, chance)| {
        let with = |number: usize| if number > 0 { count[number - 1] * chance } else { 0.0 };
        let without = |number: usize| count.get(number).map_or(0.0, |so_far| so_far * member.never);
        (0..=count.len()).map(|number| with(number) + without(number)).collect()
    });
    let bound = bound(&solved);
    let mean_bound = bound * f64::from(PERIOD_LIMIT.min(periods as u32));
    ExactGroup { first, tie, nobody: count[0], done, count, periods: mean, bound, mean_bound }
}

/// The largest error of a chance: each is a sum over periods of products over the members.
fn bound(members: &[ExactTask]) -> f64 {
    members.iter().map(|one| one.chance_bound(1.0)).sum::<f64>() * 2.0
}

/// The part of the members' ends that is told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupDetail {
    /// Whether each is done.
    Done,
    /// The period in which each is done as well.
    DoneIn,
    /// The period in which each is out as well.
    Everything,
}

/// The ways in which a group can end, each with its chance.
#[derive(Debug, Clone)]
pub struct GroupEnds {
    /// The ends of each member.
    members: Vec<Vec<((TaskEnd, u32), f64)>>,
    /// The largest error of a sum of chances.
    pub bound: f64,
}

/// The most ways in which a group may end.
const MOST_WAYS: usize = 2_000_000;

impl GroupEnds {
    /// The ends of a group. Periods that are not told apart are 0.
    ///
    /// # Errors
    /// There are more than two million.
    pub fn of(group: &Group, detail: GroupDetail) -> Result<Self> {
        let solved: Vec<ExactTask> = group.members().iter().map(task).collect();
        let ends = |member: &ExactTask| {
            let mut ends: Vec<((TaskEnd, u32), f64)> = Vec::new();
            for (outcome, chance) in &member.outcomes {
                let told = match (detail, outcome.end) {
                    (GroupDetail::Everything, end) => (end, outcome.periods),
                    (GroupDetail::DoneIn, TaskEnd::Done) => (TaskEnd::Done, outcome.periods),
                    (GroupDetail::Done, TaskEnd::Done) => (TaskEnd::Done, 0),
                    _ => (TaskEnd::Failed, 0),
                };
                match ends.iter_mut().find(|(known, _)| *known == told) {
                    Some((_, sum)) => *sum += chance,
                    None => ends.push((told, *chance)),
                }
            }
            ends
        };
        let members: Vec<_> = solved.iter().map(ends).collect();
        let ways = members.iter().try_fold(1_usize, |ways, ends| ways.checked_mul(ends.len()));
        if ways.is_none_or(|ways| ways > MOST_WAYS) {
            return Err(Error::input("the ways in which this group can end are too many to go through exactly")
                .with_help("give the group fewer `periods`, or use method = \"simulate\""));
        }
        Ok(Self { bound: bound(&solved), members })
    }

    /// Each way, with its chance.
    pub fn iter(&self) -> impl Iterator<Item = (GroupOutcome, f64)> {
        let ways: usize = self.members.iter().map(Vec::len).product();
        (0..ways).map(|way| {
            let (mut rest, mut chance) = (way, 1.0);
            let end = |ends: &Vec<((TaskEnd, u32), f64)>| {
                let (end, share) = ends[rest % ends.len()];
                rest /= ends.len();
                chance *= share;
                end
            };
            let ends = self.members.iter().map(end).collect();
            (GroupOutcome(ends), chance)
        })
    }
}

/// The chance that after a period fewer than `deciding` are done, and that they can still become so many.
fn undecided(members: &[Member], deciding: usize, period: usize) -> f64 {
    let spare = members.len() - deciding;
    // By how many are done and how many are out.
    let mut chances = vec![vec![0.0; spare + 1]; deciding];
    chances[0][0] = 1.0;
    for member in members {
        let [done, out] = member.by(period);
        let open = (1.0 - done - out).max(0.0);
        for finished in (0..deciding).rev() {
            for lost in (0..=spare).rev() {
                let with = if finished > 0 { chances[finished - 1][lost] * done } else { 0.0 };
                let without = if lost > 0 { chances[finished][lost - 1] * out } else { 0.0 };
                chances[finished][lost] = chances[finished][lost] * open + with + without;
            }
        }
    }
    chances.iter().flatten().sum()
}
