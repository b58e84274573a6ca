//! Hypothesis tests: whether simulated figures agree with exact ones. Families of tests are corrected by Holm's
//! procedure.
//!
//! Every test against an exact figure keeps its level for any number of trials. None of them uses a normal
//! approximation: far out in the tail, at the strictest level of a family, rare and long-tailed counts do not follow
//! it.

use super::binomial::{lower_tail, upper_tail};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The power of a test for the differences that are stated as detectable.
pub const POWER: f64 = 0.9;

/// If the variance of a count is larger than this, its detectable difference is computed by the normal approximation.
const LARGE_VARIANCE: f64 = 1000.0;

/// Relative rounding error of a mean, from adding and dividing.
const MEAN_ROUNDING: f64 = 1e-14;

/// The result of a hypothesis test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TestResult {
    /// The p value: the chance of a deviation that is at least as large, if there is no true difference.
    pub p: f64,
    /// The test's name: `binomial`, `chernoff` or `bernstein`.
    pub test: &'static str,
    /// The quantities that determine the smallest detectable difference.
    precision: Precision,
}

/// The quantities that determine the smallest detectable difference.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Precision {
    /// A count of `trials` with chance `chance`, known up to `bound`.
    Count { trials: u64, chance: f64, bound: f64 },
    /// A mean with the standard error `error`, of terms that change it by at most `jump` each, known up to `bound`.
    Spread { error: f64, jump: f64, bound: f64 },
}

/// Tests whether `count` of `trials` agrees with the exact chance `chance`, which has an error of at most `bound`. The
/// test is the exact binomial one, two-sided by doubling the smaller tail. So a chance is rejected at a level exactly
/// if it is outside the Clopper–Pearson interval.
///
/// If an impossible outcome was counted, p is 0.
pub fn test_share(count: u64, trials: u64, chance: f64, bound: f64) -> TestResult {
    // A median of the distribution is within 1 of its mean, so on the other side of the mean the doubled tail is at
    // least 1.
    let tail = if count as f64 >= trials as f64 * chance {
        upper_tail(count, trials, (chance + bound).min(1.0))
    } else {
        lower_tail(count, trials, (chance - bound).max(0.0))
    };
    TestResult { p: (2.0 * tail).min(1.0), test: "binomial", precision: Precision::Count { trials, chance, bound } }
}

/// Tests whether `value`, a mean over `trials`, agrees with the exact `mean`, which has an error of at most `bound`.
/// `distribution` holds the possible values and their chances. The p value is twice Chernoff's bound (1952) e^(−n I) on
/// the tail, where I is the rate function of the distribution (Cramér 1938).
pub fn test_mean(value: f64, trials: u64, distribution: &[(f64, f64)], mean: f64, bound: f64) -> TestResult {
    let n = trials as f64;
    let apart = (value - mean).abs() - bound - MEAN_ROUNDING * (value.abs() + mean.abs());
    let variance: f64 = distribution.iter().map(|(x, chance)| (x - mean).powi(2) * chance).sum();
    let precision = Precision::Spread { error: (variance / n).sqrt(), jump: 0.0, bound };
    let p = if apart <= 0.0 {
        1.0
    } else {
        let nearest = mean + apart.copysign(value - mean);
        (2.0 * (n * least_log_moment(distribution, nearest, variance)).exp()).min(1.0)
    };
    TestResult { p, test: "chernoff", precision }
}

/// Tests whether `difference` can be due to chance. It is that between a simulated mean, with the standard error
/// `error`, and an exact one, with an error of at most `bound`. Each trial changes the mean by at most `jump`. The p
/// value is twice Bernstein's bound (Boucheron, Lugosi and Massart, *Concentration inequalities*, 2013, theorem 2.10).
pub fn test_spread(difference: f64, bound: f64, error: f64, jump: f64) -> TestResult {
    let apart = (difference.abs() - bound).max(0.0);
    let exponent = if apart == 0.0 { 0.0 } else { apart * apart / (2.0 * (error * error + jump * apart / 3.0)) };
    TestResult {
        p: (2.0 * (-exponent).exp()).min(1.0),
        test: "bernstein",
        precision: Precision::Spread { error, jump, bound },
    }
}

/// The p value of the exact sign test: the hypothesis is that two outcomes, counted `one` and `other` times, are equally
/// likely. For pairs, this is McNemar's test.
pub fn test_equal(one: u64, other: u64) -> f64 {
    test_share(one, one + other, 0.5, 0.0).p
}

/// The p value of the hypothesis that `values`, one for each of several equal batches of trials, have the mean 0
/// (Student's t); 1 if all are 0.
pub fn test_batches(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let spread: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    if spread == 0.0 {
        return if mean == 0.0 { 1.0 } else { 0.0 };
    }
    let t = mean / (spread / (n * (n - 1.0))).sqrt();
    StudentsT::new(0.0, 1.0, n - 1.0).map_or(1.0, |student| 2.0 * student.cdf(-t.abs()))
}

