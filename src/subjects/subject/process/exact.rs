//! Exact answers for processes. Measures of the end are computed from the expected visits to situations. Measures that
//! need the step are computed by following the process step by step.

use super::measures::{ENDS, LENGTHS, MEDIAN_STEPS, NEVER, SELECTED_SHARE, STEPS, measure_of};
use super::{FileProcess, Situations};
use crate::chance::Weight;
use crate::check::process::{MeasuredQuantity, Process, ProcessEnd, ProcessFormula, ProcessMeasure};
use crate::check::{Finished, Summary};
use crate::error::Result;
use crate::exact::{ErrorBounds, ExpectedVisits, Followed, Limits, Solved, StateAndEndValues, StepValues, follow};
use crate::measure::Measure;
use crate::subject::rows::{LATER, RowValues, SubjectValues, Values};
use std::cell::Cell;
use std::collections::BTreeMap;

/// Distributions are listed until the remaining chance is below this, and courses until their means change by less.
const MAX_UNLISTED_CHANCE: f64 = 1e-12;

/// Limits on the total of transitions, and on the number of steps, when following the length of a process.
const MAX_TRANSITIONS: usize = 100_000_000;
const MAX_STEPS: usize = 10_000;

/// The rounding error of one operation, with a margin for those before it.
const ROUNDING: f64 = 1e-15;

/// A process and its situations.
type Solvable<'s> = (&'s Process, &'s Situations);

/// The answer of a measure: the share of processes that it counts, and its values.
struct MeasureAnswer {
    given: f64,
    part: RowValues<Weight>,
}

/// The running sums of a measure: the chance of the ends that it counts, the sum of its values weighted by their
/// chances, and the chance of each value.
#[derive(Debug, Clone, Default)]
struct MeasureSums {
    given: f64,
    value: f64,
    spread: BTreeMap<i64, f64>,
}

/// A measure that is followed step by step.
enum Trace {
    /// A measure of the end.
    End(MeasureSums),
    /// The mean of a tally at the end, with the index of the lane that has its gains.
    Tally(usize, MeasureSums),
    /// The first step after which a condition is true. The index is that of the lane with the processes in which it was
    /// never true so far. The list has the chance of each step, from 0.
    First(usize, Vec<f64>),
    /// The mean after each step, and the sum over processes that have ended.
    Course(Vec<f64>, f64),
}

/// Whether a measure must be followed step by step. `known` is true if the expected visits to situations could be
/// computed, since some measures then follow from them.
fn needs_time(process: &Process, measured: &ProcessMeasure, known: bool) -> bool {
    let names = |amount: &ProcessFormula| amount.bound.formula().uses(process.board.step());
    let given = measured.given.as_ref();
    match &measured.quantity {
        MeasuredQuantity::First(_) | MeasuredQuantity::Course(_) => true,
        _ if given.is_some_and(names) => true,
        MeasuredQuantity::Tally(_) => !known,
        MeasuredQuantity::Mean(amount) if is_step(amount) => !known,
        MeasuredQuantity::Share(amount) | MeasuredQuantity::Mean(amount) | MeasuredQuantity::Spread(amount) => {
            names(amount)
        }
    }
}

/// Whether `amount` is the formula `step` alone.
fn is_step(amount: &ProcessFormula) -> bool {
    amount.bound.text().trim() == "step"
}

impl MeasureSums {
    /// Adds the end `last`, which is reached in `step` with the probability `chance`.
    fn add(&mut self, process: &Process, measured: &ProcessMeasure, (last, step): (&ProcessEnd, i64), chance: f64) {
        let value = |amount| process.measure_value(amount, &last.counters, step, last.end);
        if measured.given.as_ref().is_some_and(|given| value(given) == 0) {
            return;
        }
        self.given += chance;
        match &measured.quantity {
            MeasuredQuantity::Share(amount) => self.value += if value(amount) != 0 { chance } else { 0.0 },
            MeasuredQuantity::Mean(amount) => self.value += chance * value(amount) as f64,
            MeasuredQuantity::Spread(amount) => *self.spread.entry(value(amount)).or_default() += chance,
            MeasuredQuantity::Tally(_) | MeasuredQuantity::First(_) | MeasuredQuantity::Course(_) => {}
        }
    }

