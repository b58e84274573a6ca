//! Records which scenario the results in a folder are from. Otherwise files of the same name in different folders would
//! overwrite each other's results.

use fudgelab::error::{Error, Result};
use fudgelab::text::clean;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Name of the file that records the scenario of a results folder. It contains the path from the folder to the
/// scenario, so that both can be moved together.
pub(super) const RECORD_FILE: &str = ".scenario";

/// The content of [`RECORD_FILE`] for a scenario; `None` if the scenario is not a file.
pub(super) fn record_for(folder: &Path, scenario: &Path) -> Option<String> {
    let (from, to) = (fs::canonicalize(folder).ok()?, fs::canonicalize(scenario).ok()?);
    let shared = from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    let way = up.chain(to.components().skip(shared));
    let parts: Option<Vec<&str>> = way.map(|part| part.as_os_str().to_str()).collect();
    Some(parts?.join("/"))
}

/// The scenario whose results are in a folder.
///
/// # Errors
/// If the folder does not record it, or the scenario no longer exists.
pub(super) fn scenario(folder: &Path) -> Result<PathBuf> {
    let path = folder.join(recorded_path(folder).unwrap_or_default());
    if path.is_file() {
        // `duel.toml` is easier to read than `reports/out/duel/../../../duel.toml`.
        let here = fs::canonicalize(".").ok();
        let short = fs::canonicalize(&path)
            .ok()
            .zip(here)
            .and_then(|(path, here)| Some(path.strip_prefix(here).ok()?.to_owned()));
        return Ok(short.unwrap_or(path));
    }
    let message = format!("the scenario of the folder `{}` was not found", clean(&folder.display().to_string()));
    Err(Error::input(message).with_help("give its file after the folder, as in `fudgelab merge FOLDER FILE`"))
}

/// The path recorded in a folder; `None` if the folder has no record.
fn recorded_path(folder: &Path) -> Option<String> {
    let path = folder.join(RECORD_FILE);
    // Anything but a file is not ours, and reading it might never end.
    let recorded = path.is_file().then(|| fs::read_to_string(path).ok()).flatten();
    recorded.map(|recorded| recorded.trim().to_owned())
}

/// Checks that a folder has no results of another scenario that still exists.
///
/// # Errors
/// If it has such results.
pub(super) fn check(folder: &Path, scenario: &Path) -> Result<()> {
    let Some(recorded) = recorded_path(folder) else { return Ok(()) };
    if record_for(folder, scenario).is_none_or(|record| record == recorded) || !folder.join(&recorded).is_file() {
        return Ok(());
    }
    let folder = folder.display().to_string();
    let message = format!(
        "`{}` holds the results of another scenario, `{}` relative to this folder",
        clean(&folder),
        clean(&recorded)
    );
    Err(Error::input(message).with_help("rename one of the two files, or choose another folder with --out"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_another_scenario_are_kept() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        for folder in ["a", "b", "out/duel"] {
            fs::create_dir_all(path(folder)).unwrap();
        }
        for file in ["a/duel.toml", "b/duel.toml"] {
            fs::write(path(file), "").unwrap();
        }
        let record = record_for(&path("out/duel"), &path("a/duel.toml")).unwrap();
        assert_eq!(record, "../../a/duel.toml");
        let check = |file: &str| check(&path("out/duel"), &path(file)).map_err(|error| error.to_string());
        assert_eq!(check("a/duel.toml"), Ok(()));
        fs::write(path("out/duel").join(RECORD_FILE), record).unwrap();
        assert_eq!(check("a/duel.toml"), Ok(()));
        assert!(check("b/duel.toml").unwrap_err().contains("`../../a/duel.toml`"));
        // A scenario that no longer exists does not reserve the folder.
        fs::remove_file(path("a/duel.toml")).unwrap();
        assert_eq!(check("b/duel.toml"), Ok(()));
    }
}
