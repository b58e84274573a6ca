//! Tests of `diff`, which compares two result folders.

use crate::common::{fudgelab, text};
use serde_json::Value;
use std::fs;
use std::path::Path;

const CHECK: &str = "[check]\ntrait = \"Good\"\ndifficulty = \"Great\"\n";
const DUEL: &str = "[fighters.a]\nskill = 1\n[fighters.b]\nskill = 0\n";

/// Creates a folder with the results of a check and a duel, run with `args`, in `old` and again in `new`.
fn results(args: &[&str]) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("climb.toml"), CHECK).unwrap();
    fs::write(place.path().join("duel.toml"), DUEL).unwrap();
    for out in ["old", "new"] {
        run(place.path(), out, args);
    }
    place
}

fn run(place: &Path, out: &str, args: &[&str]) {
    let mut command = fudgelab();
    command.current_dir(place).args(["run", "climb.toml", "duel.toml", "--no-charts", "--quiet", "--out", out]);
    command.args(args).assert().success();
}

fn diff(place: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    fudgelab().current_dir(place).env("COLUMNS", "150").arg("diff").args(args).assert()
}

fn stdout(assert: &assert_cmd::assert::Assert) -> String {
    text(&assert.get_output().stdout)
}

fn stderr(assert: &assert_cmd::assert::Assert) -> String {
    text(&assert.get_output().stderr)
}

fn edit(path: &Path, change: impl Fn(&str) -> String) {
    fs::write(path, change(&fs::read_to_string(path).unwrap())).unwrap();
}

/// Changes the check's chance of success in `new` from 31/81 to `value`.
fn set_success(place: &Path, value: &str) {
    edit(&place.join("new/climb/summary.csv"), |text| {
        let changed = text.replace("0.38271604938271603", value);
        assert_ne!(text, changed);
        changed
    });
}

#[test]
fn diff_finds_equal_results_in_every_format() {
    let place = results(&[]);
    let page = stdout(&diff(place.path(), &["old", "new"]).success().stderr(""));
    assert!(page.starts_with("All ") && page.ends_with(" figures of 2 scenarios are the same.\n"), "{page}");
    let one = stdout(&diff(place.path(), &["old/climb", "new/climb"]).success());
    assert!(one.ends_with(" figures are the same.\n"), "{one}");
    for format in ["csv", "parquet", "arrow", "jsonl"] {
        run(place.path(), format, &["--format", format]);
        assert_eq!(stdout(&diff(place.path(), &["old", format]).success()), page, "{format}");
    }
    assert_eq!(stdout(&diff(place.path(), &["csv", "parquet"]).success()), page);
    assert_eq!(stdout(&diff(place.path(), &["arrow", "jsonl"]).success()), page);
}

#[test]
fn diff_reports_changed_figure() {
    let place = results(&["--format", "csv"]);
    set_success(place.path(), "0.3897");
    let page = stdout(&diff(place.path(), &["old", "new"]).code(1).stderr(""));
    let first = page.lines().next().unwrap();
    assert!(
        first.starts_with("1 of ") && first.contains("of 2 scenarios differ, the largest by 0.70 points"),
        "{page}"
    );
    assert!(page.contains("climb: success, 38.27 % → 38.97 %."), "{page}");
    assert!(page.ends_with("climb     success  38.27 %  38.97 %   +0.70\n"), "{page}");
    let document: Value =
        serde_json::from_str(&stdout(&diff(place.path(), &["old", "new", "--json"]).code(1))).unwrap();
    assert_eq!((&document["same"], &document["differing"]), (&false.into(), &1.into()));
    assert_eq!((&document["rows"][0]["scenario"], &document["rows"][0]["new"]), (&"climb".into(), &0.3897.into()));
}

#[test]
fn diff_accepts_differences_within_tolerance() {
    let place = results(&["--format", "csv"]);
    set_success(place.path(), "0.3897");
    for (args, code) in [
        (["--tolerance", "0.007"], 0),
        (["--tolerance", "0.0069"], 1),
        (["--relative", "0.007"], 0),
        (["--relative", "0.0069"], 1),
        (["--points", "0.7"], 0),
        (["--points", "0.69"], 1),
    ] {
        let page = stdout(&diff(place.path(), &[&["old", "new"], &args[..]].concat()).code(code));
        assert_eq!(
            page.contains("are the same within the allowed difference: 1 differs, by 0.70 points at most."),
            code == 0,
            "{page}"
        );
    }
    for wrong in [["--tolerance", "-1"], ["--tolerance", "nan"], ["--points", "few"]] {
        diff(place.path(), &[&["old", "new"], &wrong[..]].concat()).code(2).stdout("");
    }
}

