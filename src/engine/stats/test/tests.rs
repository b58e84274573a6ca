use super::*;

fn near(value: f64, known: f64, tolerance: f64) -> bool {
    (value - known).abs() <= tolerance * known.abs()
}

/// scipy 1.17: `binomtest(7, 10, 0.5)`, `binomtest(480, 1000, 0.5)`; twice mpmath's tails if the distribution is
/// lopsided.
#[test]
fn binomial_tests_match_scipy_and_mpmath() {
    for (count, trials, chance, known) in [
        (7, 10, 0.5, 0.343_75),
        (480, 1000, 0.5, 0.217_448_293_204_141),
        (5, 1_000_000_000, 1e-9, 2.0 * 0.003_659_846_804_351_248_3),
        (499_900_000, 1_000_000_000, 0.5, 2.0 * 1.270_074_179_877_283_4e-10),
        (0, 1_000_000_000, 1e-9, 2.0 * 0.367_879_440_987_502_6),
        (5, 10, 0.5, 1.0),
    ] {
        let p = test_share(count, trials, chance, 0.0).p;
        assert!(near(p, known, 1e-8), "{count}/{trials} at {chance}: {p}");
    }
}

#[test]
fn test_share_rejects_impossible_counts_and_respects_bounds() {
    assert_eq!(test_share(1, 1_000_000, 0.0, 0.0).p, 0.0);
    assert_eq!(test_share(999_999, 1_000_000, 1.0, 0.0).p, 0.0);
    assert_eq!(test_share(0, 1_000_000, 0.0, 0.0).p, 1.0);
    // A chance of "0, off by at most 1e-6" fits one in a million; known to 1e-12, it does not.
    assert!(test_share(1, 1_000_000, 0.0, 1e-6).p > 0.5);
    assert!(test_share(1, 1_000_000, 0.0, 1e-12).p < 1e-5);
    let (known, unknown) = (test_share(505_000, 1_000_000, 0.5, 0.0), test_share(505_000, 1_000_000, 0.5, 0.0051));
    assert!(known.p < 1e-20 && unknown.p == 1.0, "{known:?} {unknown:?}");
}

/// Over every count of a small distribution, a true chance is rejected no more often than the level says.
#[test]
fn binomial_tests_keep_their_significance_level() {
    for (trials, chance) in [(30u64, 0.1), (50, 0.5), (200, 0.004)] {
        let tested: Vec<(f64, f64)> = (0..=trials)
            .map(|count| {
                let above = upper_tail(count, trials, chance)
                    - if count < trials { upper_tail(count + 1, trials, chance) } else { 0.0 };
                (test_share(count, trials, chance, 0.0).p, above)
            })
            .collect();
        for level in [0.001, 0.01, 0.05, 0.2] {
            let refused: f64 = tested.iter().filter(|(p, _)| *p <= level).map(|(_, chance)| chance).sum();
            assert!(refused <= level + 1e-12, "{trials} at {chance}: {refused} of {level}");
        }
    }
}

/// For a distribution of two values, the rate function is the relative entropy.
#[test]
fn test_mean_matches_chernoffs_bound_above_the_exact_tail() {
    for (chance, count, trials) in
        [(0.5, 560u64, 1000u64), (0.1, 60, 1000), (0.001, 9, 1000), (0.3, 0, 20), (0.3, 20, 20)]
    {
        let share = count as f64 / trials as f64;
        let part = |a: f64, b: f64| if a == 0.0 { 0.0 } else { a * (a / b).ln() };
        let entropy = part(share, chance) + part(1.0 - share, 1.0 - chance);
        let tested = test_mean(share, trials, &[(0.0, 1.0 - chance), (1.0, chance)], chance, 0.0);
        let known = (2.0 * (-(trials as f64) * entropy).exp()).min(1.0);
        assert!(near(tested.p, known, 1e-6), "{count}/{trials} at {chance}: {} {known}", tested.p);
        assert!(tested.p >= test_share(count, trials, chance, 0.0).p);
    }
}

