//! The sources' figures, by row of the rule catalogue.

use super::{pmf, same, weights};
use crate::dice::{Pmf, methods};

/// The probability of at least `at_least`, in percent to one decimal.
fn percent(name: &str, at_least: i32) -> f64 {
    (pmf(name).probability_at_least(at_least) * 1000.0).round() / 10.0
}

#[test]
fn parser_accepts_every_listed_example() {
    for method in methods() {
        assert!(pmf(method.example).total() > 0, "{}", method.example);
    }
}

/// D1, SRD 3.21: the weights out of 81, and the chance of each result or better.
#[test]
fn four_fudge_dice_match_printed_chances() {
    assert_eq!(pmf("4dF"), weights(-4, &[1, 4, 10, 16, 19, 16, 10, 4, 1]));
    let at_least: Vec<f64> = (-4..=4).map(|value| percent("4dF", value)).collect();
    assert_eq!(at_least, [100.0, 98.8, 93.8, 81.5, 61.7, 38.3, 18.5, 6.2, 1.2]);
    let even: u64 = pmf("4dF").iter().filter(|(value, _)| value % 2 == 0).map(|(_, weight)| weight).sum();
    assert_eq!(even, 41, "50.6 % of 81");
}

/// D2, SRD 3.5 names 1dF, 2dF and 5dF.
#[test]
fn other_numbers_of_fudge_dice_have_exact_weights() {
    assert_eq!(pmf("dF"), weights(-1, &[1, 1, 1]));
    assert_eq!(pmf("2dF"), weights(-2, &[1, 2, 3, 2, 1]));
    assert_eq!((pmf("5dF").lowest(), pmf("5dF").highest(), pmf("5dF").total()), (-5, 5, 243));
}

/// D3, LITE, SRD 3.21: d6 faces read as Fudge dice, and 4d3 − 8, both equal 4dF.
#[test]
fn d6_faces_and_4d3_equal_four_fudge_dice() {
    assert_eq!(pmf("4d6-faces"), pmf("4dF"));
    assert_eq!(pmf("4d3-8"), pmf("4dF"));
}

/// D4, SRD 3.22: the chance of a result differs from that on 4dF by at most 2.16 percentage points, at ±3.
#[test]
fn three_d6_table_matches_printed_difference_from_4df() {
    assert_eq!(pmf("3d6-table"), weights(-4, &[4, 6, 25, 46, 54, 46, 25, 6, 4]));
    assert_eq!(widest_gap("3d6-table"), (2.16, vec![-3, 3]));
}

/// D5, SRD 3.22: the chance of a result differs from that on 4dF by at most 0.54 percentage points.
#[test]
fn percentile_table_matches_printed_difference_from_4df() {
    assert_eq!(pmf("d%"), weights(-4, &[1, 5, 12, 20, 24, 20, 12, 5, 1]));
    assert_eq!(widest_gap("d%").0, 0.54);
}

/// The largest difference between the chances of a result on these dice and on 4dF, in percentage points to two
/// decimals. Also returns the results with this difference.
fn widest_gap(name: &str) -> (f64, Vec<i32>) {
    let gap = |value| ((pmf(name).probability(value) - pmf("4dF").probability(value)).abs() * 1e4).round() / 1e2;
    let widest = (-5..=5).map(gap).fold(0.0, f64::max);
    (widest, (-5..=5).filter(|&value| gap(value) == widest).collect())
}

/// D6, SRD 3.22: 61 % roll 0 or better, 39 % roll +1 or better, and 0.2 % roll +5. Both printed examples are checked
/// too.
#[test]
fn lowest_of_four_d6_matches_printed_chances() {
    assert_eq!(pmf("4d6-lowest"), weights(-5, &[3, 20, 63, 144, 275, 286, 275, 144, 63, 20, 3]));
    assert_eq!([0, 1, 5].map(|value| percent("4d6-lowest", value)), [61.0, 39.0, 0.2]);
    assert_eq!(read_lowest([4, 3], [3, 3]), 0, "SRD 3.22's first example");
    assert_eq!(read_lowest([1, 1], [2, 4]), 1, "SRD 3.22's second example");
    // All 1296 rolls, read according to the text.
    let rolls = (0..1296).map(|n| [n % 6 + 1, n / 6 % 6 + 1, n / 36 % 6 + 1, n / 216 + 1]);
    let read = rolls.map(|[a, b, c, d]| (read_lowest([a, b], [c, d]), 1));
    assert_eq!(pmf("4d6-lowest"), crate::dice::Pmf::from_weights(read).unwrap());
}

