//! Tests of `run`: its files, its output and its errors.

use crate::common::{files, folder, fudgelab, stderr, stdout, text};
use serde_json::Value;
use std::fs;
use std::path::Path;

const CHECK: &str = "title = \"A climb\"\n[check]\ntrait = \"Good\"\ndifficulty = \"Great\"\n";
const DUEL: &str = "[fighters.a]\nskill = 1\n[fighters.b]\nskill = 0\n[run]\nmethod = 'simulate'\ntrials = 50_000\n";

fn run(place: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    fudgelab().current_dir(place).arg("run").args(args).assert()
}

#[test]
fn run_prints_page_and_writes_all_files() {
    let place = folder(&[("climb.toml", CHECK)]);
    let assert = run(place.path(), &["climb.toml"]).success();
    let page = stdout(&assert);
    assert!(page.starts_with("A climb · srd · exact") && page.contains("38.27 %"), "{page}");
    let written = files(&place.path().join("reports/out/climb"));
    for name in ["summary", "degrees", "margins"] {
        for format in ["csv", "parquet", "arrow", "jsonl"] {
            assert!(!written[&format!("{name}.{format}")].is_empty());
        }
    }
    assert!(written["degrees.svg"].starts_with(b"<svg") && written["degrees.png"].starts_with(b"\x89PNG"));
    assert!(text(&written["tables.md"]).starts_with("# A climb\n\n## "));
    assert!(text(&written["report.html"]).contains("Success 38.27\u{a0}% of the time, "));
    let charts = written.keys().filter(|name| name.ends_with(".svg")).count();
    let last = format!("  {charts} charts, 3 tables in reports/out/climb/\n");
    assert!(page.ends_with(&last), "{page}");
    assert!(!written.keys().any(|name| name.starts_with('.')), "{:?}", written.keys());
}

/// The report names the sides and, under LITE, the player characters and the value of gear.
#[test]
fn report_names_sides_and_player_characters() {
    let lite = "[rules]\nbase = 'lite'\n[fighters.ada]\nskill = 1\n[fighters.orc]\nskill = 0\ncount = 3\n[run]\ntrials = 1000\n";
    let place = folder(&[("lite.toml", lite)]);
    run(place.path(), &["lite.toml", "--method", "simulate"]).success();
    let page = files(&place.path().join("reports/out/lite"));
    let page = text(&page["report.html"]).clone();
    for told in ["Ada against three orcs", "Ada is the player character", "Gear has no effect"] {
        assert!(page.contains(told), "{told}");
    }
}

/// Endless fights are answered quickly, and the page warns about them.
#[test]
fn endless_fights_are_answered_with_warning() {
    let neither = "[fighters.a]\nskill = 0\noffense = -50\n[fighters.b]\nskill = 0\noffense = -50\n";
    // After the first round only A can hit, and only while unhurt.
    let wounded = "[rules]\nbase = 'nutshell'\ndice = '1d2'\nminimum_to_hit = 3\nrecord = { levels = [\
        { name = 'Hurt', from = 1, penalty = -1 }, { name = 'Out', from = 2, out = true }] }\n\
        [fighters.a]\nskill = 1\noffense = 0\n[fighters.b]\nskill = -3\noffense = 0\n\
        modifiers = { rage = { value = 4, rounds = 1 } }\n";
    // Nine of 6,561 pairs of rolls win by seven levels, and one wound ends the fight.
    let rare = "[rules]\nbase = 'nutshell'\nrecord = { levels = [{ name = 'Out', from = 1, out = true }] }\n\
        [fighters.a]\nskill = 0\noffense = -6\n[fighters.b]\nskill = 0\noffense = -50\n";
    let place = folder(&[("neither.toml", neither), ("wounded.toml", wounded), ("rare.toml", rare)]);
    let endless = "% of the fights would never end";
    for (file, draw, warnings) in [
        (
            "neither.toml",
            "100 %",
            &["Up to 100 % of the fights would never end", "reached the limit of 1000 rounds"][..],
        ),
        ("wounded.toml", "25.00 %", &["Up to 25 % of the fights would never end", "reached the limit of 1000 rounds"]),
        ("rare.toml", "25.34 %", &["Up to 25 % of the fights reached the limit of 1000 rounds"]),
    ] {
        let assert = run(place.path(), &[file, "--no-charts", "--format", "csv"]).success();
        let page = stdout(&assert);
        assert!(stderr(&assert).contains("solved in 0."), "{file}: {}", stderr(&assert));
        let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains("· exact") && words.contains(&format!(" draw {draw} ")), "{draw}: {page}");
        assert!(warnings.iter().all(|warning| words.contains(warning)), "{file}: {page}");
        assert_eq!(words.contains(endless), file != "rare.toml", "{page}");
    }
}

