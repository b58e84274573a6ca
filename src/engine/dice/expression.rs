//! Formulas of a file that are read later, once the names in their scope are known: those of a fight or a blow.

use super::bound::{Bound, in_words};
use super::parse::Definitions;
use crate::error::Result;
use crate::formula::FormulaScope;
use std::sync::Arc;

/// A formula of a file that has not been read yet, with the file's constants and dice.
///
/// It is read once the meaning of its names is known, since the same wound level is a different number on another wound
/// record.
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

    /// Reads the formula in the scope `place`.
    ///
    /// # Errors
    /// If the formula has faults; the error describes the first.
    pub fn read(&self, place: &FormulaScope<'_>) -> Result<Bound> {
        self.definitions.formula_at(&self.text, place).map_err(|faults| in_words(&self.text, faults))
    }
}
