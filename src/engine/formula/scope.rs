//! The place of a formula: the names and words that are known there.

use crate::error::{Error, Result};

/// A table of dice: values with their weights.
pub type FaceTable = Vec<(i64, u64)>;

/// A place has a function `wound` if it has the names `wound 1`, `wound 2` …: the function counts those of them, in ascending order, that
/// its argument has reached. Where a list is wanted, `wound` is the list of them. A name that begins with this character cannot be written.
pub const STEP: char = ' ';

/// The value of a name that has none: a formula without dice that needs it has no value either.
pub const UNSET: i64 = i64::MIN;

/// The place of a formula: the names and words that are known there.
#[derive(Clone, Copy)]
pub struct Scope<'s> {
    /// The names of numbers, whose values are given when the formula is evaluated.
    pub names: &'s [&'s str],
    /// Those of them that are truth values, given as 1 and 0.
    pub truths: &'s [&'s str],
    /// The value of a word in quotes, which is compared with this name; with `None` it stands elsewhere.
    pub word: &'s dyn Fn(&str, Option<&str>) -> Option<i64>,
    /// The words that are known, to name the nearest of them.
    pub words: &'s [String],
    /// The table of a method of dice, or the reason for its absence.
    pub method: &'s dyn Fn(&str) -> Result<FaceTable>,
    /// True if a truth value is wanted, else a number: a truth value then counts 1 or 0.
    pub truth: bool,
    /// True if dice may be rolled.
    pub rolls: bool,
}

impl Scope<'_> {
    /// A place without names, words and methods, in which dice may be rolled.
    pub fn of_nothing() -> Self {
        let method = &|name: &str| Err(Error::input(format!("the method `{name}` is not known here")));
        Self { names: &[], truths: &[], word: &|_, _| None, words: &[], method, truth: false, rolls: true }
    }
}