/// The result of two plus dice and two minus dice. Only the lowest number counts; it is 0 if dice of both signs show
/// it.
fn read_lowest(plus: [i32; 2], minus: [i32; 2]) -> i32 {
    let lowest = plus[0].min(plus[1]).min(minus[0]).min(minus[1]);
    match (plus.contains(&lowest), minus.contains(&lowest)) {
        (true, true) => 0,
        (true, false) => lowest,
        (false, _) => -lowest,
    }
}

/// D7, F93 4.21, 4.3: the printed chances, and a modifier on the dice compared with one on the trait.
#[test]
fn table_of_1993_matches_printed_chances() {
    assert_eq!(pmf("2d6-table"), weights(-4, &[1, 2, 3, 4, 16, 4, 3, 2, 1]));
    let exactly = |value| (pmf("2d6-table").probability(value) * 1000.0).round() / 10.0;
    assert_eq!([0, 1, -1, 2, -2, 3, -3, 4, -4].map(exactly), [44.4, 11.1, 11.1, 8.3, 8.3, 5.6, 5.6, 2.8, 2.8]);
    assert_eq!(percent("2d6-table", 0), 72.2);
    assert_eq!(percent("2d6-1-table", 0), 58.3, "−1 on the dice");
    assert_eq!(percent("2d6-table", 1), 27.8, "−1 on the trait");
    // +5 turns 7 or more into 12; −5 turns 7 or less into 2.
    assert_eq!(pmf("2d6+5-table"), weights(0, &[3, 3, 4, 5, 21]));
    assert_eq!(pmf("2d6-5-table"), weights(-4, &[21, 5, 4, 3, 3]));
    assert_eq!(pmf("2d6+0-table"), pmf("2d6-table"));
}

/// D8, F93 4.22.
#[test]
fn good_and_bad_dice_equal_table_of_1993() {
    assert_eq!(pmf("2d6-good-bad"), pmf("2d6-table"));
}

/// D9, LITE: ±5 at 1 in 36 each, for both readings of the two dice.
#[test]
fn smaller_die_method_equals_difference_of_two_d6() {
    assert_eq!(pmf("1d6-1d6"), weights(-5, &[1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]));
    assert_eq!(pmf("1d6-1d6-smaller"), pmf("1d6-1d6"));
}

/// D10, LITE.
#[test]
fn six_by_six_table_has_exact_weights() {
    assert_eq!(pmf("6x6"), weights(-4, &[1, 2, 4, 7, 8, 7, 4, 2, 1]));
}

/// D11, LITE: one or two dice are replaced, opposites cancel one for one, and three or more are a flat modifier.
#[test]
fn advantage_dice_have_exact_weights() {
    assert_eq!(pmf("4dF+adv1"), weights(-3, &[2, 7, 15, 20, 19, 12, 5, 1]));
    assert_eq!(pmf("4dF+adv2"), weights(-2, &[4, 12, 21, 22, 15, 6, 1]));
    assert_eq!(pmf("4dF+dis1"), pmf("4dF+adv1").negate().unwrap());
    assert_eq!(pmf("4dF+dis2"), pmf("4dF+adv2").negate().unwrap());
    assert_eq!(pmf("4dF+adv2+dis1"), pmf("4dF+adv1"));
    assert_eq!(pmf("4dF+adv2+dis2"), pmf("4dF"));
    assert_eq!(pmf("4dF+adv3"), pmf("4dF+1"));
    assert_eq!(pmf("4dF+dis5+adv1"), pmf("4dF-1"));
    assert_eq!(pmf("4dF+adv1+2"), pmf("4dF+adv1").map(|value| value + 2).unwrap());
}

/// D12, SRD 3.5.
#[test]
fn npc_die_has_exact_weights() {
    assert_eq!(pmf("npc-d6"), weights(-3, &[1, 2, 3, 24, 3, 2, 1]));
}

/// D13, SRD 3.5, 4.33.
#[test]
fn method_none_has_one_result() {
    assert_eq!(pmf("none"), weights(0, &[1]));
}