#[test]
fn figures_do_not_depend_on_threads() {
    let place = folder(&[("duel.toml", DUEL)]);
    let outputs = ["1", "2", "7"].map(|threads| {
        let args = ["duel.toml", "--threads", threads, "--out", threads];
        let page = stdout(&run(place.path(), &args).success());
        (page.replace(&format!(" in {threads}/"), ""), files(&place.path().join(threads).join("duel")))
    });
    assert!(outputs[0].1.len() > 10);
    assert_eq!(outputs[0], outputs[1]);
    assert_eq!(outputs[0], outputs[2]);
}

#[test]
fn json_is_document_or_list() {
    let place = folder(&[("climb.toml", CHECK), ("duel.toml", DUEL)]);
    let document = |args: &[&str]| -> Value {
        let mut all = args.to_vec();
        all.extend(["--json", "--no-charts", "--format", "csv"]);
        serde_json::from_str(&stdout(&run(place.path(), &all).success())).unwrap()
    };
    let one = document(&["climb.toml"]);
    assert_eq!((&one["fudgelab"], &one["title"]), (&2.into(), &"A climb".into()));
    let two = document(&["climb.toml", "duel.toml", "--quiet"]);
    assert_eq!((&two[0]["method"], &two[1]["method"]), (&"exact".into(), &"simulate".into()));
    let written = files(&place.path().join("reports/out/duel"));
    let names: Vec<&str> = written.keys().map(String::as_str).collect();
    assert_eq!(names, ["rounds.csv", "summary.csv", "tables.md", "wins-by-round.csv", "wounds.csv"]);
}

#[test]
fn run_accepts_folders() {
    let place =
        folder(&[("all/b.toml", CHECK), ("all/a.toml", DUEL), ("all/cast/c.toml", "[check]"), ("all/d.md", "")]);
    let args = ["all", "--json", "--no-charts", "--format", "csv", "--quiet"];
    let documents: Value = serde_json::from_str(&stdout(&run(place.path(), &args).success())).unwrap();
    assert_eq!((&documents[0]["title"], &documents[1]["title"]), (&"A".into(), &"A climb".into()));
    let written = fs::read_dir(place.path().join("reports/out")).unwrap();
    let mut names: Vec<_> = written.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["a", "b"]);
    fudgelab().current_dir(place.path()).args(["validate", "all"]).assert().success();
    let said = stderr(&run(place.path(), &["all/cast", "all/b.toml"]).code(2).stdout(""));
    assert!(said.contains("c.toml:1:1"), "{said}");
    fs::remove_file(place.path().join("all/cast/c.toml")).unwrap();
    let said = stderr(&run(place.path(), &["all/cast"]).code(2).stdout(""));
    assert!(said.contains("there is no scenario in the folder `all/cast`"), "{said}");
}

#[test]
fn format_none_writes_no_dataframes() {
    let place = folder(&[("climb.toml", CHECK)]);
    let page = stdout(&run(place.path(), &["climb.toml"]).success());
    assert!(page.contains(" charts, 3 tables in "), "{page}");
    // The data files of the earlier run are removed.
    let page = stdout(&run(place.path(), &["climb.toml", "--format", "none"]).success());
    assert!(page.contains(" charts, tables.md in reports/out/climb/"), "{page}");
    let endings: std::collections::BTreeSet<String> = files(&place.path().join("reports/out/climb"))
        .into_keys()
        .map(|name| name.rsplit('.').next().unwrap().to_owned())
        .collect();
    assert_eq!(endings.into_iter().collect::<Vec<_>>(), ["html", "md", "png", "svg"]);
    let page = stdout(&run(place.path(), &["climb.toml", "--format", "none", "--no-charts"]).success());
    assert!(page.ends_with("\n  tables.md in reports/out/climb/\n"), "{page}");
    // Charts of the earlier run stay with `--no-charts`, and a note says so.
    let said = stderr(&run(place.path(), &["climb.toml", "--format", "none", "--no-charts"]).success());
    assert!(said.contains("the charts and report in the folder are from an earlier run"), "{said}");
    assert!(place.path().join("reports/out/climb/report.html").exists());
    let said = stderr(&run(place.path(), &["climb.toml", "--format", "csv,none"]).code(2).stdout(""));
    assert!(said.contains("--format none cannot be combined with other formats"), "{said}");
}