#[test]
fn diff_ignores_chance_and_reports_changed_skill() {
    let simulated = ["--format", "jsonl", "--trials", "20_000"];
    let place = results(&simulated);
    let same = stdout(&diff(place.path(), &["old", "new"]).success());
    assert!(same.ends_with("are the same.\n"), "{same}");
    run(place.path(), "seed", &[&simulated[..], &["--seed", "2"]].concat());
    let page = stdout(&diff(place.path(), &["old", "seed"]).success());
    assert!(page.starts_with("All ") && page.contains("are the same within the allowed difference: "), "{page}");
    // Exact figures are within the intervals of simulated ones.
    run(place.path(), "exact", &["--method", "exact", "--format", "csv"]);
    diff(place.path(), &["old", "exact"]).success();
    edit(&place.path().join("duel.toml"), |text| text.replace("skill = 1", "skill = 2"));
    run(place.path(), "rule", &simulated);
    let page = stdout(&diff(place.path(), &["old", "rule"]).code(1));
    assert!(page.contains("duel") && !page.contains("climb"), "{page}");
}

#[test]
fn diff_reports_missing_figures_tables_and_scenarios() {
    let place = results(&["--format", "csv"]);
    edit(&place.path().join("new/climb/summary.csv"), |text| {
        text.lines().filter(|line| !line.contains("success")).map(|line| format!("{line}\n")).collect()
    });
    fs::remove_file(place.path().join("old/duel/rounds.csv")).unwrap();
    let page = stdout(&diff(place.path(), &["old", "new"]).code(1));
    assert!(page.contains("1 figure is only in the old result.") && page.contains("–"), "{page}");
    assert!(page.contains("Only in new: the table `rounds` of duel."), "{page}");
    fs::remove_dir_all(place.path().join("new/duel")).unwrap();
    let page = stdout(&diff(place.path(), &["old", "new"]).code(1));
    assert!(page.contains("Only in old: the scenario duel."), "{page}");
}

#[test]
fn diff_accepts_added_and_reordered_columns() {
    let place = results(&["--format", "csv"]);
    edit(&place.path().join("new/climb/summary.csv"), |text| {
        let line = |line: &str| {
            let mut entries: Vec<&str> = line.split(',').collect();
            entries.reverse();
            let first = if line.contains("figure") { "title" } else { "Some words" };
            format!("{first},{}\n", entries.join(","))
        };
        text.lines().map(line).collect()
    });
    let page = stdout(&diff(place.path(), &["old", "new"]).success());
    assert!(page.ends_with("are the same.\n"), "{page}");
}

#[test]
fn diff_reports_bad_input_with_remedy() {
    let place = results(&["--format", "parquet"]);
    fs::create_dir_all(place.path().join("empty/in")).unwrap();
    fs::create_dir_all(place.path().join("damaged/climb")).unwrap();
    for (name, bytes) in [("summary.parquet", &b"PAR1 and then nonsense PAR1"[..]), ("notes.csv", b"who,when\n1,2\n")] {
        fs::write(place.path().join("damaged/climb").join(name), bytes).unwrap();
    }
    fs::create_dir_all(place.path().join("notes/climb")).unwrap();
    fs::write(place.path().join("notes/climb/notes.csv"), "who,when\n1,2\n").unwrap();
    for (args, said, cure) in [
        (["old", "notes"], "there are no figures in the data of `notes`", "`fudgelab run` wrote"),
        (["none", "new"], "`none` does not exist", "reports/out"),
        (["old", "climb.toml"], "`climb.toml` is not a folder", "reports/out"),
        (["old", "empty"], "there is no data in `empty`", "--format jsonl"),
        (["old", "new/climb"], "`new/climb` holds the data of one scenario", "one of the folders in `old`"),
        (["old", "damaged"], "cannot read `damaged/climb/summary.parquet`", "run the scenario again"),
    ] {
        let error = stderr(&diff(place.path(), &args).code(2).stdout(""));
        assert!(error.starts_with("error: ") && error.contains(said) && error.contains(cure), "{error}");
        assert!(!error.contains("panicked"), "{error}");
    }
    diff(place.path(), &["old"]).code(2).stdout("");
}
