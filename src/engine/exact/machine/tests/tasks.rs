//! Tasks: known answers, and agreement with simulation.

use super::super::walk::NEGLIGIBLE;
use crate::chance::{Sampler, Seed};
use crate::check::{Actor, Check, CheckRules, Finished, PERIOD_LIMIT, Task, TaskEnd, TaskOver, play};
use crate::dice::Dice;
use crate::exact::{Limits, Solved, solve};
use crate::rules::Success;

fn check(level: i32, difficulty: i32, success: Success) -> Check {
    let actor = Actor::new(Some(level), 0, Dice::fudge(), None).unwrap();
    Check::new(actor, difficulty, CheckRules { success, ..CheckRules::default() }).unwrap()
}

fn plain(level: i32, difficulty: i32, successes: u32, failures: Option<u32>, periods: Option<u32>) -> Task {
    Task::new(vec![check(level, difficulty, Success::Meet)], successes, failures, periods).unwrap()
}

/// Known answer check/enchanting-two-rolls.
fn enchantment(periods: Option<u32>) -> Task {
    let rolls = vec![check(0, 0, Success::Surpass), check(1, 0, Success::Surpass)];
    Task::new(rolls, 3, None, periods).unwrap()
}

struct Found(Solved<Finished<TaskOver>>);

const ENDS: [TaskEnd; 3] = [TaskEnd::Done, TaskEnd::Failed, TaskEnd::Unfinished];

impl Found {
    /// The chance of `ENDS[end]`, in one period if `period` is given.
    fn chance(&self, end: usize, period: Option<u32>) -> f64 {
        let is_it = |outcome: Finished<TaskOver>| {
            outcome.end.end == ENDS[end] && period.is_none_or(|period| outcome.steps == period)
        };
        self.0.weight_of(is_it).probability()
    }

    fn ends(&self) -> [f64; 3] {
        [0, 1, 2].map(|end| self.chance(end, None))
    }

    fn mean_periods(&self) -> f64 {
        self.0.all().map(|(outcome, weight)| f64::from(outcome.steps) * weight.probability()).sum()
    }

    fn chance_bound(&self, chance: f64) -> f64 {
        self.0.off.of_chance(chance)
    }

    fn mean_bound(&self) -> f64 {
        self.0.off.of_mean(self.mean_periods())
    }
}

fn found(task: &Task) -> Found {
    Found(solve(task, &Limits::LARGEST).unwrap())
}

fn assert_near(found: f64, expected: f64, bound: f64) {
    assert!(bound < 1e-12 && (found - expected).abs() <= bound.max(4e-16 * expected), "{found} {expected} {bound}");
}

#[test]
fn enchantment_matches_known_answer() {
    let solved = found(&enchantment(Some(6)));
    assert_near(solved.ends()[0], 0.292_488_881_419_674_55, solved.chance_bound(solved.ends()[0]));
    assert_near(solved.ends()[0] + solved.ends()[1], 1.0, 1e-15);
    let solved = found(&enchantment(None));
    assert_near(solved.mean_periods(), 48_438_115_497.0 / 5_668_995_200.0, 1e-13);
    assert!(solved.mean_bound() < 1e-11);
    assert_near(solved.ends()[0], 1.0, solved.chance_bound(1.0));
    let by_six: f64 = (1..=6).map(|period| solved.chance(0, Some(period))).sum();
    assert_near(by_six, 0.292_488_881_419_674_55, solved.chance_bound(by_six));
}

#[test]
fn countdown_matches_negative_binomial_terms() {
    // LITE: three successes before four failures at p = 50/81 are the sum of negative binomial terms.
    let (p, q) = (50.0 / 81.0, 31.0 / 81.0);
    let solved = found(&plain(0, 0, 3, Some(4), None));
    let ways = [1.0, 3.0, 6.0, 10.0];
    let won: f64 = (0..).zip(ways).map(|(failures, ways)| ways * p * p * p * f64::powi(q, failures)).sum();
    assert_near(solved.ends()[0], won, solved.chance_bound(won));
    assert_eq!((solved.ends()[0] * 1e4).round(), 8438.0, "the catalogue's anchor: 84.38 %");
    assert_near(solved.ends()[1], 1.0 - won, 1e-15);
    assert_eq!((solved.ends()[2], solved.chance(0, Some(7))), (0.0, 0.0), "over after six rolls in any case");
}

