//! Races and group challenges: against sums by hand, and exact against simulated.

use crate::support::written::{exact, refused};

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
}

/// 4dF reach 0 in 50 of 81, 1 in 31 of 81.
const GOOD: f64 = 50.0 / 81.0;
const BAD: f64 = 31.0 / 81.0;

/// A race to one success: the first to succeed wins, by a geometric series.
#[test]
fn a_race_to_one_success() {
    let of = exact("[group.members]\na = { trait = 0, difficulty = 0 }\nb = { trait = 0, difficulty = 1 }\n");
    let both_fail = (1.0 - GOOD) * (1.0 - BAD);
    near(of("wins", "a"), GOOD * (1.0 - BAD) / (1.0 - both_fail));
    near(of("wins", "b"), BAD * (1.0 - GOOD) / (1.0 - both_fail));
    near(of("tie for first", ""), GOOD * BAD / (1.0 - both_fail));
    near(of("periods until decided", ""), 1.0 / (1.0 - both_fail));
    near(of("nobody done", ""), 0.0);
}

/// Two of three must make it in one try.
#[test]
fn a_group_challenge() {
    let members =
        "a = { trait = 0, difficulty = 0 }\nb = { trait = 0, difficulty = 0 }\nc = { trait = 0, difficulty = 1 }\n";
    let of = exact(&format!("[group]\nneeded = 2\nperiods = 1\n[group.members]\n{members}"));
    let enough = GOOD * GOOD + 2.0 * GOOD * (1.0 - GOOD) * BAD;
    near(of("enough done", ""), enough);
    near(of("nobody done", ""), (1.0 - GOOD) * (1.0 - GOOD) * (1.0 - BAD));
    near(of("done", "c"), BAD);
    near(of("periods until decided", ""), 1.0);
    // With two tries it is decided at once if two succeed: nobody can be out before.
    let of = exact(&format!("[group]\nneeded = 2\nperiods = 2\n[group.members]\n{members}"));
    near(of("periods until decided", ""), 2.0 - enough);
}

/// A challenge in which members may be out, and a race with a head start.
const CASES: [&str; 2] = [
    "[group]\nneeded = 2\nsuccesses = 2\nfailures = 2\n[group.members]\na = { trait = 1, difficulty = 0 }\n\
     b = { trait = 0, difficulty = 0, failures = 3 }\nc = { trait = 0, difficulty = 1 }\n",
    "[group]\nsuccesses = 3\n[group.members]\na = { trait = 1, difficulty = 0, successes = 4 }\nb = { trait = 0, difficulty = 0 }\n\
     c = { trait = 0, difficulty = 0 }\n",
];

#[test]
fn exact_answers_are_those_of_the_simulation() {
    for case in CASES {
        assert_eq!(refused(case, case).len(), 0, "{case}");
    }
}

/// Teeth: a level of one of them shows.
#[test]
fn another_group_has_other_figures() {
    for case in CASES {
        assert!(!refused(case, &case.replacen("trait = 1", "trait = 2", 1)).is_empty(), "{case}");
    }
}
