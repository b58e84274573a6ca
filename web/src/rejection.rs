//! Errors, each with its position in the scenario's text.

use fudgelab::document::{Problem, Problems};
use fudgelab::{Error, error};
use serde::Serialize;

/// The errors that the page gets instead of an answer.
#[derive(Debug)]
pub(crate) struct Rejection {
    pub(crate) errors: Vec<Entry>,
}

pub(crate) type Result<T> = std::result::Result<T, Rejection>;

#[derive(Debug, Default, Serialize)]
pub(crate) struct Entry {
    pub(crate) message: String,
    /// A short note shown at the position.
    label: Option<String>,
    /// A suggested fix.
    help: Option<String>,
    /// `None` if the error concerns the whole scenario or is in another file.
    place: Option<Place>,
}

/// A position in the scenario's text.
#[derive(Debug, Serialize)]
struct Place {
    /// Counted from 1.
    line: usize,
    /// Counted from 1, in characters.
    column: usize,
    /// In UTF-16 code units, which browsers count in; `end` is exclusive.
    start: usize,
    end: usize,
}

impl Rejection {
    /// Creates an error without a position.
    pub(crate) fn plain(message: impl Into<String>) -> Self {
        Self { errors: vec![Entry { message: message.into(), ..Entry::default() }] }
    }

    pub(crate) fn problems(problems: &Problems) -> Self {
        Self { errors: problems.iter().map(|problem| Entry::new(problem, problems)).collect() }
    }
}

impl From<Error> for Rejection {
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
        // A position in another file becomes part of the message, since only the scenario's text is shown.
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