#[test]
fn training_matches_binomial_distribution() {
    // SRD 5.3: Fair, at least two of three rolls at Mediocre or better: p = 66/81.
    let p = 66.0 / 81.0;
    let solved = found(&plain(0, -1, 2, None, Some(3)));
    let expected = p * p * p + 3.0 * p * p * (1.0 - p);
    assert_near(solved.ends()[0], expected, solved.chance_bound(expected));
    // It ends after two periods with two successes, otherwise after three.
    assert_near(solved.mean_periods(), 3.0 - p * p, solved.mean_bound());
}

#[test]
fn task_without_limit_keeps_late_periods() {
    // One success at p = 1/81 per period: geometric, 81 periods on average. A thousand periods do not cover all of it.
    let solved = found(&plain(-4, 0, 1, None, None));
    let left = (80.0f64 / 81.0).powi(PERIOD_LIMIT as i32);
    assert_near(solved.ends()[2], left, solved.chance_bound(left));
    assert!(left > NEGLIGIBLE);
    // At p = 5/81 they do, and the mean is complete.
    let solved = found(&plain(-3, 0, 1, None, None));
    assert_near(solved.mean_periods(), 81.0 / 5.0, 1e-13);
    assert_near(solved.ends()[0], 1.0, 1e-15);
    assert_eq!(solved.ends()[2], 0.0);
}

#[test]
fn impossible_task_fails_or_stays_unfinished() {
    assert_eq!(found(&plain(-4, 1, 1, None, None)).ends(), [0.0, 0.0, 1.0]);
    for (failures, periods, mean) in [(Some(2), None, 2.0), (None, Some(5), 5.0)] {
        let solved = found(&plain(-4, 1, 1, failures, periods));
        assert_eq!((solved.ends(), solved.mean_periods()), ([0.0, 1.0, 0.0], mean));
    }
}

const TRIALS: u64 = 100_000;

/// Whether a simulated share of an end, or of an end in one of the first periods, is more than 4.5 standard errors from
/// the exact one. A false alarm has a chance of about 7 in a million for each of some 60 figures, so fewer than one in
/// two thousand seeds would fail. Shares with fewer than 25 expected trials are not compared.
fn caught(task: &Task, solved: &Found) -> bool {
    let mut counts = [vec![0u64; 12], vec![0; 12], vec![0; 12]];
    for trial in 0..TRIALS {
        let outcome = play(task, &mut Sampler::new(Seed::new(3), trial), &mut |_| {});
        counts[outcome.end.end as usize][(outcome.steps as usize).min(11)] += 1;
    }
    let far = |count: u64, share: f64| {
        let expected = TRIALS as f64 * share;
        expected >= 25.0 && (count as f64 - expected).abs() > 4.5 * (expected * (1.0 - share)).sqrt() + 1e-6
    };
    (0..3).any(|end| {
        far(counts[end].iter().sum(), solved.chance(end, None))
            || (0..11).any(|period| far(counts[end][period], solved.chance(end, Some(period as u32))))
    })
}

#[test]
fn simulated_tasks_match_exact_ones() {
    for task in [plain(0, 0, 3, Some(4), None), plain(0, 1, 2, None, Some(6)), enchantment(Some(8)), enchantment(None)]
    {
        assert!(!caught(&task, &found(&task)), "{task:?}");
    }
}

#[test]
fn comparison_rejects_small_errors() {
    // One roll instead of two; one more failure allowed; a success for meeting the difficulty instead of surpassing it.
    let right = enchantment(Some(8));
    let one_roll = Task::new(vec![right.rolls()[0].clone()], 3, None, Some(8)).unwrap();
    assert!(caught(&right, &found(&one_roll)));
    assert!(caught(&plain(0, 0, 3, Some(4), None), &found(&plain(0, 0, 3, Some(5), None))));
    let meets = vec![check(0, 0, Success::Meet), check(1, 0, Success::Surpass)];
    assert!(caught(&right, &found(&Task::new(meets, 3, None, Some(8)).unwrap())));
}
