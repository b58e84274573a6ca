//! Errors of processes: each has a kind and a place.

use crate::document::{Problem, Problems, Span};

/// Reports an error of a kind at a place of the file, such as `process.climb.step[3].when:17`.
pub(super) fn refuse(
    problems: &mut Problems,
    (kind, place, span): (&str, &str, Span),
    message: &str,
    help: Option<String>,
) {
    let problem = Problem::new(format!("{place}: {message}")).at(span).label(kind);
    problems.push(help.into_iter().fold(problem, Problem::help));
}
