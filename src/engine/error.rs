//! The error type of the library.

#![deny(missing_docs)]

use std::fmt;
use std::io;

/// The cause of an error, if callers need to distinguish it.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// An unknown name in a formula.
    Name(String),
    /// An unknown function in a formula.
    Function(String),
    /// An unknown word for a level.
    Level(String),
    /// An unknown dice method.
    Method(String),
    /// Dice in a formula that must not roll.
    Dice,
    /// A value of the wrong type: number, truth value, pool or list.
    Kind,
    /// A number out of range in the name of a dice method.
    Range,
    /// An exact answer that takes more work than allowed.
    Work,
    /// An exact answer that takes more memory than allowed.
    Memory,
    /// Any other cause.
    Other,
}

/// An error message for the user, with help on fixing it.
///
/// Errors in a scenario file have positions in the text and are reported together as `Problems`; everything else is an
/// `Error`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    is_input: bool,
    message: String,
    help: Option<Box<str>>,
    suggestion: Option<Box<str>>,
    is_secondary: bool,
    cause: Cause,
    keys: Box<[String]>,
}

/// The result of an operation that can fail with an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// The request is wrong or cannot be met: bad arguments, a bad scenario (exit code 2).
    #[doc(hidden)]
    pub fn input(message: impl Into<String>) -> Self {
        Self::of(true, message.into())
    }

    /// The request was valid but failed, for example because of a full disk (exit code 1).
    #[doc(hidden)]
    pub fn run(message: impl Into<String>) -> Self {
        Self::of(false, message.into())
    }

    fn of(is_input: bool, message: String) -> Self {
        Self {
            is_input,
            message,
            help: None,
            suggestion: None,
            is_secondary: false,
            cause: Cause::Other,
            keys: Box::default(),
        }
    }

    /// Adds a help text on fixing the error.
    #[must_use]
    #[doc(hidden)]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into().into_boxed_str());
        self
    }

    /// Adds the word or text that was probably meant, also as help.
    #[must_use]
    #[doc(hidden)]
    pub fn suggesting(mut self, meant: impl Into<String>) -> Self {
        let meant: String = meant.into();
        self.help = Some(format!("did you mean `{meant}`?").into_boxed_str());
        self.suggestion = Some(meant.into_boxed_str());
        self
    }

    /// Marks an error that another one may have caused: a misspelled key also causes a missing one.
    #[must_use]
    #[doc(hidden)]
    pub fn secondary(mut self) -> Self {
        self.is_secondary = true;
        self
    }

    /// Whether another error may have caused this one.
    #[doc(hidden)]
    pub fn is_secondary(&self) -> bool {
        self.is_secondary
    }

    /// Sets the cause.
    #[must_use]
    #[doc(hidden)]
    pub fn because(mut self, cause: Cause) -> Self {
        self.cause = cause;
        self
    }

    /// The cause.
    #[doc(hidden)]
    pub fn cause(&self) -> &Cause {
        &self.cause
    }

    /// Prepends a key to the path of the faulty value.
    #[must_use]
    #[doc(hidden)]
    pub fn under(mut self, key: impl Into<String>) -> Self {
        self.keys = std::iter::once(key.into()).chain(self.keys).collect();
        self
    }

    /// The path of keys to the faulty value, starting at the root of the document; empty if unknown.
    #[doc(hidden)]
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// Prepends a context to the message: `context: message`.
    #[must_use]
    #[doc(hidden)]
    pub fn context(mut self, context: impl fmt::Display) -> Self {
        self.message = format!("{context}: {}", self.message);
        self
    }

    /// The message without the help.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The help on fixing the error.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The word or text that was probably meant; `None` if no known word is similar.
    #[doc(hidden)]
    pub fn suggestion(&self) -> Option<&str> {
        self.suggestion.as_deref()
    }

    /// Whether the request itself was wrong.
    pub fn is_input(&self) -> bool {
        self.is_input
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

/// The cause of an I/O error in our own words, since the system's text depends on the platform and its language.
#[doc(hidden)]
pub fn system_words(problem: &io::Error) -> String {
    let known = match problem.kind() {
        io::ErrorKind::NotFound => "there is no such file",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::AlreadyExists => "it already exists",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::NotADirectory => "a part of its path is a file, not a folder",
        io::ErrorKind::DirectoryNotEmpty => "the folder is not empty",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::QuotaExceeded => "your disk quota is used up",
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        io::ErrorKind::FileTooLarge => "it is too large for the disk",
        io::ErrorKind::ResourceBusy | io::ErrorKind::ExecutableFileBusy => "another program is using it",
        io::ErrorKind::CrossesDevices => "it cannot be moved to another disk",
        io::ErrorKind::InvalidFilename | io::ErrorKind::InvalidInput => {
            "its name is too long or has an invalid character"
        }
        io::ErrorKind::InvalidData => "it is not text",
        io::ErrorKind::BrokenPipe => "the program that reads it has ended",
        io::ErrorKind::TimedOut => "it took too long",
        io::ErrorKind::Interrupted => "it was interrupted",
        io::ErrorKind::UnexpectedEof => "it ends too early",
        io::ErrorKind::OutOfMemory => "there is not enough memory",
        io::ErrorKind::WouldBlock => "there are too many programs or threads",
        io::ErrorKind::Unsupported => "the disk cannot do this",
        _ => "",
    };
    match problem.raw_os_error() {
        _ if !known.is_empty() => known.to_owned(),
        Some(code) => format!("the operating system reports error {code}"),
        None => "the operating system gives no reason".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For all error codes that systems use, the system's own text is hidden.
    #[test]
    fn system_text_is_never_displayed() {
        for code in 1..200 {
            let problem = io::Error::from_raw_os_error(code);
            let words = system_words(&problem);
            assert!(!words.contains("os error") && !words.contains(&problem.to_string()), "{words}");
        }
        assert_eq!(system_words(&io::Error::other("EIO at 0x7f")), "the operating system gives no reason");
    }
}
