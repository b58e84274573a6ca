//! Confidence sequences: intervals that are valid at all numbers of trials at once, so that a run may stop when they
//! are narrow enough.
//!
//! An ordinary 95 % interval is right 95 times in 100 at a number of trials fixed beforehand. If a run is checked again
//! and again until the interval is narrow, it is right less often, because the run stops at the check that came out too
//! well. A confidence sequence is right *at all checks together* at least 95 times in 100 (Robbins 1970; Howard,
//! Ramdas, McAuliffe & Sekhon 2021), whatever made the run stop. It costs width: about 1.55 times that of an ordinary
//! interval.

use super::binomial::{deviance, stirling_error};
use super::interval::CONFIDENCE;
use super::root::find_interval_end;
use std::sync::LazyLock;

/// The fewest trials after which a run may stop. Intervals are not tuned for fewer.
pub const FIRST_LOOK: u64 = 8192;

/// The weight of the mixture component that is tuned for the target. The rest keeps the intervals of rare outcomes
/// narrow long before the target is reached.
const TUNED_WEIGHT: f64 = 0.9;
/// The number of trials for which intervals without a target are tuned: few, since more trials cost little width.
const DEFAULT_TUNED_TRIALS: f64 = 4.0 * FIRST_LOOK as f64;
/// The desired half-width of an interval. The interval is valid at any number of trials whatever the target is; it is
/// narrowest when it is as narrow as the target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TargetWidth {
    /// The half-width itself.
    Absolute(f64),
    /// The half-width relative to the figure.
    Relative(f64),
    /// No target.
    Unset,
}

/// ln 1/α, where 1 − α is the confidence level. A martingale that starts at 1 ever reaches 1/α with a chance of at most
/// α (Ville 1939).
static LN_THRESHOLD: LazyLock<f64> = LazyLock::new(|| -(1.0 - CONFIDENCE).ln());

/// x = −W₋₁(−α²/e), 9.21 at 95 %: at the number of trials for which it is tuned, the half-width of a normal mixture is
/// √x standard errors (Howard et al. 2021, section 3.5).
static SPAN: LazyLock<f64> = LazyLock::new(|| {
    let start = 1.0 + 2.0 * *LN_THRESHOLD;
    (0..64).fold(start, |x: f64, _| start + x.ln())
});

impl TargetWidth {
    /// The largest allowed half-width around `value`; infinite without a target.
    pub fn max_half_width(self, value: f64) -> f64 {
        match self {
            Self::Absolute(half) => half,
            Self::Relative(part) => part * value.abs(),
            Self::Unset => f64::INFINITY,
        }
    }

    /// The number of trials after which the interval of a figure is as narrow as the target. `value` is the figure, and
    /// `variance` its variance per trial.
    fn trials(self, value: f64, variance: f64) -> f64 {
        match self {
            Self::Unset => DEFAULT_TUNED_TRIALS,
            _ => (*SPAN * variance / self.max_half_width(value).powi(2)).max(FIRST_LOOK as f64),
        }
    }
}

/// The interval of a proportion that is valid at every number of trials: all chances p whose martingale
///
/// M(p) = B(cp + s, c(1 − p) + n − s) / (B(cp, c(1 − p)) pˢ (1 − p)ⁿ⁻ˢ)
///
/// is below 1/α, where s is the count and n the number of trials. If p is the true chance, M(p) is the likelihood ratio
/// of a beta-binomial mixture centered on p, so it starts at 1 and ever reaches 1/α with a chance of at most α. The
/// weight c may be any function of p chosen beforehand: nine tenths of the mixture have the c that is best when
/// `target` is reached at this p, and one tenth has c = 1 / (2p(1 − p)), which is wide on any scale. Without trials,
/// the interval is 0 to 1.
pub fn share_sequence(count: u64, trials: u64, target: TargetWidth) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (s, n) = (count as f64, trials as f64);
    let share = s / n;
    let excess = |p: f64| ln_martingale(p, s, n, target) - *LN_THRESHOLD;
    let step = (*SPAN * share * (1.0 - share) / n).sqrt() + *SPAN / n;
    // The observed share is always inside.
    let low = if count == 0 { 0.0 } else { find_interval_end(excess, share, -*LN_THRESHOLD, -step) };
    let high = if count == trials { 1.0 } else { find_interval_end(excess, share, -*LN_THRESHOLD, step) };
    (low, high)
}