/// D14, SRD 7.43: up to +8, and mirrored down to −8.
#[test]
fn open_ended_dice_have_exact_weights() {
    let open = pmf("open-ended 4dF");
    assert_eq!(open, weights(-4, &[81, 324, 810, 1296, 1539, 1296, 810, 324, 50, 16, 10, 4, 1]));
    let mirrored = pmf("open-ended-mirrored 4dF");
    assert_eq!((mirrored.lowest(), mirrored.highest()), (-8, 8));
    assert_eq!(mirrored, mirrored.negate().unwrap());
    assert_eq!(mirrored.at_least(0), open.at_least(0));
    // Reading 36: roll again on a natural +4 only, so not on a 5.
    let lowest = pmf("open-ended 4d6-lowest");
    assert_eq!(lowest.highest(), 9);
    assert!(same((lowest.weight(5), lowest.total()), (3 * 1296 + 20 * 275, 1296 * 1296)));
}

/// D15, SRD 4.21.
#[test]
fn median_of_three_has_exact_weights() {
    // 1dF: the median is −1 if two or three of the rolls are, which happens 7 times in 27.
    assert_eq!(pmf("median3 dF"), weights(-1, &[7, 13, 7]));
    assert_eq!(pmf("median3 d6"), weights(1, &[16, 40, 52, 52, 40, 16]));
}

/// D16, FF, SRD 7.22, KAER: the better of several rolls, or the latest.
#[test]
fn best_worst_and_latest_rolls_have_exact_weights() {
    assert_eq!(pmf("best2 dF"), weights(-1, &[1, 3, 5]));
    assert_eq!(pmf("worst2 dF"), weights(-1, &[5, 3, 1]));
    assert_eq!(pmf("best1 4dF"), pmf("4dF"));
    assert_eq!(pmf("best3 d6"), pmf("3d6kh1"));
    // 8 of 27 sequences of three rolls contain no 1; half of those end in 0.
    assert_eq!(pmf("latest3from1 dF"), weights(-1, &[4, 4, 19]));
    assert_eq!(pmf("latest2from-1 dF"), pmf("dF"), "all is enough");
    assert_eq!(pmf("latest1from9 4dF"), pmf("4dF"), "one roll is one roll");
    assert_eq!(pmf("latest5from9 4dF"), pmf("4dF"), "who is never content has the last roll");
    // Computed roll by roll: a result that is not good enough is rolled again.
    let [once, die] = [pmf("latest3from0 3d6-table"), pmf("3d6-table")];
    let on =
        |later: &Pmf| die.and_then(|value| Ok(if value >= 0 { Pmf::certain(value) } else { later.clone() })).unwrap();
    assert_eq!(once, on(&on(&die)));
    // SRD 7.22: Petitioning at Fair with two steps of Divine Favor allows three rolls. The result is Good or better
    // unless all three are less, with a chance of 50 in 81 each.
    let granted: u64 = pmf("latest3from1 4dF").iter().filter(|(value, _)| *value > 0).map(|(_, weight)| weight).sum();
    let total = 81_u64.pow(3);
    assert_eq!(granted * total / pmf("latest3from1 4dF").total(), total - 50_u64.pow(3));
    assert_eq!(pmf("best2 best2 4dF"), pmf("best4 4dF"));
}

/// D17, F93 4.62.
#[test]
fn toward_zero_has_exact_weights() {
    assert_eq!(pmf("toward-zero 2d6-table"), weights(-3, &[1, 2, 3, 24, 3, 2, 1]));
}

#[test]
fn prefix_words_apply_nearest_to_the_dice_first() {
    let inner = pmf("toward-zero 4dF");
    let squared = |value| inner.weight(value) * (2 * (inner.total() - inner.at_least(value)) + inner.weight(value));
    assert_eq!(pmf("best2 toward-zero 4dF"), Pmf::from_weights((-3..=3).map(|value| (value, squared(value)))).unwrap());
    assert_ne!(pmf("open-ended best2 4dF"), pmf("best2 open-ended 4dF"));
}

/// Figures computed independently: method, lowest value, weights, mean, variance. Mean and variance are fractions.
type Known = (&'static str, i32, &'static [u64], (i64, i64), (u64, u64));

const KNOWN: &[Known] = &[
    ("4d6-lowest", -5, &[3, 20, 63, 144, 275, 286, 275, 144, 63, 20, 3], (0, 1), (1813, 648)),
    ("6x6", -4, &[1, 2, 4, 7, 8, 7, 4, 2, 1], (0, 1), (19, 6)),
    (
        "open-ended 4dF",
        -4,
        &[81, 324, 810, 1296, 1539, 1296, 810, 324, 50, 16, 10, 4, 1],
        (52, 6561),
        (118_226_516, 43_046_721),
    ),
    ("4dF+adv2", -2, &[4, 12, 21, 22, 15, 6, 1], (2, 3), (16, 9)),
    ("toward-zero 2d6-table", -3, &[1, 2, 3, 24, 3, 2, 1], (0, 1), (10, 9)),
];