    fn answer(self, measured: &ProcessMeasure) -> MeasureAnswer {
        let given = if measured.given.is_some() { self.given } else { 1.0 };
        let part = match &measured.quantity {
            MeasuredQuantity::Spread(_) => {
                let values = self.spread.into_iter().map(|(value, chance)| (value, Weight::rounded(chance / given)));
                RowValues::Values(Values::from(values.collect::<Vec<_>>()))
            }
            _ => RowValues::known(self.value / given),
        };
        MeasureAnswer { given, part }
    }
}

impl Trace {
    fn answer(self, measured: &ProcessMeasure) -> MeasureAnswer {
        let part = match self {
            Self::End(sum) | Self::Tally(_, sum) => return sum.answer(measured),
            Self::First(_, mut firsts) => {
                let all: f64 = firsts.iter().sum();
                let never = 1.0 - all;
                let mut left = all;
                let listed = firsts.iter().take_while(|chance| {
                    let lists = left >= MAX_UNLISTED_CHANCE * all.max(MAX_UNLISTED_CHANCE);
                    left -= **chance;
                    lists
                });
                let listed = listed.count();
                firsts.truncate(listed);
                let steps = (0..).zip(firsts).filter(|(_, chance)| *chance > 0.0);
                let never = Some((NEVER, never)).filter(|(_, chance)| *chance >= 1e-13);
                let values = steps.chain(never).map(|(step, chance)| (step, Weight::rounded(chance)));
                RowValues::Values(Values::from(values.collect::<Vec<_>>()))
            }
            Self::Course(mut means, _) => {
                // The last rows repeat the final value.
                let last = means.last().copied().unwrap_or_default();
                let changing =
                    means.iter().rposition(|mean| (mean - last).abs() >= MAX_UNLISTED_CHANCE).map_or(0, |row| row + 2);
                means.truncate(changing.max(1));
                RowValues::Means(means)
            }
        };
        MeasureAnswer { given: 1.0, part }
    }
}

/// Computes the measures that need the step, by following the process. Returns what [`follow`] returns, the chance of
/// each end, and the answer of each measure. Answers are `None` for measures that do not need the step.
fn follow_measures(
    (process, found): Solvable<'_>,
    known: bool,
    limits: &Limits<'_>,
) -> Result<(Followed, Vec<f64>, Vec<Option<MeasureAnswer>>)> {
    let mut lanes = Vec::new();
    let mut lane = |lane| {
        lanes.push(lane);
        lanes.len()
    };
    let trace = |measured: &ProcessMeasure| {
        needs_time(process, measured, known).then(|| match &measured.quantity {
            MeasuredQuantity::First(_) => Trace::First(lane(found.chances()), Vec::new()),
            MeasuredQuantity::Course(_) => Trace::Course(Vec::new(), 0.0),
            MeasuredQuantity::Tally(tally) => Trace::Tally(lane(found.gains(*tally)), MeasureSums::default()),
            _ => Trace::End(MeasureSums::default()),
        })
    };
    let mut traces: Vec<Option<Trace>> = process.measures.iter().map(trace).collect();
    let mut over = vec![0.0; found.ends.len()];
    let mut watch = |step: u32, lanes: &mut [StepValues<'_>]| {
        over.iter_mut().zip(&lanes[0].end_values).for_each(|(sum, chance)| *sum += chance);
        for (measured, trace) in process.measures.iter().zip(&mut traces) {
            trace.iter_mut().for_each(|trace| update_trace((process, found), measured, trace, step, lanes));
        }
    };
    let followed = follow(found, lanes, &mut watch, limits)?;
    let answers = traces.into_iter().zip(&process.measures).map(|(trace, measured)| Some(trace?.answer(measured)));
    Ok((followed, over, answers.collect()))
}

