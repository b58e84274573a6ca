//! Fudge points in checks: fractions calculated by hand, and exact answers against simulation.

use crate::support::written::{refusal, refused, study};
use fudgelab::study::{MethodChoice, Study, run};

/// Exact figures of the first case, by measure.
fn exact(text: &str) -> impl Fn(&str) -> f64 + use<> {
    let result = run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap();
    move |measure| result.cells[0].figure(measure, "").unwrap_or_else(|| panic!("{measure}")).estimate.value
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-14, "{found}, not {expected}");
}

/// The chances that 4dF roll at least 0, 1, 2, 3 and 4.
const REACH: [f64; 5] = [50.0 / 81.0, 31.0 / 81.0, 15.0 / 81.0, 5.0 / 81.0, 1.0 / 81.0];

fn fair(difficulty: &str, spend: &str) -> String {
    format!("[check]\ntrait = 'Fair'\ndifficulty = '{difficulty}'\n{spend}\n")
}

/// P2, SRD 1.36: a point shifts a die by one, so it is spent if the result is exactly one short.
#[test]
fn shift_is_spent_on_failures_by_one() {
    let of = exact(&fair("Great", "spend = 'shift'"));
    near(of("success"), REACH[1]);
    near(of("points spent"), REACH[1] - REACH[2]);
}

/// P5, KAER: a point rerolls the dice, and the new result counts. It works once, whatever the number of points.
#[test]
fn reroll_works_once() {
    let [good, great] = [REACH[1], REACH[2]];
    let of = exact(&fair("Good", "spend = 'reroll'\nfudge_points = 3"));
    near(of("success"), good + (1.0 - good) * good);
    near(of("points spent"), 1.0 - good);
    // First the shift, if it is enough; otherwise a reroll, and no point is left.
    let both = exact(&fair("Great", "spend = ['shift', 'reroll']"));
    near(both("success"), good + (1.0 - good) * great);
    // With two points, the reroll can be shifted too: points are used in the order given.
    let again = exact(&fair("Great", "spend = ['reroll', 'shift']\nfudge_points = 2"));
    near(again("success"), great + (1.0 - great) * good);
}

/// P4, SRD 1.36: a point replaces the dice with +4, if that is enough.
#[test]
fn automatic_replaces_the_dice_with_plus_4() {
    let of = exact(&fair("Superb", "spend = 'automatic'"));
    near(of("success"), 1.0);
    near(of("points spent"), 1.0);
    near(exact("[check]\ntrait = 'Poor'\ndifficulty = 'Superb'\nspend = 'automatic'\n")("success"), 0.0);
}

/// P1, SRD 1.36: a point buys success, up to Superb.
#[test]
fn success_can_be_bought_up_to_superb() {
    near(exact("[check]\ntrait = 'Terrible'\ndifficulty = 'Superb'\nspend = 'success'\n")("success"), 1.0);
    let beyond = exact("[check]\ntrait = 'Good'\ndifficulty = 4\nspend = 'success'\n");
    near(beyond("success"), REACH[3]);
    near(beyond("points spent"), 0.0);
}

/// P1, P4: options for the price of points, and for the successes that they can buy.
#[test]
fn limits_and_prices_can_be_set() {
    let priced = |points: u8| {
        let spend = format!("spend = 'automatic'\nfudge_points = {points}");
        exact(&format!("[rules]\nautomatic_price = 2\n{}", fair("Superb", &spend)))
    };
    near(priced(1)("success"), REACH[3]);
    near(priced(2)("success"), 1.0);
    near(priced(2)("points spent"), 2.0);
    let far = |limit: &str| {
        exact(&format!(
            "[rules]\nsuccess_limit = '{limit}'\n[check]\ntrait = 'Terrible'\ndifficulty = 'Superb'\nspend = 'success'\nfudge_points = 2\n"
        ))
    };
    near(far("skill")("success"), 0.0);
    near(far("superb")("points spent"), 1.0);
    near(far("dearer")("points spent"), 2.0);
    near(far("dearer")("success"), 1.0);
}

#[test]
fn shift_cannot_undo_a_critical_failure() {
    let rules = "[rules]\ncriticals = 'automatic'\n";
    let easy =
        |spend: &str| exact(&format!("{rules}[check]\ntrait = 'Superb'\ndifficulty = 'Fair'\n{spend}\n"))("success");
    near(easy("spend = 'shift'"), easy(""));
}

const CASES: [&str; 2] = [
    "[check]\ntrait = 0\ndifficulty = 2\nspend = ['shift', 'reroll']\nfudge_points = 2\n",
    "[rules]\ncriticals = 'automatic'\n[check]\ntrait = 0\ndifficulty = 3\nspend = ['reroll', 'shift']\n",
];

#[test]
fn exact_matches_simulation() {
    for case in CASES {
        assert_eq!(refused(case, case).len(), 0, "{case}");
    }
}

#[test]
fn comparison_detects_missing_points() {
    for case in CASES {
        assert!(
            !refused(
                case,
                &case.replacen("trait = 0", "fudge_points = 0\ntrait = 0", 1).replace("fudge_points = 2\n", "")
            )
            .is_empty(),
            "{case}"
        );
    }
}

#[test]
fn rejects_points_that_cannot_be_spent() {
    let wrong = |rest: &str| refusal(&fair("Good", rest)).lines().next().unwrap_or_default().to_owned();
    assert_eq!(wrong("fudge_points = 2"), "error: `fudge_points` has no effect without `spend`");
    assert_eq!(wrong("spend = 'near-death'"), "error: `near-death` has no effect outside a fight");
    assert_eq!(wrong("spend = []"), "error: no use is given for the Fudge points");
}
