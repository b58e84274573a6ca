//! Sampling by inverse cumulative distribution.

use super::Pmf;

/// Cut points of the 64-bit range, one for each value after the lowest.
#[derive(Debug, Clone, PartialEq)]
pub struct SamplingTable {
    lowest: i32,
    cuts: Vec<u64>,
}

impl SamplingTable {
    /// Builds the table for a distribution.
    pub fn new(pmf: &Pmf) -> Self {
        let mut below = 0u128;
        let cuts = (pmf.lowest()..pmf.highest())
            .map(|value| {
                below += u128::from(pmf.weight(value));
                ((below << 64) / u128::from(pmf.total())) as u64
            })
            .collect();
        Self { lowest: pmf.lowest(), cuts }
    }

    /// The value that a uniform 64-bit number stands for.
    #[inline]
    pub fn sample(&self, uniform: u64) -> i32 {
        self.lowest + self.cuts.iter().filter(|&&cut| uniform >= cut).count() as i32
    }
}
