//! Faults of a formula, by character position.

use crate::error::{Cause, Error};

/// A fault in the text of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The index of the faulty character, from 0; one past the last character if something is missing at the end.
    pub at: usize,
    pub message: String,
    /// The suggested fix, if any.
    pub help: Option<String>,
    pub cause: Cause,
}

impl Fault {
    /// A fault without a suggested fix.
    pub fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), help: None, cause: Cause::Other }
    }

    /// Sets the suggested fix.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

/// Drops the position of the fault.
impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        fault.help.into_iter().fold(Self::input(fault.message).because(fault.cause), Self::with_help)
    }
}

/// A note on a valid formula: its position, the message, and a suggestion.
pub type Note = Fault;