/// Updates a measure after a step. The first lane has the chances of the process.
fn update_trace(
    (process, found): Solvable<'_>,
    measured: &ProcessMeasure,
    trace: &mut Trace,
    step: u32,
    lanes: &mut [StepValues<'_>],
) {
    let number = i64::from(step);
    let ended = |lane: &StepValues<'_>| -> Vec<(usize, f64)> {
        lane.end_values.iter().copied().enumerate().filter(|(_, chance)| *chance != 0.0).collect()
    };
    match (trace, &measured.quantity) {
        (Trace::End(sum), _) => {
            for (end, chance) in ended(&lanes[0]) {
                sum.add(process, measured, (&found.ends[end], number), chance);
            }
        }
        (Trace::Tally(lane, sum), _) => {
            for (end, chance) in ended(&lanes[0]) {
                let before = sum.given;
                sum.add(process, measured, (&found.ends[end], number), chance);
                if sum.given > before {
                    sum.value += lanes[*lane].end_values[end];
                }
            }
        }
        (Trace::First(lane, firsts), MeasuredQuantity::First(amount)) => {
            let lane = &mut lanes[*lane];
            let mut first = 0.0;
            for (chance, state) in
                lane.state_values_mut().iter_mut().zip(&found.states).filter(|(chance, _)| **chance > 0.0)
            {
                if process.measure_value(amount, &state.board[..process.board.counters], number, None) != 0 {
                    first += std::mem::take(chance);
                }
            }
            for (end, chance) in ended(lane) {
                if process.measure_value(amount, &found.ends[end].counters, number, None) != 0 {
                    first += chance;
                }
            }
            firsts.push(first);
        }
        (Trace::Course(means, over), MeasuredQuantity::Course(amount)) => {
            let value = |counters| process.measure_value(amount, counters, number, None) as f64;
            let here = lanes[0].state_values().iter().zip(&found.states).filter(|(chance, _)| **chance > 0.0);
            let going: f64 = here.map(|(chance, state)| chance * value(&state.board[..process.board.counters])).sum();
            *over +=
                ended(&lanes[0]).iter().map(|(end, chance)| chance * value(&found.ends[*end].counters)).sum::<f64>();
            means.push(going + *over);
        }
        _ => {}
    }
}

/// The mean of a tally or of the step, over the processes that the measure counts. Each visit to a situation is
/// weighted by the chance that the process then reaches an end that the measure counts.
fn answer_from_visits(
    (process, found): Solvable<'_>,
    measured: &ProcessMeasure,
    visited: &ExpectedVisits,
    stopped: &dyn Fn() -> bool,
) -> Result<MeasureAnswer> {
    let counts = |last: &ProcessEnd| {
        let holds = |given| process.measure_value(given, &last.counters, 0, last.end) != 0;
        f64::from(u8::from(measured.given.as_ref().is_none_or(holds)))
    };
    let ends: Vec<f64> = found.ends.iter().map(counts).collect();
    let states = match measured.given {
        Some(_) => found.expected_end_values(&ends, stopped)?,
        None => vec![1.0; found.states.len()],
    };
    let product = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(one, other)| one * other).sum::<f64>();
    let (expected, worth) = (&visited.expected, StateAndEndValues { states, ends });
    let given = product(&expected.ends, &worth.ends);
    let sum: f64 = match &measured.quantity {
        MeasuredQuantity::Tally(tally) => found.expected_gain(*tally, &expected.states, &worth),
        _ => product(&expected.states, &worth.states),
    };
    let given = if measured.given.is_some() { given } else { 1.0 };
    Ok(MeasureAnswer { given, part: RowValues::known(sum / given) })
}

/// The answer of a measure of the end. `over` has the chance of each end in `found`.
fn answer_from_ends((process, found): Solvable<'_>, measured: &ProcessMeasure, over: &[f64]) -> MeasureAnswer {
    let mut sum = MeasureSums::default();
    for (last, chance) in found.ends.iter().zip(over).filter(|(_, chance)| **chance > 0.0) {
        sum.add(process, measured, (last, 0), *chance);
    }
    sum.answer(measured)
}

/// The chance that the process ends in each step, from 0, as far as it is followed; see `MAX_TRANSITIONS`.
fn lengths(found: &Situations, limits: &Limits<'_>) -> Result<Vec<f64>> {
    let most = MAX_STEPS.min(MAX_TRANSITIONS / found.transitions().max(1));
    let followed = Cell::new(0);
    let mut ended = Vec::new();
    let mut watch = |_: u32, lanes: &mut [StepValues<'_>]| {
        ended.push(lanes[0].end_values.iter().sum());
        followed.set(ended.len());
    };
    let enough = || followed.get() > most || (limits.stopped)();
    let done = follow(found, Vec::new(), &mut watch, &Limits { stopped: &enough, ..*limits });
    match done {
        Err(error) if followed.get() <= most => Err(error),
        _ => Ok(ended),
    }
}

/// The distribution of the length. `ended` has the chance of each length, from 0. Lengths that were not followed, or
/// hardly ever happen, are counted as "later".
fn spread_of_lengths(mut ended: Vec<f64>) -> Values<Weight> {
    let mut left = 1.0;
    let listed = ended.iter().take_while(|chance| {
        let lists = left >= MAX_UNLISTED_CHANCE;
        left -= **chance;
        lists
    });
    let listed = listed.count();
    ended.truncate(listed);
    let later = 1.0 - ended.iter().sum::<f64>();
    let later = Some((LATER, later)).filter(|(_, chance)| *chance >= MAX_UNLISTED_CHANCE);
    let steps = (0..).zip(ended).filter(|(_, chance)| *chance > 0.0);
    Values::from(steps.chain(later).map(|(step, chance)| (step, Weight::rounded(chance))).collect::<Vec<_>>())
}

