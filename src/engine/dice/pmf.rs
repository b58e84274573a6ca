//! Exact probability mass functions with integer weights.

#![deny(missing_docs)]

use crate::error::{Error, Result};
use crate::formula::gcd;
use std::collections::BTreeMap;

/// A finite distribution over whole numbers: integer weights over a common total.
///
/// Weights and total are `u64` without a common divisor. Sums and products are computed in `u128`, so nothing is ever
/// rounded, and distributions that do not fit are rejected. All values lie within ±[`Pmf::MAX_VALUE`] and span at most
/// [`Pmf::MAX_WIDTH`] whole numbers.
///
/// ```
/// use fudgelab::Pmf;
/// let die = Pmf::uniform(&[1, 2, 3, 4, 5, 6])?;
/// let two = die.repeat(2)?;
/// assert_eq!((two.weight(7), two.total()), (6, 36));
/// assert_eq!(two.at_least(11), 3);
/// # Ok::<(), fudgelab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pmf {
    lowest: i32,
    weights: Vec<u64>,
    total: u64,
}

impl Pmf {
    /// The largest absolute value; values beyond it are rejected.
    pub const MAX_VALUE: i32 = 10_000;
    /// Maximum number of whole numbers from the lowest value to the highest; wider distributions are rejected.
    pub const MAX_WIDTH: usize = 4_096;

    /// A distribution with `weights[k]` on `lowest + k`. Zero weights at the ends are trimmed, and weights are reduced
    /// to lowest terms.
    ///
    /// # Errors
    /// If all weights are 0, a value is out of range, or the reduced total does not fit `u64`.
    pub fn new(lowest: i32, weights: Vec<u64>) -> Result<Self> {
        Self::exact(i64::from(lowest), weights.into_iter().map(u128::from).collect())
    }

    /// 4dF, the sum of four Fudge dice (D1).
    pub fn fudge() -> Self {
        Self { lowest: -4, weights: vec![1, 4, 10, 16, 19, 16, 10, 4, 1], total: 81 }
    }

    /// The distribution that is always `value`, which is not checked against [`MAX_VALUE`](Self::MAX_VALUE).
    #[doc(hidden)]
    pub fn certain(value: i32) -> Self {
        Self { lowest: value, weights: vec![1], total: 1 }
    }

    /// A die with these faces, all equally likely; a face may be listed more than once.
    ///
    /// # Errors
    /// If there are no faces, or a face is out of range.
    pub fn uniform(faces: &[i32]) -> Result<Self> {
        if faces.is_empty() {
            return Err(Error::input("a die needs at least one face"));
        }
        Self::from_weights(faces.iter().map(|&face| (face, 1)))
    }

    /// A distribution from (value, weight) pairs in any order; weights of equal values are added.
    ///
    /// # Errors
    /// If all weights are 0, a value is out of range, or the reduced total does not fit `u64`.
    pub fn from_weights(pairs: impl IntoIterator<Item = (i32, u64)>) -> Result<Self> {
        Self::from_pairs(pairs.into_iter().map(|(value, weight)| (i64::from(value), u128::from(weight))))
    }

    /// The smallest value with positive weight.
    pub fn lowest(&self) -> i32 {
        self.lowest
    }

    /// The largest value with positive weight.
    pub fn highest(&self) -> i32 {
        self.lowest + (self.weights.len() as i32 - 1)
    }

    /// The common denominator of all probabilities.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The weight of `value`, to be divided by [`total`](Self::total).
    pub fn weight(&self, value: i32) -> u64 {
        value.checked_sub(self.lowest).and_then(|k| self.weights.get(usize::try_from(k).ok()?)).copied().unwrap_or(0)
    }

    /// The weights of all values from the lowest to the highest, including zeros.
    pub(super) fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// The total weight of all results that are at least `value`, to be divided by [`total`](Self::total).
    pub fn at_least(&self, value: i32) -> u64 {
        self.iter().filter(|&(result, _)| result >= value).map(|(_, weight)| weight).sum()
    }

