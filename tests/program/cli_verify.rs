//! Tests of `verify` and `run --method both`.

use crate::common::{ROOT, fudgelab, text};
use serde_json::Value;
use std::fs;
use std::path::Path;

const CHECK: &str = "title = \"A climb\"\n[check]\ntrait = \"Good\"\ndifficulty = \"Great\"\n";
/// A fight with too many states to solve.
const LARGE: &str = "
[rules]
base = 'nutshell'
[rules.record]
levels = [
    { name = 'One', from = 1, boxes = 4 }, { name = 'Two', from = 2, boxes = 4 }, { name = 'Three', from = 3, boxes = 4 },
    { name = 'Four', from = 4, boxes = 4 }, { name = 'Five', from = 5, boxes = 4, out = true },
]
[fighters.a]
skill = 0
[fighters.b]
skill = 0
";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::create_dir_all(place.path().join(name).parent().unwrap()).unwrap();
        fs::write(place.path().join(name), content).unwrap();
    }
    place
}

fn verify(place: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    verify_with("20_000", place, args)
}

fn verify_with(trials: &str, place: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    fudgelab().current_dir(place).args(["verify", "--trials", trials]).args(args).assert()
}

fn stdout(assert: &assert_cmd::assert::Assert) -> String {
    text(&assert.get_output().stdout)
}

fn stderr(assert: &assert_cmd::assert::Assert) -> String {
    text(&assert.get_output().stderr)
}

/// Scenarios with too many fighters for an exact answer.
const TOO_LARGE: [&str; 7] = [
    "goblin-ambush.toml",
    "heroes-and-goblins.toml",
    "hydra.toml",
    "mob-of-twenty.toml",
    "sixty-on-sixty.toml",
    "wizard.toml",
    "wolves-and-an-ogre.toml",
];

/// The seed is fixed, so the result never changes. For a correct program, one seed in a thousand would fail.
#[test]
fn verify_agrees_for_every_shipped_scenario() {
    let folder = Path::new(ROOT);
    let assert = verify_with("30_000", folder, &["scenarios", "--json", "--quiet"]).success().stderr("");
    let document: Value = serde_json::from_str(&stdout(&assert)).unwrap();
    let scenarios = document["scenarios"].as_array().unwrap();
    assert!(scenarios.len() >= 7, "{}", scenarios.len());
    for one in scenarios {
        let name = one["name"].as_str().unwrap_or_default();
        if TOO_LARGE.iter().any(|file| name.ends_with(file)) {
            assert_eq!(one["verdict"], "not verified", "{one:#}");
            continue;
        }
        assert_eq!(one["verdict"], "agrees", "{one:#}");
        assert!(one["comparisons"].as_u64().unwrap() > 20 && one["detectable"].as_f64().unwrap() < 0.02, "{one:#}");
    }
}

#[test]
fn verify_lists_scenarios_of_folder_by_name() {
    let place =
        folder(&[("all/b.toml", CHECK), ("all/a.toml", CHECK), ("all/cast/c.toml", "[check]"), ("all/d.md", "")]);
    let page = stdout(&verify(place.path(), &["all", "--quiet"]).success());
    let lines: Vec<&str> = page.lines().collect();
    assert!(lines[1].starts_with("all/a.toml") && lines[2].starts_with("all/b.toml") && lines[3].is_empty(), "{page}");
    assert!(lines[1].ends_with("agrees") && page.contains("2 agree, 0 disagree, 0 not verified"), "{page}");
    assert!(!place.path().join("reports").exists(), "nothing is written");
}

#[test]
fn verify_all_skips_other_files() {
    let files = [
        ("all/climb.toml", CHECK),
        ("all/more/deep/other.toml", CHECK),
        ("all/more/fight.toml", "include = ['cast.toml']\n[fighters.bo]\nside = 'b'\nskill = 0\n"),
        ("all/more/cast.toml", "[fighters.ada]\nside = 'a'\nskill = 0\n"),
        ("all/more/house.toml", "[rules]\nbase = 'nutshell'\n"),
    ];
    let place = folder(&files);
    let page = stdout(&verify(place.path(), &["all", "--all", "--quiet"]).success());
    let names: Vec<&str> = page
        .lines()
        .skip(1)
        .map_while(|line| line.split_whitespace().next())
        .filter(|name| name.contains('/'))
        .collect();
    assert_eq!(names, ["all/climb.toml", "all/more/fight.toml", "all/more/deep/other.toml"], "{page}");
    // An invalid file that no other file includes is an error.
    fs::write(place.path().join("all/more/alone.toml"), "[fighters.ada]\nside = 'a'\nskill = 0\n").unwrap();
    let said = stderr(&verify(place.path(), &["all", "--all"]).code(2).stdout(""));
    assert!(said.contains("alone.toml") && !said.contains("cast.toml") && said.contains("nothing was run"), "{said}");
    let said = stderr(&verify(place.path(), &["all/more/deep/none", "--all"]).code(2).stdout(""));
    assert!(said.contains("none"), "{said}");
}

