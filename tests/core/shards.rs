//! Shards and checkpoints: however a run is split or interrupted, the result equals that of a single run.

use crate::support::written::study;
use fudgelab::sim::{BLOCK, Keeper, Monitor};
use fudgelab::stats::TargetWidth;
use fudgelab::study::{MethodChoice, PrecisionGoal, Study, StudyPart, merge, part_trials, resume, run, shard};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const DUEL: &str = "[fighters]\na = { skill = 1 }\nb = { skill = 0 }\n";
const GRID: &str = "[fighters]\na = { skill = 1 }\nb = { skill = 0 }\n[vary]\n'fighters.b.skill' = [-1, 0, 1]\n\
                    [variants]\nplain = {}\nhard = { fighters.b.offense = 2 }\n[[ask]]\nmeasure = 'a wins and over 2 rounds'\n";
const CHECK: &str = "[check]\ntrait = 'Good'\ndifficulty = 'Great'\n";

/// A study with a number of trials that neither blocks nor shards divide evenly.
fn simulated(text: &str) -> Study {
    Study { goal: None, method: MethodChoice::Simulate, trials: 5 * BLOCK + 77, ..study(text) }
}

fn exact(text: &str) -> Study {
    Study { method: MethodChoice::Exact, ..study(text) }
}

fn shards(study: &Study, of: u32) -> Vec<Vec<u8>> {
    (1..=of).map(|number| shard(study, StudyPart::new(number, of).unwrap(), None, &()).unwrap()).collect()
}

fn refused(study: &Study, shards: &[Vec<u8>]) -> String {
    let error = merge(study, shards, &()).unwrap_err();
    assert!(error.is_input(), "{error}");
    error.to_string()
}

#[test]
fn merged_shards_equal_one_run() {
    for study in [simulated(DUEL), simulated(GRID), simulated(CHECK), exact(GRID), exact(CHECK)] {
        let whole = run(&study, &()).unwrap();
        let trials: u64 = whole.cells.iter().map(|_| study.trials).sum();
        for of in [1, 4, 16] {
            let mut shards = shards(&study, of);
            // In another order, and with one shard twice.
            shards.reverse();
            shards.push(shards[0].clone());
            assert_eq!(merge(&study, &shards, &()).unwrap(), whole, "{of}");
            let parts: u64 = (1..=of).map(|number| part_trials(&study, StudyPart::new(number, of).unwrap())).sum();
            assert_eq!(parts, if study.method == MethodChoice::Exact { 0 } else { trials });
        }
        // Negative control: another seed gives another result, if dice are rolled.
        let other = Study { seed: 2, ..study.clone() };
        let rolled = study.method == MethodChoice::Simulate;
        assert_eq!(merge(&other, shards(&other, 3), &()).unwrap() != whole, rolled);
    }
}

#[test]
fn merge_rejects_shards_of_another_run() {
    let study = simulated(GRID);
    let good = shards(&study, 4);
    let with = |other: &Study| {
        let mut mixed = good.clone();
        mixed[2] = shards(other, 4).remove(2);
        refused(&study, &mixed)
    };
    assert!(with(&Study { seed: 7, ..study.clone() }).contains("shard 3 of 4 was run with seed 7, but this run has 1"));
    assert!(
        with(&Study { goal: None, trials: 99, ..study.clone() })
            .contains("shard 3 of 4 was run with trials 99, but this run has 41037")
    );
    assert!(with(&exact(GRID)).contains("shard 3 of 4 was run with method exact, but this run has simulate"));
    let changed = simulated(&GRID.replace("skill = 1", "skill = 2"));
    assert!(with(&changed).contains("shard 3 of 4 is from another scenario, or the scenario has changed since"));
    let asking = Study { asked: vec!["b wins and over 2 rounds".to_owned()], ..study.clone() };
    assert!(with(&asking).contains("shard 3 of 4 is from another scenario"));

    assert!(refused(&study, &[]).contains("there are no shards"));
    assert!(refused(&study, &good[1..]).contains("of 4 shards 1 is missing: 1"), "{}", refused(&study, &good[1..]));
    assert!(refused(&study, &good[2..3]).contains("some are missing: 1, 2, 4"));
    let mixed = [good[0].clone(), shards(&study, 5).remove(1)];
    assert!(refused(&study, &mixed).contains("shard 2 of 5 is among shards of a run in 4 parts"));
}

/// The program notices any changed byte, and any missing end.
#[test]
fn damaged_shards_are_rejected() {
    let study = simulated(DUEL);
    let good = shards(&study, 2);
    for place in (0..good[1].len()).step_by(7) {
        for damage in 0..2 {
            let mut bytes = good[1].clone();
            match damage {
                0 => bytes[place] ^= 1 << (place % 7),
                _ => bytes.truncate(place),
            }
            // A final line break more or less would be no damage.
            if bytes != good[1] {
                refused(&study, &[good[0].clone(), bytes]);
            }
        }
    }
    for hostile in [&b"\xff"[..], b"{}", b"\n\n\n", b"[1]\n{\"pieces\":0,\"check\":\"\"}\n"] {
        refused(&study, &[hostile.to_vec()]);
    }
}

