//! Means of machines that may run long, against known fractions.

use crate::check::{Achieved, Actor, Affliction, Check, CheckRules, Finished, Summary};
use crate::dice::Dice;
use crate::error::Cause;
use crate::exact::{Limits, solve};
use std::sync::atomic::{AtomicU64, Ordering};

/// An affliction that a Fair victim shakes off with one success against `difficulty`, and the chance of that success.
fn affliction(difficulty: i32) -> (Affliction, f64) {
    let check =
        Check::new(Actor::new(Some(0), 0, Dice::fudge(), None).unwrap(), difficulty, CheckRules::default()).unwrap();
    let success = Summary::of_branches(|chance| check.roll(chance)).weight_of(|one| one.achieved == Achieved::Success);
    let successes_to_recover = Some(1);
    let rolls = vec![check];
    let affliction = Affliction {
        resist: None,
        rolls,
        treatment: None,
        costs: [0, 0],
        steps: 1,
        successes_to_recover,
        periods: None,
    };
    (affliction, success.probability())
}

fn mean<E: Ord + Clone>(outcomes: impl Iterator<Item = (Finished<E>, crate::chance::Weight)>) -> f64 {
    outcomes.map(|(outcome, weight)| f64::from(outcome.steps) * weight.probability()).sum()
}

/// The mean of a geometric distribution is 1 divided by the chance of a success.
#[test]
fn bound_of_a_mean_covers_late_outcomes() {
    for difficulty in [0, 1, 2, 3] {
        let (affliction, success) = affliction(difficulty);
        let solved = solve(&affliction, &Limits::LARGEST).unwrap();
        let (found, right) = (mean(solved.all()), 1.0 / success);
        let bound = solved.off.of_mean(found);
        assert!(bound < 1e-10 && (found - right).abs() <= bound, "{difficulty}: {found}, not {right}, {bound}");
    }
}

/// Without the late outcomes, which are not listed, the mean is off by more than its bound.
#[test]
fn mean_without_late_outcomes_exceeds_its_bound() {
    let (affliction, success) = affliction(3);
    let solved = solve(&affliction, &Limits::LARGEST).unwrap();
    let without = mean(solved.listed.iter());
    assert!((without - 1.0 / success).abs() > solved.off.of_mean(without), "{without}");
}

#[test]
fn solve_rejects_work_above_the_limit() {
    let (affliction, _) = affliction(2);
    let spent = AtomicU64::new(0);
    let limits = |work| Limits { work, spent: Some(&spent), ..Limits::LARGEST };
    let refused = solve(&affliction, &limits(100)).unwrap_err();
    assert_eq!(*refused.cause(), Cause::Work);
    let so_far = spent.swap(0, Ordering::Relaxed);
    assert!(so_far >= 100, "{so_far}");
    solve(&affliction, &limits(1_000_000)).unwrap();
    // The whole calculation takes more work than the limit that was too low.
    assert!(spent.into_inner() > 100);
}
