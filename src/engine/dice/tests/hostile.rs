//! Invalid and extreme expressions: errors, suggestions and limits.

use super::pmf;
use crate::dice::{Definition, Definitions, Dice, Pmf, methods};
use crate::error::Cause;
use crate::formula::FormulaScope;

/// Invalid expressions, each with a part of its error message.
const REFUSED: &[(&str, &str)] = &[
    ("", "unknown dice method ``"),
    ("   ", "unknown dice method ``"),
    ("10^9 d6", "`10^9 d6`, column 3: "),
    ("4d", "`4d`, column 3: faces"),
    ("4dF $ 2", "column 5: "),
    ("1000000000d6", "`1000000000d6`, column 1: the number of dice must be 1 to 1,000"),
    ("99999999999999999999999999d6", "the number of dice must be 1 to 1,000"),
    ("0d6", "the number of dice must be 1 to 1,000"),
    ("4d0", "dice have 1 to 1,000 faces"),
    ("4d-6", "unknown"),
    ("d1001", "dice have 1 to 1,000 faces"),
    ("50d1000", "span"),
    ("6d1000", "the dice span 5995 values, more than 4096"),
    ("6d1000kh5", "too many possible outcomes to count"),
    ("4d6kh5", "`4d6kh5`, column 4: 1 to 4 of these dice can be kept"),
    ("4d6kh0", "1 to 4 of these dice can be kept"),
    ("4d6k3", "unknown"),
    ("d6+99999999999", "numbers go up to 1,000,000"),
    ("d6+9999", "outside"),
    ("5", "write `none`"),
    ("+1", "write `none`"),
    ("2d6++1", "unknown"),
    ("2d6+", "unknown"),
    ("2d6+6-table", "+6 is out of range for N in `2d6+N-table` (give −5 to 5)"),
    ("2d6-6-table", "−6 is out of range"),
    ("4dF-adv1", "unknown"),
    ("open-ended 1dF", "continues on +4, which these dice never show"),
    ("open-ended 3dF", "continues on +4, which these dice never show"),
    ("open-ended none", "continues on +4, which these dice never show"),
    ("open-ended toward-zero 4dF", "continues on +4, which these dice never show"),
    ("open-ended-mirrored 4dF+adv1", "continues on −4, which these dice never show"),
    ("3dF+adv1", "there is no `4dF`"),
    ("adv1", "unknown"),
    ("4dF+adv99999999999", "the number of advantage dice"),
    ("best0 4dF", "0 is out of range for N in `bestN X` (give 1 to 1000)"),
    ("best4000000000 none", "unknown"),
    ("open-ended best50 4dF", "do not fit 64 bits"),
    ("open-ended open-ended 4dF", "write it once"),
    ("open-ended open-ended-mirrored 4dF", "write it once"),
    ("best2 best2 best2 best2 best2 best2 best2 none", "more than 6 dice methods"),
    ("highest(3, 4d6", "column 15: `,` or `)` is expected"),
    ("method('best2 gurps')", "the dice method `best2 gurps` is not known"),
    ("4dF 4dF", "unknown"),
    ("4dF;", "unknown"),
    ("４dF", "unknown"),
    ("\u{0}", "unknown"),
];

#[test]
fn invalid_expressions_report_the_cause() {
    for (text, said) in REFUSED {
        let error = Dice::parse(text).expect_err(text);
        assert!(error.to_string().contains(said), "{text}: {error}");
    }
}

#[test]
fn long_texts_get_short_errors() {
    for text in
        ["best2 ".repeat(10_000) + "4dF", "9".repeat(100_000) + "d6", "d6+".repeat(50_000) + "1", "é".repeat(3000)]
    {
        let said = Dice::parse(&text).unwrap_err().to_string();
        assert!(said.contains("a formula has at most 2,000 characters") && said.len() < 200, "{said}");
    }
}

/// A fault inside a method has the same cause as in a formula on its own.
#[test]
fn faults_inside_methods_keep_their_causes() {
    let own =
        [("a", "ned + 1"), ("b", "wound(3)"), ("c", "4dF = 'Goood'"), ("d", "if 4dF then 1 else 2"), ("e", "d6 +")];
    let own = own.map(|(name, formula)| Definition::new(name, formula)).to_vec();
    let definitions = Definitions::new(Vec::new(), own);
    let place = FormulaScope { rolls: false, ..FormulaScope::empty() };
    let cases = [
        ("a", Cause::Name("ned".to_owned())),
        ("b", Cause::Function("wound".to_owned())),
        ("c", Cause::Level("Goood".to_owned())),
        ("d", Cause::Kind),
        ("e", Cause::Other),
        ("gurps", Cause::Method("gurps".to_owned())),
        ("2d6+6-table", Cause::Range),
        ("4dF+adv1001", Cause::Range),
    ];
    for (name, cause) in cases {
        let faults = definitions.read_formula(&format!("method('{name}')"), &place).unwrap_err();
        let causes: Vec<Cause> = faults.into_iter().map(|fault| fault.cause).collect();
        assert_eq!(causes, [cause, Cause::Dice], "{name}");
    }
}

#[test]
fn errors_suggest_the_nearest_name() {
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

/// Typos in every method's example: a character missing, doubled or swapped, or a space or a large number inserted.
#[test]
fn every_suggestion_is_accepted() {
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

/// Probabilities are doubles if exact weights need more than 64 bits, as 3^41 and 6^1000 do.
#[test]
fn many_dice_have_rounded_probabilities() {
    for (text, rounded) in [("40dF", false), ("41dF", true), ("1000d6", true), ("500d2kh3", true), ("best11 4dF", true)]
    {
        let dice = Dice::parse(text).unwrap();
        assert_eq!(dice.is_rounded(), rounded, "{text}");
        let sum: f64 = (dice.pmf().lowest()..=dice.pmf().highest()).map(|value| dice.weighed(value).1).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{text}: {sum}");
    }
    // P(41dF = 41) = 3^-41.
    assert!((Dice::parse("41dF").unwrap().weighed(41).1 * 3f64.powi(41) - 1.0).abs() < 1e-12);
}

#[test]
fn meanings_describe_number_of_dice_and_rerolls() {
    let meanings = |name: &str| Dice::parse(name).unwrap().meanings().join("; ");
    assert_eq!(meanings("4dF"), "");
    assert_eq!(meanings("4dF+adv1"), "1 of the four dice shows 0 in place of minus; 3 can show minus");
    assert_eq!(meanings("4dF+adv1+dis3"), "2 of the four dice show 0 in place of plus; 2 can show plus");
    assert_eq!(meanings("4dF+adv1+dis1"), "");
    assert_eq!(meanings("4dF+adv7"), "4dF plus 1, since more than 2 dice are advantage dice");
    assert!(meanings("open-ended 4dF").contains("a natural +4 allows one more roll"));
    assert!(meanings("latest3from-1 4dF").contains("up to 3 rolls, until one is −1 or more; the last roll counts"));
}

#[test]
fn names_are_normalized() {
    assert_eq!(Dice::parse("  open-ended   4dF ").unwrap().name(), "open-ended 4dF");
    assert_eq!(Dice::parse("2d10 − 11").unwrap().name(), "2d10-11");
}

#[test]
fn distributions_accept_and_reject_values_at_their_limits() {
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
fn sums_far_from_zero_suggest_a_method() {
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
    /// Any mixture of the parts of expressions is accepted or rejected without a panic.
    #[test]
    fn random_dice_notation_never_panics(parts in proptest::collection::vec(proptest::sample::select(PARTS), 0..7)) {
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