#[test]
fn large_grid_writes_distributions_only_on_request() {
    let grid = format!(
        "{}[vary]\n'fighters.a.skill' = {{ from = -20, to = 20 }}\n'fighters.b.skill' = {{ from = -12, to = 12 }}\n",
        DUEL.replace("50_000", "1")
    );
    let place = folder(&[("grid.toml", &grid)]);
    let written = |more: &[&str]| {
        let args = [&["grid.toml", "--no-charts", "--format", "csv"], more].concat();
        let said = stderr(&run(place.path(), &args).success());
        let names: Vec<String> = files(&place.path().join("reports/out/grid")).into_keys().collect();
        (said.contains("distributions are written only with --distributions"), names)
    };
    assert_eq!(written(&[]), (true, vec!["summary.csv".to_owned(), "tables.md".to_owned()]));
    let all = ["rounds.csv", "summary.csv", "tables.md", "wounds.csv"].map(str::to_owned).to_vec();
    assert_eq!(written(&["--distributions"]), (false, all));
    // A distribution under `[[ask]]` does not count as an unanswered question, although it is not written.
    std::fs::write(place.path().join("grid.toml"), grid + "[[ask]]\nmeasure = \"wounds by round\"\n").unwrap();
    assert!(written(&[]).0);
    let page = stdout(&run(place.path(), &["grid.toml", "--no-charts"]).success());
    assert!(!page.contains("cannot be computed"), "{page}");
}

#[test]
fn out_to_standard_output_writes_no_files() {
    let place = folder(&[("a/climb.toml", CHECK), ("b/climb.toml", CHECK)]);
    let page = stdout(&run(place.path(), &["a/climb.toml", "--out", "-", "--quiet"]).success().stderr(""));
    assert_eq!(page, "");
    let page = stdout(&run(place.path(), &["a/climb.toml", "--out", "-"]).success());
    assert!(page.starts_with("A climb · srd · exact") && !page.contains(" in "), "{page}");
    // Two scenarios may have the same name if no files are written.
    let printed = stdout(&run(place.path(), &["a/climb.toml", "b/climb.toml", "--out", "-", "--json"]).success());
    let documents: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((documents.as_array().unwrap().len(), &documents[1]["title"]), (2, &"A climb".into()));
    run(place.path(), &["a/climb.toml", "--out", "-", "--format", "none"]).success();
    let said = stderr(&run(place.path(), &["a/climb.toml", "--out", "-", "--format", "csv"]).code(2).stdout(""));
    assert!(said.contains("--out -, which writes no files") && said.contains("--json"), "{said}");
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 2);
}

#[test]
fn options_override_trials_seed_and_method_of_file() {
    let place = folder(&[("climb.toml", CHECK), ("duel.toml", DUEL)]);
    let method = |args: &[&str]| {
        let mut all = args.to_vec();
        all.extend(["--json", "--no-charts"]);
        let document: Value = serde_json::from_str(&stdout(&run(place.path(), &all).success())).unwrap();
        (document["method"].as_str().unwrap().to_owned(), document["trials"].as_u64(), document["seed"].as_u64())
    };
    let simulated = |trials, seed| ("simulate".to_owned(), Some(trials), Some(seed));
    assert_eq!(method(&["climb.toml"]), ("exact".to_owned(), None, None));
    assert_eq!(method(&["climb.toml", "--trials", "20 thousand"]), simulated(20_000, 1));
    assert_eq!(method(&["climb.toml", "--trials", "2e4", "--method", "auto"]).0, "exact");
    assert_eq!(method(&["duel.toml", "--seed", "9"]), simulated(50_000, 9));
    assert_eq!(method(&["duel.toml", "--method", "exact"]).0, "exact");
    for wrong in
        [["--trials", "0"], ["--trials", "many"], ["--method", "guess"], ["--threads", "0"], ["--format", "xls"]]
    {
        let mut all = vec!["climb.toml"];
        all.extend(wrong);
        run(place.path(), &all).code(2).stdout("");
    }
}