#[cfg(unix)]
#[test]
fn interrupted_verify_keeps_verdicts() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    crate::common::obey_signals();
    let place = folder(&[("climb.toml", CHECK), ("long.toml", crate::common::VOLLEY)]);
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("fudgelab"))
        .current_dir(place.path())
        .args(["verify", "climb.toml", "long.toml", "--trials", "20_000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(said.next().unwrap().unwrap().starts_with("climb.toml: "), "the first verdict is told at once");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let start = Instant::now();
    let mut page = String::new();
    child.stdout.take().unwrap().read_to_string(&mut page).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert!(page.contains("long.toml: not verified: interrupted"), "{page}");
    assert!(page.contains("1 agree, 0 disagree, 1 not verified"), "{page}");
}

#[test]
fn verify_reports_unsolvable_scenarios_and_fails_if_strict() {
    let place = folder(&[("climb.toml", CHECK), ("large.toml", LARGE)]);
    let assert = verify(place.path(), &["climb.toml", "large.toml"]).success();
    let page = stdout(&assert);
    assert!(
        page.contains("large.toml: not verified: ") && page.contains("1 agree, 0 disagree, 1 not verified"),
        "{page}"
    );
    for args in [&["large.toml"][..], &["climb.toml", "large.toml", "--strict"]] {
        let said = stderr(&verify(place.path(), args).code(1));
        assert!(said.contains("could not be verified: large.toml"), "{said}");
    }
}

#[test]
fn verify_rejects_bad_input_before_running() {
    let place = folder(&[("good.toml", CHECK), ("bad.toml", "[check]\n"), ("empty/readme.md", "")]);
    let said = stderr(&verify(place.path(), &["good.toml", "bad.toml"]).code(2).stdout(""));
    assert!(said.contains("bad.toml:1:1") && said.contains("nothing was run"), "{said}");
    let said = stderr(&verify(place.path(), &["empty"]).code(2).stdout(""));
    assert!(said.contains("no scenario in the folder `empty`"), "{said}");
    verify(place.path(), &["none.toml"]).code(2).stdout("");
}

#[test]
fn method_both_shows_and_writes_both() {
    let place = folder(&[("climb.toml", CHECK), ("both.toml", &format!("{CHECK}[run]\nmethod = 'both'\n"))]);
    let run = |args: &[&str]| fudgelab().current_dir(place.path()).arg("run").args(args).assert();
    let page = stdout(&run(&["climb.toml", "--method", "both", "--trials", "20_000", "--format", "csv"]).success());
    assert!(
        page.contains("and simulated, 20,000 trials") && page.contains("Exact and simulated agree in all"),
        "{page}"
    );
    let read = |name: &str| fs::read_to_string(place.path().join("reports/out/climb").join(name)).unwrap();
    let summary = read("summary.csv");
    let of = |method: &str| summary.lines().filter(|line| line.contains("success,") && line.contains(method)).count();
    assert_eq!((of(",exact,"), of(",wilson,")), (1, 1), "{summary}");
    assert!(read("comparison.csv").starts_with("variant,baseline,figure,subject,label,unit,exact,bound,simulated,"));
    assert!(
        read("tables.md").contains("Exact and simulated agree")
            && read("report.html").contains("calculated exactly, and")
    );
    // `--trials` does not turn a file with `method = 'both'` into a simulation.
    let more = run(&["both.toml", "--trials", "30_000", "--json", "--no-charts"]).success();
    let document: Value = serde_json::from_str(&stdout(&more)).unwrap();
    assert_eq!((&document["method"], &document["trials"]), (&"both".into(), &30_000.into()));
    assert_eq!(document["agreement"]["agrees"], true);
    assert!(document["comparison"].as_array().unwrap().len() > 10);
}

#[test]
fn both_and_exact_reject_unsolvable_fight() {
    let place = folder(&[("large.toml", LARGE)]);
    let codes = ["exact", "both"].map(|method| {
        let run =
            fudgelab().current_dir(place.path()).args(["run", "large.toml", "--method", method]).assert().stdout("");
        (run.get_output().status.code(), stderr(&run).contains("large.toml"))
    });
    assert_eq!(codes[0], codes[1]);
    assert!(codes[0].1);
}
