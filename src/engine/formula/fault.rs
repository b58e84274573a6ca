//! Faults of a formula, by the character at which they lie.

/// A fault of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The character at which it lies, counted from 0; one behind the last where something is missing at the end.
    pub at: usize,
    /// The fault in words.
    pub message: String,
    /// The cure, if one is known.
    pub help: Option<String>,
}

impl Fault {
    /// A fault without a cure.
    pub fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), help: None }
    }

    /// The same with a cure.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// The same with a cure, if there is one.
    #[must_use]
    pub fn help_if(self, help: Option<String>) -> Self {
        Self { help, ..self }
    }
}

/// A note on a formula that works: its place, what it does, and what may have been meant.
pub type Note = Fault;
