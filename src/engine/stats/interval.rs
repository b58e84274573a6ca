//! Interval estimates.

use super::binomial::{lower_tail, upper_tail};
use super::root::find_interval_end;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use std::sync::LazyLock;

/// The confidence level of every interval.
pub const CONFIDENCE: f64 = 0.95;

/// The standard normal quantile that leaves half of 1 − [`CONFIDENCE`] above it (1.96).
pub(super) static Z: LazyLock<f64> = LazyLock::new(|| Normal::standard().inverse_cdf(0.5 + CONFIDENCE / 2.0));

/// The Wilson score interval of a proportion (Wilson 1927). Unlike ±1.96 standard errors, it stays within 0 and 1 and
/// is never empty, so 0 out of n still has an upper bound.
///
/// Without trials, the interval is 0 to 1.
pub fn wilson_interval(count: u64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (n, p, z2) = (trials as f64, count as f64 / trials as f64, *Z * *Z);
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = *Z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    // At the extremes the bound is exactly 0 or 1; rounding must not move it.
    let low = if count == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if count == trials { 1.0 } else { (middle + half).min(1.0) };
    (low, high)
}

/// The exact interval of a proportion (Clopper & Pearson 1934): all chances for which a count at least as far off as
/// this one has a chance of at least (1 − [`CONFIDENCE`]) / 2 on its side. It contains the true chance at least 95
/// times in 100, whatever that is.
///
/// Without trials, the interval is 0 to 1.
pub fn clopper_pearson_interval(count: u64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let tail = (1.0 - CONFIDENCE) / 2.0;
    let (s, n) = (count as f64, trials as f64);
    let share = s / n;
    let step = 2.0 * (share * (1.0 - share) / n).sqrt() + 4.0 / n;
    let low = |p: f64| (tail / upper_tail(count, trials, p)).ln();
    let high = |p: f64| (tail / lower_tail(count, trials, p)).ln();
    let low = if count == 0 { 0.0 } else { find_interval_end(low, share, tail.ln(), -step) };
    let high = if count == trials { 1.0 } else { find_interval_end(high, share, tail.ln(), step) };
    (low, high)
}

/// The mean of integers, and its normal interval. `sum` is the sum of the integers, and `squares` that of their
/// squares.
///
/// The variance is computed in integers, so nothing cancels. With fewer than two trials, or if all trials had the same
/// result, the interval has no ends: a thousand equal trials do not tell how different the next one may be.
pub fn mean_interval(sum: i128, squares: u128, trials: u64) -> (f64, f64, f64) {
    let n = i128::from(trials);
    if n < 2 {
        return (if n == 0 { f64::NAN } else { sum as f64 }, f64::NEG_INFINITY, f64::INFINITY);
    }
    let mean = sum as f64 / n as f64;
    let spread = (squares as i128 * n - sum * sum) as f64;
    if spread == 0.0 {
        return (mean, f64::NEG_INFINITY, f64::INFINITY);
    }
    let half = *Z * (spread / (n as f64 * n as f64 * (n - 1) as f64)).sqrt();
    (mean, mean - half, mean + half)
}

/// The mean of `values`, one for each of several equal batches of trials, and the half-width of its interval by
/// Student's t, with one degree of freedom fewer than there are batches. It is infinite for a single batch.
pub fn batch_interval(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let spread: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let Ok(student) = StudentsT::new(0.0, 1.0, n - 1.0) else { return (mean, f64::INFINITY) };
    (mean, student.inverse_cdf(f64::midpoint(1.0, CONFIDENCE)) * (spread / (n * (n - 1.0))).sqrt())
}

/// The ratio Σx / Σy over trials, and its delta-method interval (Cochran 1977, section 6.3). `x` and `y` hold the sum
/// and the sum of squares of each, and `products` is the sum of their products. Neither may be negative. If Σy is 0,
/// the ratio is 0. In this case, and if all trials have the same ratio, the interval has no upper end.
pub fn ratio_interval(x: (u64, u64), products: u64, y: (u64, u64), trials: u64) -> (f64, f64, f64) {
    if y.0 == 0 || trials < 2 {
        return (0.0, 0.0, f64::INFINITY);
    }
    let n = trials as f64;
    let ratio = x.0 as f64 / y.0 as f64;
    let residuals = x.1 as f64 - 2.0 * ratio * products as f64 + ratio * ratio * y.1 as f64;
    if residuals <= f64::EPSILON * x.1 as f64 {
        return (ratio, 0.0, f64::INFINITY);
    }
    let half = *Z * (residuals / (n * (n - 1.0))).sqrt() / (y.0 as f64 / n);
    (ratio, (ratio - half).max(0.0), ratio + half)
}

