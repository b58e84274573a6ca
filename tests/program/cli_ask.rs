//! Tests of the analysis commands, and of the analyses that `run` writes.

use crate::common::{ROOT, fudgelab};
use serde_json::Value;
use std::fs;

const STUDY: &str = "scenarios/studies/house-rules.toml";

/// Returns a command's exit code, standard output and standard error.
fn asked(args: &[&str]) -> (Option<i32>, String, String) {
    let output = fudgelab().current_dir(ROOT).args(args).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn command_line_question_matches_file_question() {
    let (code, by_file, _) = asked(&["ask", STUDY]);
    assert_eq!(code, Some(0));
    assert_eq!(asked(&["decompose", STUDY, "ada wins"]).1, by_file);
    let (code, _, problem) = asked(&["ask", "scenarios/barroom-duel.toml"]);
    assert!(code == Some(2) && problem.contains("asks no question"), "{problem}");
}

/// A file may ask for figures only.
#[test]
fn ask_answers_measures() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("duel.toml");
    let fight =
        "[fighters.ada]\nskill = 1\n[fighters.ben]\nskill = 1\n[[ask]]\nmeasure = 'ada wins and within 3 rounds'\n";
    fs::write(&file, fight).unwrap();
    let (code, page, problem) = asked(&["ask", file.to_str().unwrap()]);
    assert!(code == Some(0) && page.contains("Ada wins and within 3 rounds: "), "{page}{problem}");
}

/// A question on the command line ignores the file's `[vary]`, and the page reports that.
#[test]
fn command_line_question_ignores_vary() {
    let (code, page, _) = asked(&["swing", "scenarios/capacity-tracks.toml"]);
    assert!(code == Some(0) && page.contains("The file's [vary] is ignored"), "{page}");
    assert!(page.contains("under [[ask]]"), "a file may ask it for each value: {page}");
    assert!(!asked(&["swing", "scenarios/studies/fair-skill.toml"]).1.contains("[vary]"));
    let (_, page, _) = asked(&["sensitivity", "scenarios/processes/ritual.toml", "done"]);
    assert!(page.contains("The file's [vary] is ignored") && !page.contains("[[ask]]"), "a file may not: {page}");
}

#[test]
fn analysis_options_accept_flags_lists_and_numbers() {
    let duel = "scenarios/studies/fair-skill.toml";
    for args in [
        &["swing", duel][..],
        &["swing", "scenarios/studies/swing.toml", "nutshell"],
        &["sensitivity", duel, "ada wins", "--all"],
        &["tune", duel, "fighters.bo.offense", "--to", "ada wins = 50 %", "--costs", "2", "--budget", "3"],
        &[
            "tune",
            duel,
            "fighters.bo.skill",
            "--to",
            "ada wins >= 40 %",
            "--between",
            "-2",
            "--between",
            "3",
            "--pick",
            "most",
        ],
        &["tune", duel, "fighters.bo.skill", "--to", "ada wins >= 40 %", "--between=-2..3"],
        &["matchup", duel, "{ sword = { offense = 3 }, axe = { offense = 4 } }"],
        &["dice", duel, "4dF", "d%"],
    ] {
        let (code, page, problem) = asked(args);
        assert!(code == Some(0) && page.lines().count() > 5, "{args:?}: {page}{problem}");
    }
    let (_, page, _) =
        asked(&["tune", duel, "fighters.bo.offense", "--to", "ada wins = 50 %", "--costs", "2", "--budget", "3"]);
    assert!(
        page.contains("cost") && page.contains("\n  2 ") && !page.contains("\n  3 "),
        "steps that are too dear are left out: {page}"
    );
}

#[test]
fn mistyped_arguments_are_reported_with_position() {
    let (code, page, problem) = asked(&["tune", STUDY, "fighters.bob.skill", "--to", "ada wins = 50 %"]);
    assert_eq!((code, page.as_str()), (Some(2), ""));
    for part in ["there is no `bob` in `fighters`", "command line:2:8", "did you mean `bo`?"] {
        assert!(problem.contains(part), "{part}: {problem}");
    }
}

#[test]
fn answers_do_not_depend_on_threads() {
    let with = |threads| asked(&["ask", STUDY, "--trials", "20_000", "--threads", threads, "--json"]).1;
    assert_eq!(with("1"), with("2"));
}

#[test]
fn answers_are_written_as_data() {
    let (_, json, _) = asked(&["ask", STUDY, "--json"]);
    let document: Value = serde_json::from_str(&json).expect("JSON");
    let answer = &document["answers"][0];
    assert_eq!((&answer["kind"], &answer["trials"]), (&"decompose".into(), &Value::Null));
    assert_eq!(answer["rows"][0]["change"], "no grazes");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().to_str().expect("a name");
    assert_eq!(asked(&["run", STUDY, "--format", "csv", "--no-charts", "--out", out]).0, Some(0));
    let table = fs::read_to_string(folder.path().join("house-rules/decompose.csv")).expect("the table");
    assert!(table.starts_with("change,alone,alone_low,alone_high,last,"), "{table}");
    let page = fs::read_to_string(folder.path().join("house-rules/tables.md")).expect("the page");
    assert!(page.contains("All changes together take ada wins from"), "the answer comes first: {page}");
    // With `--figure`, only the figure is printed, not the answer to the question.
    let (code, figure, _) = asked(&["run", STUDY, "--figure", "ada wins", "--out", "-"]);
    // One line for each variant and one for the unchanged file.
    assert_eq!((code, figure.lines().count()), (Some(0), 4));
}
