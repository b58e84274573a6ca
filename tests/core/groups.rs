//! Races and group challenges: hand calculations, and exact against simulated.

use crate::support::written::{exact, refused};

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
}

/// Chances that 4dF reaches 0 (`GOOD`) and 1 (`BAD`).
const GOOD: f64 = 50.0 / 81.0;
const BAD: f64 = 31.0 / 81.0;

/// The first to succeed wins, which is a geometric series.
#[test]
fn race_to_one_success_matches_hand_calculation() {
    let of = exact("[group.members]\na = { trait = 0, difficulty = 0 }\nb = { trait = 0, difficulty = 1 }\n");
    let both_fail = (1.0 - GOOD) * (1.0 - BAD);
    near(of("wins", "a"), GOOD * (1.0 - BAD) / (1.0 - both_fail));
    near(of("wins", "b"), BAD * (1.0 - GOOD) / (1.0 - both_fail));
    near(of("tie for first", ""), GOOD * BAD / (1.0 - both_fail));
    near(of("periods until decided", ""), 1.0 / (1.0 - both_fail));
    near(of("nobody done", ""), 0.0);
}

/// Two of three members must succeed in one try.
#[test]
fn group_challenge_matches_hand_calculation() {
    let members =
        "a = { trait = 0, difficulty = 0 }\nb = { trait = 0, difficulty = 0 }\nc = { trait = 0, difficulty = 1 }\n";
    let of = exact(&format!("[group]\nneeded = 2\nperiods = 1\n[group.members]\n{members}"));
    let enough = GOOD * GOOD + 2.0 * GOOD * (1.0 - GOOD) * BAD;
    near(of("enough done", ""), enough);
    near(of("nobody done", ""), (1.0 - GOOD) * (1.0 - GOOD) * (1.0 - BAD));
    near(of("done", "c"), BAD);
    near(of("periods until decided", ""), 1.0);
    // With two periods it is decided after the first only if two succeed, since no member can be out that early.
    let of = exact(&format!("[group]\nneeded = 2\nperiods = 2\n[group.members]\n{members}"));
    near(of("periods until decided", ""), 2.0 - enough);
}

/// A challenge in which members can drop out, and a race with a head start.
const CASES: [&str; 2] = [
    "[group]\nneeded = 2\nsuccesses = 2\nfailures = 2\n[group.members]\na = { trait = 1, difficulty = 0 }\n\
     b = { trait = 0, difficulty = 0, failures = 3 }\nc = { trait = 0, difficulty = 1 }\n",
    "[group]\nsuccesses = 3\n[group.members]\na = { trait = 1, difficulty = 0, successes = 4 }\nb = { trait = 0, difficulty = 0 }\n\
     c = { trait = 0, difficulty = 0 }\n",
];

#[test]
fn exact_matches_simulation() {
    for case in CASES {
        assert_eq!(refused(case, case).len(), 0, "{case}");
    }
}

/// One level of a member's trait must be noticed.
#[test]
fn comparison_rejects_a_different_group() {
    for case in CASES {
        assert!(!refused(case, &case.replacen("trait = 1", "trait = 2", 1)).is_empty(), "{case}");
    }
}
