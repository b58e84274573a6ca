//! Errors of processes: each has a kind and a place.

use crate::document::{Problem, Problems, Span};
use crate::formula::Fault;

/// Reports an error of a kind at a place of the file, such as `process.climb.step[3].when:17`.
pub(super) fn refuse(
    problems: &mut Problems,
    (kind, place, span): (&str, &str, Span),
    message: &str,
    help: Option<String>,
) {
    let problem = Problem::new(format!("{place}: {message}")).at(span).label(kind);
    problems.push(match help {
        Some(help) => problem.help(help),
        None => problem,
    });
}

/// The kind of a fault of a formula.
pub(super) fn kind_of(fault: &Fault) -> &'static str {
    let says = |words: &[&str]| words.iter().any(|word| fault.message.contains(word));
    match () {
        () if says(&["is no level"]) => "unknown-level",
        () if says(&["is not known"]) => "unknown-name",
        () if says(&["dice cannot be rolled here"]) => "dice",
        () if says(&[
            "truth value",
            "list stands in",
            "list is needed",
            "number is needed",
            "pool of dice is needed",
        ]) =>
        {
            "kind"
        }
        () if says(&["divided by 0", "out of range"]) => "value",
        () => "formula",
    }
}