#[test]
fn distributions_match_independent_figures() {
    for &(name, lowest, expected, mean, variance) in KNOWN {
        let dice = pmf(name);
        assert_eq!(dice, weights(lowest, expected), "{name}");
        let sum: i64 = dice.iter().map(|(value, weight)| i64::from(value) * weight as i64).sum();
        assert_eq!(sum * mean.1, mean.0 * dice.total() as i64, "{name}");
        let squares: u64 = dice.iter().map(|(value, weight)| u64::from(value.unsigned_abs().pow(2)) * weight).sum();
        let spread = squares * dice.total() - (sum * sum) as u64;
        assert!(same((spread, dice.total().pow(2)), variance), "{name}");
        assert!((dice.mean() - mean.0 as f64 / mean.1 as f64).abs() < 1e-15, "{name}");
        assert!((dice.variance() - variance.0 as f64 / variance.1 as f64).abs() < 1e-14, "{name}");
    }
}

#[test]
fn tails_match_independent_figures() {
    let tails: [(&str, i32, (u64, u64)); 9] = [
        ("4d6-lowest", 1, (505, 1296)),
        ("4d6-lowest", 3, (43, 648)),
        ("6x6", 1, (7, 18)),
        ("6x6", -3, (35, 36)),
        ("open-ended 4dF", 5, (31, 6561)),
        ("open-ended 4dF", 8, (1, 6561)),
        ("4dF+adv2", 1, (44, 81)),
        ("toward-zero 2d6-table", 0, (5, 6)),
        ("toward-zero 2d6-table", 1, (1, 6)),
    ];
    for (name, value, expected) in tails {
        assert!(same((pmf(name).at_least(value), pmf(name).total()), expected), "{name} at least {value}");
    }
}

/// V19, SRD 3.23: the chance of each result or better in percent, from +5 down to −5. The first printed column is that
/// of percentile dice.
#[test]
fn success_rates_match_printed_table() {
    let printed: [(&str, [f64; 11]); 3] = [
        ("d%", [0.0, 1.0, 6.0, 18.0, 38.0, 62.0, 82.0, 94.0, 99.0, 100.0, 100.0]),
        ("3d6-table", [0.0, 2.0, 5.0, 16.0, 38.0, 62.0, 84.0, 95.0, 98.0, 100.0, 100.0]),
        ("4d6-lowest", [0.2, 2.0, 7.0, 18.0, 39.0, 61.0, 82.0, 93.0, 98.0, 99.8, 100.0]),
    ];
    for (name, column) in printed {
        for (value, figure) in (-5..=5).rev().zip(column) {
            let exact = pmf(name).probability_at_least(value) * 100.0;
            // The book prints whole percents, or one decimal. It rounds halves both ways: 37.5 up and 62.5 down.
            let unit = if figure == figure.trunc() { 1.0 } else { 0.1 };
            assert!((exact - figure).abs() <= unit / 2.0, "{name} at least {value}: {exact} printed {figure}");
        }
    }
    assert_eq!([1, 0].map(|value| pmf("3d6-table").probability_at_least(value)), [0.375, 0.625]);
    // The first column is headed 4dF as well. For 4dF, 18 and 82 would be 18.5 and 81.5.
    let whole = |name, value| (pmf(name).probability_at_least(value) * 100.0).round();
    let apart: Vec<i32> = (-4..=4).filter(|&value| whole("4dF", value) != whole("d%", value)).collect();
    assert_eq!(apart, [-1, 2]);
}

/// D19, SRD 1.8, 6.11, F93 2.8: attributes and skills on 2d6, on percentile dice, and from 3–18 traits of other games.
#[test]
fn random_attributes_and_skills_have_exact_weights() {
    assert_eq!(pmf("attribute-2d6"), weights(-3, &[1, 3, 6, 16, 6, 3, 1]));
    assert_eq!(pmf("skill-2d6"), weights(-3, &[11, 16, 7, 2]));
    assert_eq!(pmf("attribute-d%"), weights(-3, &[3, 7, 20, 40, 20, 7, 3]));
    // 3d6 make 3 to 18 in 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1 ways.
    assert_eq!(pmf("attribute-3d6"), weights(-3, &[1, 9, 46, 104, 46, 9, 1]));
    assert_eq!(pmf("attribute-3d6-revised"), weights(-3, &[10, 46, 79, 46, 25, 10]));
}