/// The difference Σx / Σy − Σu / Σw of two ratios over shared trials, and its delta-method interval. `sums` holds the
/// four sums, and `products` the sums of the products of any two of the four. A ratio with a divisor of 0 counts as 0;
/// the interval then has no ends.
pub fn ratio_difference_interval(sums: &[i128; 4], products: &[[i128; 4]; 4], trials: u64) -> (f64, f64, f64) {
    let [x, y, u, w] = sums.map(|sum| sum as f64);
    let ratio = |count: f64, base: f64| if base == 0.0 { 0.0 } else { count / base };
    let (one, other) = (ratio(x, y), ratio(u, w));
    let value = one - other;
    if y == 0.0 || w == 0.0 || trials < 2 {
        return (value, f64::NEG_INFINITY, f64::INFINITY);
    }
    // The effect of one trial on the difference, as weights of its four values.
    let n = trials as f64;
    let weights = [n / y, -one * n / y, -n / w, other * n / w];
    let squares: f64 = (0..4)
        .flat_map(|row| (0..4).map(move |column| (row, column)))
        .map(|(row, column)| weights[row] * weights[column] * products[row][column] as f64)
        .sum();
    let largest = weights.iter().zip(products).map(|(weight, row)| weight * weight * row[0] as f64).fold(0.0, f64::max);
    if squares <= f64::EPSILON * largest {
        return (value, f64::NEG_INFINITY, f64::INFINITY);
    }
    let half = *Z * (squares / (n * (n - 1.0))).sqrt();
    (value, value - half, value + half)
}

/// The number of ranks from the middle rank to either end of a median's interval: half the width of a normal interval
/// of a binomial count (Conover 1999, section 3.2).
pub fn median_rank_distance(trials: u64) -> f64 {
    *Z * (trials as f64).sqrt() / 2.0
}

