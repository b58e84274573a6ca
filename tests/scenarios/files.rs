//! Finds and runs shipped scenarios, and compares texts with committed files.

use std::fs;
use std::path::{Path, PathBuf};

use fudgelab::scenario::{self, Overrides};
use fudgelab::study::{self, StudyResult};

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns every scenario directly in `scenarios/`, sorted by name.
pub fn shipped() -> Vec<PathBuf> {
    let files = scenarios_in("scenarios");
    assert!(files.len() >= 6, "{files:?}");
    files
}

/// Returns every file in `scenarios/cast/`, sorted by name.
pub fn casts() -> Vec<PathBuf> {
    scenarios_in("scenarios/cast")
}

fn scenarios_in(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    files
}

pub fn stem(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}

/// Reads and runs a scenario. Panics if it is invalid or cannot be run.
pub fn run(path: &Path, overrides: &Overrides) -> StudyResult {
    try_run(path, overrides).unwrap_or_else(|error| panic!("{error}"))
}

/// Like [`run`], but returns an error if the scenario cannot be run, for example because it is too large to solve.
pub fn try_run(path: &Path, overrides: &Overrides) -> fudgelab::error::Result<StudyResult> {
    match scenario::read(path, overrides) {
        Ok(scenario) => study::run(&scenario.study, &()),
        Err(faults) => panic!("{faults}"),
    }
}

/// Compares a text with a committed file, byte for byte. If the environment variable `UPDATE` is set, writes the file
/// instead.
pub fn compare(text: &str, committed: &Path) {
    if std::env::var_os("UPDATE").is_some() {
        return fs::write(committed, text).unwrap();
    }
    let expected = fs::read_to_string(committed).unwrap_or_default();
    let line = text.lines().zip(expected.lines()).position(|(a, b)| a != b);
    let line = line.unwrap_or(text.lines().count().min(expected.lines().count()));
    assert!(
        text == expected,
        "{} differs in line {}:\n  now {}\n  was {}\nif this is meant, run `UPDATE=1 cargo test --test scenarios`",
        committed.strip_prefix(root()).unwrap_or(committed).display(),
        line + 1,
        text.lines().nth(line).unwrap_or("(nothing)"),
        expected.lines().nth(line).unwrap_or("(nothing)"),
    );
}
