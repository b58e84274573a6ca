//! Formulas of a file that are read later, once the names in their scope are known: those of a fight or a blow.

use super::bound_formula::{Bound, fault_error};
use super::parse::Definitions;
use crate::error::Result;
use crate::formula::FormulaScope;
use std::sync::Arc;

/// A formula of a file that has not been read yet, with the file's constants and dice.
///
/// It is read later, when the meaning of its names is known: the same wound level can be a different number on another
/// wound record.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    text: Arc<str>,
    definitions: Arc<Definitions>,
}

impl Expression {
    /// Stores the text without reading it.
    pub fn new(text: &str, definitions: &Definitions) -> Self {
        Self { text: Arc::from(text), definitions: Arc::new(definitions.clone()) }
    }

    /// The text as written in the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the formula, or a dice definition that it uses, contains `word`.
    pub fn mentions(&self, word: &str) -> bool {
        self.definitions.mentions(&self.text, word)
    }

    /// Reads the formula in `scope`.
    ///
    /// # Errors
    /// If the formula has faults; the error describes the first.
    pub fn read(&self, scope: &FormulaScope<'_>) -> Result<Bound> {
        self.definitions.read_formula(&self.text, scope).map_err(|faults| fault_error(&self.text, faults))
    }
}
