//! Estimates: point, interval, level and method travel together. Knows nothing of games.

mod estimate;
mod interval;

pub use estimate::{Estimate, Method};
pub use interval::{CONFIDENCE, mean_interval, wilson_interval};
