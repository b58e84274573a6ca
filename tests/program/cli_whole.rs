//! Tests that a run replaces its results completely or not at all, and that input files and names can do no harm.

use crate::common::{files, folder, fudgelab, stderr, stdout};
use std::fs;

const CHECK: &str = "title = \"A climb\"\n[check]\ntrait = \"Good\"\ndifficulty = \"Great\"\n";

#[cfg(unix)]
mod killed {
    use super::*;
    use crate::common::obey_signals;
    use std::collections::BTreeMap;
    use std::path::Path;
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};
    use wait_timeout::ChildExt;

    const ARGS: [&str; 3] = ["climb.toml", "--no-charts", "--quiet"];
    const MARKER: &str = "UNFINISHED.txt";

    fn start(place: &Path, more: &[&str]) -> Child {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fudgelab"));
        let command = command.current_dir(place).arg("run").args(ARGS).args(more);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Returns a number that grows as a run stages its files and moves them into place: 100 or more while the marker
    /// exists.
    fn steps(out: &Path) -> usize {
        let Ok(entries) = fs::read_dir(out) else { return 0 };
        let names: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        let staged = names.iter().filter(|path| path.is_dir()).filter_map(|path| fs::read_dir(path).ok());
        let marked = 100 * usize::from(names.iter().any(|path| path.ends_with(MARKER)));
        let old =
            names.iter().filter_map(|path| fs::read_dir(path.join("old")).ok()).map(Iterator::count).sum::<usize>();
        staged.map(Iterator::count).sum::<usize>() + marked + old
    }

    /// Kills 50 runs, each a step later than the last. The folder then has the old results, the new ones, or a marker
    /// that says it is unfinished, and the next run writes all of it as usual.
    #[test]
    fn killed_run_leaves_old_or_new_results_or_marker() {
        let place = folder(&[("climb.toml", CHECK), ("reports/out/climb/notes.txt", "mine")]);
        let out = place.path().join("reports/out/climb");
        let finish =
            |seed: &str| assert!(start(place.path(), &["--trials", "1000", "--seed", seed]).wait().unwrap().success());
        let held = |seed: &str| {
            finish(seed);
            files(&out)
        };
        let (new, old) = (held("2"), held("1"));
        assert!(new != old && new.contains_key("notes.txt"));
        let (mut seen, mut last) = (BTreeMap::new(), 0);
        for moment in 0..50 {
            let mut child = start(place.path(), &["--trials", "1000", "--seed", "2"]);
            let begun = Instant::now();
            // The first 20 moments are steps seen in the folder, the others multiples of 20 microseconds after the
            // marker appears.
            let aim = if moment < 20 { moment } else { 100 };
            while steps(&out) < aim && child.try_wait().unwrap().is_none() && begun.elapsed() < Duration::from_secs(20)
            {
            }
            let after = Instant::now();
            while moment >= 20 && after.elapsed() < Duration::from_micros(20 * (moment as u64 - 20)) {}
            child.kill().unwrap();
            child.wait().unwrap();
            let is_mixed = out.join(MARKER).exists();
            let now: BTreeMap<_, _> =
                files(&out).into_iter().filter(|(name, _)| !name.starts_with(".unfinished-")).collect();
            let what = if is_mixed {
                "marked"
            } else if now == new {
                "new"
            } else {
                "old"
            };
            assert!(is_mixed || now == new || now == old, "{moment}: {:?}", now.keys());
            if is_mixed {
                let told = fudgelab().arg("diff").arg(&out).arg(&out).assert().code(2);
                assert!(stderr(&told).contains("new and old files"));
            }
            *seen.entry(what).or_insert(0) += 1;
            last = last.max(steps(&out));
            // The next run removes the leftovers and gives its usual results.
            finish("1");
            assert_eq!(files(&out), old, "{moment}");
        }
        println!("{seen:?}");
        assert!(seen.contains_key("old") && last > 3, "{seen:?}");
    }

    #[test]
    fn second_run_to_same_folder_is_rejected() {
        let place = folder(&[("climb.toml", CHECK)]);
        let mut first = start(place.path(), &["--trials", "1e11"]);
        let begun = Instant::now();
        let second = loop {
            let mut second = fudgelab();
            let second = second.current_dir(place.path()).arg("run").args(ARGS).assert();
            if !second.get_output().status.success() || begun.elapsed() > Duration::from_secs(60) {
                break second;
            }
            // The first run had not started to write, or was itself rejected because of the second.
            if first.try_wait().unwrap().is_some() {
                first = start(place.path(), &["--trials", "1e11"]);
            }
        };
        assert!(stderr(&second.code(2)).contains("another run is writing to `reports/out/climb`"));
        first.kill().unwrap();
        first.wait().unwrap();
        fudgelab().current_dir(place.path()).arg("run").args(ARGS).assert().success();
    }

    /// Sends `signals` to a long run that was started with the signals in `ignored` ignored, and waits after each for
    /// the run to end. Returns its exit code, `None` if it continued, and whether it wrote its results.
    fn signalled(signals: &[&str], ignored: &[&str]) -> (Option<i32>, bool) {
        obey_signals();
        let place = folder(&[("climb.toml", CHECK)]);
        let program = assert_cmd::cargo::cargo_bin!("fudgelab");
        let traps: String = ignored.iter().map(|signal| format!("trap '' {signal}; ")).collect();
        let line = format!("{traps}exec {} run {} --trials 1e11", program.display(), ARGS.join(" "));
        let mut child = Command::new("sh").current_dir(place.path()).args(["-c", &line]).spawn().unwrap();
        let (begun, out) = (Instant::now(), place.path().join("reports/out/climb"));
        while !out.exists() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(Duration::from_millis(200));
        let mut code = None;
        for signal in signals {
            let process = child.id().to_string();
            assert!(Command::new("kill").args(["-s", signal, &process]).status().unwrap().success());
            let patience = Duration::from_secs(if ignored.contains(signal) { 1 } else { 20 });
            code = child.wait_timeout(patience).unwrap().and_then(|status| status.code());
        }
        if code.is_none() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        (code, out.join("summary.csv").exists())
    }

    #[test]
    fn signal_ends_run_with_results() {
        for signal in ["INT", "TERM", "HUP"] {
            assert_eq!(signalled(&[signal], &[]), (Some(130), true), "{signal}");
        }
    }

    /// `nohup` and shells that start background jobs rely on this.
    #[cfg(target_os = "linux")]
    #[test]
    fn ignored_signal_does_not_end_run() {
        for signal in ["INT", "HUP"] {
            assert_eq!(signalled(&[signal], &[signal]), (None, false), "{signal}");
        }
        assert_eq!(signalled(&["INT", "TERM"], &["INT"]), (Some(130), true));
    }
}

