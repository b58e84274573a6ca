//! Formulas of files at places with names of their own: the state of a fight, a blow.

use super::bound::{Bound, in_words};
use super::parse::Definitions;
use crate::error::Result;
use crate::formula::Scope;
use std::sync::Arc;

/// A formula of a file, with the constants and dice of the file. It is read wherever the meaning of its names is known: a wound level is
/// another number on another record.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    text: Arc<str>,
    definitions: Arc<Definitions>,
}

impl Expression {
    /// A text, which is not read yet.
    pub fn new(text: &str, definitions: &Definitions) -> Self {
        Self { text: Arc::from(text), definitions: Arc::new(definitions.clone()) }
    }

    /// The formula as it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it names a word, in itself or in dice of the file.
    pub fn mentions(&self, word: &str) -> bool {
        self.definitions.mentions(&self.text, word)
    }

    /// Reads it at a place.
    ///
    /// # Errors
    /// Its faults, the first in words.
    pub fn read(&self, place: &Scope<'_>) -> Result<Bound> {
        self.definitions.formula_at(&self.text, place).map_err(|faults| in_words(&self.text, faults))
    }
}