/// The median of whole numbers, and the interval between two of the sorted numbers: those `rank_distance(n)` ranks
/// below and above the middle rank, where n is the number of trials. `counts[k]` is the number of times that the number
/// k occurred.
pub fn median_interval(counts: &[u64], rank_distance: impl Fn(u64) -> f64) -> (f64, f64, f64) {
    let n: u64 = counts.iter().sum();
    let at_rank = |rank: u64| {
        let mut below = 0;
        counts.iter().position(|count| {
            below += count;
            below >= rank
        })
    };
    let value = |rank: u64| at_rank(rank.clamp(1, n.max(1))).map_or(0.0, |value| value as f64);
    let half = rank_distance(n);
    let middle = n as f64 / 2.0;
    (value(n.div_ceil(2)), value((middle - half).floor().max(0.0) as u64), value((middle + half).ceil() as u64 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe (1998), table I, Wilson without continuity correction.
    #[test]
    fn wilson_matches_published_figures() {
        for (count, trials, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let (l, h) = wilson_interval(count, trials);
            assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{count}/{trials}: {l} {h}");
        }
    }

    /// scipy.stats.beta.ppf (1.17).
    #[test]
    fn clopper_pearson_matches_published_figures() {
        for (count, trials, low, high) in [
            (0, 8192, 0.0, 0.000_450_201_296_708_684),
            (1, 8192, 3.090_547_956_704_084e-6, 0.000_679_942_502_262_030_4),
            (9, 100_000_000, 4.115_373_177_311_78e-8, 1.708_480_276_084_894_5e-7),
            (9, 100_000_000_000, 4.115_373_097_458_267_5e-11, 1.708_480_345_072_853_6e-10),
            (999_997, 1_000_000, 0.999_991_232_752_211_9, 0.999_999_381_327_449_8),
            (5_000, 10_000, 0.490_151_380_589_980_5, 0.509_848_619_410_019_6),
            (3_000_000, 10_000_000, 0.299_715_982_165_424_33, 0.300_284_133_633_841_9),
        ] {
            let (l, h) = clopper_pearson_interval(count, trials);
            let close = |found: f64, wanted: f64| (found - wanted).abs() <= 2e-9 * wanted;
            assert!(close(l, low) && close(h, high), "{count}/{trials}: {l:e} {h:e}");
        }
        assert_eq!(clopper_pearson_interval(0, 0), (0.0, 1.0));
        assert_eq!(clopper_pearson_interval(7, 7).1, 1.0);
    }

    /// Equal trials limit how often other results occur, but not how far off they may be.
    #[test]
    fn equal_trials_have_an_infinite_interval() {
        for (_, low, high) in [mean_interval(3000, 9000, 1000), mean_interval(0, 0, 1000)] {
            assert_eq!((low, high), (f64::NEG_INFINITY, f64::INFINITY));
        }
        assert_eq!(ratio_interval((0, 0), 0, (3000, 9500), 1000), (0.0, 0.0, f64::INFINITY));
    }

    #[test]
    fn mean_interval_matches_small_sample() {
        // 1, 2, 3, 6: mean 3, variance 14/3, standard error √(7/6).
        let (mean, low, high) = mean_interval(12, 50, 4);
        assert!((mean - 3.0).abs() < 1e-12);
        assert!((high - low - 2.0 * 1.959_963_984_540_054 * (7.0f64 / 6.0).sqrt()).abs() < 1e-9);
    }

    /// The table of Student's t has 2.776 for four degrees of freedom.
    #[test]
    fn batch_interval_matches_table_of_students_t() {
        let (mean, half) = batch_interval(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!((mean - 3.0).abs() < 1e-12 && (half - 2.776_445 * 0.5f64.sqrt()).abs() < 1e-5, "{mean} {half}");
        assert_eq!(batch_interval(&[0.25; 20]), (0.25, 0.0));
        assert_eq!(batch_interval(&[1.0]), (1.0, f64::INFINITY));
    }

    #[test]
    fn ratio_interval_matches_small_sample() {
        // x = 1, 2, 2 over y = 2, 3, 5: ratio 1/2, residuals 0, 1/2, -1/2.
        let (ratio, low, high) = ratio_interval((5, 9), 2 + 6 + 10, (10, 38), 3);
        assert!((ratio - 0.5).abs() < 1e-12);
        let standard_error = (0.5f64 / 6.0).sqrt() / (10.0 / 3.0);
        assert!((high - low - 2.0 * 1.959_963_984_540_054 * standard_error).abs() < 1e-9);
    }

    /// If the second base is the same in every trial, the effect of each trial on the difference is known.
    #[test]
    fn ratio_difference_interval_matches_small_sample() {
        let (x, y, u) = ([1i128, 2, 2], [2i128, 3, 5], [1i128, 0, 2]);
        let values: Vec<[i128; 4]> = (0..3).map(|k| [x[k], y[k], u[k], 4]).collect();
        let sums = [0, 1, 2, 3].map(|k| values.iter().map(|trial| trial[k]).sum());
        let products = [0, 1, 2, 3].map(|k| [0, 1, 2, 3].map(|l| values.iter().map(|trial| trial[k] * trial[l]).sum()));
        let (difference, low, high) = ratio_difference_interval(&sums, &products, 3);
        assert!((difference - 0.25).abs() < 1e-12);
        // The effect of each trial on it: (x − y/2) / (10/3) − (u − 1) / 4.
        let moved: Vec<f64> =
            (0..3).map(|k| (x[k] as f64 - y[k] as f64 / 2.0) * 0.3 - (u[k] as f64 - 1.0) / 4.0).collect();
        let error = (moved.iter().map(|by| by * by).sum::<f64>() / 6.0).sqrt();
        assert!((high - low - 2.0 * 1.959_963_984_540_054 * error).abs() < 1e-9);
    }

    #[test]
    fn median_interval_matches_order_statistics() {
        // 100 numbers: 40 ones, 30 twos, 30 threes. Ranks 40 (floor 40.2) and 61.
        assert_eq!(median_interval(&[0, 40, 30, 30], median_rank_distance), (2.0, 1.0, 2.0));
        assert_eq!(median_interval(&[0, 0, 0, 7], median_rank_distance), (3.0, 3.0, 3.0));
        assert_eq!(median_interval(&[], median_rank_distance), (0.0, 0.0, 0.0));
    }
}
