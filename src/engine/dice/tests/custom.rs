//! Custom dice (D18).

use super::{pmf, weights};
use crate::dice::{Band, CustomDice, CustomRoll, Keep, Pmf};
use crate::error::Result;

fn built(roll: CustomRoll, table: &[(i32, i32, i32)]) -> Result<Pmf> {
    let table = table.iter().map(|&(from, to, result)| Band { from, to, result }).collect();
    CustomDice { roll, table }.dice("own").map(|dice| dice.pmf().clone())
}

fn pool(faces: &[i32], count: u32, keep: Keep) -> CustomRoll {
    CustomRoll::Pool { faces: faces.to_vec(), count, keep }
}

fn refusal(roll: CustomRoll, table: &[(i32, i32, i32)]) -> String {
    built(roll, table).unwrap_err().to_string()
}

/// D18: pools with kept dice, a lookup table, weights.
#[test]
fn custom_dice_equal_methods_of_the_sources() {
    assert_eq!(built(pool(&[-1, -1, 0, 0, 1, 1], 4, Keep::All), &[]).unwrap(), pmf("4dF"));
    let table = [
        (17, 18, 4),
        (2, 4, -4),
        (5, 5, -3),
        (6, 7, -2),
        (8, 9, -1),
        (10, 11, 0),
        (12, 13, 1),
        (14, 15, 2),
        (16, 16, 3),
    ];
    assert_eq!(built(CustomRoll::Expression("3d6".into()), &table).unwrap(), pmf("3d6-table"));
    assert_eq!(built(CustomRoll::Weights(vec![(1, 4), (-1, 4), (0, 4)]), &[]).unwrap(), pmf("1dF"));
    assert_eq!(built(pool(&[1, 2, 3, 4, 5, 6], 4, Keep::Highest(3)), &[]).unwrap(), pmf("4d6kh3"));
    assert_eq!(built(pool(&[1, 2, 3, 4, 5, 6], 4, Keep::Lowest(1)), &[]).unwrap(), pmf("4d6kl1"));
}

/// D18, LITE: a chance of 2 in 6.
#[test]
fn stated_chance_has_exact_weights() {
    let chance = |numerator, denominator| CustomRoll::Chance { numerator, denominator, hit: 1, miss: 0 };
    assert_eq!(built(chance(2, 6), &[]).unwrap(), weights(0, &[2, 1]));
    assert_eq!(built(chance(0, 6), &[]).unwrap(), Pmf::certain(0));
    assert_eq!(built(chance(6, 6), &[]).unwrap(), Pmf::certain(1));
    assert!(refusal(chance(7, 6), &[]).contains("7/6 is not a chance"));
    assert!(refusal(chance(0, 0), &[]).contains("0/0 is not a chance"));
}

#[test]
fn invalid_custom_dice_report_the_cause() {
    let d6 = || CustomRoll::Expression("d6".into());
    assert!(refusal(d6(), &[(1, 5, 0)]).contains("has no result for 6"));
    assert!(refusal(d6(), &[(1, 3, 0), (3, 6, 1)]).contains("has two results for 3"));
    assert!(refusal(d6(), &[(6, 1, 0)]).contains("runs backwards"));
    assert!(refusal(pool(&[], 2, Keep::All), &[]).contains("at least one face"));
    assert!(refusal(pool(&[1, 2], 0, Keep::All), &[]).contains("0 dice"));
    assert!(refusal(pool(&[1, 2], 2, Keep::Highest(3)), &[]).contains("cannot keep 3 of 2"));
    assert!(refusal(pool(&[1, 2], 2, Keep::Lowest(0)), &[]).contains("cannot keep 0 of 2"));
    assert!(refusal(pool(&[1, 2], u32::MAX, Keep::All), &[]).contains("give 1 to 63"));
    assert!(refusal(pool(&[i32::MIN, i32::MAX], 1, Keep::Lowest(1)), &[]).contains("more than 4096"));
    assert!(refusal(pool(&[i32::MIN], 1, Keep::Lowest(1)), &[]).contains("outside"));
    assert!(refusal(CustomRoll::Weights(vec![]), &[]).contains("all weights are zero"));
    assert!(refusal(CustomRoll::Weights(vec![(1, 0)]), &[]).contains("all weights are zero"));
    assert!(refusal(CustomRoll::Weights(vec![(1, 2), (0, 1), (1, 3)]), &[]).contains("1 has two weights"));
    assert!(refusal(CustomRoll::Weights(vec![(0, u64::MAX), (1, u64::MAX - 1)]), &[]).contains("does not fit 64 bits"));
    assert!(refusal(CustomRoll::Expression("4df".into()), &[]).contains("did you mean `4dF`?"));
    assert!(refusal(d6(), &[(i32::MIN, 0, 0), (1, i32::MAX, i32::MAX)]).contains("outside"));
}