#[test]
fn only_requested_charts_are_drawn() {
    let shows = "[[show]]\nchart = \"rounds\"\n[[show]]\nchart = \"heat map\"\n";
    let place = folder(&[("duel.toml", &format!("{DUEL}{shows}"))]);
    let said = stderr(&run(place.path(), &["duel.toml"]).success());
    assert!(said.contains("no data for a chart of `heat map`"), "{said}");
    let written = files(&place.path().join("reports/out/duel"));
    let charts: Vec<&str> = written.keys().filter_map(|name| name.strip_suffix(".svg")).collect();
    assert_eq!(charts, ["rounds"]);
}

/// Any figure can be drawn, by its name in the results; an unknown name is an error with its position.
#[test]
fn show_accepts_any_figure() {
    let variants = "[variants]\nplain = {}\nhard = { fighters = { b = { skill = 2 } } }\n";
    let show = |figure: &str| format!("{DUEL}{variants}[[show]]\nfigure = \"{figure}\"\ntitle = \"How long?\"\n");
    let place = folder(&[("good.toml", &show("rounds")), ("bad.toml", &show("roundz"))]);
    run(place.path(), &["good.toml"]).success();
    let written = files(&place.path().join("reports/out/good"));
    let charts: Vec<&str> = written.keys().filter_map(|name| name.strip_suffix(".svg")).collect();
    assert_eq!(charts, ["comparison", "differences"]);
    assert!(text(&written["comparison.svg"]).contains("How long?"));
    let said = stderr(&run(place.path(), &["bad.toml"]).code(2).stdout(""));
    assert!(said.contains("bad.toml:") && said.contains("roundz"), "{said}");
    let table = format!("{DUEL}{variants}[[show]]\ntable = \"differences\"\ntitle = \"How long?\"\n");
    let place = folder(&[("table.toml", &table)]);
    let said = stderr(&run(place.path(), &["table.toml"]).code(2).stdout(""));
    assert!(said.contains("`title` has no effect on a table"), "{said}");
}

#[test]
fn run_accepts_standard_input() {
    let place = folder(&[]);
    let mut command = fudgelab();
    command.current_dir(place.path()).args(["run", "-", "--no-charts", "--quiet"]).write_stdin(CHECK);
    command.assert().success().stdout("").stderr("");
    assert!(files(&place.path().join("reports/out/stdin")).contains_key("summary.csv"));
}

#[test]
fn run_writes_nothing_if_any_file_is_invalid() {
    let place = folder(&[("good.toml", CHECK), ("bad.toml", "[check]\n"), ("worse.toml", "a = ")]);
    let assert = run(place.path(), &["good.toml", "bad.toml", "worse.toml", "none.toml"]).code(2).stdout("");
    let said = stderr(&assert);
    for part in ["bad.toml:1:1", "worse.toml:1", "cannot read `none.toml`: there is no such file"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!place.path().join("reports").exists());
}

#[test]
fn run_rejects_two_files_with_same_stem() {
    let place = folder(&[("a/climb.toml", CHECK), ("b/climb.toml", CHECK)]);
    let said = stderr(&run(place.path(), &["a/climb.toml", "b/climb.toml"]).code(2).stdout(""));
    assert!(said.contains("would both go to `climb`"), "{said}");
    assert!(!place.path().join("reports").exists());
}

#[test]
fn run_rejects_name_that_leaves_output_folder() {
    let place = folder(&[("...toml", CHECK)]);
    run(place.path(), &["...toml"]).code(2).stdout("");
    assert!(!place.path().join("reports").exists());
}

