//! Tests that Ctrl-C stops the program, whatever it is doing.
#![cfg(unix)]

use crate::common::{VOLLEY, folder, obey_signals, text};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Two cases; the first is solved immediately.
const ONE_OF_TWO: &str = "
[vary]
'fighters.archer.count' = [1, 3]
[run]
method = 'exact'
";

const TUNED: &str = "
[rules]
base = 'fantasy'
[run]
method = 'simulate'
trials = '10 billion'
[fighters.hero]
skill = 'Good'
[fighters.ghoul]
like = 'ghoul'
side = 'ghouls'
count = 2
[[ask]]
tune = 'fighters.hero.skill'
to = 'hero wins >= 50 %'
";

/// More than 9,000 cases, which take seconds to read.
const GRID: &str = "
[fighters]
a = { skill = 0 }
b = { skill = 0 }
[vary]
'fighters.a.skill' = { from = -9, to = 9 }
'fighters.b.skill' = { from = -9, to = 9 }
'fighters.a.offense' = { from = 0, to = 25 }
";

/// Runs the program, sends Ctrl-C after half a second, and checks that it ends soon.
fn stopped(place: &Path, args: &[&str]) -> Output {
    obey_signals();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("fudgelab"))
        .current_dir(place)
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    sleep(Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none(), "{args:?} ended by itself");
    let pressed = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    // It takes half a second if nothing else runs.
    assert!(pressed.elapsed() < Duration::from_secs(3), "{args:?} ended after {:?}", pressed.elapsed());
    ended
}

#[test]
fn ctrl_c_stops_solving_tuning_and_searching() {
    let files = [("volley.toml", VOLLEY), ("tuned.toml", TUNED), ("grid.toml", GRID)];
    let place = folder(&files);
    let listening: [&[&str]; 3] = [
        &["run", "volley.toml", "--method", "exact", "--out", "-"],
        &["run", "tuned.toml", "--out", "-"],
        &["ask", "tuned.toml"],
    ];
    for args in listening {
        assert_eq!(stopped(place.path(), args).status.code(), Some(130), "{args:?}");
    }
    // Commands without results to save are ended by the system.
    let others: [&[&str]; 2] =
        [&["run", "grid.toml"], &["replay", "volley.toml", "--find", "rounds >= 2", "--within", "10000000000"]];
    for args in others {
        assert!(!stopped(place.path(), args).status.success(), "{args:?}");
    }
}

#[test]
fn interrupted_run_writes_solved_cases() {
    let place = folder(&[("volley.toml", &format!("{VOLLEY}{ONE_OF_TWO}"))]);
    let ended = stopped(place.path(), &["run", "volley.toml", "--no-charts"]);
    assert_eq!(ended.status.code(), Some(130));
    let page = text(&ended.stdout);
    assert!(
        page.contains("· exact") && page.contains("Interrupted: these are the cases that were solved so far"),
        "{page}"
    );
    let summary = std::fs::read_to_string(place.path().join("reports/out/volley/summary.csv")).unwrap();
    assert!(summary.lines().count() > 1, "{summary}");
}
