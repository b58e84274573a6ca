//! Tests of `run --shard`, `merge` and `--resume`: runs split into parts, and runs continued after a kill.

use crate::common::{files, folder, fudgelab, stderr, stdout};
use std::fs;
use std::path::Path;

const GRID: &str = "[fighters.a]\nskill = 1\n[fighters.b]\nskill = 0\n[vary]\n'fighters.b.skill' = [0, 1, 2]\n\
                    [variants]\nplain = {}\nhard = { fighters.b.offense = 2 }\n[run]\nmethod = 'simulate'\ntrials = 50_000\n";

fn program(place: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    fudgelab().current_dir(place).args(args).assert()
}

/// Returns the page and the files of a run in one piece.
fn whole(place: &Path, file: &str, more: &[&str]) -> (String, Vec<(String, Vec<u8>)>) {
    let page = stdout(&program(place, &[&["run", file, "--out", "whole"], more].concat()).success());
    (
        page.replace("whole/", "out/"),
        files(&place.join("whole").join(file.trim_end_matches(".toml"))).into_iter().collect(),
    )
}

#[test]
fn merged_shards_equal_one_run() {
    let place = folder(&[("grid.toml", GRID)]);
    let (page, written) = whole(place.path(), "grid.toml", &[]);
    assert!(written.len() > 10);
    for of in [1, 4, 16] {
        for number in (1..=of).rev() {
            let part = format!("{number}/{of}");
            let told = stderr(
                &program(place.path(), &["run", "grid.toml", "--out", "out", "--shard", &part]).success().stdout(""),
            );
            assert!(told.contains(&format!("part {number} of {of} in `out/grid/")), "{told}");
        }
        let merged = program(place.path(), &["merge", "out/grid", "--out", "out"]).success();
        assert_eq!(stdout(&merged), page);
        let told = stderr(&merged);
        let shards = if of == 1 { "1 shard".to_owned() } else { format!("{of} shards") };
        assert!(told.contains(&format!("merged 300,000 simulated trials from {shards}\n")), "{told}");
        let (shards, results): (Vec<_>, Vec<_>) =
            files(&place.path().join("out/grid")).into_iter().partition(|(name, _)| name.ends_with(".shard"));
        assert_eq!((results, shards.len()), (written.clone(), of), "{of}");
        fs::remove_dir_all(place.path().join("out")).unwrap();
    }
}

#[test]
fn exact_shards_divide_cells() {
    let place = folder(&[("grid.toml", &GRID.replace("'simulate'", "'exact'"))]);
    let (page, written) = whole(place.path(), "grid.toml", &["--no-charts"]);
    for part in ["1/2", "2/2"] {
        program(place.path(), &["run", "grid.toml", "--out", "shards", "--shard", part]).success();
    }
    // With the scenario named, and the shards in another folder than the results.
    let args = ["merge", "shards/grid", "grid.toml", "--out", "out", "--no-charts"];
    let merged = program(place.path(), &args).success();
    assert_eq!(stdout(&merged), page);
    assert!(stderr(&merged).contains("merged exact answers to 6 cases from 2 shards\n"), "{}", stderr(&merged));
    assert_eq!(files(&place.path().join("out/grid")).into_iter().collect::<Vec<_>>(), written);
}

#[test]
fn shard_and_merge_reject_invalid_input() {
    let place = folder(&[("grid.toml", GRID), ("auto.toml", "[check]\ntrait = 1\ndifficulty = 1\n")]);
    let refused = |args: &[&str]| stderr(&program(place.path(), args).code(2).stdout(""));
    let shard = |part: &str, more: &[&str]| {
        let args = [&["run", "grid.toml", "--out", "out", "--quiet", "--shard", part], more].concat();
        program(place.path(), &args).success().stdout("").stderr("");
    };
    assert!(refused(&["merge", "out"]).contains("cannot read the folder `out`"));
    shard("3/4", &[]);
    let missing = refused(&["merge", "out/grid", "--out", "out"]);
    assert!(missing.contains("of 4 shards some are missing: 1, 2, 4"), "{missing}");
    shard("1/4", &["--seed", "5"]);
    assert!(refused(&["merge", "out/grid", "--out", "out"]).contains("was run with seed 1, but this run has 5"));
    fs::write(place.path().join("out/grid/1-of-4.shard"), "{}").unwrap();
    assert!(refused(&["merge", "out/grid", "--out", "out"]).contains("it is not a shard of a run, or it is damaged"));
    fs::create_dir(place.path().join("empty")).unwrap();
    assert!(refused(&["merge", "empty", "--out", "out"]).contains("there are no shards"));
    fs::remove_file(place.path().join("out/grid/.scenario")).unwrap();
    fs::remove_file(place.path().join("out/grid/1-of-4.shard")).unwrap();
    assert!(refused(&["merge", "out/grid"]).contains("give its file after the folder"));

    for (args, why) in [
        (&["run", "auto.toml", "--shard", "1/2"][..], "give --method exact or --method simulate"),
        (&["run", "grid.toml", "--precision", "0.01", "--shard", "1/2"], "give a number of trials"),
        (&["run", "grid.toml", "--shard", "0/2"], "from 1/16 to 16/16"),
        (&["run", "grid.toml", "--shard", "3/2"], "from 1/16 to 16/16"),
        (&["run", "grid.toml", "--shard", "1/2", "--json"], "cannot be used with"),
        (&["run", "grid.toml", "--shard", "1/2", "--out", "-"], "need a folder"),
        (&["run", "grid.toml", "--resume", "--out", "-"], "need a folder"),
    ] {
        let told = refused(args);
        assert!(told.contains(why), "{args:?}: {told}");
    }
}

