//! Pools compared with enumeration, and the arithmetic of distributions.

use super::{pmf, weights};
use crate::dice::Pmf;

/// The sum of the `kept` highest of `count` dice, by enumerating all rolls.
fn enumerated(die: &Pmf, count: u32, kept: usize) -> Pmf {
    let mut rolls = vec![(Vec::new(), 1u64)];
    for _ in 0..count {
        let longer = |(roll, weight): (Vec<i32>, u64)| {
            die.iter().map(move |(face, w)| ([roll.clone(), vec![face]].concat(), weight * w)).collect::<Vec<_>>()
        };
        rolls = rolls.into_iter().flat_map(longer).collect();
    }
    Pmf::from_weights(rolls.into_iter().map(|(mut roll, weight)| {
        roll.sort_unstable_by(|a, b| b.cmp(a));
        (roll[..kept].iter().sum(), weight)
    }))
    .unwrap()
}

#[test]
fn kept_dice_match_enumeration() {
    let dice = [weights(1, &[1; 6]), weights(-3, &[2, 0, 5, 1]), weights(-1, &[1, 1, 1])];
    for die in &dice {
        for count in 1..=4 {
            for kept in 1..=count {
                let expected = enumerated(die, count, kept as usize);
                assert_eq!(die.keep_highest(count, kept).unwrap(), expected, "{kept} of {count}");
                let mirrored = die.negate().unwrap().keep_lowest(count, kept).unwrap();
                assert_eq!(mirrored.negate().unwrap(), expected, "{kept} lowest of {count}");
            }
        }
    }
}

#[test]
fn keeping_all_dice_equals_the_sum() {
    let die = weights(-2, &[3, 1, 0, 4]);
    for count in 1..=12 {
        assert_eq!(die.keep_highest(count, count).unwrap(), die.repeat(count).unwrap());
    }
}

#[test]
fn largest_exact_pools_have_exact_weights() {
    // 63 coins, all but one kept: the sum is less than 124 only if at least two coins show the low side.
    let coins = pmf("63d2kh62");
    assert_eq!((coins.total(), coins.weight(124), coins.weight(62)), (1 << 63, 64, 1));
    assert_eq!(pmf("4d6kh3").weight(18), 21, "4d6 drop lowest shows 18 in 21 of 1296 rolls");
}

#[test]
fn median_of_three_matches_enumeration() {
    let die = weights(-1, &[5, 1, 0, 2]);
    let middle = die.and_then(|a| {
        die.and_then(|b| {
            die.map(|c| {
                let mut roll = [a, b, c];
                roll.sort_unstable();
                roll[1]
            })
        })
    });
    assert_eq!(pmf("median3 d{-1, -1, -1, -1, -1, 0, 2, 2}"), middle.unwrap());
}

#[test]
fn distributions_have_lowest_terms() {
    assert_eq!(weights(-2, &[0, 4, 0, 6, 0, 0]), weights(-1, &[2, 0, 3]));
    let dice = weights(-2, &[0, 4, 0, 6, 0, 0]);
    assert_eq!((dice.lowest(), dice.highest(), dice.total()), (-1, 1, 5));
    assert_eq!(dice.iter().collect::<Vec<_>>(), [(-1, 2), (1, 3)]);
    assert_eq!((dice.weight(0), dice.weight(-2), dice.weight(i32::MIN), dice.weight(i32::MAX)), (0, 0, 0, 0));
    assert_eq!((dice.at_least(i32::MIN), dice.at_least(0), dice.at_least(2)), (5, 3, 0));
}

#[test]
fn branches_with_different_totals_mix_exactly() {
    let coin = weights(0, &[1, 1]);
    let mixed = coin.and_then(|face| if face == 0 { Ok(weights(0, &[1, 2])) } else { Ok(weights(1, &[1, 3])) });
    // 1/2 (1/3, 2/3, 0) + 1/2 (0, 1/4, 3/4)
    assert_eq!(mixed.unwrap(), weights(0, &[4, 11, 9]));
}

#[test]
fn plain_sums_have_exact_weights() {
    assert_eq!(pmf("2d10-11"), weights(-9, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]));
    assert_eq!(pmf("d20"), weights(1, &[1; 20]));
    assert_eq!(pmf("2d6 + 1dF − 3"), pmf("2d6").convolve(&pmf("dF-3")).unwrap());
    assert_eq!(pmf("-1d4"), weights(-4, &[1; 4]));
    assert_eq!(pmf("5-d6"), weights(-1, &[1; 6]));
    assert_eq!(pmf("2d6kl1"), weights(1, &[11, 9, 7, 5, 3, 1]));
    assert_eq!((pmf("3d6").weight(10), pmf("3d6").total()), (27, 216));
}
