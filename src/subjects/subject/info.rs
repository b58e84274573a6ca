//! The descriptions of subjects, and the context in which figures are put into words.

use crate::document::KeySpec;
use crate::ladder::Ladder;
use crate::rules::{Rules, Scope};

/// The description of a subject.
#[derive(Debug)]
pub struct Info {
    /// The key in a file, with the kind of its table.
    pub key: KeySpec,
    /// The table to suggest for a file that has no subject, such as `[check]`.
    pub sample: &'static str,
    /// The options of `[rules]` that have an effect on the subject.
    pub heeds: &'static [Scope],
    /// The names of outcomes, for `replay --find`.
    pub outcomes: &'static str,
    /// The unit of its time, such as `round`; `None` if it takes no time.
    pub span: Option<&'static str>,
}

/// The context in which figures are put into words.
#[derive(Debug, Clone, Copy)]
pub struct Wording<'w> {
    pub ladder: &'w Ladder,
    pub rules: &'w Rules,
}
