//! The one error type of the library.

use std::fmt;

/// What went wrong, in words for the user, and how to fix it.
///
/// Errors of a scenario file, which have a place in the text and are reported together, are
/// [`Problems`](crate::document::Problems); everything else is an `Error`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    kind: Kind,
    message: String,
    help: Option<String>,
}

/// The kind of an [`Error`], which decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Input,
    Run,
}

/// The result of anything that can fail with an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// The request is wrong or cannot be met: bad arguments, a bad scenario (exit code 2).
    #[doc(hidden)]
    pub fn input(message: impl Into<String>) -> Self {
        Self { kind: Kind::Input, message: message.into(), help: None }
    }

    /// The request was valid but failed, for example because of a full disk (exit code 1).
    #[doc(hidden)]
    pub fn run(message: impl Into<String>) -> Self {
        Self { kind: Kind::Run, message: message.into(), help: None }
    }

    /// Adds help: how to fix it.
    #[must_use]
    #[doc(hidden)]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Puts a context before the message: `context: message`.
    #[must_use]
    #[doc(hidden)]
    pub fn context(mut self, context: impl fmt::Display) -> Self {
        self.message = format!("{context}: {}", self.message);
        self
    }

    /// What went wrong, without the help.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// How to fix it.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// True if the request itself was wrong.
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
