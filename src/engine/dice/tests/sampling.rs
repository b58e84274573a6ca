//! Sampling tables compared with a direct count of the exact cuts between values.

use super::{pmf, weights};
use crate::dice::{Pmf, SamplingTable, methods};

/// The listed methods, and distributions that are skewed, have gaps, are wide, or have the smallest possible weights.
fn distributions() -> Vec<Pmf> {
    let unlike = [
        weights(-2, &[1, 0, 0, u64::MAX - 2, 1]),
        weights(-3, &[1, 1, 1, 1, 1 << 40]),
        Pmf::from_weights((0..64).map(|k| (k, 1 << (k / 2)))).unwrap(),
        Pmf::certain(i32::MIN),
        Pmf::certain(i32::MAX),
        pmf("2d1000"),
        pmf("40dF"),
    ];
    methods().iter().map(|method| pmf(method.example)).chain(unlike).collect()
}

/// The first number of each value's interval, except the lowest one.
fn cuts(pmf: &Pmf) -> Vec<u64> {
    let mut below = 0u128;
    let mut cuts: Vec<u64> = pmf
        .iter()
        .map(|(_, weight)| {
            let cut = (below << 64) / u128::from(pmf.total());
            below += u128::from(weight);
            cut as u64
        })
        .collect();
    cuts.remove(0);
    cuts
}

#[test]
fn samples_match_counted_cuts_at_every_boundary() {
    for pmf in distributions() {
        let table = SamplingTable::new(&pmf);
        let cuts = cuts(&pmf);
        let values: Vec<i32> = pmf.iter().map(|(value, _)| value).collect();
        let near = cuts.iter().flat_map(|&cut| [cut - 1, cut, cut.saturating_add(1)]);
        let bucket_ends = (0..256u64).flat_map(|bucket| [bucket << 56, bucket << 56 | u64::MAX >> 8]);
        for uniform in near.chain(bucket_ends) {
            let counted = cuts.iter().filter(|&&cut| uniform >= cut).count();
            assert_eq!(table.sample(uniform), values[counted], "{uniform}");
        }
    }
}

#[test]
fn interval_lengths_match_weights() {
    for pmf in distributions() {
        let mut ends: Vec<u128> = cuts(&pmf).into_iter().map(u128::from).collect();
        ends.insert(0, 0);
        ends.push(1 << 64);
        for ((_, weight), ends) in pmf.iter().zip(ends.windows(2)) {
            // |length / 2^64 − weight / total| < 2^-63, in whole numbers; the difference is computed modulo 2^128.
            let length = (ends[1] - ends[0]).wrapping_mul(pmf.total().into());
            let exact = u128::from(weight).wrapping_shl(64);
            let difference = (length.wrapping_sub(exact) as i128).unsigned_abs();
            assert!(difference < 2 * u128::from(pmf.total()), "{weight} of {}", pmf.total());
        }
    }
}

#[test]
fn larger_numbers_never_give_smaller_results() {
    for pmf in distributions() {
        let table = SamplingTable::new(&pmf);
        let results: Vec<i32> = (0..4096u64).map(|k| table.sample(k << 52)).chain([table.sample(u64::MAX)]).collect();
        assert!(results.is_sorted());
        assert_eq!((results[0], results[4096]), (pmf.lowest(), pmf.highest()));
    }
}