#[test]
fn unwritable_folder_is_reported_before_the_run() {
    let place = folder(&[("duel.toml", DUEL), ("taken", "a file")]);
    let assert = run(place.path(), &["duel.toml", "--trials", "1e11", "--out", "taken"]).code(1).stdout("");
    let said = stderr(&assert);
    assert!(said.contains("cannot write to the folder `taken/duel`") && said.contains("--out"), "{said}");
}

/// The result is still printed.
#[test]
fn failed_write_leaves_no_temporary_file() {
    let place = folder(&[("climb.toml", CHECK), ("reports/out/climb/tables.md/full", "")]);
    let assert = run(place.path(), &["climb.toml", "--no-charts"]).code(1);
    assert!(text(&assert.get_output().stdout).contains("success"));
    assert!(stderr(&assert).contains("cannot write `reports/out/climb/tables.md`"));
    let names = fs::read_dir(place.path().join("reports/out/climb")).unwrap();
    assert!(names.map(|entry| entry.unwrap().file_name()).all(|name| !name.to_str().unwrap().ends_with(".tmp")));
}

/// Files of the same name in different folders do not overwrite each other's results.
#[test]
fn run_keeps_results_of_another_scenario() {
    let place = folder(&[("a/climb.toml", CHECK), ("b/climb.toml", CHECK)]);
    let args = |file: &'static str| [file, "--no-charts", "--format", "csv", "--quiet"];
    run(place.path(), &args("a/climb.toml")).success();
    run(place.path(), &args("a/climb.toml")).success();
    let refused = run(place.path(), &args("b/climb.toml")).code(2);
    assert!(stderr(&refused).contains("holds the results of another scenario, `../../../a/climb.toml`"));
}

#[test]
fn names_cannot_control_the_terminal() {
    let place = folder(&[("climb.toml", &CHECK.replace("A climb", "\\u001b[2J\\u0007"))]);
    let assert = run(place.path(), &["climb.toml", "--no-charts"]).success();
    assert!(!stdout(&assert).contains('\u{1b}') && !stderr(&assert).contains('\u{1b}'));
}

/// Runs `name.toml` and sends Ctrl-C `after` milliseconds after the program begins to listen for it.
#[cfg(unix)]
fn interrupted(place: &Path, name: &str, args: &[&str], after: u64) -> std::process::Output {
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};
    crate::common::obey_signals();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("fudgelab"))
        .current_dir(place)
        .args(["run", &format!("{name}.toml"), "--no-charts", "--json"])
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    // The program creates the folder after it begins to listen for Ctrl-C.
    while !place.join("reports/out").join(name).exists() && start.elapsed() < Duration::from_secs(5) {
        sleep(Duration::from_millis(20));
    }
    sleep(Duration::from_millis(after));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    while child.try_wait().unwrap().is_none() && start.elapsed() < Duration::from_secs(10) {
        sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    ended
}

/// The error is reported, and the result is still printed.
#[cfg(unix)]
#[test]
fn interrupted_run_reports_failed_write() {
    let place = folder(&[("duel.toml", DUEL), ("reports/out/duel/tables.md/full", "")]);
    let ended = interrupted(place.path(), "duel", &["--trials", "1e11"], 1000);
    let (printed, said) = (text(&ended.stdout), text(&ended.stderr));
    assert!(said.contains("cannot write `reports/out/duel/tables.md`"), "{said}");
    assert!(printed.contains("\"interrupted\": true"), "{printed}");
}

#[cfg(unix)]
#[test]
fn interrupted_run_writes_finished_trials() {
    let place = folder(&[("duel.toml", DUEL)]);
    let ended = interrupted(place.path(), "duel", &["--trials", "1e11", "--quiet"], 500);
    let document: Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!(document["interrupted"], true);
    let trials = document["trials"].as_u64().unwrap();
    assert!((1..1_000_000_000_000).contains(&trials));
    assert!(files(&place.path().join("reports/out/duel")).contains_key("summary.parquet"));
}

