//! Samples by the inverse of the cumulative distribution.

use super::Pmf;
use std::sync::Arc;

/// The number of leading bits of a random number that select its bucket.
///
/// 256 buckets of 16 bytes take 4 KiB, so the tables of a whole fight stay in the first-level cache. With the printed
/// dice methods (except for open-ended tops), a bucket contains at most one cut between two values. So sampling needs
/// no search.
const BUCKET_BITS: u32 = 8;
/// Number of buckets of a sampling table.
const BUCKETS: usize = 1 << BUCKET_BITS;

/// Marks a bucket with several cuts, in which the value has to be searched. If a distribution contains this very value,
/// it still samples correctly, since the search finds it.
const SEARCH: i32 = i32::MIN;

/// The values of one bucket: `below` for numbers less than `cut`, `above` for the others.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Bucket {
    cut: u64,
    below: i32,
    above: i32,
}

/// A sampling table: the 64-bit range is divided into one interval for each value, in ascending order. An interval's
/// length is proportional to the value's probability, to within one.
#[derive(Debug, Clone, PartialEq)]
pub struct SamplingTable {
    /// Shared, so that dice are cheap to clone into every cell of a grid.
    buckets: Arc<[Bucket; BUCKETS]>,
    /// The first number of each interval except the lowest.
    cuts: Vec<u64>,
    /// The value of each interval; one more entry than `cuts`.
    values: Vec<i32>,
}

impl SamplingTable {
    /// The sampling table of `pmf`.
    pub fn new(pmf: &Pmf) -> Self {
        let mut below = 0u128;
        let (mut cuts, mut values) = (Vec::new(), Vec::new());
        for (value, weight) in pmf.iter() {
            if !values.is_empty() {
                // Less than 2^64, since the weights below are less than the total.
                cuts.push(((below << 64) / u128::from(pmf.total())) as u64);
            }
            values.push(value);
            below += u128::from(weight);
        }
        let buckets = Arc::new(std::array::from_fn(|index| bucket(index as u64, &cuts, &values)));
        Self { buckets, cuts, values }
    }

    /// Maps a uniform 64-bit number to a value; a larger number never gives a smaller value.
    #[inline]
    pub fn sample(&self, uniform: u64) -> i32 {
        let bucket = &self.buckets[(uniform >> (64 - BUCKET_BITS)) as usize];
        let value = if uniform < bucket.cut { bucket.below } else { bucket.above };
        if value == SEARCH { self.search(uniform) } else { value }
    }

    #[cold]
    fn search(&self, uniform: u64) -> i32 {
        self.values[self.cuts.partition_point(|&cut| cut <= uniform)]
    }
}

fn bucket(index: u64, cuts: &[u64], values: &[i32]) -> Bucket {
    let first = index << (64 - BUCKET_BITS);
    let last = first | (u64::MAX >> BUCKET_BITS);
    let before = cuts.partition_point(|&cut| cut <= first);
    let inside = cuts.partition_point(|&cut| cut <= last) - before;
    match inside {
        0 => Bucket { cut: 0, below: values[before], above: values[before] },
        1 => Bucket { cut: cuts[before], below: values[before], above: values[before + 1] },
        _ => Bucket { cut: 0, below: SEARCH, above: SEARCH },
    }
}
