//! Expressions that must be refused, at once and by name.

use super::pmf;
use crate::dice::{Dice, Pmf, methods};

/// An expression and a part of what is said about it.
const REFUSED: &[(&str, &str)] = &[
    ("", "unknown dice method ``"),
    ("   ", "unknown dice method ``"),
    ("10^9 d6", "unknown dice method `10^9 d6`"),
    ("1000000000d6", "the number of dice is 1000000000, which is out of range (give 1 to 24)"),
    ("99999999999999999999999999d6", "out of range"),
    ("0d6", "the number of dice is 0"),
    ("4d0", "the number of faces is 0"),
    ("4d-6", "unknown"),
    ("d1001", "the number of faces is 1001"),
    ("1000d6", "give 1 to 24"),
    ("41dF", "give 1 to 40"),
    ("127d2kh3", "give 1 to 63"),
    ("128d2kh3", "give 1 to 63"),
    ("50d1000", "the number of dice is 50, which is out of range (give 1 to 4)"),
    ("6d1000", "give 1 to 4"),
    ("6d1000kh5", "give 1 to 4"),
    ("4d6kh5", "the number of dice kept is 5, which is out of range (give 1 to 4)"),
    ("4d6kh0", "the number of dice kept is 0"),
    ("4d6k3", "unknown"),
    ("d6+99999999999", "a number in the sum is 99999999999"),
    ("d6+9999", "outside"),
    ("5", "write `none`"),
    ("+1", "write `none`"),
    ("2d6++1", "unknown"),
    ("2d6+", "unknown"),
    ("2d6+6-table", "the modifier of the dice total is 6"),
    ("2d6-6-table", "the modifier of the dice total is 6"),
    ("4dF-adv1", "unknown"),
    ("open-ended 1dF", "never show +4"),
    ("open-ended 3dF", "never show +4"),
    ("open-ended none", "never show +4"),
    ("open-ended toward-zero 4dF", "never show +4"),
    ("open-ended-mirrored 4dF+adv1", "never show −4"),
    ("3dF+adv1", "there is no `4dF`"),
    ("adv1", "unknown"),
    ("4dF+adv99999999999", "the number of advantage dice"),
    ("best0 4dF", "the number of rolls is 0"),
    ("best4000000000 none", "out of range"),
    ("best11 4dF", "does not fit 64 bits"),
    ("median3 median3 median3 4dF", "does not fit 64 bits"),
    ("open-ended open-ended 4dF", "write it once"),
    ("open-ended open-ended-mirrored 4dF", "write it once"),
    ("median3 median3 median3 median3 median3 none", "more than 4 words"),
    ("4dF 4dF", "unknown"),
    ("4dF;", "unknown"),
    ("４dF", "unknown"),
    ("\u{0}", "unknown"),
];

#[test]
fn hostile_expressions_are_refused_by_name() {
    for (text, said) in REFUSED {
        let error = Dice::parse(text).expect_err(text);
        assert!(error.to_string().contains(said), "{text}: {error}");
    }
}

#[test]
fn long_texts_are_refused_in_short() {
    for text in
        ["best2 ".repeat(10_000) + "4dF", "9".repeat(100_000) + "d6", "d6+".repeat(50_000) + "1", "é".repeat(300)]
    {
        let said = Dice::parse(&text).unwrap_err().to_string();
        assert!(said.contains("longer than 200 bytes") && said.len() < 200, "{said}");
    }
}

#[test]
fn the_nearest_name_is_offered() {
    let offers = [
        ("4df", "4dF"),
        ("4DF", "4dF"),
        ("D%", "d%"),
        ("3d6-tabel", "3d6-table"),
        ("3d6table", "3d6-table"),
        ("NONE", "none"),
        ("2D6", "2d6"),
        ("Median3 4dF", "median3 4dF"),
        ("openended 4dF", "open-ended 4dF"),
        ("towards-zero 2d6-table", "toward-zero 2d6-table"),
        ("best2 4d6-lowst", "best2 4d6-lowest"),
        ("4dF+avd1", "4dF+adv1"),
        ("best 4 of 5dF", "5dFkh4"),
        ("worst 2 of 4d6", "4d6kl2"),
        ("best of 2 4dF", "best2 4dF"),
        ("4d6k3", "4d6kh3"),
        ("median 3 4dF", "median3 4dF"),
        ("open ended 4dF", "open-ended 4dF"),
        ("3d6 table", "3d6-table"),
        ("4df adv1", "4dF+adv1"),
    ];
    for (text, meant) in offers {
        let error = Dice::parse(text).expect_err(text);
        assert_eq!(error.help(), Some(format!("did you mean `{meant}`?").as_str()), "{text}");
        assert!(Dice::parse(meant).is_ok(), "{meant}");
    }
    assert!(Dice::parse("gurps").unwrap_err().help().unwrap().starts_with("such as"));
}

/// Every method's example with one letter lost, doubled or swapped, and with each space and sign lost.
#[test]
fn every_suggested_method_is_accepted() {
    let mut suggested = 0;
    for example in methods().iter().map(|info| info.example) {
        for at in 0..example.len() {
            let (before, after) = example.split_at(at);
            let letter = &after[..1];
            let next: String = after.chars().skip(1).take(1).collect();
            let rest = after.get(1 + next.len()..).unwrap_or_default();
            for typo in [
                format!("{before}{}", &after[1..]),
                format!("{before}{letter}{after}"),
                format!("{before}{next}{letter}{rest}"),
                format!("{before} {after}"),
                format!("{before}9999{after}"),
            ] {
                let Err(error) = Dice::parse(&typo) else { continue };
                let Some(meant) = error.suggestion() else { continue };
                assert!(Dice::parse(meant).is_ok(), "`{typo}` is met with `{meant}`, which is refused");
                suggested += 1;
            }
        }
    }
    assert!(suggested > 300, "{suggested} suggestions");
}

