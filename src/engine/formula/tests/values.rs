//! Values known by hand or from other calculations.

use super::{chances, read};
use crate::formula::Outcomes;

/// The probability of a truth value, or of a number other than 0.
fn chance(text: &str) -> f64 {
    chances(text, &[]).iter().filter(|(value, _)| *value != 0).map(|(_, chance)| chance).sum()
}

/// Checks a probability: it may be off by `digits`.
fn near(text: &str, chance: f64, digits: f64) {
    let found = self::chance(text);
    assert!((found - chance).abs() <= digits, "{text}: {found}");
}

#[test]
fn weights_have_lowest_terms() {
    let found = |text: &str| match read(text, &[]).unwrap().weigh(&[]).unwrap() {
        Outcomes::Exact(items, total) => (items, total),
        rounded => panic!("{text}: {rounded:?}"),
    };
    assert_eq!(found("2d2"), (vec![(2, 1), (3, 2), (4, 1)], 4));
    assert_eq!(found("d6 >= 3"), (vec![(0, 1), (1, 2)], 3));
    assert_eq!(found("count(6d6 >= 5)").0[0], (0, 64));
    // One roll in six adds a second die: 1/36 for each of its faces.
    assert_eq!(
        found("explode(d6 >= 6, 1)"),
        ((1..=5).map(|face| (face, 6)).chain((7..=12).map(|sum| (sum, 1))).collect(), 36)
    );
    assert_eq!(found("method('2d6-table')").1, 36);
}

/// The total of a table may need more than 64 bits.
#[test]
fn tables_of_large_weights_match_exact_chances() {
    use rand::{RngExt, SeedableRng};
    let coin = read("method('coin')", &[]).unwrap();
    assert_eq!(coin.weigh(&[]), Ok(Outcomes::Exact(vec![(0, 1), (1, 1)], 2)));
    // Three such tables can be multiplied because they are in lowest terms.
    let three = read("method('coin') + method('coin') + method('coin')", &[]).unwrap();
    assert_eq!(three.weigh(&[]), Ok(Outcomes::Exact(vec![(0, 1), (1, 3), (2, 3), (3, 1)], 8)));
    let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(4);
    let mut below = |limit: u64| random.random_range(0..limit);
    let ones: i64 = (0..10_000).map(|_| coin.roll(&[], &mut below).unwrap()).sum();
    // The mean is 5,000 with a standard deviation of 50.
    assert!((4_700..5_300).contains(&ones), "{ones}");
}

/// Values from the specification of the language.
#[test]
fn chances_match_specification() {
    near("100dF >= 20", 0.008_336_093_451, 1e-12);
    for (most, share) in [(1, 0.790_12), (2, 0.882_03), (3, 0.909_01), (4, 0.912_06)] {
        near(&format!("reroll({most}, 4dF < 0) >= 0"), share, 5e-6);
    }
    near("let r = 4dF; (if r >= 2 then r else if r >= 0 then r + 2 else 4dF) >= 2", 0.688_16, 5e-6);
    near("4dF + (d6 <= 2) >= 1", 0.460_91, 5e-6);
    near("3dF + explode(1dF >= 1) >= 4", 0.024_804, 5e-7);
    near("ignore(1, 4dF < 0) >= 0", 0.814_8, 5e-5);
}

/// 4d6, drop the lowest (the familiar ability scores), from all 1296 rolls.
#[test]
fn kept_dice_match_enumeration() {
    let mut counts = [0u32; 19];
    for roll in 0..1296 {
        let mut dice = [roll % 6 + 1, roll / 6 % 6 + 1, roll / 36 % 6 + 1, roll / 216 + 1];
        dice.sort_unstable();
        counts[dice[1..].iter().sum::<usize>()] += 1;
    }
    for text in ["highest(3, 4d6)", "4d6kh3", "let p = 4d6; p - lowest(1, p)", "highest(3, join(2d6, 2d6))"] {
        for (value, chance) in chances(text, &[]) {
            assert!((chance - f64::from(counts[value as usize]) / 1296.0).abs() < 1e-15, "{text}: {value}");
        }
    }
}

/// A name keeps its value wherever it is used. Dice are rolled each time they occur.
#[test]
fn name_has_the_same_value_at_every_use() {
    assert_eq!(chances("let r = 4dF; r - r", &[]), [(0, 1.0)]);
    assert_eq!(chances("4dF - 4dF", &[]).len(), 17);
    near("let p = 2d6; join(p, p) = 2 * sum(p)", 1.0, 0.0);
    // A name used twice is still one roll, but `best` rolls twice: 1 − (2/3)².
    near("let a = d3 = 3; a or a", 1.0 / 3.0, 1e-15);
    near("best(2, d3) = 3", 5.0 / 9.0, 1e-15);
}

