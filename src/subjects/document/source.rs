//! The text of a scenario file, with limits on its size and encoding.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::single::Problem;
use crate::error::system_words;

/// Maximum size of a scenario file in bytes (1 MiB). Scenarios are written by hand.
pub const MAX_BYTES: u64 = 1 << 20;

/// A file that was read: its name, as the user would write it, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
}

impl Source {
    /// Reads a file. Its name is `path` as given.
    ///
    /// # Errors
    /// If the file cannot be opened or read, is not a regular file, or [`Source::from_bytes`] rejects its content.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let name = path.display().to_string();
        let failed = |error: std::io::Error| Problem::new(format!("cannot read `{name}`: {}", system_words(&error)));
        // Checked before opening the file: opening a pipe waits, perhaps forever, until something writes to it.
        let kind = std::fs::metadata(path).map_err(failed)?.file_type();
        if !kind.is_file() {
            let (what, help) = match kind.is_dir() {
                true => ("it is a folder", "name a scenario file, which usually ends in `.toml`"),
                false => ("it is not a regular file", "a scenario can be read from standard input, named `-`"),
            };
            return Err(Problem::new(format!("cannot read `{name}`: {what}")).help(help));
        }
        let file = File::open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        // Reading one byte past the limit detects files that are too long, even if they grow.
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        Self::from_bytes(name, bytes)
    }

    /// Creates a source from bytes that were already read, for example from standard input (named `stdin`).
    ///
    /// # Errors
    /// If `bytes` is longer than [`MAX_BYTES`], blank, not UTF-8, or contains NUL bytes.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, Problem> {
        let name = name.into();
        let refuse = |what: &str, help: &str| Err(Problem::new(format!("cannot read `{name}`: {what}")).help(help));
        if bytes.len() as u64 > MAX_BYTES {
            return refuse("it is longer than 1 MiB", "is it a scenario file? they are short texts");
        }
        if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
            return refuse("it is UTF-16 text", "save it as UTF-8");
        }
        if bytes.contains(&0) {
            return refuse("it contains NUL bytes, so it is not text", "is it a scenario file?");
        }
        match String::from_utf8(bytes) {
            Ok(text) if text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty() => {
                refuse("it is empty", "`fudgelab new` writes a scenario to start from")
            }
            Ok(text) => Ok(Self { name, text }),
            Err(error) => {
                let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
                refuse(&format!("line {line} is not UTF-8 text"), "save it as UTF-8")
            }
        }
    }

    /// The name shown to users: the path as given, or relative to the scenario's folder, or `stdin`.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}

pub(super) struct SourceLine<'t> {
    /// The line without its line break.
    pub text: &'t str,
    /// The byte offset of the line in the source.
    pub start: usize,
    /// The line number, from 1.
    pub number: usize,
}

/// The line that contains the byte `offset`; `None` past the end of the text.
pub(super) fn line_at(text: &str, offset: usize) -> Option<SourceLine<'_>> {
    let bytes = text.as_bytes();
    let before = bytes.get(..offset)?;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let number = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    let rest = text.get(start..)?;
    let line = rest.split('\n').next().unwrap_or(rest);
    Some(SourceLine { text: line.strip_suffix('\r').unwrap_or(line), start, number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(bytes: &[u8]) -> String {
        Source::from_bytes("a.toml", bytes.to_vec())
            .map_or_else(|problem| problem.message().to_owned(), |_| "read".into())
    }

    #[test]
    fn from_bytes_rejects_invalid_scenarios() {
        assert_eq!(refused(b"a = 1"), "read");
        assert_eq!(refused(b" \n\t"), "cannot read `a.toml`: it is empty");
        assert_eq!(refused(b"\xEF\xBB\xBF\n"), "cannot read `a.toml`: it is empty");
        assert_eq!(refused(b"a = 1\nb = \"\xE9\""), "cannot read `a.toml`: line 2 is not UTF-8 text");
        assert_eq!(refused(b"a\0"), "cannot read `a.toml`: it contains NUL bytes, so it is not text");
        assert_eq!(refused(b"\xFF\xFEa\0"), "cannot read `a.toml`: it is UTF-16 text");
        let mut long = vec![b'#'; MAX_BYTES as usize];
        assert_eq!(refused(&long), "read");
        long.push(b'#');
        assert_eq!(refused(&long), "cannot read `a.toml`: it is longer than 1 MiB");
    }

    #[test]
    fn unreadable_path_reports_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let message = |path: &Path| Source::read(path).unwrap_err().message().to_owned();
        assert!(message(folder.path()).ends_with("it is a folder"));
        assert!(message(&folder.path().join("no.toml")).ends_with("there is no such file"));
    }

    /// Opening a pipe without a writer would wait forever, and a device may never end.
    #[cfg(unix)]
    #[test]
    fn read_rejects_pipes_and_devices() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.toml");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        std::os::unix::fs::symlink(&pipe, folder.path().join("link.toml")).unwrap();
        for path in [&pipe, &folder.path().join("link.toml"), Path::new("/dev/zero")] {
            let problem = Source::read(path).unwrap_err();
            assert!(problem.message().ends_with("it is not a regular file"), "{}", problem.message());
        }
    }
}
