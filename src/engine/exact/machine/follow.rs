//! Follows the states of a machine step by step, for figures that depend on the number of the step.

use super::explore::{Explored, StepValues};
use crate::chance::limits::{FOLLOWED_PER_BRANCH, Limits};
use crate::error::{Error, Result};

/// A machine is followed until the chance that it continues, times the number of steps that it may still take, is at
/// most this.
const NEGLIGIBLE: f64 = 1e-14;

/// Maximum number of transitions followed, over all steps.
const MOST_FOLLOWED: f64 = 5e9;

/// The result of [`follow()`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Followed {
    /// The expected number of steps.
    pub mean: f64,
    /// The error bound for what was left out: the chance that the machine continues, times the number of steps it may
    /// still take.
    pub left: f64,
    /// The number of steps followed.
    pub steps: f64,
}

/// Follows a machine step by step. After each step, `watch` is called with the number of the step and with all lanes:
/// the chances of the machine, then the values that the caller passed in `lanes`. It may remove chances from the
/// latter.
///
/// # Errors
/// If the machine runs too long, or the calculation was stopped.
pub fn follow<'e, S, E>(
    found: &'e Explored<S, E>,
    mut lanes: Vec<StepValues<'e>>,
    watch: &mut dyn FnMut(u32, &mut [StepValues<'e>]),
    limits: &Limits<'_>,
) -> Result<Followed> {
    let transitions = found.transitions();
    let (mut followed, mut step, mut before) = (Followed::default(), 0, 1.0);
    lanes.insert(0, found.chances());
    loop {
        watch(step, &mut lanes);
        let left: f64 = lanes[0].state_values().iter().sum();
        // The factor by which the chance of continuing declines per step.
        let declines = if before > 0.0 { (left / before).min(1.0) } else { 0.0 };
        let long = if declines < 1.0 { f64::from(step) + 1.0 / (1.0 - declines) } else { f64::INFINITY };
        if left == 0.0 || left * long <= NEGLIGIBLE && step > 1 {
            followed.left = left * long;
            return Ok(followed);
        }
        followed.steps += 1.0;
        if followed.steps * transitions as f64 > MOST_FOLLOWED {
            return Err(Error::input("this process lasts too long for exact answers")
                .with_help("use method = \"simulate\", or leave out figures that depend on the step"));
        }
        limits.check()?;
        limits.charge(transitions as u64 / FOLLOWED_PER_BRANCH)?;
        (before, step) = (left, step + 1);
        followed.mean += left;
        let all = lanes[0].state_values().to_vec();
        lanes.iter_mut().for_each(|lane| lane.step(&all));
    }
}
