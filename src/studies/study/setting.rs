//! A case of a scenario that differs from the file.

use super::cell::label;
use crate::document::{Node, Path};
use crate::rules::Value;

/// A case to read: a variant, values for the varied paths, and further changes to the document.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Setting {
    /// The variant; `None` for the file as it stands.
    pub variant: Option<String>,
    /// A value for each varied path; empty to keep the values in the file.
    pub varied: Vec<Value>,
    /// Further changes, in this order.
    pub changes: Vec<Change>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Merges keys over those of the document, like a variant.
    Over(Node),
    /// Sets the value at a path.
    Set(Path, Node),
    /// Removes the value at a path.
    Without(Path),
}

impl Setting {
    /// The case of a variant with these varied values.
    pub fn of(variant: Option<&str>, varied: &[Value]) -> Self {
        Self { variant: variant.map(str::to_owned), varied: varied.to_vec(), changes: Vec::new() }
    }

    /// The variant and the varied values in words; empty if there are none.
    pub fn label(&self) -> String {
        label(self.variant.as_deref(), &self.varied)
    }

    /// Like `self`, with one more change.
    #[must_use]
    pub fn with(&self, change: Change) -> Self {
        let changes = self.changes.iter().cloned().chain([change]).collect();
        Self { changes, ..self.clone() }
    }
}
