//! Every option of the registry alone, in pairs, and at random: exact answers match simulation, every setting changes
//! some figure, chances add up, and swapping sides swaps results.

use crate::exits;
use crate::support::agree::differences;
use crate::support::fights::Solved;
use crate::support::figures::figures;
use crate::support::once::{simulated, solve};
use crate::support::options::{Setting, grounds};
use crate::support::rows::{Row, covering, fill, options};
use fudgelab::combat::{Fight, Fired};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Options that change no figure of any fight, and why.
const NEUTRAL: &[(&str, &str)] =
    &[("gear", "it says what the names of weapons in a scenario are worth, and no fight asks for a name")];

fn differ(one: &[f64], other: &[f64]) -> bool {
    one.len() != other.len() || one.iter().zip(other).any(|(one, other)| (one - other).abs() > 1e-9)
}

fn solved(fight: &Fight) -> Arc<Solved> {
    solve(fight).unwrap()
}

/// Whether the distributions add up to 1.
fn sums(exact: &Solved) -> bool {
    let whole = |sum: f64| (sum - 1.0).abs() < 1e-9;
    let outcomes = exact.wins.iter().sum::<f64>() + exact.nobody + exact.undecided;
    whole(outcomes) && whole(exact.rounds.iter().sum()) && exact.levels.iter().all(|levels| whole(levels.iter().sum()))
}

/// Whether every fighter who is out has a wound that puts it out, or another exit that is counted. Willpower lets
/// Incapacitated fighters fight on.
fn all_out_are_told(fight: &Fight, exact: &Solved) -> bool {
    let will = fight.occasional_rules.contains(&Fired::Overcame);
    exact.exact.ends.iter().all(|(end, _)| will || exits::out_is_told(fight, &end))
}

/// 10,000 trials of each setting, in the first fight where it differs from another setting of the same option.
#[test]
fn every_setting_matters_and_exact_matches_simulation() {
    let grounds = grounds();
    let mut wrong = Vec::new();
    for option in options() {
        let mut unseen: BTreeSet<usize> = (0..option.len()).collect();
        for ground in &grounds {
            if unseen.is_empty() {
                break;
            }
            let fights: Vec<Option<Fight>> = option.iter().map(|one| ground.fight(&one.on(&ground.rules))).collect();
            // A setting must make a difference in another fight if this one is too large to solve.
            let answer = |fight: &Option<Fight>| solve(fight.as_ref()?).ok();
            let exact: Vec<Option<Arc<Solved>>> = fights.iter().map(answer).collect();
            let rows: Vec<Option<Vec<f64>>> = exact.iter().map(|exact| exact.as_deref().map(figures)).collect();
            for place in unseen.clone() {
                let (Some(fight), Some(exact), Some(row)) = (&fights[place], &exact[place], &rows[place]) else {
                    continue;
                };
                if rows.iter().flatten().any(|other| differ(row, other)) {
                    unseen.remove(&place);
                    let name = format!("{} = {}, {}", option[place].key, option[place].value, ground.name);
                    if !all_out_are_told(fight, exact) {
                        wrong.push(format!("{name}: somebody is out without a reason"));
                    }
                    if !sums(exact) {
                        wrong.push(format!("{name}: does not add up"));
                    }
                    wrong.extend(differences(&name, exact, &simulated(fight, 10_000)));
                }
            }
        }
        for place in unseen {
            let Setting { key, value, .. } = &option[place];
            if !NEUTRAL.iter().any(|(neutral, _)| neutral == key) {
                wrong.push(format!("{key} = {value} shows nowhere"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The simulation of one setting must not pass for another.
#[test]
fn comparison_detects_another_setting() {
    let grounds = grounds();
    let (mut found, mut missed) = (0, Vec::new());
    for option in options() {
        let pairs = grounds.iter().find_map(|ground| {
            let fight = |place: usize| ground.fight(&option[place].on(&ground.rules));
            let fights: Vec<Fight> = (0..option.len()).filter_map(fight).collect();
            let exact: Vec<Arc<Solved>> = fights.iter().map(solved).collect();
            let apart = |one: &Solved, other: &Solved| (one.wins[0] - other.wins[0]).abs() > 0.03;
            let other = exact.iter().position(|other| apart(&exact[0], other))?;
            Some((fights[0].clone(), exact[other].clone()))
        });
        if let Some((fight, other)) = pairs {
            found += 1;
            if differences(option[0].key, &other, &simulated(&fight, 10_000)).is_empty() {
                missed.push(option[0].key);
            }
        }
    }
    assert!(missed.is_empty() && found > 20, "{missed:?}, {found} options tried");
}

/// Every valid pair of settings occurs in at least one fight, where chances add up and simulation agrees, with 5,000
/// trials.
#[test]
fn pairs_of_settings_exact_matches_simulation() {
    let (options, grounds) = (options(), grounds());
    let mut wrong = Vec::new();
    let rows = covering(&options, &grounds);
    for row in &rows {
        let name = || {
            let made = row.made.iter().map(|&(option, place)| &options[option][place]);
            let made: Vec<String> = made.map(|one| format!("{} = {}", one.key, one.value)).collect();
            format!("{}: {}", grounds[row.ground].name, made.join(", "))
        };
        let fight = grounds[row.ground].fight(&row.rules).unwrap();
        // Too many states to solve within a test, so it is only simulated.
        match solve(&fight) {
            Err(_) => drop(simulated(&fight, 200)),
            Ok(exact) if !sums(&exact) => wrong.push(format!("{} does not add up", name())),
            Ok(exact) => wrong.extend(differences(&name(), &exact, &simulated(&fight, 5_000))),
        }
    }
    assert!(wrong.is_empty() && rows.len() > 50, "{wrong:#?} of {} rows", rows.len());
}

/// The index of a fight, and the order in which settings are applied to it.
fn at_random() -> impl Strategy<Value = (usize, Vec<(usize, usize)>)> {
    let places: Vec<(usize, usize)> =
        options().iter().enumerate().flat_map(|(k, option)| (0..option.len()).map(move |place| (k, place))).collect();
    (0..grounds().len(), Just(places).prop_shuffle())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    /// Random rules: chances add up, swapping sides swaps results, and more skill never lowers the chance to win.
    #[test]
    fn random_rules_keep_invariants((ground, order) in at_random()) {
        let (options, grounds) = (options(), grounds());
        let mut row = Row { ground, rules: grounds[ground].rules.clone(), made: Vec::new() };
        fill(&mut row, &grounds[ground], &options, order.into_iter());
        let Ok(exact) = solve(&grounds[ground].fight(&row.rules).unwrap()) else { return Ok(()) };
        prop_assert!(sums(&exact));
        if let Some(Ok(mirrored)) = grounds[ground].mirrored(&row.rules).map(|fight| solve(&fight)) {
            for (one, other) in exact.wins.iter().zip(mirrored.wins.iter().rev()) {
                prop_assert!((one - other).abs() < 1e-9, "{} against {}", one, other);
            }
        }
        if let Some(Ok(skilled)) = grounds[ground].skilled(&row.rules, 1).map(|fight| solve(&fight)) {
            prop_assert!(skilled.wins[0] >= exact.wins[0] - 1e-9, "{} to {}", exact.wins[0], skilled.wins[0]);
        }
    }
}