/// The half-width of a mean's interval that is valid at every number of trials, in the limit of many: the asymptotic
/// confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas (2024), theorem 2.2, tuned for `target`.
/// `error` is the standard error of the mean. If it is 0, all trials had the same result, and the half-width is
/// infinite.
pub fn mean_half_width(value: f64, error: f64, trials: u64, target: TargetWidth) -> f64 {
    if error == 0.0 {
        return f64::INFINITY;
    }
    let n = trials as f64;
    let tuned = target.trials(value, error * error * n);
    let k = (*SPAN - 1.0) * n / tuned;
    error * (2.0 * (k + 1.0) / k * (0.5 * (k + 1.0).ln() + *LN_THRESHOLD)).sqrt()
}

/// The number of ranks from the middle rank to either end of a median's interval that is valid at every number of
/// trials. It is the distance by which a count of heads may ever differ from half of the tosses (Howard & Ramdas 2022).
pub fn median_rank_distance(trials: u64) -> f64 {
    let n = trials as f64;
    let (mut inside, mut outside) = (0.0, n / 2.0);
    for _ in 0..64 {
        let middle = f64::midpoint(inside, outside);
        if ln_martingale(0.5, n / 2.0 + middle, n, TargetWidth::Unset) < *LN_THRESHOLD {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    outside
}

/// The p value of the hypothesis that a mean is 0. For many trials, it is valid however often it is computed: at this
/// level, the interval of `mean_half_width` without a target just reaches 0. `value` is the mean and `error` its
/// standard error.
pub fn test_zero_sequence(value: f64, error: f64, trials: u64) -> f64 {
    let k = (*SPAN - 1.0) * trials as f64 / DEFAULT_TUNED_TRIALS;
    if value == 0.0 {
        return 1.0;
    }
    ((k + 1.0).sqrt() * (-0.5 * (value / error).powi(2) * k / (k + 1.0)).exp()).min(1.0)
}

/// The logarithm of the martingale M(p) of [`share_sequence`], for a count of `s` in `n` trials.
fn ln_martingale(p: f64, s: f64, n: f64, target: TargetWidth) -> f64 {
    let q = 1.0 - p;
    let tuned = ln_beta_binomial(target.trials(p, p * q) / (*SPAN - 1.0), p, s, n) + TUNED_WEIGHT.ln();
    let wide = ln_beta_binomial(0.5 / (p * q), p, s, n) + (1.0 - TUNED_WEIGHT).ln();
    let (low, high) = if tuned < wide { (tuned, wide) } else { (wide, tuned) };
    high + (low - high).exp().ln_1p()
}

/// ln of B(cp + s, cq + n − s) / (B(cp, cq) pˢ qⁿ⁻ˢ) with q = 1 − p.
///
/// In Stirling's formula, the large terms are (c + n) times a relative entropy, which is computed from the small
/// deviation s − np, so nothing cancels at any number of trials. The rest are logarithms and the small remainders of
/// the formula.
fn ln_beta_binomial(c: f64, p: f64, s: f64, n: f64) -> f64 {
    let q = 1.0 - p;
    let (a, b, total) = (c * p, c * q, c + n);
    let (hits, misses) = (a + s, b + (n - s));
    let entropy = deviance(hits, total * p) + deviance(misses, total * q);
    let logs = 0.5 * ((total / c).ln() - (hits / a).ln() - (misses / b).ln());
    entropy + logs + stirling_error(hits) + stirling_error(misses)
        - stirling_error(total)
        - stirling_error(a)
        - stirling_error(b)
        + stirling_error(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::clopper_pearson_interval;

    const AIMS: [TargetWidth; 4] =
        [TargetWidth::Absolute(0.002), TargetWidth::Relative(0.05), TargetWidth::Relative(0.2), TargetWidth::Unset];

    #[test]
    fn span_satisfies_its_equation() {
        // x exp(−x) = α²/e.
        assert!((*SPAN * (-*SPAN).exp() - 0.0025 / std::f64::consts::E).abs() < 1e-15, "{}", *SPAN);
    }

    /// No chance outside the interval is below the limit, so the interval is the whole set of accepted chances.
    #[test]
    fn share_sequence_contains_exactly_the_accepted_chances() {
        for target in AIMS {
            for trials in [8192u64, 100_000, 100_000_000, 100_000_000_000] {
                for count in [0, 1, 3, 50, trials / 3, trials / 2, trials - 60, trials - 1, trials] {
                    let (low, high) = share_sequence(count, trials, target);
                    let (s, n) = (count as f64, trials as f64);
                    let is_in = |p: f64| ln_martingale(p, s, n, target) < *LN_THRESHOLD;
                    for part in (1..200).map(|k| f64::from(k) / 200.0) {
                        let (below, above) = (low * part, high + (1.0 - high) * part.powi(4));
                        let refused = |p: f64| p <= 0.0 || p >= 1.0 || !is_in(p);
                        assert!(refused(below) && refused(above), "{target:?} {count}/{trials}: {below} {above}");
                        let inside = low + (high - low) * part;
                        assert!(is_in(inside), "{target:?} {count}/{trials}: {inside}");
                    }
                    // With 0 of n, the exact interval keeps half of its error chance for a side that does not exist.
                    let exact = clopper_pearson_interval(count, trials);
                    let wider = (high - low) / (exact.1 - exact.0);
                    let both = count.min(trials - count) > 0;
                    assert!(wider > if both { 1.0 } else { 0.81 }, "{target:?} {count}/{trials}: {low} {high}");
                }
            }
        }
    }

    /// Direct summation over all counts of 60 trials.
    #[test]
    fn martingale_has_mean_one() {
        for (p, target) in
            [(0.03, TargetWidth::Absolute(0.002)), (0.5, TargetWidth::Relative(0.2)), (0.9, TargetWidth::Unset)]
        {
            let (n, q): (f64, f64) = (60.0, 1.0 - p);
            let (mut chance, mut mean) = (q.powi(60), 0.0);
            for s in (0..=60).map(f64::from) {
                mean += chance * ln_martingale(p, s, n, target).exp();
                chance *= (n - s) / (s + 1.0) * p / q;
            }
            assert!((mean - 1.0).abs() < 1e-9, "{p}: {mean}");
        }
    }

    #[test]
    fn mean_and_median_sequences_match_the_width_of_shares() {
        let (n, p) = (1_000_000, 0.5);
        let (low, high) = share_sequence(n / 2, n, TargetWidth::Unset);
        let error = (p * (1.0 - p) / n as f64).sqrt();
        let half = mean_half_width(p, error, n, TargetWidth::Unset);
        assert!((half / ((high - low) / 2.0) - 1.0).abs() < 0.02, "{half} {low} {high}");
        let reach = median_rank_distance(n) / n as f64;
        assert!((reach / half - 1.0).abs() < 0.02, "{reach} {half}");
    }

    /// A difference whose interval just reaches 0 has a p value of 5 %.
    #[test]
    fn p_values_match_intervals() {
        for (error, trials) in [(0.01, 8192), (0.003, 100_000), (1e-5, 1_000_000_000)] {
            let half = mean_half_width(0.0, error, trials, TargetWidth::Unset);
            assert!((test_zero_sequence(half, error, trials) - 0.05).abs() < 1e-9);
            assert!(test_zero_sequence(-1.1 * half, error, trials) < 0.05);
        }
        assert_eq!(test_zero_sequence(0.0, 0.0, 9000), 1.0);
        assert_eq!(test_zero_sequence(3.0, 0.0, 9000), 0.0);
    }
}
