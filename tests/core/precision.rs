//! Figures are reported no more precisely than they are known. Quantiles and moments include the rounds that are not
//! solved one by one.

use super::support::written::{RACE, RARE_UPSET, study};
use fudgelab::report::answers::answer::sentences;
use fudgelab::study::{MethodChoice, Study, StudyResult, run};

/// A fight that takes 19,943 rounds on average.
const LONG: &str = "
[rules]
base = 'nutshell'
round_limit = 'none'
[fighters.ann]
skill = 'Good'
offense = 0
defense = 7
[fighters.bob]
skill = 'Good'
offense = 0
defense = 7
";

fn solved(text: &str) -> StudyResult {
    run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap()
}

fn simulated(text: &str, trials: u64) -> StudyResult {
    run(&Study { goal: None, method: MethodChoice::Simulate, trials, seed: 5, ..study(text) }, &()).unwrap()
}

/// Values from `right-cases`: the median is 18,805, nine in ten fights end by round 31,477, and the standard deviation
/// is 8,610.5.
#[test]
fn long_fight_has_known_quantiles() {
    let result = solved(LONG);
    let cell = &result.cells[0];
    assert_eq!(cell.figure("median rounds", "").unwrap().estimate.value, 18_805.0);
    let rounds = cell.distributions.iter().find(|one| one.name() == "rounds").unwrap();
    assert_eq!([0.5, 0.9].map(|share| rounds.quantile(share, 1e-9)), [Some(18_805), Some(31_477)]);
    assert!((rounds.deviation.unwrap().value - 8_610.5).abs() < 0.05);
    assert!(rounds.missing_share() == 0.0 && rounds.points.len() < 10_020);
}

/// A range is a mixture of its values: its mean and mean square are the averages of theirs.
#[test]
fn range_in_a_long_fight_equals_a_mixture() {
    let with = |defense: &str| LONG.replacen("defense = 7", &format!("defense = {defense}"), 1);
    let moments = |text: &str| {
        let result = solved(text);
        let cell = &result.cells[0];
        let rounds = cell.distributions.iter().find(|one| one.name() == "rounds").unwrap();
        let mean = cell.figure("rounds", "").unwrap().estimate.value;
        let median = cell.figure("median rounds", "").unwrap().estimate.value;
        [mean, rounds.deviation.unwrap().value.powi(2) + mean * mean, median]
    };
    let [one, other, both] = ["7", "6", "'6 to 7'"].map(|defense| moments(&with(defense)));
    for moment in 0..2 {
        let mean = (one[moment] + other[moment]) / 2.0;
        assert!((both[moment] / mean - 1.0).abs() < 1e-9, "{} is not {mean}", both[moment]);
    }
    assert!(both[2] > other[2] && both[2] < one[2], "{both:?}");
}

/// A simulation stops at round 10,000, an exact solution does not, so both are compared under the same limit. A false
/// alarm for one seed in 1,000.
#[test]
fn long_fight_is_compared_under_the_simulation_limit() {
    let both = Study { goal: None, method: MethodChoice::Both, trials: 200, seed: 1, ..study(LONG) };
    let result = run(&both, &()).unwrap();
    let check = result.cross_check.unwrap();
    assert!(check.comparisons.len() > 20 && check.comparisons.iter().all(|one| one.agrees));
    assert!(result.warnings.iter().any(|one| one.message().contains("stops a fight after 10,000 rounds")));
}

/// No `1 in n` of a report is rarer than its bound or its interval allows.
#[test]
fn rare_chances_keep_within_their_precision() {
    let result = solved(RARE_UPSET);
    let told = sentences(&result).join(" ");
    assert!(told.starts_with("Heroes win > 99.999999\u{a0}% of the time, rats < 0.000001\u{a0}%."), "{told}");
    assert!(told.contains("all fights but fewer than 1 in 1,000,000,000"), "{told}");
    assert!(told.contains("are out of action in fewer than 1 fight in 1,000,000,000"), "{told}");
    let close =
        RARE_UPSET.replace("'Legendary'", "'Great'").replace("'Poor'", "'Good'").replace("offense = -2", "offense = 3");
    let told = sentences(&simulated(&close, 2_000)).join(" ");
    assert!(told.contains("they win all fights but about 1 in 200 (100 to 400)"), "{told}");
    for words in told.split("about 1 fight in ").skip(1) {
        assert!(words.split_once(" (").is_some_and(|(number, _)| number.len() < 6), "{told}");
    }
}

/// Two identical fighters win equally often, and rounding does not decide where their curves cross.
#[test]
fn exact_tie_is_reported_as_a_tie() {
    let told = sentences(&solved(&format!("{RACE}[vary]\n'fighters.ada.skill' = [-1, 0, 1]\n"))).join(" ");
    assert!(told.contains("The chance is exactly 50\u{a0}% at") && told.contains(" 0."), "{told}");
    assert!(!told.contains("passes 50"), "{told}");
}
