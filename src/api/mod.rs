//! The public interface: what the crate's root shows. Everything behind it is for our own tests and programs, and may change.

mod encounter;
mod results;
pub mod starters;
mod study;

pub use encounter::Encounter;
pub use results::{Point, Results, Row};
pub use study::Study;