/// The p value of the hypothesis that a mean is 0, by the normal approximation. `value` is the mean and `error` its
/// standard error.
pub fn test_zero(value: f64, error: f64) -> f64 {
    if value == 0.0 { 1.0 } else { 2.0 * Normal::standard().cdf(-value.abs() / error) }
}

impl TestResult {
    /// The smallest true difference that a test at this level detects with power [`POWER`]; infinite if it detects
    /// none. For chances, it is a difference toward ½.
    pub fn detectable(&self, level: f64) -> f64 {
        match self.precision {
            Precision::Count { trials, chance, bound } => {
                detectable_share(trials, chance.min(1.0 - chance), bound, level)
            }
            Precision::Spread { error, jump, bound } => {
                let log = (2.0 / level).ln();
                let linear = jump * log / 3.0;
                linear + (linear * linear + 2.0 * error * error * log).sqrt() + quantile(POWER) * error + bound
            }
        }
    }
}

/// The p values of several tests, corrected by Holm (*A simple sequentially rejective multiple test procedure*, 1979).
/// If all hypotheses with corrected values of at most α are rejected, the chance of rejecting any true one is at most
/// α, even if the tests depend on one another.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|one, other| p[*one].total_cmp(&p[*other]));
    let mut adjusted = vec![0.0; p.len()];
    let mut least = 0.0f64;
    for (rank, place) in order.into_iter().enumerate() {
        least = least.max(p[place] * (p.len() - rank) as f64).min(1.0);
        adjusted[place] = least;
    }
    adjusted
}

/// The minimum of ln E e^(s (X − `at`)) over all s, which is 0 or less. X has the distribution `distribution` and the
/// variance `variance`.
fn least_log_moment(distribution: &[(f64, f64)], at: f64, variance: f64) -> f64 {
    let toward = distribution.iter().map(|(x, chance)| (x - at) * chance).sum::<f64>();
    // Uses differences from 1: for many trials the terms are small, and their rounding errors are multiplied by n.
    let log_moment =
        |s: f64| distribution.iter().map(|(x, chance)| chance * (s * (x - at)).exp_m1()).sum::<f64>().ln_1p();
    if variance == 0.0 {
        return f64::NEG_INFINITY;
    }
    let first = -toward / variance;
    // The function is convex and falls from s = 0, so its minimum is before the end of the first step that climbs.
    let (mut low, mut high) = (0.0, first);
    for _ in 0..200 {
        if log_moment(2.0 * high) >= log_moment(high) {
            break;
        }
        (low, high) = (high, 2.0 * high);
        if !high.is_finite() || log_moment(high) < -800.0 {
            return log_moment(low).min(-800.0);
        }
    }
    let (mut low, mut high) = (low.min(2.0 * high), low.max(2.0 * high));
    for _ in 0..80 {
        let (one, two) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if log_moment(one) <= log_moment(two) {
            high = two;
        } else {
            low = one;
        }
    }
    // Any s gives a valid bound: missing the minimum slightly costs power, not the level.
    log_moment(f64::midpoint(low, high)).min(0.0)
}

/// The number of trials after which a test at `level` detects with power [`POWER`] that a chance of one half is off by
/// `difference`.
pub fn trials_to_detect(difference: f64, level: f64) -> u64 {
    let reach = quantile(POWER) - quantile(level / 2.0);
    (0.5 * reach / difference).powi(2).ceil() as u64
}

/// The smallest amount by which a chance of at most one half has to be larger, so that a test at `level` detects the
/// difference with power [`POWER`].
fn detectable_share(trials: u64, chance: f64, bound: f64, level: f64) -> f64 {
    let n = trials as f64;
    let variance = chance * (1.0 - chance);
    if n * variance > LARGE_VARIANCE {
        return (quantile(POWER) - quantile(level / 2.0)) * (variance / n).sqrt() + bound;
    }
    let refused = |count: u64| 2.0 * upper_tail(count, trials, (chance + bound).min(1.0)) <= level;
    let count = first_count(((n * chance) as u64).min(trials), trials + 1, refused);
    if count > trials {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (chance, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if lower_tail(count - 1, trials, middle) > 1.0 - POWER {
            low = middle;
        } else {
            high = middle;
        }
    }
    high - chance
}

/// The smallest count from `low` to `high` for which `holds` is true; it must then be true for all larger counts.
/// Returns `high` if it is false for all smaller counts.
fn first_count(mut low: u64, mut high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// The quantile of the standard normal distribution for `share`.
fn quantile(share: f64) -> f64 {
    Normal::standard().inverse_cdf(share)
}

#[cfg(test)]
mod tests;
