//! The budget of work for a formula. Any text gets an answer or a fault within a second or two, and with little memory.

use super::weight::TooWide;
use std::cell::Cell;

/// Maximum number of steps for weighing a formula. A step takes about a nanosecond.
pub const WEIGHING_BUDGET: u64 = 1_000_000_000;

/// Maximum number of steps for one roll.
pub const ROLLING_BUDGET: u64 = 20_000_000;

/// Number of steps for evaluating one part of a formula.
pub const PART_COST: usize = 20;

/// Number of steps for one transition when a pool is processed face by face, and for merging one item into a
/// distribution.
pub const TRANSITION_COST: usize = 150;

/// Number of steps for one number in the cache key of a part.
pub const KEY_COST: usize = 20;

/// Number of steps for one of several alternative pools, and for listing one outcome of a pool.
pub const POOL_COST: usize = 200;

/// The reason why a pool cannot be weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// Its weights do not fit 128 bits.
    Wide,
    /// It has too many outcomes.
    Many,
    /// This sum is out of range.
    Far(i64),
}

impl From<TooWide> for Failure {
    fn from(_: TooWide) -> Self {
        Self::Wide
    }
}

/// The number of steps that are left.
#[derive(Debug)]
pub struct Budget(Cell<u64>);

impl Budget {
    pub fn new(steps: u64) -> Self {
        Self(Cell::new(steps))
    }

    /// Raises the budget to at least `steps`.
    pub fn refill(&self, steps: u64) {
        self.0.set(self.0.get().max(steps));
    }

    /// Subtracts `each` steps for each of `count` items.
    ///
    /// # Errors
    /// If not enough steps are left.
    pub fn spend(&self, count: usize, each: usize) -> Result<(), Failure> {
        let left = self.0.get().checked_sub((count as u64).saturating_mul(each as u64)).ok_or(Failure::Many)?;
        self.0.set(left);
        Ok(())
    }
}
