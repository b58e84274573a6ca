//! The work that a formula may take: whatever its text, an answer or a fault comes within a second or two, and in little memory.

use super::weight::TooWide;
use std::cell::Cell;

/// The steps in which a formula is weighed, each of about a nanosecond.
pub const WEIGHING: u64 = 1_000_000_000;

/// The steps of one roll.
pub const ROLLING: u64 = 20_000_000;

/// The steps of evaluating a part of a formula.
pub const PART: usize = 20;

/// The steps of a state of a pool that is read face by face, or of a value in a sorted tree.
pub const STATE: usize = 150;

/// The steps of a number in the key of a part that is remembered.
pub const KEY: usize = 20;

/// The steps of a pool among several, or of a way to list it.
pub const POOL: usize = 200;

/// A pool that cannot be weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// Its weights do not fit 128 bits.
    Wide,
    /// There are too many ways to list it.
    Many,
    /// A sum that is out of range.
    Far(i64),
}

impl From<TooWide> for Failure {
    fn from(_: TooWide) -> Self {
        Self::Wide
    }
}

/// Steps that are left.
#[derive(Debug)]
pub struct Budget(Cell<u64>);

impl Budget {
    pub fn of(steps: u64) -> Self {
        Self(Cell::new(steps))
    }

    /// Fills up to at least this number of steps.
    pub fn refill(&self, steps: u64) {
        self.0.set(self.0.get().max(steps));
    }

    /// Takes steps for `count` things.
    ///
    /// # Errors
    /// Fewer are left.
    pub fn spend(&self, count: usize, each: usize) -> Result<(), Failure> {
        let left = self.0.get().checked_sub((count as u64).saturating_mul(each as u64)).ok_or(Failure::Many)?;
        self.0.set(left);
        Ok(())
    }
}
