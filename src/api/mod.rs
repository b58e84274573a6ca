//! The public interface: what the crate's root shows. Everything behind it is for our own tests and programs, and may change.

mod encounter;
mod fighter;
mod playthrough;
mod results;
mod rules;
mod study;

pub use crate::subject::fight::Aftermath;
pub use encounter::Encounter;
pub use playthrough::Playthrough;
pub use results::{Point, Results, Row};
pub use study::Study;
