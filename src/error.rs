//! The one error type of the library.

use std::fmt;

/// What went wrong, in words for the person who asked, and what would cure it.
///
/// Faults of a scenario file, which have a place in the text and come many at a time, are
/// [`Faults`](crate::scenario::Faults); everything else is an `Error`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    kind: Kind,
    message: String,
    help: Option<String>,
}

/// Whose fault an [`Error`] is; decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Input,
    Run,
}

/// The result of anything that can fail with an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Something asked for is wrong or cannot be done (exit code 2).
    pub fn input(message: impl Into<String>) -> Self {
        Self { kind: Kind::Input, message: message.into(), help: None }
    }

    /// The request was good but carrying it out failed, for example a full disk (exit code 1).
    pub fn run(message: impl Into<String>) -> Self {
        Self { kind: Kind::Run, message: message.into(), help: None }
    }

    /// Adds what was expected, or how to cure it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Puts where it happened before the message: `context: message`.
    #[must_use]
    pub fn context(mut self, context: impl fmt::Display) -> Self {
        self.message = format!("{context}: {}", self.message);
        self
    }

    /// What went wrong, without the cure.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What was expected, or how to cure it.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// True where the request itself was at fault.
    pub fn is_input(&self) -> bool {
        self.kind == Kind::Input
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
