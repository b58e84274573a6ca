//! Finds options in `[rules]` that change nothing in the fights of a file, by running each case without them.

use super::resolve::{Overrides, Scenario, resolve};
use crate::document::{Document, Files, Path, Problems};
use crate::error::Result;
use crate::rules::RuleOption;
use crate::sim::Monitor;
use crate::study::{Study, Warning, counts, thousands};

/// Trials of each case with an option, and again without it.
const TRIALS: u64 = 1_000;

/// Maximum number of cases; larger studies are not tested.
const MOST_CASES: usize = 50;

/// Warnings about options that changed nothing in a number of trials, because the situation they apply to never came
/// up. Options that only repeat a default, or that the file needs to be valid, are not reported. If the monitor stops
/// the trials of an option, it is not reported either.
pub fn options_without_effect(scenario: &Scenario, monitor: &dyn Monitor) -> Vec<Warning> {
    let study = &scenario.study;
    if study.cells.len() > MOST_CASES {
        return Vec::new();
    }
    let written = scenario.document.entries_of("rules").iter().map(|entry| entry.key.as_str());
    let options: Vec<&str> = written.filter(|key| RuleOption::find(key).is_some()).collect();
    if options.is_empty() {
        return Vec::new();
    }
    let Ok(counted) = counts(study, TRIALS, monitor).collect::<Result<Vec<String>>>() else { return Vec::new() };
    let idle = options.into_iter().filter(|key| changes_nothing(scenario, key, &counted, monitor));
    idle.map(|key| warning(key, study)).collect()
}

/// Whether leaving out an option changes the rules, but not the counts of the trials.
fn changes_nothing(scenario: &Scenario, key: &str, counted: &[String], monitor: &dyn Monitor) -> bool {
    let mut root = scenario.document.clone();
    Path::of(["rules", key]).remove(&mut root);
    let bases = scenario.bases.clone();
    let document = Document { root, problems: Problems::new(), files: Files::default(), bases };
    let Ok(without) = resolve(document, &Overrides::default()) else { return false };
    let [with, others] = [&scenario.study, &without.study].map(|study| study.cells.iter().map(|cell| &cell.rules));
    let mut pairs = counted.iter().zip(counts(&without.study, TRIALS, monitor));
    !with.eq(others) && pairs.all(|(with, without)| without.is_ok_and(|one| one == *with))
}

fn warning(key: &str, study: &Study) -> Warning {
    let cases = if study.cells.len() == 1 { "" } else { " of each case" };
    Warning::new(
        format!("`{key}` in [rules] changed nothing in {} trials{cases}", thousands(TRIALS)),
        format!("leave it out, or see `fudgelab list rules {key}` for what it decides"),
    )
}
