//! Exact probability mass functions with integer weights.

use crate::error::{Error, Result};

/// A finite distribution over whole numbers: integer weights over one total.
///
/// Weights are `u64`, their total fits a `u64`, and sums and products are formed in `u128`, so that
/// nothing is ever rounded; what does not fit is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pmf {
    lowest: i32,
    weights: Vec<u64>,
    total: u64,
}

impl Pmf {
    /// A distribution with `weights[k]` on `lowest + k`. Zero weights at the ends are trimmed
    /// and a common divisor is taken out.
    ///
    /// # Errors
    /// No weight at all, or a total past the range of `u64`.
    pub fn new(lowest: i32, weights: Vec<u64>) -> Result<Self> {
        let total = weights.iter().try_fold(0u64, |sum, &w| sum.checked_add(w));
        match total {
            Some(0) => Err(Error::input("all weights are zero")),
            Some(total) => Ok(Self { lowest, weights, total }),
            None => Err(Error::input("the denominator does not fit 64 bits")),
        }
    }

    /// The distribution that is always `value`.
    pub fn certain(value: i32) -> Self {
        Self { lowest: value, weights: vec![1], total: 1 }
    }

    /// The sum of two independent rolls.
    ///
    /// # Errors
    /// A total past the range of `u64`.
    pub fn convolve(&self, other: &Self) -> Result<Self> {
        let mut weights = vec![0u64; self.weights.len() + other.weights.len() - 1];
        for (i, &a) in self.weights.iter().enumerate() {
            for (j, &b) in other.weights.iter().enumerate() {
                weights[i + j] += a * b;
            }
        }
        Self::new(self.lowest + other.lowest, weights)
    }

    /// The sum of `count` independent rolls.
    ///
    /// # Errors
    /// A total past the range of `u64`.
    pub fn repeat(&self, count: u32) -> Result<Self> {
        (0..count).try_fold(Self::certain(0), |sum, _| sum.convolve(self))
    }

    /// The smallest value with positive weight.
    pub fn lowest(&self) -> i32 {
        self.lowest
    }

    /// The largest value with positive weight.
    pub fn highest(&self) -> i32 {
        self.lowest + self.weights.len() as i32 - 1
    }

    /// The common denominator of all probabilities.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The weight of `value`; its probability is this over [`total`](Self::total).
    pub fn weight(&self, value: i32) -> u64 {
        value.checked_sub(self.lowest).and_then(|k| self.weights.get(usize::try_from(k).ok()?)).copied().unwrap_or(0)
    }

    /// The values with positive weight, ascending, with their weights.
    pub fn iter(&self) -> impl Iterator<Item = (i32, u64)> + '_ {
        self.weights.iter().enumerate().filter(|(_, w)| **w > 0).map(|(k, &w)| (self.lowest + k as i32, w))
    }

    /// The probability of `value`, to double precision.
    pub fn probability(&self, value: i32) -> f64 {
        self.weight(value) as f64 / self.total as f64
    }
}
