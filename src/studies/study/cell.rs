//! A cell of a result, and the values of what is varied.

use crate::measure::Findings;
use crate::rules::Value;
use std::ops::{Deref, DerefMut};

/// The answers for one set of rules and numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The variant's name.
    pub variant: Option<String>,
    /// The varied values, one for each of [`StudyResult::varied`](super::StudyResult::varied).
    pub varied: Vec<Value>,
    /// What was found out.
    pub findings: Findings,
}

impl Deref for Cell {
    type Target = Findings;

    fn deref(&self) -> &Findings {
        &self.findings
    }
}

impl DerefMut for Cell {
    fn deref_mut(&mut self) -> &mut Findings {
        &mut self.findings
    }
}

impl Cell {
    /// The cell's place in words: variant and varied values.
    pub fn label(&self) -> String {
        label(self.variant.as_deref(), &self.varied)
    }
}

/// A cell's place in words.
pub(super) fn label(variant: Option<&str>, varied: &[Value]) -> String {
    let values = varied.iter().map(ToString::to_string);
    variant.map(str::to_owned).into_iter().chain(values).collect::<Vec<_>>().join(", ")
}