#[cfg(unix)]
#[test]
fn run_rejects_pipes_as_scenario_or_include() {
    let place = folder(&[("climb.toml", "include = ['pipe.toml']\n")]);
    let pipe = place.path().join("pipe.toml");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for file in ["pipe.toml", "climb.toml", "/dev/zero"] {
        let refused = fudgelab().current_dir(place.path()).args(["run", file]).assert().code(2);
        assert!(stderr(&refused).contains("it is not a regular file"), "{file}: {}", stderr(&refused));
    }
    // Standard input may be a pipe.
    fudgelab().current_dir(place.path()).args(["run", "-", "--quiet"]).write_stdin(CHECK).assert().success();
}

/// A fighter's name cannot become a formula in a spreadsheet, reorder a line, or control the terminal that prints a
/// data file.
#[test]
fn hostile_names_are_escaped() {
    let hostile = "title = \"a\\u202e\"\n[fighters.'=HYPERLINK(\"http://a\")']\nskill = 1\n[fighters.\"\\u202egnp\\u009b2J\"]\nskill = 0\n";
    let place = folder(&[("duel.toml", hostile)]);
    let args = ["run", "duel.toml", "--no-charts", "--json", "--quiet"];
    let printed = stdout(&fudgelab().current_dir(place.path()).args(args).assert().success());
    let steers = |text: &str| {
        text.chars().any(|letter| letter.is_control() && letter != '\n' || ('\u{202a}'..='\u{202e}').contains(&letter))
    };
    assert!(!steers(&printed) && printed.contains("a\\u202e") && printed.contains("\\u{202e}gnp"));
    for (name, bytes) in files(&place.path().join("reports/out/duel")) {
        if ["csv", "jsonl", "md"].iter().any(|ending| name.ends_with(ending)) {
            let text = String::from_utf8(bytes).unwrap();
            assert!(!steers(&text), "{name}");
            if name == "summary.csv" {
                assert!(text.contains(",\"'=HYPERLINK(\"\"http://a\"\")\"") && text.contains("\\u{202e}gnp"), "{text}");
            }
        }
    }
}