/// A fight of 200,000 states, close to the maximum, takes seconds to solve; Ctrl-C interrupts it.
#[cfg(unix)]
#[test]
fn interrupted_solve_writes_nothing() {
    let levels = [2, 2, 2, 2, 1, 1, 1].iter().zip(1..).map(|(boxes, k)| {
        let penalty = -(k - 1).min(3);
        format!("{{ name = 'L{k}', from = {k}, boxes = {boxes}, penalty = {penalty}, out = {} }}", k == 7)
    });
    let levels = levels.collect::<Vec<_>>().join(", ");
    let fighter = "skill = 0\noffense = -2\n";
    let large = format!(
        "[rules]\nbase = 'nutshell'\nrecord = {{ levels = [{levels}] }}\n\
         [fighters.a]\n{fighter}[fighters.b]\n{fighter}[run]\nmethod = 'exact'\n"
    );
    let place = folder(&[("large.toml", &large)]);
    let ended = interrupted(place.path(), "large", &[], 100);
    let said = text(&ended.stderr);
    assert!(ended.stdout.is_empty() && said.contains("interrupted before there was anything to write"), "{said}");
    assert!(files(&place.path().join("reports/out/large")).is_empty());
}

/// Expectations decide the exit code: 0 if they are met, 1 if not, 2 if there are too few trials to tell.
#[test]
fn expectations_decide_exit_code() {
    let expecting = |limits: &str| format!("{DUEL}[[expect]]\nmeasure = \"a wins\"\n{limits}\n");
    let place = folder(&[
        ("holds.toml", &expecting("at_least = \"60 %\"")),
        ("fails.toml", &expecting("between = [\"10 %\", \"20 %\"]")),
        ("unsure.toml", &expecting("at_most = \"90 %\"")),
        ("wrong.toml", &expecting("at_most = 3")),
    ]);
    let args = ["--quiet", "--format", "none", "--no-charts"];
    let ran = |file: &str, more: &[&str]| run(place.path(), &[&[file], &args[..], more].concat());
    ran("holds.toml", &[]).success();
    let failed = stderr(&ran("fails.toml", &[]).code(1));
    let line = expecting("").lines().count() - 1;
    let said =
        format!("not as expected: a wins in fails.toml, line {line}: expected between 10 % and 20 %, found 90.3");
    assert!(failed.contains(&said), "{failed}");
    // The exact chance is 90.3 %, too close to the limit for 100 trials.
    let unsure = stderr(&ran("unsure.toml", &["--trials", "100"]).code(2));
    assert!(unsure.contains("cannot be judged at this precision: a wins in unsure.toml"), "{unsure}");
    let wrong = stderr(&ran("wrong.toml", &[]).code(2));
    assert!(wrong.contains("is a chance, so its limits are in percent"), "{wrong}");
    // The page reports the verdict on each expectation.
    let page = stdout(&run(place.path(), &["fails.toml", "--format", "none", "--no-charts"]).code(1));
    assert!(page.contains("Expected a wins between") && page.contains(": no,"), "{page}");
}

/// `--figure` prints only the number, one line per case.
#[test]
fn figure_option_prints_only_the_figure() {
    let varied = format!("{CHECK}[vary]\n\"check.difficulty\" = [\"Fair\", \"Good\", \"Great\"]\n");
    let place = folder(&[("climb.toml", &varied)]);
    let args = ["climb.toml", "--figure", "success", "--format", "none", "--no-charts"];
    let numbers = stdout(&run(place.path(), &args).success());
    let numbers: Vec<f64> = numbers.lines().map(|line| line.parse().unwrap()).collect();
    let known = [66.0, 50.0, 31.0].map(|of: f64| of / 81.0);
    assert!(numbers.len() == 3 && numbers.iter().zip(known).all(|(found, known)| (found - known).abs() < 1e-12));
    let several = ["climb.toml", "--figure", "success", "--figure", "degree", "--out", "-"];
    let several = stdout(&run(place.path(), &several).success());
    let first: Vec<&str> = several.lines().next().unwrap().split('\t').collect();
    assert!(
        several.lines().count() == 6 && first[..2] == ["Fair", "success"] && first[2].starts_with("0.81"),
        "{several}"
    );
    let unknown = stderr(&run(place.path(), &["climb.toml", "--figure", "sucess"]).code(2));
    assert!(unknown.contains("did you mean `success`?"), "{unknown}");
}
