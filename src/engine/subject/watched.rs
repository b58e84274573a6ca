//! What is recorded in each trial beyond the usual counts: values compared between variants, and questions.

use super::query::{Query, unknown};
use super::{Subject, Value, Wording};
use crate::document::did_you_mean;
use crate::error::{Error, Result};
use crate::measure::{Figure, Findings, Misread, Per};

/// What is watched of a subject's trials.
pub struct Watched<S: Subject> {
    /// What must be looked at for it.
    pub extra: S::Extra,
    /// What was asked for by name, in order.
    pub queries: Vec<Query<S>>,
    /// The values of a trial that are compared with those of another variant.
    pub values: Vec<Reading<S>>,
}

/// A number read off an outcome.
pub type Amount<S> = Box<dyn Fn(&S, &<S as Subject>::Outcome) -> i64 + Send + Sync>;

/// How a value is read off an outcome.
pub enum Reading<S: Subject> {
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

impl<S: Subject> Default for Watched<S> {
    fn default() -> Self {
        Self { extra: S::Extra::default(), queries: Vec::new(), values: Vec::new() }
    }
}

impl<S: Subject> Watched<S> {
    /// What must be watched for what is asked: each a name of a figure, or outcomes put together.
    ///
    /// # Errors
    /// A name that is none, with the nearest one or all there are.
    pub fn asked(subject: &S, words: &Wording<'_>, asked: &[String], known: &[Figure]) -> Result<Self> {
        let mut watched = Self::default();
        for text in asked {
            let is_known = known.iter().any(|figure| figure.is_called(text));
            if is_known || subject.extra(text, &mut watched.extra) {
                continue;
            }
            let query = Query::parse(text, subject, words, known, &mut watched.extra);
            watched.queries.push(query.map_err(|misread| explained(misread, text, subject, words, known))?);
        }
        Ok(watched)
    }

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

/// The error for a text without a question.
pub fn explained<S: Subject>(
    misread: Misread,
    text: &str,
    subject: &S,
    words: &Wording<'_>,
    known: &[Figure],
) -> Error {
    match misread {
        Misread::Wrong(error) => error,
        Misread::Unknown(name) => {
            let error = unknown(subject, words, &name);
            match near_measure::<S>(text, known) {
                Some(near) => Error::input(error.message()).with_help(near),
                None => error,
            }
        }
    }
}

/// The measure that was probably meant by a text.
fn near_measure<S: Subject>(text: &str, known: &[Figure]) -> Option<String> {
    let on_request = S::measures().into_iter().filter(|measure| measure.on_request && measure.per == Per::Whole);
    let names: Vec<String> =
        known.iter().map(Figure::title).chain(on_request.map(|measure| measure.name("", ""))).collect();
    did_you_mean(text, names.iter().map(String::as_str))
}

/// The value of a figure in a trial, where it is read off an outcome by a row.
pub fn reading<S: Subject>(subject: &S, figure: &Figure) -> Option<Reading<S>> {
    // A measure has several rows where another stands between those it is about.
    let (row, which) = S::ROWS.iter().filter(|row| row.measure.id == figure.name()).find_map(|row| {
        let about = |(who, label): &(String, String)| *who == figure.subject && *label == figure.label;
        Some((row, (row.of)(subject).iter().position(about)?))
    })?;
    match row.value {
        Value::Is(is) => Some(Reading::By(Box::new(move |subject, outcome| is(subject, outcome, which).into()))),
        Value::Amount(amount) => Some(Reading::By(Box::new(move |subject, outcome| amount(subject, outcome).into()))),
        Value::Amounts(amount) => {
            Some(Reading::By(Box::new(move |subject, outcome| amount(subject, outcome, which).into())))
        }
        Value::Mean(value) => {
            Some(Reading::By(Box::new(move |subject, outcome| value(subject, outcome, which).unwrap_or(0))))
        }
        Value::Share(is) => {
            Some(Reading::By(Box::new(move |subject, outcome| is(subject, outcome, which).unwrap_or(false).into())))
        }
        Value::Rare(is) => Some(Reading::By(Box::new(move |subject, outcome| is(subject, outcome).into()))),
        Value::Spread(..)
        | Value::Values(..)
        | Value::When(..)
        | Value::Named(..)
        | Value::Course(..)
        | Value::Known(..) => None,
    }
}
