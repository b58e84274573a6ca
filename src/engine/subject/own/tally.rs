//! The counts of many processes.

use super::{Found, NEVER, Values};
use crate::check::own::{Ended, Measured, OwnProcess, What};
use crate::measure::Point;
use crate::sim::Tally;
use crate::stats::Estimate;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The counts of processes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnTally {
    trials: u64,
    /// By end; the last are those that went on.
    ends: Vec<u64>,
    steps: Sum,
    measures: Vec<Part>,
}

/// A sum, and the sum of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Sum {
    sum: i128,
    squares: u128,
}

/// The counts of a measure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Part {
    /// The sum of a number over `of` processes; of a condition it is 1 or 0.
    Sum { of: u64, sum: Sum },
    /// The processes with each value, among `of`.
    Spread { of: u64, values: BTreeMap<i64, u64> },
    /// The sums after each step, and the sum of the last values.
    Course { after: Vec<Sum>, last: Sum },
}

impl Sum {
    fn add(&mut self, value: i64) {
        self.sum += i128::from(value);
        self.squares += u128::from(value.unsigned_abs()).pow(2);
    }

    fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    fn mean(self, of: u64) -> Estimate {
        Estimate::mean(self.sum, self.squares, of)
    }
}

/// The value of a measure's number or condition in one process; `None` if the measure is not about the process.
pub(super) fn number(process: &OwnProcess, measured: &Measured, outcome: &Ended) -> Option<i64> {
    let value = |amount| process.measured(amount, &outcome.counters, outcome.steps.into(), outcome.end);
    outcome.end?;
    if measured.given.as_ref().is_some_and(|given| value(given) == 0) {
        return None;
    }
    match &measured.what {
        What::Share(amount) => Some((value(amount) != 0).into()),
        What::Mean(amount) | What::Spread(amount) => Some(value(amount)),
        What::Tally(tally) => outcome.tallies.get(*tally).copied(),
        What::First(_) | What::Course(_) => None,
    }
}

impl OwnTally {
    /// No processes yet.
    pub(super) fn of(process: &OwnProcess) -> Self {
        let part = |measured: &Measured| match measured.what {
            What::Share(_) | What::Mean(_) | What::Tally(_) => Part::Sum { of: 0, sum: Sum::default() },
            What::Spread(_) | What::First(_) => Part::Spread { of: 0, values: BTreeMap::new() },
            What::Course(_) => Part::Course { after: Vec::new(), last: Sum::default() },
        };
        Self {
            trials: 0,
            ends: vec![0; process.ends.len() + 1],
            steps: Sum::default(),
            measures: process.measures.iter().map(part).collect(),
        }
    }

    pub(super) fn count(&mut self, process: &OwnProcess, outcome: &Ended) {
        self.trials += 1;
        self.ends[outcome.end.unwrap_or(process.ends.len())] += 1;
        self.steps.add(outcome.steps.into());
        let (mut firsts, mut courses) = (outcome.firsts.iter(), outcome.courses.iter());
        for (measured, part) in process.measures.iter().zip(&mut self.measures) {
            match part {
                Part::Sum { of, sum } => {
                    if let Some(value) = number(process, measured, outcome) {
                        *of += 1;
                        sum.add(value);
                    }
                }
                Part::Spread { of, values } => {
                    let value = match measured.what {
                        What::First(_) => firsts.next().map(|first| first.map_or(NEVER, i64::from)),
                        _ => number(process, measured, outcome),
                    };
                    if let Some(value) = value {
                        *of += 1;
                        *values.entry(value).or_default() += 1;
                    }
                }
                Part::Course { after, last } => {
                    let Some((course, end)) = courses.next().and_then(|course| Some((course, *course.last()?))) else {
                        continue;
                    };
                    lengthen(after, course.len(), *last);
                    let values = course.iter().copied().chain(std::iter::repeat(end));
                    after.iter_mut().zip(values).for_each(|(sum, value)| sum.add(value));
                    last.add(end);
                }
            }
        }
    }

    pub(super) fn values(&self, process: &OwnProcess) -> Values {
        let share = |count: u64, of: u64| Estimate::share(count, of);
        let measures = process.measures.iter().zip(&self.measures).map(|(measured, part)| {
            let given = |of: u64| Some(share(of, self.trials));
            match part {
                Part::Sum { of: 0, .. } | Part::Spread { of: 0, .. } if self.trials > 0 => None,
                Part::Sum { of, sum } => {
                    let value = match measured.what {
                        What::Share(_) => share(sum.sum as u64, *of),
                        _ => sum.mean(*of),
                    };
                    Some((given(*of), Found::Number(value)))
                }
                Part::Spread { of, values } => {
                    let label = |value: i64| match (&measured.what, value) {
                        (What::First(_), NEVER) => "never".to_owned(),
                        _ => value.to_string(),
                    };
                    let point = |(value, count): (&i64, &u64)| Point {
                        value: *value,
                        label: label(*value),
                        estimate: share(*count, *of),
                    };
                    Some((given(*of), Found::Points(values.iter().map(point).collect())))
                }
                Part::Course { after, .. } => {
                    let means = after.iter().map(|sum| sum.mean(self.trials));
                    Some((given(self.trials), Found::Points(Point::numbers(0, means))))
                }
            }
        });
        let unfinished = self.ends[process.ends.len()];
        Values {
            ends: self.ends[..process.ends.len()].iter().map(|count| share(*count, self.trials)).collect(),
            steps: self.steps.mean(self.trials),
            unfinished: (unfinished > 0).then(|| share(unfinished, self.trials)),
            measures: measures.collect(),
        }
    }
}

/// Makes a course at least so long: after its end each process keeps its last value.
fn lengthen(after: &mut Vec<Sum>, length: usize, last: Sum) {
    if after.len() < length {
        after.resize(length, last);
    }
}

impl Tally for OwnTally {
    fn merge(&mut self, other: Self) {
        self.trials += other.trials;
        self.ends.iter_mut().zip(other.ends).for_each(|(own, count)| *own += count);
        self.steps.merge(other.steps);
        for (own, other) in self.measures.iter_mut().zip(other.measures) {
            match (own, other) {
                (Part::Sum { of, sum }, Part::Sum { of: others, sum: added }) => {
                    *of += others;
                    sum.merge(added);
                }
                (Part::Spread { of, values }, Part::Spread { of: others, values: added }) => {
                    *of += others;
                    added.into_iter().for_each(|(value, count)| *values.entry(value).or_default() += count);
                }
                (Part::Course { after, last }, Part::Course { after: mut others, last: added }) => {
                    lengthen(after, others.len(), *last);
                    lengthen(&mut others, after.len(), added);
                    after.iter_mut().zip(others).for_each(|(own, sum)| own.merge(sum));
                    last.merge(added);
                }
                _ => {}
            }
        }
    }
}
