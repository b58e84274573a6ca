//! Binomial tails to full relative precision, for any number of trials.
//!
//! statrs' incomplete beta function stops after 140 terms of its continued fraction and subtracts from 1, which loses
//! the tails of more than about 10,000 trials.

use statrs::function::gamma::ln_gamma;
use std::f64::consts::PI;

/// The chance of `count` or more successes in `trials`, each with chance `chance`.
pub(super) fn upper_tail(count: u64, trials: u64, chance: f64) -> f64 {
    if count == 0 {
        return 1.0;
    }
    if count as f64 > trials as f64 * chance {
        sum_up(count, trials, chance)
    } else {
        1.0 - sum_down(count - 1, trials, chance)
    }
}

/// The chance of `count` or fewer successes in `trials`, each with chance `chance`.
pub(super) fn lower_tail(count: u64, trials: u64, chance: f64) -> f64 {
    if count >= trials {
        return 1.0;
    }
    if (count as f64) < trials as f64 * chance {
        sum_down(count, trials, chance)
    } else {
        1.0 - sum_up(count + 1, trials, chance)
    }
}

/// The chance of `count` or more successes, summed term by term. `count` must be above the mean, so that each term is
/// smaller than the one before.
fn sum_up(count: u64, trials: u64, chance: f64) -> f64 {
    let odds = chance / (1.0 - chance);
    let ratios = (count..trials).map(|k| (trials - k) as f64 / (k + 1) as f64 * odds);
    sum_terms(probability(count, trials, chance), ratios)
}

/// The chance of `count` or fewer successes, summed term by term. `count` must be below the mean.
fn sum_down(count: u64, trials: u64, chance: f64) -> f64 {
    let odds = (1.0 - chance) / chance;
    let ratios = (1..=count).rev().map(|k| k as f64 / (trials - k + 1) as f64 * odds);
    sum_terms(probability(count, trials, chance), ratios)
}

/// The sum of terms that begin with `first`. `ratios` holds the ratio of each further term to the one before; the
/// ratios must fall below 1.
fn sum_terms(first: f64, ratios: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut term) = (first, first);
    for ratio in ratios {
        term *= ratio;
        sum += term;
        // The remaining terms are below a geometric series with this ratio.
        if term <= sum * f64::EPSILON / 4.0 * (1.0 - ratio) {
            break;
        }
    }
    sum.min(1.0)
}

/// The chance of exactly `count` successes, by Loader's saddle-point form (*Fast and accurate computation of binomial
/// probabilities*, 2000): no large terms cancel.
fn probability(count: u64, trials: u64, chance: f64) -> f64 {
    let (x, n) = (count as f64, trials as f64);
    if count > trials {
        return 0.0;
    }
    if chance <= 0.0 || chance >= 1.0 {
        let sure = if chance <= 0.0 { 0 } else { trials };
        return f64::from(count == sure);
    }
    if count == 0 {
        return (n * (-chance).ln_1p()).exp();
    }
    if count == trials {
        return (n * chance.ln()).exp();
    }
    let exponent = stirling_error(n)
        - stirling_error(x)
        - stirling_error(n - x)
        - deviance(x, n * chance)
        - deviance(n - x, n * (1.0 - chance));
    exponent.exp() * (n / (2.0 * PI * x * (n - x))).sqrt()
}

/// ln Γ(n + 1) minus Stirling's formula, for n above 0.
pub(super) fn stirling_error(n: f64) -> f64 {
    if n < 16.0 && n.fract() != 0.0 {
        return ln_gamma(n) + 0.5 * n.ln() - 0.5 * (2.0 * PI).ln() - n * n.ln() + n;
    }
    if n < 16.0 {
        let factorial: f64 = (2..=n as u32).map(f64::from).product();
        return factorial.ln() - (0.5 * (2.0 * PI * n).ln() + n * n.ln() - n);
    }
    let square = n * n;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / 1188.0 / square) / square) / square) / square)
        / n
}

