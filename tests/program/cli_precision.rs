//! Tests of `run` with a target precision.

use crate::common::{fudgelab, text};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const DUEL: &str = "[fighters.a]\nskill = 1\n[fighters.b]\nskill = 0\n[run]\nmethod = 'simulate'\n";

fn folder(run: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("duel.toml"), format!("{DUEL}{run}")).unwrap();
    place
}

fn run(place: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    fudgelab().current_dir(place).args(["run", "duel.toml", "--no-charts", "--format", "csv"]).args(args).assert()
}

fn stdout(assert: &assert_cmd::assert::Assert) -> String {
    text(&assert.get_output().stdout)
}

fn stderr(assert: &assert_cmd::assert::Assert) -> String {
    text(&assert.get_output().stderr)
}

fn document(place: &Path, args: &[&str]) -> Value {
    let mut all = args.to_vec();
    all.push("--json");
    serde_json::from_str(&stdout(&run(place, &all).success())).unwrap()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entry = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap())
    };
    fs::read_dir(folder).unwrap().map(entry).collect()
}

#[test]
fn run_stops_at_target_precision_and_reports_trials() {
    let place = folder("precision = 0.004\n");
    let outputs = ["1", "2"].map(|threads| {
        let page = stdout(&run(place.path(), &["--threads", threads, "--out", threads]).success());
        (page.replace(&format!(" in {threads}/"), ""), files(&place.path().join(threads).join("duel")))
    });
    assert_eq!(outputs[0], outputs[1], "the number of threads made a difference");
    assert!(outputs[0].0.contains("trials, until A wins ± 0.004"), "{}", outputs[0].0);
    let document = document(place.path(), &[]);
    let row = &document["summary"][0];
    let [value, low, high] = ["value", "low", "high"].map(|key| row[key].as_f64().unwrap());
    assert!((value - low).max(high - value) <= 0.004, "{row}");
    assert_eq!((&row["method"], &row["trials"]), (&"sequence".into(), &document["trials"]));
    assert!(document["trials"].as_u64() < Some(1_000_000) && document["warnings"].as_array().unwrap().is_empty());
    // As a fixed number, the same trials give the same values but other intervals.
    let fixed = self::document(place.path(), &["--trials", &document["trials"].to_string()]);
    for (stopped, fixed) in document["summary"].as_array().unwrap().iter().zip(fixed["summary"].as_array().unwrap()) {
        assert_eq!(stopped["value"], fixed["value"]);
        assert_ne!(stopped["method"], fixed["method"]);
    }
    assert_eq!(fixed["until"], Value::Null);
}

#[test]
fn every_cell_reaches_precision_with_its_own_trials() {
    let place = folder(
        "relative = 0.05\n[vary]\n'fighters.b.skill' = [-2, 0, 2]\n[variants]\nplain = {}\nother = { rules = { damage_roll = 'none' } }\n",
    );
    let document = document(place.path(), &[]);
    let rows = document["summary"].as_array().unwrap();
    let wins: Vec<&Value> = rows.iter().filter(|row| row["figure"] == "wins" && row["subject"] == "A").collect();
    let mut trials: Vec<u64> = wins.iter().map(|row| row["trials"].as_u64().unwrap()).collect();
    trials.dedup();
    assert!(wins.len() == 6 && trials.len() > 1, "{trials:?}");
    for row in wins {
        let [value, low, high] = ["value", "low", "high"].map(|key| row[key].as_f64().unwrap());
        assert!((value - low).max(high - value) <= 0.05 * value, "{row}");
    }
    let page = stdout(&run(place.path(), &[]).success());
    assert!(page.contains(" to ") && page.contains("trials each, until A wins ± 5.0 % of it"), "{page}");
}

#[test]
fn precision_accepts_a_named_mean() {
    let place = folder("precision = 0.02\nfigure = 'Rounds'\n");
    let document = document(place.path(), &[]);
    let row = document["summary"].as_array().unwrap().iter().find(|row| row["figure"] == "rounds").unwrap();
    assert_eq!(row["method"], "asymptotic-sequence");
    assert!(row["high"].as_f64().unwrap() - row["value"].as_f64().unwrap() <= 0.02, "{row}");
    assert_eq!(document["until"], "rounds ± 0.02");
}

#[test]
fn trial_limit_ends_run_with_warning() {
    let place = folder("precision = 0.0001\nmax_trials = 20_000\n");
    let page = stdout(&run(place.path(), &[]).success());
    assert!(
        page.contains("simulated, 20,000 trials") && page.contains("! Stopped at 20,000 trials: A wins has ±"),
        "{page}"
    );
    assert!(page.contains("but ± 0.0001 was asked for") && page.contains("max_trials"), "{page}");
}

#[test]
fn timed_run_can_be_repeated_exactly() {
    let place = folder("precision = 1e-6\nmax_time = '0.2 s'\n[vary]\n'fighters.b.skill' = [0, 1]\n");
    let said = stderr(&run(place.path(), &["--out", "by-clock"]).success());
    assert!(said.contains("the clock decided the number of trials"), "{said}");
    let trials = said.split("--max-trials ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    let said = stderr(&run(place.path(), &["--max-trials", trials, "--out", "by-count"]).success());
    assert!(!said.contains("clock"), "{said}");
    let [by_clock, by_count] = ["by-clock", "by-count"].map(|out| files(&place.path().join(out).join("duel")));
    assert_eq!(by_clock, by_count);
    assert!(by_clock.len() > 2);
}

#[test]
fn exact_run_ignores_precision() {
    let place = folder("precision = 0.004\n");
    let found = |args: &[&str]| document(place.path(), args);
    let exact = found(&["--method", "auto"]);
    assert_eq!((&exact["method"], &exact["until"]), (&"exact".into(), &Value::Null));
    assert_eq!(found(&["--method", "exact"])["method"], "exact");
    // Trials on the command line override the file's precision.
    assert_eq!(found(&["--trials", "9000"])["trials"], 9000);
}

#[test]
fn contradictory_options_are_rejected() {
    let place = folder("trials = 1000\n");
    for wrong in [
        &["--precision", "0.01", "--trials", "5"][..],
        &["--precision", "0.01", "--relative", "0.1"],
        &["--precision", "0.01", "--method", "exact"],
        &["--precision", "0.01", "--method", "both"],
        &["--precision", "0"],
        &["--precision", "nan"],
        &["--relative", "2"],
        &["--max-time", "9"],
        &["--max-trials", "9", "--figure", "success"],
        &["--precision", "0.01", "--max-time", "soon"],
        &["--precision", "0.01", "--figure", "a win"],
    ] {
        let said = stderr(&run(place.path(), wrong).code(2).stdout(""));
        assert!(said.contains("error"), "{said}");
    }
    assert!(!place.path().join("reports").exists());
    // A precision on the command line overrides the file's trials.
    assert_eq!(document(place.path(), &["--precision", "0.05"])["trials"], 8192);
}