    /// The values with positive weight and their weights, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (i32, u64)> + '_ {
        self.weights.iter().enumerate().filter(|(_, w)| **w > 0).map(|(k, &w)| (self.lowest + k as i32, w))
    }

    /// The probability of `value`, to double precision.
    pub fn probability(&self, value: i32) -> f64 {
        self.weight(value) as f64 / self.total as f64
    }

    /// The probability of at least `value`, to double precision.
    pub fn probability_at_least(&self, value: i32) -> f64 {
        self.at_least(value) as f64 / self.total as f64
    }

    /// The mean, to double precision.
    pub fn mean(&self) -> f64 {
        // Exact up to the division: |value| is less than 2^31 and the total less than 2^64.
        let sum: i128 = self.iter().map(|(value, weight)| i128::from(value) * i128::from(weight)).sum();
        sum as f64 / self.total as f64
    }

    /// The variance (mean squared distance from the mean), to double precision.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let spread = |(value, weight): (i32, u64)| (f64::from(value) - mean).powi(2) * weight as f64;
        self.iter().map(spread).sum::<f64>() / self.total as f64
    }

    /// The distribution of `change` applied to a roll.
    ///
    /// # Errors
    /// If a result is out of range.
    pub fn map(&self, change: impl Fn(i32) -> i32) -> Result<Self> {
        self.relabel(|value| i64::from(change(value)))
    }

    /// The distribution of a roll with its sign reversed.
    ///
    /// # Errors
    /// If a result is out of range.
    pub fn negate(&self) -> Result<Self> {
        self.relabel(|value| -i64::from(value))
    }

    /// The distribution of a second roll that depends on the first: `next` returns the second roll for each first
    /// result.
    ///
    /// # Errors
    /// If `next` fails, a result is out of range, or the reduced total does not fit `u64`.
    pub fn and_then(&self, next: impl Fn(i32) -> Result<Self>) -> Result<Self> {
        let branches: Vec<(u64, Self)> =
            self.iter().map(|(value, weight)| Ok((weight, next(value)?))).collect::<Result<_>>()?;
        let common = branches.iter().try_fold(1u128, |common, (_, branch)| {
            let total = u128::from(branch.total);
            (common / gcd(common, total)).checked_mul(total)
        });
        // Every weight below is part of a sum of `common * self.total`, so only that product can overflow.
        let common = common.filter(|c| c.checked_mul(u128::from(self.total)).is_some()).ok_or_else(too_fine)?;
        Self::from_pairs(branches.iter().flat_map(|(weight, branch)| {
            let share = u128::from(*weight) * (common / u128::from(branch.total));
            branch.iter().map(move |(value, weight)| (i64::from(value), share * u128::from(weight)))
        }))
    }

    /// The distribution of the sum of two independent rolls.
    ///
    /// # Errors
    /// If a result is out of range, or the reduced total does not fit `u64`.
    pub fn convolve(&self, other: &Self) -> Result<Self> {
        let width = self.weights.len() + other.weights.len() - 1;
        check_width(width as u128)?;
        let mut weights = vec![0u128; width];
        for (i, &a) in self.weights.iter().enumerate() {
            for (sum, &b) in weights[i..].iter_mut().zip(&other.weights) {
                // The sum of all these products is the product of two `u64` totals, which fits `u128`.
                *sum += u128::from(a) * u128::from(b);
            }
        }
        Self::exact(i64::from(self.lowest) + i64::from(other.lowest), weights)
    }

    /// Like [`new`](Self::new), from wider numbers. All distributions are built here.
    pub(super) fn exact(lowest: i64, weights: Vec<u128>) -> Result<Self> {
        let total = weights.iter().try_fold(0u128, |sum, &w| sum.checked_add(w)).ok_or_else(too_fine)?;
        let common = weights.iter().fold(0, |common, &w| gcd(common, w));
        if common == 0 {
            return Err(
                Error::input("all weights are zero").with_help("give at least one result a weight of 1 or more")
            );
        }
        let skip = weights.iter().take_while(|w| **w == 0).count();
        let end = weights.len() - weights.iter().rev().take_while(|w| **w == 0).count();
        check_width((end - skip) as u128)?;
        let lowest = check_value(lowest + skip as i64)?;
        check_value(i64::from(lowest) + (end - skip) as i64 - 1)?;
        let total = u64::try_from(total / common).map_err(|_| too_fine())?;
        // No weight is larger than the total, which fits.
        let weights = weights[skip..end].iter().map(|w| (w / common) as u64).collect();
        Ok(Self { lowest, weights, total })
    }

    fn relabel(&self, change: impl Fn(i32) -> i64) -> Result<Self> {
        Self::from_pairs(self.iter().map(|(value, weight)| (change(value), u128::from(weight))))
    }

    /// Like [`from_weights`](Self::from_weights), from wider numbers.
    pub(super) fn from_pairs(pairs: impl Iterator<Item = (i64, u128)>) -> Result<Self> {
        let mut sums = BTreeMap::<i64, u128>::new();
        for (value, weight) in pairs.filter(|pair| pair.1 > 0) {
            let sum = sums.entry(value).or_default();
            *sum = sum.checked_add(weight).ok_or_else(too_fine)?;
        }
        let (Some((&lowest, _)), Some((&highest, _))) = (sums.first_key_value(), sums.last_key_value()) else {
            return Self::exact(0, Vec::new());
        };
        check_width(u128::from(highest.abs_diff(lowest)) + 1)?;
        let weights = (lowest..=highest).map(|value| sums.get(&value).copied().unwrap_or(0)).collect();
        Self::exact(lowest, weights)
    }
}

/// The error for a distribution whose common denominator does not fit 64 bits.
pub(super) fn too_fine() -> Error {
    Error::input("the dice have too many outcomes to count exactly: the denominator does not fit 64 bits")
        .with_help("roll fewer dice, or dice with fewer faces")
}

/// Rejects a distribution that spans too many values.
pub(super) fn check_width(width: u128) -> Result<()> {
    if width <= Pmf::MAX_WIDTH as u128 {
        return Ok(());
    }
    Err(Error::input(format!("the dice span {width} values, more than {}", Pmf::MAX_WIDTH))
        .with_help("roll fewer dice, or dice with fewer faces"))
}

fn check_value(value: i64) -> Result<i32> {
    let limit = Pmf::MAX_VALUE;
    i32::try_from(value)
        .ok()
        .filter(|v| (-limit..=limit).contains(v))
        .ok_or_else(|| Error::input(format!("the dice can show {value}, which is outside −{limit} to {limit}")))
}
