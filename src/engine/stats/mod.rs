//! Estimates, each with its interval, confidence level and method, and tests of simulated against exact figures.
//! Nothing here knows about games.

mod binomial;
mod estimate;
mod interval;
mod root;
mod sequence;
mod test;

pub use estimate::{Estimate, Method, Sampling};
pub use interval::{CONFIDENCE, clopper_pearson_interval, mean_interval, wilson_interval};
pub use sequence::{FIRST_LOOK, TargetWidth, share_sequence, test_zero_sequence};
pub use test::{
    POWER, TestResult, holm, test_batches, test_equal, test_mean, test_share, test_spread, test_zero, trials_to_detect,
};
