//! Errors of processes: each has a kind and a path.

use crate::document::{Entry, Problem, Problems, Span, did_you_mean};

/// Reports an error with its kind and its path in the file, such as `process.climb.step[3].when:17`.
pub(super) fn refuse(
    problems: &mut Problems,
    (kind, place, span): (&str, &str, Span),
    message: &str,
    help: Option<String>,
) {
    let problem = Problem::new(format!("{place}: {message}")).at(span).label(kind);
    problems.push(help.into_iter().fold(problem, Problem::help));
}

/// Reports a part of the table at the path `place` that is not in `known`.
pub(super) fn unknown_part(problems: &mut Problems, part: &Entry, place: &str, known: &[&str], message: &str) {
    let near = did_you_mean(&part.key, known.iter().copied());
    refuse(problems, ("unknown-key", &format!("{place}.{}", part.key), part.key_span), message, near);
}