/// A count that is refused comes with the most that is accepted.
#[test]
fn stated_limit_of_dice_is_accepted_and_one_more_is_not() {
    for (count, faces, kept) in
        [(50, "1000", ""), (9000, "6", ""), (41, "F", ""), (500, "2", "kh3"), (6, "1000", "kl5")]
    {
        let error = Dice::parse(&format!("{count}d{faces}{kept}")).unwrap_err();
        let most: u32 = error.help().unwrap().strip_prefix("give 1 to ").unwrap().parse().unwrap();
        let kept = if kept == "kl5" { "" } else { kept };
        assert!(Dice::parse(&format!("{most}d{faces}{kept}")).is_ok(), "{most}d{faces}");
        assert!(Dice::parse(&format!("{}d{faces}{kept}", most + 1)).is_err(), "{most}d{faces}");
    }
}

#[test]
fn meanings_say_how_many_dice_and_when_to_roll_on() {
    let meanings = |name: &str| Dice::parse(name).unwrap().meanings().join("; ");
    assert_eq!(meanings("4dF"), "");
    assert_eq!(meanings("4dF+adv1"), "1 of the four dice shows 0 in place of minus; 3 can show minus");
    assert_eq!(meanings("4dF+adv1+dis3"), "2 of the four dice show 0 in place of plus; 2 can show plus");
    assert_eq!(meanings("4dF+adv1+dis1"), "");
    assert_eq!(meanings("4dF+adv7"), "4dF plus 1, since more than 2 dice are advantage dice");
    assert!(meanings("open-ended 4dF").contains("after a natural +4 only"));
    assert!(meanings("latest3from-1 4dF").contains("up to 3 rolls, of which the last counts; −1 or more"));
}

#[test]
fn names_are_kept_in_plain_form() {
    assert_eq!(Dice::parse("  open-ended   4dF ").unwrap().name(), "open-ended 4dF");
    assert_eq!(Dice::parse("2d10 − 11").unwrap().name(), "2d10-11");
}

#[test]
fn wide_and_fine_limits_of_distributions() {
    assert_eq!(pmf("40dF").total(), 3u64.pow(40));
    assert_eq!(pmf("1000d1"), Pmf::certain(1000));
    assert!(Pmf::new(-10_000, vec![1]).is_ok());
    assert!(Pmf::new(-10_001, vec![1]).is_err());
    assert!(Pmf::new(0, vec![1; Pmf::MAX_WIDTH]).is_ok());
    assert!(Pmf::new(0, vec![1; Pmf::MAX_WIDTH + 1]).is_err());
    assert!(Pmf::new(0, vec![]).is_err());
    assert!(Pmf::new(0, vec![u64::MAX, 1]).is_err());
    assert!(Pmf::new(0, vec![u64::MAX, u64::MAX]).is_ok(), "equal weights reduce");
    let far = Pmf::certain(i32::MAX);
    assert!(far.convolve(&far).is_err());
    assert!(Pmf::certain(i32::MIN).negate().is_err());
    assert!(far.mean() > 2e9);
}

#[test]
fn plain_sums_far_from_zero_name_what_was_meant() {
    let meant = |name| Dice::parse(name).unwrap().meant_near_zero();
    let tables = [
        ("3d6", "3d6-table"),
        ("2d6", "2d6-table"),
        ("4d6", "4d6-faces"),
        ("4d3", "4d3-8"),
        ("d100", "d%"),
        ("d20", "d20-11"),
        ("2d10", "2d10-11"),
        ("2d6+1dF-3", "2d6+1dF-7"),
        ("4dF+3", "4dF"),
        ("2d20", "2d20-21"),
        ("2d6-20", "2d6-7"),
        ("median3 3d6", "median3 3d6-table"),
    ];
    for (name, table) in tables {
        assert_eq!(meant(name).as_deref(), Some(table));
        assert_eq!(meant(table), None);
    }
    for method in methods() {
        assert_eq!(meant(method.example), None, "{}", method.example);
    }
    assert_eq!(Dice::new("3d6", Pmf::certain(9)).meant_near_zero(), None, "not what the name says");
}

proptest::proptest! {
    /// Anything put together from the parts of expressions is read or refused, never a panic.
    #[test]
    fn no_mixture_of_parts_panics(parts in proptest::collection::vec(proptest::sample::select(PARTS), 0..7)) {
        let text = parts.concat();
        if let Ok(dice) = Dice::parse(&text) {
            proptest::prop_assert!(dice.sample(0) == dice.pmf().lowest() && dice.sample(u64::MAX) == dice.pmf().highest());
            proptest::prop_assert_eq!(Dice::parse(dice.name()), Ok(dice));
        }
    }
}

const PARTS: &[&str] = &[
    "d",
    "F",
    "4dF",
    "6",
    "0",
    "1000",
    "-",
    "+",
    "−",
    " ",
    "k",
    "kh2",
    "kl",
    "%",
    "adv2",
    "dis1",
    "-table",
    "-8",
    "2d6",
    "best",
    "best2 ",
    "worst3 ",
    "median3 ",
    "latest3from-1 ",
    "open-ended ",
    "toward-zero ",
    "none",
    "6x6",
    "99999999999",
    "é",
];
