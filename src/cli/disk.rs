//! File system calls for writing. All of them go through [`Disk`], so that a test can make each of them fail.

use fudgelab::error::{Error, Result, system_words};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Receives each file as soon as it is ready: its name and its bytes.
pub(super) type FileSink<'f> = dyn FnMut(&str, &[u8]) -> Result<()> + 'f;

/// The beginning of the names of unfinished files and folders.
pub(super) const UNFINISHED: &str = ".unfinished-";

/// A file system to write to: the real one, except in tests.
pub(super) trait Disk: Send + Sync {
    /// Creates a new file. An existing file is an error.
    fn create(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    /// Waits until a file, or the names in a folder, would survive a power failure.
    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    /// Renames a file, and replaces any file that has the new name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }
}

/// The real file system.
pub(super) struct RealDisk;

impl Disk for RealDisk {}

/// Writes a new file. If it cannot be written completely, it is removed again.
pub(super) fn write_new(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = disk.create(path)?;
    write_and_sync(disk, &mut file, bytes).inspect_err(|_| {
        let _ = fs::remove_file(path);
    })
}

pub(super) fn cannot_write(path: &Path, problem: io::Error) -> Error {
    Error::run(format!("cannot write `{}`: {}", path.display(), system_words(&problem)))
}

/// Like [`replace`], on the real file system.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn replace_file(path: &Path, bytes: &[u8]) -> Result<()> {
    replace(&RealDisk, path, bytes).map_err(|problem| cannot_write(path, problem))
}

/// The paths of everything in a folder, sorted by name.
///
/// # Errors
/// If the folder cannot be read.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let paths = || fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>();
    let mut paths = paths().map_err(|problem| {
        Error::input(format!("cannot read the folder `{}`: {}", folder.display(), system_words(&problem)))
    })?;
    paths.sort();
    Ok(paths)
}

/// Writes a file, replacing any file of this name. The old file stays complete until the new one is.
pub(super) fn replace(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    let mut temporary = tempfile::Builder::new().prefix(UNFINISHED).make_in(&folder, |path| disk.create(path))?;
    write_and_sync(disk, temporary.as_file_mut(), bytes)?;
    // Once renamed, there is no temporary file left to remove.
    disk.rename(temporary.path(), path)?;
    sync_names(disk, &folder)
}

fn write_and_sync(disk: &dyn Disk, file: &mut File, bytes: &[u8]) -> io::Result<()> {
    disk.write(file, bytes)?;
    disk.sync(file)
}

/// Makes the names in a folder survive a power failure. Does nothing except on Unix, where a folder can be opened as a
/// file.
pub(super) fn sync_names(disk: &dyn Disk, folder: &Path) -> io::Result<()> {
    if cfg!(unix) { disk.sync(&File::open(folder)?) } else { Ok(()) }
}

/// The folder of a file; `.` if the path has none.
fn folder_of(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A disk that fails at one call, or at all calls from one on. A write that fails has written half of its bytes.
    #[derive(Debug, Default)]
    pub(crate) struct FaultyDisk {
        calls: AtomicUsize,
        fails_at: usize,
        permanently: bool,
    }

    impl FaultyDisk {
        /// A disk that fails at call number `fails_at`, counted from 0, and if `permanently` also at every later call.
        pub(crate) fn at(fails_at: usize, permanently: bool) -> Self {
            Self { fails_at, permanently, ..Self::default() }
        }

        pub(crate) fn calls(&self) -> usize {
            self.calls.load(Ordering::Relaxed)
        }

        fn step(&self) -> io::Result<()> {
            let call = self.calls.fetch_add(1, Ordering::Relaxed);
            if call == self.fails_at || self.permanently && call > self.fails_at {
                return Err(io::Error::new(io::ErrorKind::StorageFull, format!("call {call} fails")));
            }
            Ok(())
        }
    }

    impl Disk for FaultyDisk {
        fn create(&self, path: &Path) -> io::Result<File> {
            self.step().and_then(|()| RealDisk.create(path))
        }

        fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
            self.step().or_else(|problem| RealDisk.write(file, &bytes[..bytes.len() / 2]).and(Err(problem)))?;
            RealDisk.write(file, bytes)
        }

        fn sync(&self, file: &File) -> io::Result<()> {
            self.step().and_then(|()| RealDisk.sync(file))
        }

        fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
            self.step().and_then(|()| RealDisk.rename(from, to))
        }
    }

    /// Everything in a folder: the names, with the contents of files and `None` for subfolders.
    pub(crate) fn folder_contents(folder: &Path) -> Vec<(String, Option<Vec<u8>>)> {
        let entry = |entry: io::Result<fs::DirEntry>| {
            let path = entry.unwrap().path();
            (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).ok())
        };
        let mut all: Vec<_> = fs::read_dir(folder).unwrap().map(entry).collect();
        all.sort();
        all
    }

    /// Makes each call fail in turn: the file is new or old, never half written, and nothing else is left.
    #[test]
    fn failed_call_leaves_file_old_or_new() {
        for replaces in [true, false] {
            for call in 0.. {
                let place = tempfile::tempdir().unwrap();
                let path = place.path().join("file");
                if replaces {
                    fs::write(&path, "old").unwrap();
                }
                let disk = FaultyDisk::at(call, false);
                let write = if replaces { replace } else { write_new };
                let wrote = write(&disk, &path, b"brand new");
                let old = if replaces { vec![("file".to_owned(), Some(b"old".to_vec()))] } else { vec![] };
                let new = vec![("file".to_owned(), Some(b"brand new".to_vec()))];
                let held = folder_contents(place.path());
                assert!(held == new || held == old && wrote.is_err(), "{call}: {held:?}");
                if disk.calls() <= call {
                    assert!(wrote.is_ok() && held == new && call >= 3, "{call}");
                    break;
                }
                assert!(wrote.is_err(), "{call}");
            }
        }
    }

    #[test]
    fn write_new_rejects_an_existing_file() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        fs::write(&path, "old").unwrap();
        assert_eq!(write_new(&RealDisk, &path, b"new").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }
}
