//! What the Python package `fudgelab` calls: studies, encounters, results and odds. The package's own modules make of it what Python's
//! users see; nothing here is for them directly, but for the objects that they get.
//!
//! It uses modules of the library that are hidden from its public interface, since both are always of one version.
#![forbid(unsafe_code)]

mod arrow;
mod encounter;
mod error;
mod odds;
mod options;
mod results;
mod study;
mod watch;

/// The extension module.
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

    /// The version of the library.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// Whether two names are the same words: case and plural verbs aside.
    #[pyo3::pyfunction]
    fn same_words(one: &str, other: &str) -> bool {
        fudgelab::measure::same_words(one, other)
    }

    /// The number of a level, by its word or written as a number.
    #[pyo3::pyfunction]
    fn level(text: &str) -> crate::error::Result<i32> {
        Ok(fudgelab::Ladder::default().parse(text)?)
    }

    /// The JSON Schema of scenarios, as text.
    #[pyo3::pyfunction]
    fn schema() -> String {
        fudgelab::scenario::schema().to_string()
    }
}