/// The exact values of all rows.
pub(super) fn figures(process: &FileProcess, found: &Situations, limits: &Limits<'_>) -> Result<SubjectValues<Weight>> {
    let visited = found.solve_visits(limits.stopped);
    let solvable = (&process.process, found);
    let known = visited.is_ok();
    let timed = !known || process.measures.iter().any(|measured| needs_time(process, measured, known));
    let followed = if timed { Some(follow_measures(solvable, known, limits)?) } else { None };
    let (mut bound, mut answers) = (0.0f64, process.measures.iter().map(|_| None).collect::<Vec<_>>());
    let (mut over, mut steps) = (Vec::new(), 0.0);
    if let Some((followed, ended, traced)) = followed {
        bound = followed.left + ROUNDING * followed.steps;
        (over, steps, answers) = (ended, followed.mean, traced);
    }
    if let Ok(visited) = &visited {
        bound = bound.max(visited.rounding);
        (over, steps) = (visited.expected.ends.clone(), visited.expected.states.iter().sum());
    }
    let mut parts = SubjectValues::exact(process, ErrorBounds { rounding: bound, left: bound, largest: 1.0 });
    set_ends(solvable, &over, &mut parts);
    parts.set(&STEPS, 0, RowValues::known(steps));
    let lengths = spread_of_lengths(lengths(found, limits)?);
    for measure in [&MEDIAN_STEPS, &LENGTHS] {
        parts.set(measure, 0, RowValues::Values(lengths.clone()));
    }
    let mut places: Vec<(&'static Measure, usize)> = Vec::new();
    for (measured, answer) in process.measures.iter().zip(answers) {
        let is_sum = matches!(&measured.quantity, MeasuredQuantity::Tally(_))
            || matches!(&measured.quantity, MeasuredQuantity::Mean(amount) if is_step(amount));
        let MeasureAnswer { given, part } = match (answer, &visited) {
            (Some(answer), _) => answer,
            (None, Ok(visited)) if is_sum => answer_from_visits(solvable, measured, visited, limits.stopped)?,
            (None, _) => answer_from_ends(solvable, measured, &over),
        };
        let measure = measure_of(measured);
        let mut place = |measure: &'static Measure| {
            let which = places.iter().filter(|(known, _)| *known == measure).count();
            places.push((measure, which));
            which
        };
        let which = place(measure);
        if given > 0.0 {
            parts.set(measure, which, part);
        }
        if measured.given.is_some() {
            let which = place(&SELECTED_SHARE);
            if given > 0.0 {
                parts.set(&SELECTED_SHARE, which, RowValues::known(given.min(1.0)));
            }
        }
    }
    Ok(parts)
}

/// Sets the chances of the ends. An end is certain only if no other one can happen.
fn set_ends((process, found): Solvable<'_>, over: &[f64], parts: &mut SubjectValues<Weight>) {
    let mut ends = vec![0.0; process.ends.len()];
    for (last, chance) in found.ends.iter().zip(over) {
        ends[last.end.unwrap_or_default()] += chance;
    }
    let several = ends.iter().filter(|chance| **chance > 0.0).count() > 1;
    for (which, chance) in ends.iter().enumerate() {
        let chance = if several { chance.min(1.0f64.next_down()) } else { chance.round() };
        parts.set(&ENDS, which, RowValues::known(chance));
    }
}

/// The exact distribution of ends and their steps.
pub(super) fn outcomes(found: &Situations, limits: &Limits<'_>) -> Result<Solved<Finished<ProcessEnd>>> {
    let mut listed = Vec::new();
    let mut watch = |steps: u32, lanes: &mut [StepValues<'_>]| {
        for (last, chance) in found.ends.iter().zip(&lanes[0].end_values).filter(|(_, chance)| **chance > 0.0) {
            listed.push((Finished { end: last.clone(), steps }, Weight::rounded(*chance)));
        }
    };
    let followed = follow(found, Vec::new(), &mut watch, limits)?;
    let bound = followed.left + ROUNDING * followed.steps;
    let off = ErrorBounds { rounding: bound, left: bound, largest: 1.0 };
    Ok(Solved { listed: Summary::from(listed), late: Summary::default(), off })
}
