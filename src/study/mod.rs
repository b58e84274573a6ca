//! What is asked of the rules, and the answers: cells in, results out.

mod result;

pub use result::{Cell, Difference, Distribution, Figure, Grid, Point, Provenance, StudyResult, Unit, Value, Warning};
