//! Estimates: point, interval, level and method travel together; tests of what was simulated against what was to be
//! expected. Knows nothing of games.

mod binomial;
mod estimate;
mod interval;
mod test;

pub use estimate::{Estimate, Method};
pub use interval::{CONFIDENCE, mean_interval, wilson_interval};
pub use test::{POWER, Tested, holm, test_equal, test_mean, test_share, test_spread, test_zero};
