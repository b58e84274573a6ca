//! Converts errors of the library to exceptions of the Python package.

use fudgelab::document::{Problem, Problems, Source};
use fudgelab::{Error, document::Span};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::sync::Arc;

/// An error as arguments of `FudgelabError`: message, file, line, column, label of the underlined text, help.
type ProblemParts = (String, Option<String>, Option<usize>, Option<usize>, Option<String>, Option<String>);

/// The exception that a failed call raises in Python.
#[derive(Debug)]
pub(crate) struct Failed(PyErr);

pub(crate) type Result<T> = std::result::Result<T, Failed>;

impl From<Failed> for PyErr {
    fn from(failed: Failed) -> Self {
        failed.0
    }
}

impl From<PyErr> for Failed {
    fn from(raised: PyErr) -> Self {
        Self(raised)
    }
}

/// All errors of a scenario, with the text that the command line prints.
impl From<Problems> for Failed {
    fn from(problems: Problems) -> Self {
        let parts = problems.iter().map(|problem| problem_parts(problem, problems.sources())).collect();
        Self::fudgelab_error(problems.render(false).trim_end().to_owned(), parts)
    }
}

/// Any other error, with its help on a separate line, as the command line prints it.
impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        let help = error.help().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        let one = (error.message().to_owned(), None, None, None, None, error.help().map(str::to_owned));
        Self::fudgelab_error(format!("{}{help}", error.message()), vec![one])
    }
}

impl Failed {
    /// Creates a `FudgelabError`. If creating it fails, returns the exception of that failure instead.
    fn fudgelab_error(text: String, parts: Vec<ProblemParts>) -> Self {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        Self(Python::attach(|py| {
            let made = CLASS.import(py, "fudgelab._errors", "FudgelabError");
            made.and_then(|class| class.call1((text, parts))).map_or_else(|error| error, PyErr::from_value)
        }))
    }
}

fn problem_parts(problem: &Problem, sources: &[Arc<Source>]) -> ProblemParts {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let source = problem.span().and_then(|span| Some((span, sources.get(span.source)?)));
    let place = source.and_then(|(span, source)| line_and_column(span, source.text()));
    (
        problem.message().to_owned(),
        source.map(|(_, source)| source.name().to_owned()),
        place.map(|(line, _)| line),
        place.map(|(_, column)| column),
        owned(problem.label_text()),
        owned(problem.help_text()),
    )
}

/// Line and column, counted from 1; `None` if the span is the whole file.
fn line_and_column(span: Span, text: &str) -> Option<(usize, usize)> {
    let before = text.get(..span.start).filter(|_| span != Span::whole(span.source))?;
    let line = before.rsplit('\n').next().unwrap_or(before);
    Some((1 + before.matches('\n').count(), 1 + line.chars().count()))
}
