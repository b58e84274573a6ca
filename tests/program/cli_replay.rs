//! Tests of `replay`: its transcripts, its search and its errors.

use crate::common::{ROOT, fudgelab, text};
use serde_json::Value;
use std::path::Path;

const DUEL: &str = "title = \"A duel\"\n[fighters.ann]\nskill = 1\n[fighters.bob]\nskill = 0\n";

fn replay(input: &str, args: &[&str]) -> assert_cmd::assert::Assert {
    fudgelab().arg("replay").arg("-").args(args).write_stdin(input).assert()
}

#[test]
fn scripted_rolls_reproduce_srd_example() {
    // SRD 4.7, rounds 1 to 3.
    let scenario = Path::new(ROOT).join("scenarios/barroom-duel.toml");
    let assert = fudgelab().arg("replay").arg(scenario).args(["--script", "1,-1,-2, 0,1, 1,1,0"]).assert().success();
    let page = text(&assert.get_output().stdout);
    let told = [
        "Brynhild marks Hurt.",
        "Stand-off",
        "grazes Brynhild by 1",
        "Brynhild marks Scratch.",
        "not over after 3 rounds",
    ];
    let places: Vec<usize> =
        told.iter().map(|words| page.find(words).unwrap_or_else(|| panic!("{words}: {page}"))).collect();
    assert!(places.is_sorted(), "{page}");
}

/// The same rolls, entered one by one. An impossible roll and an undone one change nothing.
#[test]
fn dice_can_be_entered_one_by_one() {
    let scenario = Path::new(ROOT).join("scenarios/barroom-duel.toml");
    let along = |rolls: &str| {
        let assert =
            fudgelab().arg("replay").arg(&scenario).arg("--dice").write_stdin(rolls.to_owned()).assert().success();
        let output = assert.get_output();
        (text(&output.stdout), text(&output.stderr))
    };
    let (page, told) = along("1\n0\nundo\n-1\n9\n-2\n0 1\n");
    assert!(told.contains("4dF shows −4 to 4"), "{told}");
    let asked = ["From here: Snorri wins", "The roll of Brynhild, 4dF: ", "Brynhild marks Hurt.", "Stand-off", "Luck"];
    let places: Vec<usize> =
        asked.iter().map(|words| page.find(words).unwrap_or_else(|| panic!("{words}: {page}"))).collect();
    assert!(places.is_sorted(), "{page}");
    // The chances are printed at the start and after each whole round; by then Brynhild is hurt.
    let chances: Vec<i32> = page
        .lines()
        .filter_map(|line| line.strip_prefix("From here: Snorri wins ")?.split_once(' ')?.0.parse().ok())
        .collect();
    assert!(chances.len() == 3 && chances[1] > chances[0] + 5, "{chances:?}: {page}");
    // A single roll is 1 or more in 31 of 81 cases.
    assert!(along("1\n").0.contains("+1.0 over 1 roll; as much or more comes up 38 % of the time"));
}

#[test]
fn replay_without_options_shows_first_trial() {
    let page = |args: &[&str]| text(&replay(DUEL, args).success().get_output().stdout);
    assert!(page(&[]).starts_with("A duel · trial 1, seed 1\n"));
    assert_eq!(page(&[]), page(&["--trial", "1"]));
    assert_ne!(page(&[]), page(&["--trial", "2"]));
    assert!(page(&["--seed", "7"]).contains("seed 7"));
    let json: Value = serde_json::from_str(&page(&["--json"])).unwrap();
    assert_eq!(json["fudgelab"], 2);
    let round = &json["lines"][1];
    assert_eq!((&round["kind"], &round["text"], &round["number"]), (&"round".into(), &"Round 1".into(), &1.into()));
    let sum = &round["lines"][0]["lines"][0];
    assert_eq!((&sum["kind"], &sum["who"], &sum["base"]["word"]), (&"sum".into(), &"Ann".into(), &"Good".into()));
    let words = sum["text"].as_str().unwrap();
    assert!(page(&[]).lines().any(|line| line.trim() == words), "{words}");
}

#[test]
fn find_shows_trial_or_reports_failure() {
    let page = text(&replay(DUEL, &["--find", "Bob wins"]).success().get_output().stdout);
    assert!(page.trim_end().lines().last().is_some_and(|line| line.starts_with("Bob wins after")), "{page}");
    let assert = replay(DUEL, &["--find", "both out", "--within", "2000"]).code(1);
    let (out, told) = (text(&assert.get_output().stdout), text(&assert.get_output().stderr));
    assert!(out.is_empty() && told.contains("did not happen in the first 2,000 trials"), "{told}");
}

#[test]
fn replay_rejects_invalid_arguments() {
    for (args, message) in [
        (&["--trial", "0"][..], "from 1 to 1e11"),
        (&["--trial", "1e12"], "from 1 to 1e11"),
        (&["--variant", "x"], "no variant `x`"),
        (&["--cell", "2"], "no cell 2"),
        (&["--script", "1,spam"], "`spam`, is not a whole number"),
        (&["--script", ""], "has no rolls"),
        (&["--script", "9"], "which 4dF cannot show"),
        (&["--script", "1", "--find", "draw"], "cannot be used with"),
        (&["--find", "bob winz"], "did you mean `Bob wins`?"),
        (&["--find", "\u{1b}[2J"], "\\u{1b}"),
    ] {
        let assert = replay(DUEL, args).code(2);
        let (out, told) = (text(&assert.get_output().stdout), text(&assert.get_output().stderr));
        assert!(out.is_empty() && told.contains(message), "{args:?}: {told}");
    }
    replay("[check]\n", &[]).code(2);
}
