//! Saves the files of a study together: they are written to a temporary folder inside the results folder, and then
//! replace the old files.
//!
//! While they do, a file `UNFINISHED.txt` says that some files are new and some old; if the run is killed, the next run
//! finishes the job. If a step fails, the earlier steps are undone.

use super::disk::{self, Disk, FileSink, RealDisk, UNFINISHED, cannot_write};
use super::result_files::is_result_file;
use fudgelab::error::{Error, Result, system_words};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tempfile::TempDir;

/// The file that marks a folder with both old and new files.
pub(super) const MARKER_FILE: &str = "UNFINISHED.txt";
/// The beginning of the marker's text. After it come the name of the folder with the new files, and the names of the
/// old files to be removed.
const MARKER_TEXT: &str = "fudgelab was stopped while it was putting new results into this folder: some files are new, others \
                      old.\n\
                      Run the scenario again: the next run finishes the job.\n";
const STAGED_PREFIX: &str = "new files: ";
const STALE_PREFIX: &str = "to be removed: ";
/// Name of the folder for replaced files, inside the folder of the new files.
const OLD_FOLDER: &str = "old";

/// Number of attempts to share a folder while another run removes old files from it.
const LOCK_ATTEMPTS: u32 = 100;
/// Time between two of these attempts.
const LOCK_WAIT: Duration = Duration::from_millis(50);

/// The way in which a run uses its results folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FolderUse {
    /// One run writes all files in the folder.
    Alone,
    /// Several runs write one file each.
    Shared,
}

/// The right to write to a folder, until it is dropped. Other runs are refused, unless both have [`FolderUse::Shared`]
/// or the folder cannot be locked.
#[derive(Debug)]
pub(super) struct Claim {
    _lock: Option<File>,
}

/// Creates a folder if necessary, and claims it. Files left by a killed run are removed; if that run was moving its
/// files into place, the move is finished.
///
/// On Windows and on some network file systems, folders cannot be locked. There two runs are not kept apart, and
/// nothing is removed.
///
/// # Errors
/// If the folder cannot be created or written to, or another run is writing to it.
pub(super) fn claim(folder: &Path, by: FolderUse) -> Result<Claim> {
    let failed = |problem: io::Error| {
        Error::run(format!("cannot write to the folder `{}`: {}", folder.display(), system_words(&problem)))
            .with_help("choose another folder with --out")
    };
    fs::create_dir_all(folder).map_err(failed)?;
    let mut lock = File::open(folder).ok();
    let mut is_alone = false;
    if let Some(file) = &lock {
        match lock_folder(file, by) {
            Ok(alone) => is_alone = alone,
            Err(TryLockError::WouldBlock) => {
                let message = format!("another run is writing to `{}`", folder.display());
                return Err(
                    Error::input(message).with_help("wait until it has finished, or choose another folder with --out")
                );
            }
            Err(TryLockError::Error(_)) => lock = None,
        }
    }
    if is_alone {
        recover(&RealDisk, folder)?;
    }
    if let (Some(file), FolderUse::Shared) = (&lock, by) {
        let shared = if is_alone { file.unlock().and_then(|()| file.lock_shared()) } else { Ok(()) };
        shared.map_err(failed)?;
    }
    tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder).map_err(failed)?;
    Ok(Claim { _lock: lock })
}

/// Locks a folder. Returns whether no other run uses it.
fn lock_folder(folder: &File, by: FolderUse) -> std::result::Result<bool, TryLockError> {
    let mut tries = 0;
    loop {
        match folder.try_lock() {
            Err(TryLockError::WouldBlock) if by == FolderUse::Shared => {}
            other => return other.map(|()| true),
        }
        match folder.try_lock_shared() {
            // Another shard is cleaning up.
            Err(TryLockError::WouldBlock) if tries < LOCK_ATTEMPTS => std::thread::sleep(LOCK_WAIT),
            other => return other.map(|()| false),
        }
        tries += 1;
    }
}

/// Whether a run was stopped while it moved its files into this folder.
pub(super) fn is_mixed(folder: &Path) -> bool {
    folder.join(MARKER_FILE).is_file()
}

