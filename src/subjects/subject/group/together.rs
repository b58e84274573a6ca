//! Exact answers for groups. Members roll independently, so each is solved once; all figures follow from each member's
//! chances to be done, or out, by each period.

use super::{COUNT, DONE, ENOUGH, FIRST, NOBODY, NamedGroup, PERIODS, TIE};
use crate::chance::Weight;
use crate::check::{Finished, GroupOutcome, Summary, TaskEnd, TaskOver};
use crate::error::{Error, Result};
use crate::exact::{ErrorBounds, Limits, Solved, solve};
use crate::measure::Figure;
use crate::subject::rows::{RowValues, SubjectValues, Values};
use crate::subject::{About, Query};

/// The exact solution of a member's task.
type SolvedTask = Solved<Finished<TaskOver>>;

/// Maximum number of combinations of the members' ends.
const MAX_COMBINATIONS: usize = 2_000_000;

/// A member's chances, by period, from 0.
struct MemberChances {
    /// The chance to be done by the end of the period.
    done: Vec<f64>,
    /// The chance to be out by the end of the period.
    out: Vec<f64>,
    /// The chance to be done in the period itself.
    done_in: Vec<f64>,
    /// The chance not to be done by the end of the period. It is a sum over later periods, since 1 minus a chance near
    /// 1 would lose precision.
    not_done: Vec<f64>,
    /// The chance never to be done.
    never: f64,
}

impl MemberChances {
    fn of(solved: &SolvedTask) -> Self {
        let periods = 1 + solved.all().map(|(outcome, _)| outcome.steps as usize).max().unwrap_or(0);
        let [mut done_in, mut out_in] = [vec![0.0; periods], vec![0.0; periods]];
        for (outcome, weight) in solved.all() {
            let is_done = outcome.end.end == TaskEnd::Done;
            let ends = if is_done { &mut done_in } else { &mut out_in };
            ends[outcome.steps as usize] += weight.probability();
        }
        let never: f64 = out_in.iter().sum();
        let sums = |ends: &[f64]| -> Vec<f64> {
            ends.iter()
                .scan(0.0, |sum, chance| {
                    *sum += chance;
                    Some(*sum)
                })
                .collect()
        };
        let after = |sum: &mut f64, chance: &f64| Some(std::mem::replace(sum, *sum + chance));
        let mut not_done: Vec<f64> = done_in.iter().rev().scan(never, after).collect();
        not_done.reverse();
        Self { done: sums(&done_in), out: sums(&out_in), done_in, not_done, never }
    }

    /// The chances to be done in `period`, and to be done later or never. Nothing happens after the last period solved.
    fn at(&self, period: usize) -> [f64; 2] {
        let at = |chances: &[f64], otherwise| chances.get(period).copied().unwrap_or(otherwise);
        [at(&self.done_in, 0.0), at(&self.not_done, self.never)]
    }

    /// The chances to be done and to be out by the end of `period`. They do not change after the last period solved.
    fn by(&self, period: usize) -> [f64; 2] {
        let at = |chances: &[f64]| chances.get(period).or(chances.last()).copied().unwrap_or(0.0);
        [at(&self.done), at(&self.out)]
    }
}

/// The detail in which the members' ends are distinguished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum EndDetail {
    /// Whether each member is done.
    Done,
    /// Also the period in which each is done.
    DoneIn,
    /// Also the period in which each is out.
    Everything,
}

/// The detail that a question needs if it reads `about`.
fn detail(about: &About) -> EndDetail {
    match about {
        About::Row(measure, _) if [&DONE, &COUNT, &ENOUGH, &NOBODY].contains(measure) => EndDetail::Done,
        About::Row(measure, _) if [&FIRST, &TIE].contains(measure) => EndDetail::DoneIn,
        _ => EndDetail::Everything,
    }
}

impl NamedGroup {
    fn solved(&self, limits: &Limits<'_>) -> Result<Vec<SolvedTask>> {
        self.group.members().iter().map(|task| solve(task, limits)).collect()
    }

