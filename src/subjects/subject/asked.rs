//! Questions about a subject, and the figures recorded in its trials.

use super::info::Wording;
use super::query::{AskedSubject, IndexedNumber, Number, OutcomeReaders, ParsedQuestion, Query, QuestionNames, parse};
use super::rolled::Subject;
use super::rows::{Statistic, columns};
use super::watched::{Reading, Watched};
use crate::document::did_you_mean;
use crate::error::{Error, Result};
use crate::measure::{Figure, Per, QuestionError};

/// Collects the tests and numbers that a question reads from outcomes.
struct QuestionReader<'r, S: Subject> {
    subject: &'r S,
    words: &'r Wording<'r>,
    extra: &'r mut S::Extra,
    leaves: OutcomeReaders<S>,
}

impl<'r, S: Subject> QuestionReader<'r, S> {
    fn new(subject: &'r S, words: &'r Wording<'r>, extra: &'r mut S::Extra) -> Self {
        Self { subject, words, extra, leaves: OutcomeReaders { tests: Vec::new(), numbers: Vec::new() } }
    }
}

/// Appends `one` and returns its index.
fn push_indexed<T>(all: &mut Vec<T>, one: T) -> usize {
    all.push(one);
    all.len() - 1
}

impl<S: Subject> AskedSubject for QuestionReader<'_, S> {
    fn row_is(&mut self, row: usize, which: usize) -> usize {
        let row = &S::ROWS[row];
        push_indexed(&mut self.leaves.tests, Box::new(move |one, outcome| row.number(one, outcome, which) == Some(1)))
    }

    fn row_number(&mut self, row: usize, which: usize) -> usize {
        let row = &S::ROWS[row];
        push_indexed(&mut self.leaves.numbers, Box::new(move |one, outcome| row.number(one, outcome, which)))
    }

    fn named(&mut self, name: &str) -> Option<usize> {
        let test = self.subject.named(name, self.words, self.extra)?;
        Some(push_indexed(&mut self.leaves.tests, test))
    }

    fn number(&mut self, name: &str) -> Option<IndexedNumber> {
        let Number { read, whole, reach, levels, about } = self.subject.number(name, self.words, self.extra)?;
        Some(IndexedNumber { read: push_indexed(&mut self.leaves.numbers, read), whole, reach, levels, about })
    }

    fn reach(&self) -> Option<u32> {
        self.subject.reach()
    }

    fn at_most(&mut self, most: u32) -> usize {
        let test = self.subject.at_most(most, self.extra);
        push_indexed(&mut self.leaves.tests, test)
    }

    fn over_within(&mut self, most: u32) -> usize {
        let at_most = self.subject.at_most(most, self.extra);
        let test = move |one: &S, outcome: &S::Outcome| at_most(one, outcome) && !S::is_unfinished(outcome);
        push_indexed(&mut self.leaves.tests, Box::new(test))
    }

    fn apart(&self, look: &mut dyn FnMut(&mut dyn AskedSubject)) {
        look(&mut QuestionReader::new(self.subject, self.words, &mut S::Extra::default()));
    }

    fn names(&self) -> Vec<String> {
        self.subject.names(self.words)
    }

    fn numbers(&self) -> Vec<String> {
        self.subject.numbers()
    }
}

impl<S: Subject> Query<S> {
    /// Parses a question. `figures` are the figures that the subject always has, and `known` are the ones to suggest
    /// for an unknown name. Records in `extra` what trials must record to answer the question.
    ///
    /// # Errors
    /// If a name is unknown (the error suggests the nearest one, or lists all), or a comparison uses something that is
    /// not a number in each trial.
    pub fn parse(
        text: &str,
        subject: &S,
        words: &Wording<'_>,
        [figures, known]: [&[Figure]; 2],
        extra: &mut S::Extra,
    ) -> Result<Self> {
        Self::read(text, subject, words, [figures, known], (extra, false))
    }

    /// Parses a question about single trials, which can use every number that a trial has.
    ///
    /// # Errors
    /// Like [`parse`](Self::parse).
    pub fn of_trials(
        text: &str,
        subject: &S,
        words: &Wording<'_>,
        figures: &[Figure],
        extra: &mut S::Extra,
    ) -> Result<Self> {
        Self::read(text, subject, words, [figures, &[]], (extra, true))
    }

    fn read(
        text: &str,
        subject: &S,
        words: &Wording<'_>,
        [figures, known]: [&[Figure]; 2],
        (extra, of_trials): (&mut S::Extra, bool),
    ) -> Result<Self> {
        let (span, measures) = (S::INFO.span, S::measures());
        let known_names = QuestionNames { columns: columns(subject), words, span, figures, measures, of_trials };
        let mut noting = QuestionReader::new(subject, words, extra);
        let (what, given, about) = asked(text, &mut noting, &known_names, known)?;
        let title = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Self { title, about, what, given, leaves: noting.leaves })
    }
}

/// Parses a question. If a name is unknown, the error suggests the nearest title among `known` and the measures that
/// are computed only on request.
fn asked(
    text: &str,
    names: &mut dyn AskedSubject,
    known_names: &QuestionNames<'_>,
    known: &[Figure],
) -> Result<ParsedQuestion> {
    parse(text, names, known_names).map_err(|misread| match misread {
        QuestionError::Wrong(error) => error,
        QuestionError::Unknown(name) => {
            if let Some(error) = known_names.over_all_trials(&name) {
                return error;
            }
            let error = known_names.unknown(names, &name);
            let on_request =
                known_names.measures.iter().filter(|measure| measure.on_request && measure.per == Per::Whole);
            let titles: Vec<String> =
                known.iter().map(Figure::title).chain(on_request.map(|measure| measure.name("", ""))).collect();
            match did_you_mean(text, titles.iter().map(String::as_str)) {
                Some(near) => Error::input(error.message()).with_help(near),
                None => error,
            }
        }
    })
}

impl<S: Subject> Watched<S> {
    /// The values and questions to record for the requests in `asked`. A request is the name of a figure, or a
    /// combination of outcomes. `known` are the figures that are computed without a request.
    ///
    /// # Errors
    /// If a name is unknown; the error suggests the nearest one, or lists all.
    pub fn asked(subject: &S, words: &Wording<'_>, asked: &[String], known: &[Figure]) -> Result<Self> {
        let mut watched = Self::default();
        for text in asked {
            let is_known = known.iter().any(|figure| figure.has_name(text));
            if !is_known && !subject.extra(text, &mut watched.extra) {
                watched.queries.push(Query::parse(text, subject, words, [known, known], &mut watched.extra)?);
            }
        }
        Ok(watched)
    }
}

/// Reads the value of `figure` from an outcome. `None` if no row reads it as a single number.
pub fn reading<S: Subject>(subject: &S, figure: &Figure) -> Option<Reading<S>> {
    // A measure has several rows if another row is shown between its subjects.
    let (row, which) = S::ROWS.iter().filter(|row| row.measure.id == figure.name()).find_map(|row| {
        let about = |(who, label): &(String, String)| *who == figure.subject && *label == figure.label;
        Some((row, (row.of)(subject).iter().position(about)?))
    })?;
    let is_single = matches!((row.statistic)(subject), Statistic::Share | Statistic::Rare | Statistic::Mean);
    is_single.then(|| Reading::By(Box::new(move |one, outcome| row.number(one, outcome, which))))
}