/// x ln(x / mean) + mean − x, without cancellation if x is close to the mean.
pub(super) fn deviance(x: f64, mean: f64) -> f64 {
    let apart = x - mean;
    if apart.abs() >= 0.1 * (x + mean) {
        return x * (x / mean).ln() - apart;
    }
    let v = apart / (x + mean);
    let mut sum = apart * v;
    let mut power = 2.0 * x * v;
    for k in 1u32..1000 {
        power *= v * v;
        let next = sum + power / f64::from(2 * k + 1);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with mpmath 1.3 to 50 digits, from the chances as doubles; the middle ones agree with scipy 1.17.
    const UPPER: [(u64, u64, f64, f64); 10] = [
        (7, 10, 0.5, 0.171875),
        (3, 10, 0.1, 0.070_190_826_4),
        (520, 1000, 0.5, 0.108_724_146_602_070_47),
        (5, 1_000_000_000, 1e-9, 0.003_659_846_804_351_248_3),
        (30, 1_000_000_000, 1e-9, 1.433_080_834_224_037_4e-33),
        (500_050_000, 1_000_000_000, 0.5, 0.000_782_786_130_541_903_8),
        (500_100_000, 1_000_000_000, 0.5, 1.270_074_179_877_283_4e-10),
        (561_900, 1_000_000, 0.561_030_128_806_374_3, 0.039_893_216_644_969_73),
        (999_999, 1_000_000, 0.999_99, 0.000_499_378_797_715_783_2),
        (50_000_500_000, 100_000_000_000, 0.5, 0.000_782_709_629_346_626_1),
    ];
    const LOWER: [(u64, u64, f64, f64); 6] = [
        (3, 10, 0.5, 0.171875),
        (0, 1_000_000_000, 1e-9, 0.367_879_440_987_502_6),
        (0, 1_000_000_000, 1e-8, 4.539_992_749_248_84e-5),
        (480, 1000, 0.5, 0.108_724_146_602_070_47),
        (499_900_000, 1_000_000_000, 0.5, 1.270_074_179_877_283_4e-10),
        (2, 1000, 0.01, 0.002_679_431_993_791_533_5),
    ];

    fn near(value: f64, known: f64) -> bool {
        (value / known - 1.0).abs() < 1e-9
    }

    #[test]
    fn tails_match_multiple_precision_up_to_a_hundred_billion_trials() {
        for (count, trials, chance, known) in UPPER {
            let tail = upper_tail(count, trials, chance);
            assert!(near(tail, known), "{count}/{trials} at {chance}: {tail:e} {known:e}");
            assert!(near(lower_tail(count - 1, trials, chance), 1.0 - known), "{count}/{trials} at {chance}");
        }
        for (count, trials, chance, known) in LOWER {
            let tail = lower_tail(count, trials, chance);
            assert!(near(tail, known), "{count}/{trials} at {chance}: {tail:e} {known:e}");
        }
    }

    #[test]
    fn tails_of_chances_zero_and_one_are_exact() {
        assert_eq!([upper_tail(1, 10, 0.0), upper_tail(0, 10, 0.0), upper_tail(10, 10, 1.0)], [0.0, 1.0, 1.0]);
        assert_eq!([lower_tail(9, 10, 1.0), lower_tail(0, 10, 0.0), lower_tail(10, 10, 0.3)], [0.0, 1.0, 1.0]);
    }

    /// Every count of a small binomial distribution: the terms sum to 1, and the tails equal partial sums.
    #[test]
    fn small_distributions_sum_to_one() {
        for (trials, chance) in [(1, 0.3), (7, 0.5), (20, 0.01), (40, 0.93)] {
            let whole: f64 = (0..=trials).map(|count| probability(count, trials, chance)).sum();
            assert!((whole - 1.0).abs() < 1e-14, "{whole}");
            let mut above = 0.0;
            for count in (0..=trials).rev() {
                above += probability(count, trials, chance);
                assert!((upper_tail(count, trials, chance) - above).abs() < 1e-14, "{count}");
            }
        }
    }
}