/// Named dice are rerolled and explode like dice written in place.
#[test]
fn named_dice_match_dice_in_place() {
    // A rerolled d2 shows the same as before, one more, or one less.
    assert_eq!(chances("let p = d2; reroll(p <= 2) - sum(p)", &[]), [(-1, 0.25), (0, 0.5), (1, 0.25)]);
    assert_eq!(chances("let p = d2; explode(1, p >= 2) - sum(p)", &[]), [(0, 0.5), (1, 0.25), (2, 0.25)]);
    assert_eq!(chances("let p = 2d2; best(1, reroll(1, p <= 1))", &[]), chances("reroll(1, 2d2 <= 1)", &[]));
}

/// Two different dice with the same number of faces and the same highest face, one of which is rerolled.
#[test]
fn different_dice_keep_their_own_faces() {
    let sides = [[1, 2, 3, 4, 5, 6], [1, 2, 6, 6, 6, 6]];
    let mut counts = [0u32; 13];
    for (one, other, again) in (0..216).map(|roll| (roll % 6, roll / 6 % 6, roll / 36)) {
        let (one, other) = (sides[0][one], sides[1][other]);
        // The lower die is rerolled, or the one with lower faces if they are equal; none if both are above 2.
        let after = match one <= other {
            true if one <= 2 => sides[0][again] + other,
            false if other <= 2 => one + sides[1][again],
            _ => one + other,
        };
        counts[after as usize] += 1;
    }
    for (value, chance) in chances("reroll(1, join(d6, d{1, 2, 6, 6, 6, 6}) <= 2)", &[]) {
        assert!((chance - f64::from(counts[value as usize]) / 216.0).abs() < 1e-15, "{value}");
    }
}

/// Comparisons of two large sums, checked by symmetry, and the smallest probabilities.
#[test]
fn comparisons_keep_small_chances() {
    let equal = chance("50d1000 = 50d1000");
    assert!((chance("50d1000 < 50d1000") - (1.0 - equal) / 2.0).abs() < 1e-12);
    assert!((chance("100dF >= 100") * 3f64.powi(100) - 1.0).abs() < 1e-9);
    assert!((chance("100 <= 100dF") * 3f64.powi(100) - 1.0).abs() < 1e-9);
}

/// The best, worst and last of several evaluations. Doubles could lose small values here, or magnify errors.
#[test]
fn repeated_evaluations_keep_precision() {
    // One of two 100dF shows 100: 2/3^100, minus almost nothing.
    assert!((chance("best(2, 100dF) >= 100") * 3f64.powi(100) - 2.0).abs() < 1e-9);
    assert!((chance("worst(2, 100dF) <= -100") * 3f64.powi(100) - 2.0).abs() < 1e-9);
    assert_eq!(chances("best(1000, best(1000, best(1000, 4dF)))", &[]), [(4, 1.0)]);
    // At least one 1 in 20 rolls.
    near("until(20, d6 = 1) = 1", 1.0 - (5.0f64 / 6.0).powi(20), 1e-15);
    // 1 − (999/1000)^999, computed with fractions. Then nested evaluations, which would magnify an error in the last
    // digit.
    near("until(999, d1000 = 1) = 1", 0.631_936_511_740_776_7, 1e-14);
    near("best(1000, best(1000, d1000 >= 2)) = 1", 1.0, 1e-15);
    let sum: f64 = chances("median(999, 50d1000)", &[]).iter().map(|(_, chance)| chance).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    near("until(20, d6 = 1) = 6", (5.0f64 / 6.0).powi(19) / 6.0, 1e-15);
}

#[test]
fn divisions_match_their_rounding() {
    let value = |text: &str| chances(text, &[])[0].0;
    for (text, number) in [
        ("-7 / 2", -4),
        ("-(7 / 2)", -3),
        ("nearest(-5 / 2)", -2),
        ("round_up(7 / 2)", 4),
        ("remainder(-7, 3)", 2),
        ("7 / -2", -4),
        ("nearest(7 / -2)", -3),
    ] {
        assert_eq!(value(text), number, "{text}");
    }
}