/// Removes the files that a killed run left in a folder. If it was killed while it moved its new files into place, it
/// had written all of them, so the rest are moved now.
fn recover(disk: &dyn Disk, folder: &Path) -> Result<()> {
    let marked = fs::read_to_string(folder.join(MARKER_FILE)).unwrap_or_default();
    let named = |what: &str| marked.lines().find_map(|line| line.strip_prefix(what)).unwrap_or_default().to_owned();
    let staged = folder.join(named(STAGED_PREFIX));
    // We create neither links nor folders elsewhere: leave those alone.
    let is_name =
        named(STAGED_PREFIX).starts_with(UNFINISHED) && !named(STAGED_PREFIX).contains(std::path::is_separator);
    if is_name && fs::symlink_metadata(&staged).is_ok_and(|staged| staged.is_dir()) {
        let failed = |problem: io::Error| {
            Error::run(format!(
                "cannot finish what a killed run left in `{}`: {}",
                folder.display(),
                system_words(&problem)
            ))
        };
        for (name, path) in entries(&staged).map_err(failed)? {
            if path.is_file() {
                disk.rename(&path, &folder.join(name)).map_err(failed)?;
            }
        }
        for stale in named(STALE_PREFIX).split_terminator(", ").filter(|name| is_result_file(name)) {
            let _ = fs::remove_file(folder.join(stale));
        }
        fs::remove_file(folder.join(MARKER_FILE)).map_err(failed)?;
    }
    for (name, path) in entries(folder).unwrap_or_default() {
        if name.starts_with(UNFINISHED) {
            let is_folder = fs::symlink_metadata(&path).is_ok_and(|entry| entry.is_dir());
            let _ = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
    Ok(())
}

fn entries(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let entry = |entry: io::Result<fs::DirEntry>| {
        entry.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
    };
    fs::read_dir(folder)?.map(entry).collect()
}

/// Files that are written, but not yet moved into place.
pub(super) struct Unfinished {
    disk: Box<dyn Disk>,
    staged: Mutex<Option<Staged>>,
}

struct Staged {
    folder: TempDir,
    names: Vec<String>,
}

impl Default for Unfinished {
    fn default() -> Self {
        Self::on(RealDisk)
    }
}

impl Unfinished {
    fn on(disk: impl Disk + 'static) -> Self {
        Self { disk: Box::new(disk), staged: Mutex::default() }
    }

    /// Writes all files to the folder, or none of them. `write` gets a function that accepts each file's name and
    /// bytes. `stale` gets the result of `write`, and returns the names of the old files to remove.
    ///
    /// # Errors
    /// If a file cannot be written or moved, or `write` fails. The folder is unchanged, unless undoing the moves fails
    /// too: then the error and the marker in the folder say so.
    pub(super) fn save<T>(
        &self,
        folder: &Path,
        write: impl FnOnce(&mut FileSink<'_>) -> Result<T>,
        stale: impl FnOnce(&T) -> Vec<String>,
    ) -> Result<T> {
        let made = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(folder);
        let made = made.map_err(|problem| cannot_write(folder, problem))?;
        *self.lock() = Some(Staged { folder: made, names: Vec::new() });
        let mut files = |name: &str, bytes: &[u8]| self.write(folder, name, bytes);
        let saved = write(&mut files).and_then(|saved| self.publish(folder, &stale(&saved)).map(|()| saved));
        // Files that are still staged are removed with their folder.
        *self.lock() = None;
        saved
    }

    /// Ends the program immediately. Staged files are removed, and nothing more is moved into place.
    pub(super) fn abandon(&self, code: i32) -> ! {
        // Locked until the end, so that no other thread can write.
        let mut staged = self.lock();
        *staged = None;
        std::process::exit(code)
    }

    fn write(&self, folder: &Path, name: &str, bytes: &[u8]) -> Result<()> {
        let path = {
            let mut staged = self.lock();
            let Some(staged) = staged.as_mut() else { return Ok(()) };
            staged.names.push(name.to_owned());
            staged.folder.path().join(name)
        };
        disk::write_new(&*self.disk, &path, bytes).map_err(|problem| cannot_write(&folder.join(name), problem))
    }

    /// Moves the new files into place, and removes the old ones.
    fn publish(&self, folder: &Path, stale: &[String]) -> Result<()> {
        let mut held = self.lock();
        let Some(staged) = held.as_ref() else { return Ok(()) };
        let disk = &*self.disk;
        // A folder cannot be replaced by a file, and must not be moved.
        if let Some(name) = staged.names.iter().find(|name| folder.join(name).is_dir()) {
            return Err(cannot_write(&folder.join(name), io::ErrorKind::IsADirectory.into()));
        }
        let (beside, marker) = (staged.folder.path(), folder.join(MARKER_FILE));
        let own_name = beside.file_name().unwrap_or_default().to_string_lossy();
        let marked = format!("{MARKER_TEXT}\n{STAGED_PREFIX}{own_name}\n{STALE_PREFIX}{}\n", stale.join(", "));
        let old = beside.join(OLD_FOLDER);
        let prepared =
            fs::create_dir(&old).and_then(|()| disk::write_new(disk, &beside.join(MARKER_FILE), marked.as_bytes()));
        prepared.map_err(|problem| cannot_write(&marker, problem))?;
        let mut moves = Moves { disk, done: Vec::new() };
        let put = moves.make(beside.join(MARKER_FILE), marker.clone()).and_then(|()| {
            disk::sync_names(disk, folder).map_err(|problem| cannot_write(&marker, problem))?;
            for name in staged.names.iter().chain(stale).filter(|name| folder.join(name).symlink_metadata().is_ok()) {
                moves.make(folder.join(name), old.join(name))?;
            }
            for name in &staged.names {
                moves.make(beside.join(name), folder.join(name))?;
            }
            disk::sync_names(disk, folder).map_err(|problem| cannot_write(folder, problem))
        });
        match put.map_err(|error| (error, moves.undo())) {
            Ok(()) => fs::remove_file(&marker).map_err(|problem| cannot_write(&marker, problem)),
            Err((error, Ok(()))) => Err(error),
            Err((error, Err(_))) => {
                // The next run needs the staged files.
                let kept = held.take().map(|staged| staged.folder.keep());
                debug_assert!(kept.is_some());
                let help = format!("some files in `{}` are new, some old: run the scenario again", folder.display());
                Err(error.with_help(help))
            }
        }
    }

    /// The staged files are consistent at any time, so a panic in another thread does no harm.
    fn lock(&self) -> MutexGuard<'_, Option<Staged>> {
        self.staged.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Renames that can be undone.
struct Moves<'d> {
    disk: &'d dyn Disk,
    done: Vec<(PathBuf, PathBuf)>,
}

impl Moves<'_> {
    fn make(&mut self, from: PathBuf, to: PathBuf) -> Result<()> {
        self.disk.rename(&from, &to).map_err(|problem| cannot_write(&to, problem))?;
        self.done.push((from, to));
        Ok(())
    }

    fn undo(&mut self) -> io::Result<()> {
        self.done.drain(..).rev().try_for_each(|(from, to)| self.disk.rename(&to, &from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::tests::{FaultyDisk, folder_contents};

    fn names(folder: &Path) -> Vec<String> {
        folder_contents(folder).into_iter().map(|(name, _)| name).collect()
    }

    fn save(unfinished: &Unfinished, folder: &Path, names: &[&str], stale: &[&str]) -> Result<()> {
        let write = |files: &mut FileSink<'_>| names.iter().try_for_each(|name| files(name, b"new"));
        unfinished.save(folder, write, |()| stale.iter().map(|name| (*name).to_owned()).collect())
    }

    const NEW: [&str; 3] = ["summary.csv", "tables.md", "wins.svg"];

    /// A folder with files from an earlier run and from its user.
    fn used() -> TempDir {
        let place = tempfile::tempdir().unwrap();
        for name in ["notes.txt", "rounds.csv", "summary.csv", "tables.md"] {
            fs::write(place.path().join(name), "old").unwrap();
        }
        place
    }

    fn as_it_was() -> Vec<(String, Option<Vec<u8>>)> {
        folder_contents(used().path())
    }

    fn as_it_is_to_be() -> Vec<(String, Option<Vec<u8>>)> {
        let new = NEW.iter().map(|name| ((*name).to_owned(), Some(b"new".to_vec())));
        let mut all: Vec<_> = new.chain([("notes.txt".to_owned(), Some(b"old".to_vec()))]).collect();
        all.sort();
        all
    }

    #[test]
    fn save_replaces_all_files_together() {
        let place = used();
        save(&Unfinished::default(), place.path(), &NEW, &["rounds.csv"]).unwrap();
        assert_eq!(folder_contents(place.path()), as_it_is_to_be());
    }

    /// Each create, write, sync and rename fails once: the folder is unchanged.
    #[test]
    fn single_failure_keeps_all_old_files() {
        for call in 0.. {
            let place = used();
            let counter = std::sync::Arc::new(FaultyDisk::at(call, false));
            let saved = save(&Unfinished::on(Counted(counter.clone())), place.path(), &NEW, &["rounds.csv"]);
            if counter.calls() <= call {
                assert!(saved.is_ok() && folder_contents(place.path()) == as_it_is_to_be());
                // Create, write and sync for three files, and for the marker. Then renames: the marker, three old and
                // three new files. Then two syncs of the folder.
                assert_eq!(call, 3 * 3 + 3 + 1 + 3 + 3 + 2);
                break;
            }
            assert!(saved.unwrap_err().message().starts_with("cannot write"), "{call}");
            assert_eq!(folder_contents(place.path()), as_it_was(), "{call}");
        }
    }

    struct Counted(std::sync::Arc<FaultyDisk>);

    impl Disk for Counted {
        fn create(&self, path: &Path) -> io::Result<File> {
            self.0.create(path)
        }
        fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
            self.0.write(file, bytes)
        }
        fn sync(&self, file: &File) -> io::Result<()> {
            self.0.sync(file)
        }
        fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
            self.0.rename(from, to)
        }
    }

    /// The disk fails for good: the folder is unchanged, or it is marked and the next run finishes the job.
    #[test]
    fn permanent_failure_keeps_old_files_or_is_finished_by_next_run() {
        let mut marked = 0;
        for call in 0..21 {
            let place = used();
            let error =
                save(&Unfinished::on(FaultyDisk::at(call, true)), place.path(), &NEW, &["rounds.csv"]).unwrap_err();
            if is_mixed(place.path()) {
                marked += 1;
                assert!(error.help().unwrap().contains("some files"), "{error}");
                assert!(fs::read_to_string(place.path().join(MARKER_FILE)).unwrap().contains("Run the scenario again"));
                claim(place.path(), FolderUse::Alone).unwrap();
                assert_eq!(folder_contents(place.path()), as_it_is_to_be(), "{call}");
            } else {
                assert_eq!(folder_contents(place.path()), as_it_was(), "{call}");
            }
        }
        assert_eq!(marked, 8, "all but those before the marker is in its place");
    }

    #[test]
    fn claim_removes_files_of_a_killed_run() {
        let place = used();
        fs::create_dir(place.path().join(".unfinished-abc")).unwrap();
        fs::write(place.path().join(".unfinished-abc/summary.csv"), "half").unwrap();
        fs::write(place.path().join(".unfinished-def"), "half").unwrap();
        // While one run shares the folder, others can share it too, but not have it alone.
        let other = claim(place.path(), FolderUse::Shared).unwrap();
        assert_eq!(folder_contents(place.path()), as_it_was());
        assert!(claim(place.path(), FolderUse::Alone).unwrap_err().is_input());
        let third = claim(place.path(), FolderUse::Shared).unwrap();
        drop((other, third));
        claim(place.path(), FolderUse::Alone).unwrap();
    }

    /// A forged marker can neither remove files that are not results nor move files from elsewhere.
    #[test]
    fn recovery_keeps_files_that_a_forged_marker_names() {
        let place = used();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("precious"), "").unwrap();
        let away = elsewhere.path().display();
        fs::create_dir(place.path().join(".unfinished-abc")).unwrap();
        for staged in [format!("{away}"), format!(".unfinished-abc/../../{away}"), ".unfinished-abc".to_owned()] {
            let stale = format!("{away}/precious, notes.txt, ../notes.txt");
            fs::write(place.path().join(MARKER_FILE), format!("{STAGED_PREFIX}{staged}\n{STALE_PREFIX}{stale}\n"))
                .unwrap();
            claim(place.path(), FolderUse::Alone).unwrap();
            assert!(elsewhere.path().join("precious").exists() && place.path().join("notes.txt").exists());
        }
    }

    #[test]
    fn failed_write_keeps_only_old_files() {
        let place = used();
        assert!(save(&Unfinished::default(), place.path(), &["tables.md", "no/such/b"], &[]).is_err());
        assert_eq!(folder_contents(place.path()), as_it_was());
    }

    #[test]
    fn save_keeps_a_folder_with_the_name_of_a_file() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir_all(place.path().join("a/b")).unwrap();
        assert!(save(&Unfinished::default(), place.path(), &["a"], &[]).is_err());
        assert_eq!(names(place.path()), ["a"]);
    }

    #[test]
    fn claim_creates_an_empty_folder() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("x/y");
        claim(&path, FolderUse::Alone).unwrap();
        assert!(names(&path).is_empty());
        fs::write(place.path().join("file"), "").unwrap();
        assert!(!claim(&place.path().join("file/z"), FolderUse::Alone).unwrap_err().is_input());
    }
}
