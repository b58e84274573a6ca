//! The budget of work for a formula. Any text gets an answer or a fault within a second or two, and with little memory.

use super::weight::TooWide;
use std::cell::Cell;

/// The budget for weighing a formula, in steps. A step takes about a nanosecond.
pub const WEIGHING: u64 = 1_000_000_000;

/// The budget for one roll, in steps.
pub const ROLLING: u64 = 20_000_000;

/// The cost of evaluating a part of a formula, in steps.
pub const PART: usize = 20;

/// The cost of one transition when a pool is processed face by face, in steps. Also the cost of merging one item into a
/// distribution.
pub const STATE: usize = 150;

/// The cost of one number in the cache key of a part, in steps.
pub const KEY: usize = 20;

/// The cost of one of several alternative pools, or of listing one outcome of a pool, in steps.
pub const POOL: usize = 200;

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

/// The steps that are left.
#[derive(Debug)]
pub struct Budget(Cell<u64>);

impl Budget {
    pub fn of(steps: u64) -> Self {
        Self(Cell::new(steps))
    }

    /// Raises the budget to at least `steps`.
    pub fn refill(&self, steps: u64) {
        self.0.set(self.0.get().max(steps));
    }

    /// Spends `each` steps for each of `count` items.
    ///
    /// # Errors
    /// If not enough steps are left.
    pub fn spend(&self, count: usize, each: usize) -> Result<(), Failure> {
        let left = self.0.get().checked_sub((count as u64).saturating_mul(each as u64)).ok_or(Failure::Many)?;
        self.0.set(left);
        Ok(())
    }
}