#[test]
fn shard_rejects_runs_without_a_fixed_amount_of_work() {
    let goal = PrecisionGoal {
        aim: Some(TargetWidth::Absolute(0.01)),
        figure: None,
        max_trials: 1_000_000,
        max_seconds: None,
    };
    for (study, help) in [
        (Study { goal: Some(goal), ..simulated(DUEL) }, "--trials"),
        (Study { method: MethodChoice::Auto, ..simulated(DUEL) }, "--method exact or --method simulate"),
        (Study { method: MethodChoice::Both, ..simulated(DUEL) }, "--method exact or --method simulate"),
    ] {
        let error = shard(&study, StudyPart::new(1, 2).unwrap(), None, &()).unwrap_err();
        assert!(error.is_input() && error.help().unwrap().contains(help), "{error}");
        assert!(merge(&study, shards(&simulated(DUEL), 2), &()).is_err());
    }
}

/// Stops a run after `after` trials, as a signal might, and keeps the checkpoint of each block.
#[derive(Default)]
struct Killed {
    after: u64,
    trials: AtomicU64,
    kept: Mutex<Option<Vec<u8>>>,
}

impl Monitor for Killed {
    fn advance(&self, trials: u64) {
        self.trials.fetch_add(trials, Ordering::Relaxed);
    }
    fn stopped(&self) -> bool {
        self.trials.load(Ordering::Relaxed) > self.after
    }
    fn keeper(&self) -> Option<&dyn Keeper> {
        Some(self)
    }
}

impl Keeper for Killed {
    fn blocks(&self) -> u64 {
        1
    }
    fn is_due(&self) -> bool {
        true
    }
    fn keep(&self, done: &[u8]) {
        *self.kept.lock().unwrap() = Some(done.to_vec());
    }
}

/// Stops a run after every `every` trials and resumes it from its checkpoint until it is complete. Returns the result
/// and the total number of trials.
fn again_and_again<T: PartialEq + std::fmt::Debug>(
    every: u64,
    go_on: impl Fn(Option<&[u8]>, &dyn Monitor) -> fudgelab::Result<T>,
) -> (T, u64) {
    let (mut kept, mut all) = (None, 0);
    for _ in 0..500 {
        let killed = Killed { after: every, ..Killed::default() };
        let found = go_on(kept.as_deref(), &killed);
        all += killed.trials.load(Ordering::Relaxed);
        if !killed.stopped() {
            return (found.unwrap(), all);
        }
        kept = killed.kept.into_inner().unwrap().or(kept);
    }
    panic!("it never ended");
}

#[test]
fn killed_run_resumes_from_its_checkpoint() {
    for text in [DUEL, GRID] {
        let study = simulated(text);
        let whole = run(&study, &()).unwrap();
        let (found, trials) = again_and_again(3 * BLOCK, |kept, monitor| resume(&study, kept, monitor));
        assert_eq!(found, whole);
        // Only blocks that were in progress at a stop are repeated.
        let needed = study.trials * study.cells.len() as u64;
        assert!(trials >= needed && trials < 2 * needed + 20 * BLOCK, "{trials} of {needed}");
        let part = StudyPart::new(2, 3).unwrap();
        let (found, _) = again_and_again(2 * BLOCK, |kept, monitor| shard(&study, part, kept, monitor));
        assert_eq!(found, shard(&study, part, None, &()).unwrap());
    }
}

/// A run with a target precision looks at the same numbers of trials, however often it is killed, and stops at the same
/// one.
#[test]
fn killed_run_with_a_target_precision_stops_at_the_same_trials() {
    for text in [DUEL, GRID] {
        for max_trials in [1_000_000, 70_000] {
            let goal =
                PrecisionGoal { aim: Some(TargetWidth::Absolute(0.008)), figure: None, max_trials, max_seconds: None };
            let study = Study { goal: Some(goal), ..simulated(text) };
            let whole = run(&study, &()).unwrap();
            let (found, _) = again_and_again(5 * BLOCK, |kept, monitor| resume(&study, kept, monitor));
            assert_eq!(found, whole);
            assert_ne!(whole.provenance.until, None);
        }
    }
}

#[test]
fn resume_rejects_the_checkpoint_of_another_run() {
    let study = simulated(DUEL);
    let killed = Killed { after: 2 * BLOCK, ..Killed::default() };
    run(&study, &killed).unwrap();
    let kept = killed.kept.into_inner().unwrap().unwrap();
    assert!(resume(&study, Some(&kept), &()).is_ok());
    let other = Study { seed: 9, ..study.clone() };
    assert!(resume(&other, Some(&kept), &()).unwrap_err().to_string().contains("seed 1, but this run has 9"));
    assert!(shard(&study, StudyPart::new(1, 2).unwrap(), Some(&kept), &()).unwrap_err().is_input());
}