/// Large pools that are beyond other tools.
#[test]
fn large_pools_match_exact_means() {
    let mean = |text: &str| chances(text, &[]).iter().map(|(value, chance)| *value as f64 * chance).sum::<f64>();
    assert!((mean("50d1000") - 25_025.0).abs() < 1e-6);
    assert!((mean("50d1000 + 50d1000") - 50_050.0).abs() < 1e-6);
    // The median of an odd number of evaluations is symmetric about the mean.
    assert!((mean("median(999, 50d1000)") - 25_025.0).abs() < 1e-3);
    assert!((mean("worst(999, 50d1000)") + mean("best(999, 50d1000)") - 50_050.0).abs() < 1e-3);
    assert!((mean("1000d1000") - 500_500.0).abs() < 1e-5);
    assert!((mean("highest(60, 60d20)") - 630.0).abs() < 1e-9);
    // Unlike dice, counted one by one: the highest 20 and the lowest 40 are all of them.
    let unlike = "join(20d6, 20d12, 10d20, 5d4, 5d10)";
    let all = 70.0 + 130.0 + 105.0 + 12.5 + 27.5;
    assert!((mean(&format!("highest(20, {unlike})")) + mean(&format!("lowest(40, {unlike})")) - all).abs() < 1e-9);
    // The highest 3 and the lowest 57 are all of them.
    assert!((mean("highest(3, 60d20)") + mean("lowest(57, 60d20)") - 630.0).abs() < 1e-9);
    assert!(
        (mean("highest(5, explode(10d10 >= 10, 3))")
            - mean("highest(5, join(explode(5d10 >= 10, 3), explode(5d10 >= 10, 3)))"))
        .abs()
            < 1e-9
    );
    assert!((mean("highest(3, pool(5, explode(d10 >= 10)))") - mean("highest(3, pool(5, d10 + 0 * d2)) ")).abs() > 0.5);
}

/// Dice that have exploded show more than the others, so the highest of them are counted separately.
#[test]
fn highest_exploding_dice_match_exact_chances() {
    let mean = |text: &str| chances(text, &[]).iter().map(|(value, chance)| *value as f64 * chance).sum::<f64>();
    // 20 dice with a mean of 5.5; three in ten add one more die.
    let (all, added) = ("explode(1, 20d10 >= 8)", 20.0 * 0.3 * 5.5);
    assert!((mean(all) - 110.0 - added).abs() < 1e-9);
    // The highest of 3d6 that explode once on a 6 is 5 if none of the three shows 6 and at least one shows 5.
    near("highest(1, explode(1, 3d6 >= 6)) = 5", (125.0 - 64.0) / 216.0, 1e-15);
    // The lowest two show 6 only if all three dice explode and each adds a 6: 1/6^6.
    near("lowest(2, explode(1, 3d6 >= 6)) = 12", 6f64.powi(-6), 1e-18);
    // Two d4 and the dice they add, from all rolls.
    let mut counts = [0u32; 9];
    for roll in 0..256u32 {
        let [one, other, more, also] = [0, 2, 4, 6].map(|bits| (roll >> bits & 3) + 1);
        let mut dice = vec![one, other];
        dice.extend((one == 4).then_some(more));
        dice.extend((other == 4).then_some(also));
        dice.sort_unstable();
        counts[dice.iter().rev().take(2).sum::<u32>() as usize] += 1;
    }
    for (value, chance) in chances("highest(2, explode(1, 2d4 >= 4))", &[]) {
        assert!((chance - f64::from(counts[value as usize]) / 256.0).abs() < 1e-15, "{value}");
    }
}

/// The highest or lowest of unlike dice, computed die by die, match an enumeration of all rolls.
#[test]
fn highest_and_lowest_of_unlike_dice_match_enumeration() {
    let sides = [2i64, 3, 4, 5, 6, 4];
    let all: i64 = sides.iter().product();
    for taken in 1..=5usize {
        let mut counts = std::collections::BTreeMap::from([(true, [0i64; 40]), (false, [0i64; 40])]);
        for roll in 0..all {
            let mut left = roll;
            let mut dice = sides.map(|sides| {
                let face = left % sides + 1;
                left /= sides;
                face
            });
            dice.sort_unstable();
            counts.get_mut(&true).unwrap()[dice[6 - taken..].iter().sum::<i64>() as usize] += 1;
            counts.get_mut(&false).unwrap()[dice[..taken].iter().sum::<i64>() as usize] += 1;
        }
        for (highest, counts) in counts {
            let word = if highest { "highest" } else { "lowest" };
            for (value, chance) in chances(&format!("{word}({taken}, join(d2, d3, 2d4, d5, d6))"), &[]) {
                assert!((chance - counts[value as usize] as f64 / all as f64).abs() < 1e-15, "{word} {taken}: {value}");
            }
        }
    }
}

/// Inputs, a random number of dice, and faults that no roll reaches.
#[test]
fn unreached_faults_are_ignored() {
    assert_eq!(chances("if need = 0 then 0 else 12 / need", &[("need", 0)]), [(0, 1.0)]);
    near("let r = 4dF; r != 0 and 4 / r >= 2", 26.0 / 81.0, 1e-15);
    near("pool(d2, d6) >= 7", 21.0 / 72.0, 1e-15);
}
