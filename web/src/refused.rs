//! Errors, each with its place in the text of the scenario.

use fudgelab::document::{Problem, Problems};
use fudgelab::{Error, error};
use serde::Serialize;

/// Why there is no answer.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) errors: Vec<Entry>,
}

pub(crate) type Result<T> = std::result::Result<T, Refused>;

/// One error.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Entry {
    /// What is wrong.
    pub(crate) message: String,
    /// A few words beside the place.
    label: Option<String>,
    /// How to fix it.
    help: Option<String>,
    /// Where it is; none where it concerns the whole.
    place: Option<Place>,
}

/// A place in the scenario's text.
#[derive(Debug, Serialize)]
struct Place {
    /// Counted from 1.
    line: usize,
    /// Counted from 1, in characters.
    column: usize,
    /// The first unit of UTF-16, in which a browser counts, and the one behind the last.
    start: usize,
    end: usize,
}

impl Refused {
    /// An error without a place.
    pub(crate) fn plain(message: impl Into<String>) -> Self {
        Self { errors: vec![Entry { message: message.into(), ..Entry::default() }] }
    }

    /// All errors of a scenario.
    pub(crate) fn problems(problems: &Problems) -> Self {
        Self { errors: problems.iter().map(|problem| Entry::new(problem, problems)).collect() }
    }
}

impl From<Error> for Refused {
    fn from(error: error::Error) -> Self {
        let help = error.help().map(str::to_owned);
        Self { errors: vec![Entry { message: error.message().to_owned(), help, ..Entry::default() }] }
    }
}

impl Entry {
    fn new(problem: &Problem, problems: &Problems) -> Self {
        let place = problem.span().filter(|span| (span.start, span.end) != (0, 0)).and_then(|span| {
            let text = problems.sources().get(span.source)?.text();
            let before = text.get(..text.floor_char_boundary(span.start))?;
            let marked = text.get(before.len()..text.floor_char_boundary(span.end).max(before.len()))?;
            let line = before.rsplit('\n').next().unwrap_or_default();
            let start = before.encode_utf16().count();
            Some(Place {
                line: 1 + before.matches('\n').count(),
                column: 1 + line.chars().count(),
                start,
                end: start + marked.encode_utf16().count(),
            })
        });
        // A place in another file is told in words: only the scenario's text is shown.
        let other = problem.span().filter(|span| span.source != 0).and_then(|span| problems.sources().get(span.source));
        let (message, place) = match (other, place) {
            (Some(file), Some(Place { line, column, .. })) => {
                (format!("{}:{line}:{column}: {}", file.name(), problem.message()), None)
            }
            (_, place) => (problem.message().to_owned(), place),
        };
        Self {
            message,
            label: problem.label_text().map(str::to_owned),
            help: problem.help_text().map(str::to_owned),
            place,
        }
    }
}
