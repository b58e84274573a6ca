//! Tests of `cost`, which prices the character sheets of a file.

use crate::common::{ROOT, fudgelab, text};
use serde_json::Value;

const SHEETS: &str = "scenarios/sheets/lite.toml";

/// Returns the exit code, standard output and standard error of `cost`.
fn cost(args: &[&str]) -> (Option<i32>, String, String) {
    let mut program = fudgelab();
    let output = program.current_dir(ROOT).arg("cost").args(args).output().unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn cost_lists_all_sheets_or_details_one() {
    let (code, all, _) = cost(&[SHEETS]);
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = all.lines().collect();
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["traits", "clichés", "left", "cost", "allowed"]);
    assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>(), ["Marcy", "9", "0", "9", "yes"]);
    let (code, one, _) = cost(&[SHEETS, "marcy"]);
    assert!(code == Some(0) && one.starts_with("Marcy spends exactly what there is to spend."), "{one}");
}

#[test]
fn cost_prints_json_and_reports_errors() {
    let (code, all, _) = cost(&[SHEETS, "--json"]);
    let document: Value = serde_json::from_str(&all).unwrap();
    assert_eq!(
        (code, document["sheets"][0]["name"].as_str(), &document["sheets"][0]["legal"]),
        (Some(0), Some("Marcy"), &true.into())
    );
    let (code, printed, problem) = cost(&[SHEETS, "Marci"]);
    assert!(code == Some(2) && printed.is_empty() && problem.contains("no sheet `Marci`"), "{problem}");
    let (code, _, problem) = cost(&["scenarios/barroom-duel.toml"]);
    assert!(code == Some(2) && problem.contains("sheets"), "{problem}");
}

/// If fighters have sheets, every output of a run shows their costs.
#[test]
fn run_shows_costs_of_its_fighters() {
    let place = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let mut program = fudgelab();
        program.current_dir(ROOT).args(["run", "scenarios/strength-or-hide.toml"]).args(args);
        text(&program.assert().success().get_output().stdout)
    };
    let page = run(&["--out", place.path().to_str().unwrap()]);
    assert!(page.contains("\n  Character cost, in skill levels: Strong 10; Tough 10.\n"), "{page}");
    let written = |file: &str| std::fs::read_to_string(place.path().join("strength-or-hide").join(file)).unwrap();
    assert!(written("report.html").contains("<caption>Character costs of the fighters, in skill levels</caption>"));
    assert!(written("tables.md").contains("## Character costs of the fighters, in skill levels\n"));
    let document: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert_eq!(document["costs"][1]["cost"], 10);
}