/// A run that is killed and then resumed ends with the same bytes as a run that was never killed.
#[cfg(unix)]
#[test]
fn resumed_run_equals_uninterrupted_run() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let place = folder(&[("grid.toml", &GRID.replace("50_000", "2_000_000"))]);
    let args = |out: &'static str| ["run", "grid.toml", "--no-charts", "--format", "csv", "--quiet", "--out", out];
    program(place.path(), &args("whole")).success();
    let (out, kept) = (place.path().join("out/grid"), place.path().join("out/grid/.checkpoint"));
    let mut killed = 0;
    for _ in 0..3 {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("fudgelab"))
            .current_dir(place.path())
            .args(args("out"))
            .args(["--checkpoint", "0.01", "--resume"])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // It is killed as soon as the checkpoint has changed.
        let (start, before) = (Instant::now(), fs::read(&kept).ok());
        while child.try_wait().unwrap().is_none()
            && fs::read(&kept).ok() == before
            && start.elapsed() < Duration::from_secs(60)
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        killed += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(killed > 0);
    let kept_at_last = kept.exists();
    program(place.path(), &[&args("out")[..], &["--resume"]].concat()).success();
    assert_eq!(files(&out), files(&place.path().join("whole/grid")));
    assert!(kept_at_last && !kept.exists());
}

/// An unusable checkpoint is an error with `--resume`. Without the option, it is mentioned but not used.
#[test]
fn resume_rejects_unusable_checkpoint() {
    let place = folder(&[("grid.toml", GRID), ("out/grid/.checkpoint", "{}")]);
    let run = |more: &[&str]| {
        fudgelab()
            .current_dir(place.path())
            .args(["run", "grid.toml", "--no-charts", "--format", "csv", "--out", "out"])
            .args(more)
            .assert()
    };
    assert!(stderr(&run(&["--resume"]).code(2)).contains("it is not a shard of a run, or it is damaged"));
    assert!(stderr(&run(&[]).success()).contains("--resume would continue"));
    assert!(stderr(&run(&["--resume"]).success()).contains("no earlier run left anything to continue"));
}

/// `merge` finds shards in subfolders, writes its results next to them, ignores copies, and names paths in its
/// messages.
#[test]
fn merge_finds_shards_and_reports_paths() {
    let place = folder(&[("grid.toml", GRID)]);
    for part in ["1/2", "2/2"] {
        program(place.path(), &["run", "grid.toml", "--out", "far/off", "--shard", part]).success();
    }
    let shards = place.path().join("far/off/grid");
    fs::copy(shards.join("1-of-2.shard"), shards.join("copy.shard")).unwrap();
    let merge = |folder: &str| program(place.path(), &["merge", folder, "--no-charts", "--format", "none"]);
    let told = stderr(&merge("far").success());
    assert!(told.contains("`far/off/grid/copy.shard` repeats `far/off/grid/1-of-2.shard` and is left out"), "{told}");
    assert!(told.contains("from 2 shards\n") && shards.join("tables.md").is_file(), "{told}");
    assert!(!place.path().join("reports").exists());
    fs::write(shards.join("copy.shard"), "garbage").unwrap();
    let damaged = stderr(&merge("far/off/grid").code(2));
    assert!(
        damaged.contains("`far/off/grid/copy.shard`: it is not a shard") && damaged.contains("delete it"),
        "{damaged}"
    );
    fs::remove_file(shards.join("copy.shard")).unwrap();
    fs::remove_file(shards.join("2-of-2.shard")).unwrap();
    let missing = stderr(&merge("far/off/grid").code(2));
    assert!(missing.contains("as with --shard 2/2") && missing.contains("error: grid.toml: "), "{missing}");
}

/// A damaged checkpoint is named in the error, and the suggested remedy works.
#[test]
fn resume_reports_damaged_checkpoint() {
    let place = folder(&[("grid.toml", GRID)]);
    fs::create_dir_all(place.path().join("out/grid")).unwrap();
    fs::write(place.path().join("out/grid/.checkpoint"), "garbage").unwrap();
    let args = ["run", "grid.toml", "--out", "out", "--no-charts", "--format", "none"];
    let told = stderr(&program(place.path(), &[&args[..], &["--resume"]].concat()).code(2));
    assert!(
        told.contains("cannot continue from `out/grid/.checkpoint`") && told.contains("without --resume"),
        "{told}"
    );
    program(place.path(), &args).success();
}
