//! What is recorded in each trial beyond the usual counts: values compared between variants, and questions.

use super::query::Query;
use super::rows::Rows;
use crate::measure::Findings;

/// What is watched of a subject's trials.
pub struct Watched<S: Rows> {
    /// What must be looked at for it.
    pub extra: S::Extra,
    /// What was asked for by name, in order.
    pub queries: Vec<Query<S>>,
    /// The values of a trial that are compared with those of another variant.
    pub values: Vec<Reading<S>>,
}

/// A number read off an outcome.
pub type Amount<S> = Box<dyn Fn(&S, &<S as Rows>::Outcome) -> i64 + Send + Sync>;

/// How a value is read off an outcome.
pub enum Reading<S: Rows> {
    /// By this function.
    By(Amount<S>),
    /// By this function, which looks at how a trial ended and not at what happened on the way.
    AtEnd(Amount<S>),
    /// How long the trial took, in what the subject's time is counted in.
    Span,
    /// Whether the query of this number holds, in a trial that it is about.
    Query(usize),
    /// Whether the query of this number is about the trial.
    Given(usize),
    /// There is no such value in this variant.
    Nothing,
}

impl<S: Rows> Default for Watched<S> {
    fn default() -> Self {
        Self { extra: S::Extra::default(), queries: Vec::new(), values: Vec::new() }
    }
}

impl<S: Rows> Watched<S> {
    /// Adds what was asked for by name, read off branches with their chances. `bound` is how far a chance may be off.
    pub fn add_exact<B>(&self, subject: &S, branches: impl Fn() -> B, bound: f64, findings: &mut Findings)
    where
        B: Iterator<Item = (S::Outcome, f64)>,
    {
        for query in &self.queries {
            let given = branches().filter(|(outcome, _)| query.is_given(subject, outcome));
            let chances = given.fold([0.0; 2], |[holds, given], (outcome, chance)| {
                [holds + if query.holds(subject, &outcome) { chance } else { 0.0 }, given + chance]
            });
            findings.figures.extend(query.exact(chances, bound));
        }
    }

    /// Reads all that is watched off an outcome.
    pub fn note(&self, subject: &S, outcome: &S::Outcome, values: &mut [i64], asked: &mut [[u64; 2]]) {
        for (query, [holds, of]) in self.queries.iter().zip(asked) {
            if query.is_given(subject, outcome) {
                *of += 1;
                *holds += u64::from(query.holds(subject, outcome));
            }
        }
        for (value, reading) in values.iter_mut().zip(&self.values) {
            *value = match reading {
                Reading::By(read) | Reading::AtEnd(read) => read(subject, outcome),
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
