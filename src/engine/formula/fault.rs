//! Faults of a formula, by the character at which they lie.

use crate::error::{Cause, Error};

/// A fault of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The character at which it lies, counted from 0; one behind the last where something is missing at the end.
    pub at: usize,
    /// The fault in words.
    pub message: String,
    /// The cure, if one is known.
    pub help: Option<String>,
    /// The cause.
    pub cause: Cause,
}

impl Fault {
    /// A fault without a cure.
    pub fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), help: None, cause: Cause::Other }
    }

    /// The same with a cure.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

/// The same as an error, without its place.
impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        fault.help.into_iter().fold(Self::input(fault.message).because(fault.cause), Self::with_help)
    }
}

/// A note on a formula that works: its place, what it does, and what may have been meant.
pub type Note = Fault;
