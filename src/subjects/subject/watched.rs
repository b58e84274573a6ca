//! Records values and questions in each trial, in addition to the usual counts.

use super::query::{Query, ReadNumber};
use super::rows::Rows;

/// The questions and values to record in a subject's trials.
pub struct Watched<S: Rows> {
    /// The parts of a trial that must be recorded for them.
    pub extra: S::Extra,
    /// The questions, in the order in which they were requested.
    pub queries: Vec<Query<S>>,
    /// The values of a trial that are compared between variants.
    pub values: Vec<Reading<S>>,
}

/// The way to read a value from an outcome; 0 if the trial has no such value.
pub enum Reading<S: Rows> {
    /// A function of the outcome.
    By(ReadNumber<S>),
    /// A function of the trial's end alone, not of earlier events.
    AtEnd(ReadNumber<S>),
    /// The time that the trial took, in the subject's unit.
    Span,
    /// Whether the outcome of the query with this index happens, in a trial that it counts.
    Query(usize),
    /// Whether the query with this index counts the trial.
    Given(usize),
    /// This variant has no such value.
    Nothing,
}

impl<S: Rows> Default for Watched<S> {
    fn default() -> Self {
        Self { extra: S::Extra::default(), queries: Vec::new(), values: Vec::new() }
    }
}

impl<S: Rows> Watched<S> {
    /// Records one outcome. Sets `values` to the values to compare, and adds the answers of queries to `asked`, as in
    /// [`TrialCounts::asked`](super::TrialCounts::asked).
    pub fn note(&self, subject: &S, outcome: &S::Outcome, values: &mut [i64], asked: &mut [[u64; 2]]) {
        for (query, [holds, of]) in self.queries.iter().zip(asked) {
            if query.is_given(subject, outcome) {
                *of += 1;
                *holds += u64::from(query.holds(subject, outcome));
            }
        }
        for (value, reading) in values.iter_mut().zip(&self.values) {
            *value = match reading {
                Reading::By(read) | Reading::AtEnd(read) => read(subject, outcome).unwrap_or(0),
                Reading::Span => S::span(outcome).into(),
                Reading::Query(query) => {
                    let query = &self.queries[*query];
                    i64::from(query.is_given(subject, outcome) && query.holds(subject, outcome))
                }
                Reading::Given(query) => i64::from(self.queries[*query].is_given(subject, outcome)),
                Reading::Nothing => 0,
            };
        }
    }
}
