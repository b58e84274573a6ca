//! The native part of the Python package `fudgelab`: studies, encounters, results and odds. The package's Python
//! modules wrap it, and users do not call it directly.
//!
//! It uses modules that the library hides from its public interface, since both always have the same version.
#![forbid(unsafe_code)]

mod arrow;
mod encounter;
mod error;
mod odds;
mod options;
mod results;
mod study;
mod watch;

/// The native part of `fudgelab`. Use the package instead.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::arrow::Table;
    #[pymodule_export]
    use crate::encounter::{Aftermath, Encounter, Playthrough};
    #[pymodule_export]
    use crate::odds::{formula, odds, rates};
    #[pymodule_export]
    use crate::results::Results;
    #[pymodule_export]
    use crate::study::Study;

    /// The version of fudgelab.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// Whether two names are equal except for case, spacing, and singular or plural verbs.
    #[pyo3::pyfunction]
    fn same_words(one: &str, other: &str) -> bool {
        fudgelab::measure::same_words(one, other)
    }

    /// Returns the number of a level, given as a word or a number.
    #[pyo3::pyfunction]
    fn level(text: &str) -> crate::error::Result<i32> {
        Ok(fudgelab::Ladder::default().parse(text)?)
    }

    /// Returns the JSON Schema of scenarios as text.
    #[pyo3::pyfunction]
    fn schema() -> String {
        fudgelab::scenario::schema().to_string()
    }
}
