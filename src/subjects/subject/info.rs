//! The names of subjects, and what figures are put into words with.

use crate::document::KeySpec;
use crate::ladder::Ladder;
use crate::rules::{Rules, Scope};

/// What a subject is called, and what of the rules it heeds.
#[derive(Debug)]
pub struct Info {
    /// Its key in a file, with what the table holds.
    pub key: KeySpec,
    /// How the key is written where a file has none, as in `` `[check]` ``.
    pub sample: &'static str,
    /// The options of `[rules]` that have an effect on it.
    pub heeds: &'static [Scope],
    /// The outcomes of a trial by name, for `replay --find`.
    pub outcomes: &'static str,
    /// What its time is counted in, where it takes some: `round`.
    pub span: Option<&'static str>,
}

/// What figures are put into words with.
#[derive(Debug, Clone, Copy)]
pub struct Wording<'w> {
    /// The words for levels.
    pub ladder: &'w Ladder,
    /// The rules in force.
    pub rules: &'w Rules,
}
