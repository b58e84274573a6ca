//! Writes the files of a study under temporary names first and then renames them, so that no file is ever half written.

use crate::error::{Error, Result};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where files go, each as soon as it is made: a name and its bytes.
pub(super) type Files<'f> = dyn FnMut(&str, &[u8]) -> Result<()> + 'f;

/// Files that have a temporary name still.
#[derive(Debug, Default)]
pub(super) struct Unfinished {
    files: Mutex<Vec<Temporary>>,
}

#[derive(Debug)]
struct Temporary {
    now: PathBuf,
    then: PathBuf,
}

/// A folder that can be written to.
///
/// # Errors
/// It cannot be made, or no file can be written in it.
pub(super) fn folder(path: &Path) -> Result<()> {
    let probe = temporary_name(path, "probe");
    let tried = fs::create_dir_all(path).and_then(|()| File::create(&probe)).and_then(|_| fs::remove_file(&probe));
    tried.map_err(|problem| {
        Error::run(format!("cannot write to the folder `{}`: {problem}", path.display()))
            .with_help("name another one with --out")
    })
}

impl Unfinished {
    /// Writes all files into the folder, or none: `write` gets something that takes each one by its name and its bytes.
    ///
    /// # Errors
    /// A file cannot be written or renamed, or `write` fails. No temporary file stays behind.
    pub(super) fn save<T>(&self, folder: &Path, write: impl FnOnce(&mut Files<'_>) -> Result<T>) -> Result<T> {
        let mut files = |name: &str, bytes: &[u8]| self.write(folder, name, bytes);
        let saved = write(&mut files).and_then(|saved| self.rename().map(|()| saved));
        if saved.is_err() {
            remove(&mut self.lock());
        }
        saved
    }

    /// Ends the program at once, with no temporary file left and none renamed any more.
    pub(super) fn abandon(&self, code: i32) -> ! {
        // Held until the end: whoever writes waits for it in vain.
        let mut files = self.lock();
        remove(&mut files);
        std::process::exit(code)
    }

    fn write(&self, folder: &Path, name: &str, bytes: &[u8]) -> Result<()> {
        let (now, then) = (temporary_name(folder, name), folder.join(name));
        let failed = |problem| cannot_write(&then, problem);
        let mut file = {
            let mut files = self.lock();
            let file = File::create(&now).map_err(failed)?;
            files.push(Temporary { now, then: then.clone() });
            file
        };
        file.write_all(bytes).map_err(failed)
    }

    fn rename(&self) -> Result<()> {
        let mut files = self.lock();
        for file in files.iter() {
            fs::rename(&file.now, &file.then).map_err(|problem| cannot_write(&file.then, problem))?;
        }
        files.clear();
        Ok(())
    }

    /// The list is whole at any time, so a panic of another thread does not spoil it.
    fn lock(&self) -> MutexGuard<'_, Vec<Temporary>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes what is still there; those renamed already are gone under their old names.
fn remove(files: &mut Vec<Temporary>) {
    for file in files.drain(..) {
        let _ = fs::remove_file(file.now);
    }
}

/// A name that no file of the user's has, and no other run writes to.
fn temporary_name(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!(".{name}.{}.tmp", std::process::id()))
}

fn cannot_write(path: &Path, problem: std::io::Error) -> Error {
    Error::run(format!("cannot write `{}`: {problem}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn save(folder: &Path, names: &[&str]) -> Result<()> {
        Unfinished::default().save(folder, |files| names.iter().try_for_each(|name| files(name, b"new")))
    }

    #[test]
    fn files_are_replaced_whole() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("a"), "old").unwrap();
        save(place.path(), &["a", "b"]).unwrap();
        assert_eq!(names(place.path()), ["a", "b"]);
        assert_eq!(fs::read(place.path().join("a")).unwrap(), b"new");
    }

    #[test]
    fn a_failed_write_leaves_old_files_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("a"), "old").unwrap();
        assert!(save(place.path(), &["a", "no/such/b"]).is_err());
        assert_eq!(names(place.path()), ["a"]);
        assert_eq!(fs::read(place.path().join("a")).unwrap(), b"old");
    }

    #[test]
    fn a_failed_rename_leaves_no_temporary_file() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir_all(place.path().join("a/b")).unwrap();
        assert!(save(place.path(), &["a"]).is_err());
        assert_eq!(names(place.path()), ["a"]);
    }

    #[test]
    fn a_folder_is_made_and_left_empty() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("x/y");
        folder(&path).unwrap();
        assert!(names(&path).is_empty());
        fs::write(place.path().join("file"), "").unwrap();
        assert!(!folder(&place.path().join("file/z")).unwrap_err().is_input());
    }
}
