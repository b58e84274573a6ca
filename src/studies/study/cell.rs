//! A cell of a result.

use crate::measure::Findings;
use crate::rules::Value;
use std::ops::{Deref, DerefMut};

/// The answers for one variant and one combination of varied values.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The variant's name; `None` without variants.
    pub variant: Option<String>,
    /// The varied values, one for each of [`StudyResult::varied`](super::StudyResult::varied).
    pub varied: Vec<Value>,
    /// The figures and distributions.
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
    /// The cell in words: its variant and varied values.
    pub fn label(&self) -> String {
        label(self.variant.as_deref(), &self.varied)
    }
}

/// The variant and the varied values in words, separated by commas.
pub(super) fn label(variant: Option<&str>, varied: &[Value]) -> String {
    let values = varied.iter().map(ToString::to_string);
    variant.map(str::to_owned).into_iter().chain(values).collect::<Vec<_>>().join(", ")
}
