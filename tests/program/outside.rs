//! Tests that a crate outside this package, which sees only the public root of the library, compiles and runs the
//! examples.

use crate::common::ROOT;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of each example and a text that it must print.
const EXAMPLES: &[(&str, &str)] = &[
    ("duel", "Snorri wins: exactly 0.5740, simulated"),
    ("own_dice", "4dF      [0.185, 0.383, 0.617, 0.815]"),
    ("own_damage", "own rule: Axe wins 0.2327 (simulated 0.2"),
    ("sweep", "the frame `summary` has 76 rows and 14 columns"),
];

/// Returns the target folder and the profile of this test, so that code compiled there is not compiled again.
fn target() -> (PathBuf, &'static str) {
    let test = std::env::current_exe().expect("this program");
    let profile = test.ancestors().nth(2).expect("target/PROFILE/deps/program");
    let name = if profile.ends_with("release") { "release" } else { "dev" };
    (profile.parent().expect("the folder of all profiles").to_owned(), name)
}

fn cargo(folder: &Path, words: &[&str]) -> String {
    let (target, profile) = target();
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(folder).args(words).args(["--offline", "--profile", profile]).env("CARGO_TARGET_DIR", target);
    let run = command.output().expect("cargo");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(run.status.success(), "{words:?}\n{}{}", text(&run.stdout), text(&run.stderr));
    text(&run.stdout)
}

#[test]
fn outside_crate_runs_the_examples() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let manifest = fs::read_to_string(format!("{ROOT}/Cargo.toml")).expect("Cargo.toml");
    let profiles = &manifest[manifest.find("[profile.release.package]").expect("profiles")..];
    let others: String =
        profiles.lines().filter(|line| !line.starts_with("fudgelab")).map(|line| format!("{line}\n")).collect();
    let slow: String = ["release", "dev"]
        .iter()
        .flat_map(|profile| {
            ["fudgelab", "fudgelab-engine", "fudgelab-subjects", "fudgelab-studies"]
                .map(|name| format!("[profile.{profile}.package.{name}]\nopt-level = 0\n"))
        })
        .collect();
    // With the features of the program and of other builds, almost all libraries are compiled already.
    let program = fs::read_to_string(format!("{ROOT}/src/cli/Cargo.toml")).expect("Cargo.toml");
    let shared: Vec<&str> = program.split("\n\n").filter(|part| part.contains("ot used by the code")).collect();
    let [dependencies, for_builds] = shared[..] else { panic!("{shared:?}") };
    let package = format!(
        "[package]\nname = \"outside\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nfudgelab = {{ path = {ROOT:?}, features = [\"frames\", \"png\", \"shards\"] }}\n\
         {dependencies}\n\n{for_builds}\n\n\
         {others}\n# It is compiled once more, and need not be fast.\n{slow}"
    );
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).expect("a file");
    fs::create_dir_all(folder.path().join("src/bin")).expect("a folder");
    write("Cargo.toml", package);
    write("Cargo.lock", fs::read_to_string(format!("{ROOT}/Cargo.lock")).expect("Cargo.lock"));
    for (name, _) in EXAMPLES {
        let example = fs::read_to_string(format!("{ROOT}/examples/{name}.rs")).expect("an example");
        let used: Vec<&str> = example.split("fudgelab::").skip(1).collect();
        let by_module =
            |path: &&&str| path.starts_with(char::is_lowercase) && path[..path.len().min(20)].contains("::");
        assert_eq!(used.iter().find(by_module), None, "{name} looks past the root");
        write(&format!("src/bin/{name}.rs"), example);
    }
    cargo(folder.path(), &["build", "--bins"]);
    for (name, printed) in EXAMPLES {
        let output = cargo(folder.path(), &["run", "--bin", name]);
        assert!(output.contains(printed), "{name}:\n{output}");
    }
}

#[test]
fn every_example_is_listed() {
    let all = fs::read_dir(format!("{ROOT}/examples")).expect("examples").filter_map(Result::ok);
    let mut names: Vec<String> = all.map(|one| one.file_name().to_string_lossy().replace(".rs", "")).collect();
    names.sort_unstable();
    let mut listed: Vec<&str> = EXAMPLES.iter().map(|(name, _)| *name).collect();
    listed.sort_unstable();
    assert_eq!(names, listed);
}
