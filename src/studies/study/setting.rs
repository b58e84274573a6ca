//! A case of a scenario in which something is different from the file.

use super::cell::label;
use crate::document::{Node, Path};
use crate::rules::Value;

/// A case to read: a variant, values for the varied paths, and further changes to the document.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Setting {
    /// The variant; none for the file as it stands.
    pub variant: Option<String>,
    /// A value for each varied path; empty to leave them all as they stand.
    pub varied: Vec<Value>,
    /// What else is different, in this order.
    pub changes: Vec<Change>,
}

/// One change to a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Keys over the document's, as a variant has them.
    Over(Node),
    /// A value at a path.
    Set(Path, Node),
    /// Nothing at a path.
    Without(Path),
}

impl Setting {
    /// A variant with these varied values.
    pub fn of(variant: Option<&str>, varied: &[Value]) -> Self {
        Self { variant: variant.map(str::to_owned), varied: varied.to_vec(), changes: Vec::new() }
    }

    /// Its variant and varied values in words; empty without any.
    pub fn label(&self) -> String {
        label(self.variant.as_deref(), &self.varied)
    }

    /// The same with one change more.
    #[must_use]
    pub fn with(&self, change: Change) -> Self {
        let changes = self.changes.iter().cloned().chain([change]).collect();
        Self { changes, ..self.clone() }
    }
}