    /// The exact values of all rows.
    pub(super) fn together(&self, limits: &Limits<'_>) -> Result<SubjectValues<Weight>> {
        let solved = self.solved(limits)?;
        let members: Vec<MemberChances> = solved.iter().map(MemberChances::of).collect();
        let mut parts = SubjectValues::exact(self, off(&solved));
        let mut set = |measure, which, chance: f64| {
            parts.set(measure, which, RowValues::known(chance));
        };
        let periods = members.iter().map(|member| member.done.len()).max().unwrap_or(0);
        let mut tie = 0.0;
        for period in 1..periods {
            // The chances that no member, one member or several members are done in this period, and none before.
            let [mut none, mut one, mut several] = [1.0, 0.0, 0.0];
            for member in &members {
                let [now, later] = member.at(period);
                several = several * (now + later) + one * now;
                one = one * later + none * now;
                none *= later;
            }
            tie += several;
        }
        set(&TIE, 0, tie);
        for who in 0..members.len() {
            let others = || members.iter().enumerate().filter(|(other, _)| *other != who);
            let first =
                |period| members[who].at(period)[0] * others().map(|(_, other)| other.at(period)[1]).product::<f64>();
            set(&FIRST, who, (1..periods).map(first).sum());
            set(&DONE, who, members[who].done_in.iter().sum());
        }
        let deciding = self.group.needed_to_decide() as usize;
        set(&PERIODS, 0, (0..periods).map(|period| undecided(&members, deciding, period)).sum());
        let count = members.iter().fold(vec![1.0], |count, member| {
            let done: f64 = member.done_in.iter().sum();
            let with = |number: usize| if number > 0 { count[number - 1] * done } else { 0.0 };
            let without = |number: usize| count.get(number).map_or(0.0, |so_far| so_far * member.never);
            (0..=count.len()).map(|number| with(number) + without(number)).collect()
        });
        set(&NOBODY, 0, count[0]);
        set(&ENOUGH, 0, count[deciding..].iter().sum());
        let spread: Vec<_> = (0..).zip(count).map(|(number, chance)| (number, Weight::rounded(chance))).collect();
        parts.set(&COUNT, 0, RowValues::Values(Values::from(spread)));
        Ok(parts)
    }

    /// The answer to a question, from all combinations of the members' ends. Ends that the question does not
    /// distinguish are merged, with 0 as their period. `None` if the question's condition never happens.
    ///
    /// # Errors
    /// If there are more than two million combinations, or the work was stopped.
    pub(super) fn answer(&self, query: &Query<Self>, limits: &Limits<'_>) -> Result<Option<Figure>> {
        let detail = query.about.iter().map(detail).max().unwrap_or(EndDetail::Done);
        let solved = self.solved(limits)?;
        let told = |(outcome, weight): (Finished<TaskOver>, Weight)| {
            let told = match (detail, outcome.end.end) {
                (EndDetail::Everything, end) => (end, outcome.steps),
                (EndDetail::DoneIn, TaskEnd::Done) => (TaskEnd::Done, outcome.steps),
                (EndDetail::Done, TaskEnd::Done) => (TaskEnd::Done, 0),
                _ => (TaskEnd::Failed, 0),
            };
            (told, weight)
        };
        // Ends that are too late to be listed would make too many combinations.
        let ends: Vec<Vec<((TaskEnd, u32), Weight)>> =
            solved.iter().map(|member| Summary::of_all(member.listed.iter().map(told)).into()).collect();
        let late: f64 = solved.iter().map(|member| member.late.total().probability()).sum();
        let ways = ends.iter().try_fold(1_usize, |ways, ends| ways.checked_mul(ends.len()));
        let Some(ways) = ways.filter(|ways| *ways <= MAX_COMBINATIONS) else {
            return Err(Error::input("the ways in which this group can end are too many to go through exactly")
                .with_help("give the group fewer `periods`, or use method = \"simulate\""));
        };
        let way = |way: usize| {
            let (mut rest, mut weight) = (way, Weight::ONE);
            let one = |ends: &Vec<((TaskEnd, u32), Weight)>| {
                let (end, chance) = ends[rest % ends.len()];
                rest /= ends.len();
                weight = weight * chance;
                end
            };
            let all = ends.iter().map(one).collect();
            (Finished { end: GroupOutcome(all), steps: 0 }, weight)
        };
        let off = off(&solved);
        Ok(query.solved(self, (0..ways).map(way), ErrorBounds { left: off.left + late, ..off }))
    }
}

/// Error bounds for chances that are sums over periods of products over members.
fn off(members: &[SolvedTask]) -> ErrorBounds {
    let add = |sum: ErrorBounds, one: &SolvedTask| ErrorBounds {
        rounding: sum.rounding + 2.0 * one.off.rounding,
        left: sum.left + one.off.left,
        largest: one.off.largest,
    };
    let sum = members.iter().fold(ErrorBounds::default(), add);
    // Fractions are rounded to doubles here.
    ErrorBounds { rounding: sum.rounding + members.len() as f64 * 1e-14, ..sum }
}

/// The chance that, after `period`, fewer than `deciding` members are done, but enough of them still can be.
fn undecided(members: &[MemberChances], deciding: usize, period: usize) -> f64 {
    let spare = members.len() - deciding;
    // Chances by the number of members done and the number out.
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
