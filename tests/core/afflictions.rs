//! Poison, bleeding and disease (`[affliction]`): hand calculations, and exact answers against simulation.

use crate::support::written::{refused, study};
use fudgelab::study::{MethodChoice, Study, run};

/// Exact figures of the first case, by measure.
fn exact(text: &str) -> impl Fn(&str) -> f64 + use<> {
    let result = run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap();
    move |measure| result.cells[0].figure(measure, "").unwrap_or_else(|| panic!("{measure}")).estimate.value
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-11, "{found}, not {expected}");
}

/// The chances that 4dF roll at least 0, 1, 2, 3 and 4.
const REACH: [f64; 5] = [50.0 / 81.0, 31.0 / 81.0, 15.0 / 81.0, 5.0 / 81.0, 1.0 / 81.0];

/// FF ghoul: a Fair roll of Health resists the poison; otherwise a level of Health is lost each round until it is below
/// Terrible.
#[test]
fn ghoul_poison_matches_calculation() {
    let of = exact("[affliction]\ntrait = 0\nresist = 0\n");
    near(of("resisted"), REACH[0]);
    near(of("succumbs"), 1.0 - REACH[0]);
    near(of("periods"), 4.0 * (1.0 - REACH[0]));
    near(of("median periods"), 0.0);
    near(exact("[affliction]\ntrait = 0\nresist = 1\n")("median periods"), 4.0);
    near(of("steps lost"), 4.0 * (1.0 - REACH[0]));
}

/// If one success ends the affliction and one failure is fatal, the first roll decides. A treatment that cures comes
/// before it.
#[test]
fn first_roll_decides_with_one_step() {
    let alone = exact("[affliction]\ntrait = 0\ndifficulty = 1\nsteps = 1\nshaken_off_after = 1\n");
    near(alone("recovers"), REACH[1]);
    near(alone("succumbs"), 1.0 - REACH[1]);
    let care = "[affliction.treatment]\ntrait = 0\ndifficulty = 2\n";
    let cured = exact(&format!(
        "[affliction]\ntrait = 0\ndifficulty = 1\nsteps = 1\nshaken_off_after = 1\n{care}cures = true\n"
    ));
    near(cured("recovers"), REACH[2] + (1.0 - REACH[2]) * REACH[1]);
    // A treatment that only eases prevents the loss in a failed period, and the affliction continues.
    let eased = exact(&format!("[affliction]\ntrait = 0\ndifficulty = 1\nsteps = 1\nshaken_off_after = 1\n{care}"));
    near(eased("recovers"), REACH[1] / (1.0 - (1.0 - REACH[1]) * REACH[2]));
}

/// With `saps`, each step lost raises the next difficulty by 1. Both cases need two failures in two periods.
#[test]
fn sapping_raises_the_next_difficulty() {
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
fn exact_matches_simulation() {
    for case in CASES {
        assert_eq!(refused(case, case).len(), 0, "{case}");
    }
}

#[test]
fn comparison_detects_a_better_trait() {
    for case in CASES {
        assert!(!refused(case, &case.replacen("trait = 0", "trait = 1", 1)).is_empty(), "{case}");
    }
}