#[test]
fn test_mean_respects_bounds_long_tails_and_certain_values() {
    let certain = [(3.0, 1.0)];
    assert_eq!(test_mean(3.0, 1000, &certain, 3.0, 0.0).p, 1.0);
    assert_eq!(test_mean(3.001, 1000, &certain, 3.0, 0.0).p, 0.0);
    assert_eq!(test_mean(3.001, 1000, &certain, 3.0, 0.002).p, 1.0);
    // One value in a million is a thousand times as large. To see it three times in a million is not unusual; to see it
    // 15 times is.
    let tail = [(1.0, 1.0 - 1e-6), (1000.0, 1e-6)];
    let mean = 1.0 + 999e-6;
    let seen = |times: f64| test_mean(1.0 + 999e-6 * times, 1_000_000, &tail, mean, 0.0).p;
    assert!(seen(3.0) > 0.1 && seen(15.0) < 1e-10, "{} {}", seen(3.0), seen(15.0));
    // Impossible: no value is that large.
    assert_eq!(test_mean(1001.0, 10, &tail, mean, 0.0).p, 0.0);
}

#[test]
fn test_spread_matches_bernsteins_bound() {
    // Two standard errors, no jumps: 2 exp(−2). With jumps of 3 errors: 2 exp(−4 / (2 (1 + 2))).
    assert!(near(test_spread(2.0, 0.0, 1.0, 0.0).p, 2.0 * (-2.0f64).exp(), 1e-12));
    assert_eq!(test_spread(-2.0, 0.0, 1.0, 3.0).p, (2.0 * (-4.0f64 / 6.0).exp()).min(1.0));
    assert_eq!(test_spread(2.0, 2.0, 1.0, 0.0).p, 1.0);
    assert_eq!(test_spread(1.0, 0.0, 0.0, 0.0).p, 0.0);
}

/// The example of R's `p.adjust`, and p values that are not sorted.
#[test]
fn holm_matches_known_corrections() {
    let check = |p: &[f64], known: &[f64]| {
        let adjusted = holm(p);
        assert!(adjusted.iter().zip(known).all(|(one, other)| (one - other).abs() < 1e-12), "{adjusted:?}");
    };
    check(&[0.01, 0.02, 0.03, 0.04, 0.05], &[0.05, 0.08, 0.09, 0.09, 0.09]);
    check(&[0.04, 0.001, 0.9, 0.012], &[0.08, 0.004, 0.9, 0.036]);
    check(&[0.7, 0.6], &[1.0, 1.0]);
    check(&[], &[]);
}

/// scipy 1.17: `binomtest(1, 9)`, `binomtest(6, 6)`. Without any difference, p is 1.
#[test]
fn test_equal_matches_sign_test() {
    assert!(near(test_equal(1, 8), 0.039_062_5, 1e-12) && near(test_equal(6, 0), 0.031_25, 1e-12));
    assert_eq!(test_equal(0, 0), 1.0);
    assert!(near(test_zero(1.96, 1.0), 0.049_995_79, 1e-6));
    assert_eq!([test_zero(0.0, 0.0), test_zero(0.1, 0.0), test_zero(1.0, f64::INFINITY)], [1.0, 0.0, 1.0]);
}

/// A true difference of the stated size is found with the stated power.
#[test]
fn detectable_difference_has_the_stated_power() {
    for (trials, chance) in [(1_000_000u64, 0.56), (1_000_000, 1e-4), (100_000, 0.0), (20_000, 0.03), (50, 0.5)] {
        for level in [0.01, 1e-6] {
            let change = test_share(0, trials, chance, 0.0).detectable(level);
            assert!(change > 0.0);
            if change == f64::INFINITY {
                continue;
            }
            let truth = if chance <= 0.5 { chance + change } else { chance - change };
            let refused = |count: u64| test_share(count, trials, chance, 0.0).p <= level;
            let mean = (trials as f64 * chance) as u64;
            let power = if chance <= 0.5 {
                upper_tail(first_count(mean, trials + 1, refused), trials, truth)
            } else {
                lower_tail(first_count(0, mean, |count| !refused(count)) - 1, trials, truth)
            };
            assert!((power - POWER).abs() < 0.02, "{trials} at {chance}, {level}: {power}");
        }
    }
    // For a mean: its standard error times what a normal distribution needs, within 15 %.
    let coin = [(0.0, 0.5), (1.0, 0.5)];
    let change = test_mean(0.5, 10_000, &coin, 0.5, 0.0).detectable(0.001);
    assert!(near(change, 0.005 * (3.29 + 1.28), 0.15), "{change}");
}
