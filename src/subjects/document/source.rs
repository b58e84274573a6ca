//! The text of a scenario file, with limits on its size and encoding.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::single::Problem;
use crate::error::system_words;

/// The longest scenario file that is read, in bytes (1 MiB); a scenario is written by hand.
pub const MAX_BYTES: u64 = 1 << 20;

/// One file that was read: its name, as the user would write it, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
}

impl Source {
    /// Reads a file, which is named by its path as given.
    ///
    /// # Errors
    /// The file cannot be opened or read, is no regular file, or its content is refused by [`Source::from_bytes`].
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let name = path.display().to_string();
        let failed = |error: std::io::Error| Problem::new(format!("cannot read `{name}`: {}", system_words(&error)));
        // Asked before it is opened: to open a pipe waits for somebody to write to it, perhaps for ever.
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
        // Reading one byte more than the limit shows that a file is too long, even one that grows.
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        Self::from_bytes(name, bytes)
    }

    /// Takes bytes that were read already, for example from standard input (named `stdin`).
    ///
    /// # Errors
    /// More than [`MAX_BYTES`], empty, not UTF-8, or holding NUL bytes.
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

    /// The file's name, for people: its path as given, or relative to the scenario's folder, or `stdin`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file's text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A line of a source.
pub(super) struct SourceLine<'t> {
    /// The line without its end.
    pub text: &'t str,
    /// Where it starts in the source.
    pub start: usize,
    /// Its number, from 1.
    pub number: usize,
}

/// The line that a byte lies in; none past the end of the text.
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
    fn bytes_that_are_no_scenario_are_refused_by_name() {
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
    fn a_path_that_cannot_be_read_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let message = |path: &Path| Source::read(path).unwrap_err().message().to_owned();
        assert!(message(folder.path()).ends_with("it is a folder"));
        assert!(message(&folder.path().join("no.toml")).ends_with("there is no such file"));
    }

    /// A pipe that nobody writes to would be waited for, a device would have no end.
    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_refused() {
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
