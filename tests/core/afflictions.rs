//! Poison, bleeding and disease by their own clock: against sums by hand, and exact against simulated.

use crate::support::written::{refused, study};
use fudgelab::study::{MethodChoice, Study, run};

/// The exact figures of the whole, by measure.
fn exact(text: &str) -> impl Fn(&str) -> f64 + use<> {
    let result = run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap();
    move |measure| result.cells[0].figure(measure, "").unwrap_or_else(|| panic!("{measure}")).estimate.value
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-11, "{found}, not {expected}");
}

/// 4dF reach 0 in 50 of 81, 1 in 31, 2 in 15, 3 in 5, 4 in 1.
const REACH: [f64; 5] = [50.0 / 81.0, 31.0 / 81.0, 15.0 / 81.0, 5.0 / 81.0, 1.0 / 81.0];

/// A ghoul's poison (FF): a Fair roll of Health, or a level of it lost each round until it is below Terrible.
#[test]
fn a_ghouls_poison() {
    let of = exact("[affliction]\ntrait = 0\nresist = 0\n");
    near(of("resisted"), REACH[0]);
    near(of("succumbs"), 1.0 - REACH[0]);
    near(of("periods"), 4.0 * (1.0 - REACH[0]));
    near(of("median periods"), 0.0);
    near(exact("[affliction]\ntrait = 0\nresist = 1\n")("median periods"), 4.0);
    near(of("steps lost"), 4.0 * (1.0 - REACH[0]));
}

/// One success ends it, one failure too; then with somebody who may cure it first.
#[test]
fn one_roll_decides() {
    let alone = exact("[affliction]\ntrait = 0\ndifficulty = 1\nsteps = 1\nshaken_off_after = 1\n");
    near(alone("recovers"), REACH[1]);
    near(alone("succumbs"), 1.0 - REACH[1]);
    let care = "[affliction.treatment]\ntrait = 0\ndifficulty = 2\n";
    let cured = exact(&format!(
        "[affliction]\ntrait = 0\ndifficulty = 1\nsteps = 1\nshaken_off_after = 1\n{care}cures = true\n"
    ));
    near(cured("recovers"), REACH[2] + (1.0 - REACH[2]) * REACH[1]);
    // Who is eased loses nothing in a period that is failed, and goes on.
    let eased = exact(&format!("[affliction]\ntrait = 0\ndifficulty = 1\nsteps = 1\nshaken_off_after = 1\n{care}"));
    near(eased("recovers"), REACH[1] / (1.0 - (1.0 - REACH[1]) * REACH[2]));
}

/// Each step lost makes the next harder: two failures in a row, or in two of three periods.
#[test]
fn what_is_lost_tells() {
    let of = exact("[affliction]\ntrait = 0\ndifficulty = 0\nsteps = 2\nsaps = true\nperiods = 2\n");
    near(of("succumbs"), (1.0 - REACH[0]) * (1.0 - REACH[1]));
    let steady = exact("[affliction]\ntrait = 0\ndifficulty = 0\nsteps = 2\nperiods = 2\n");
    near(steady("succumbs"), (1.0 - REACH[0]).powi(2));
    near(steady("outlasts it"), 1.0 - (1.0 - REACH[0]).powi(2));
    near(steady("steps lost"), 2.0 * (1.0 - REACH[0]));
}

const CASES: [&str; 2] = [
    "[affliction]\ntrait = 0\nresist = 2\ndifficulty = 0\nsteps = 5\nsaps = true\nregains = 1\nshaken_off_after = 4\n\
     [affliction.treatment]\ntrait = 1\ndifficulty = 2\nfrom = 2\n",
    "[affliction]\ntrait = 0\ndifficulty = 1\nloses = 2\nsteps = 8\nperiods = 9\n\
     [affliction.treatment]\ntrait = 0\ndifficulty = 3\ncures = true\n",
];

#[test]
fn exact_answers_are_those_of_the_simulation() {
    for case in CASES {
        assert_eq!(refused(case, case).len(), 0, "{case}");
    }
}

/// Teeth: a level of the trait shows.
#[test]
fn another_affliction_has_other_figures() {
    for case in CASES {
        assert!(!refused(case, &case.replacen("trait = 0", "trait = 1", 1)).is_empty(), "{case}");
    }
}
