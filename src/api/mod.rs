//! The public interface: the items that the crate's root exports. Everything else serves our own tests and programs,
//! and may change.

#![deny(missing_docs)]

mod encounter;
mod results;
pub mod starters;
mod study;

pub use encounter::Encounter;
pub use results::{Point, Results, Row};
pub use study::Study;
