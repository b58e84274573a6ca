//! The scope of a formula: the names, words and dice methods that it can use.

use crate::error::{Error, Result};

/// A table of dice: values with their weights.
pub type FaceTable = Vec<(i64, u64)>;

/// The character between the name of a step function and the number of a step. Users cannot write names that contain
/// it.
///
/// A scope with the names `wound 1`, `wound 2` … has a step function `wound`. It returns the number of these names
/// whose values are at most its argument. If a list is expected, `wound` is the list of these names.
pub const STEP: char = ' ';

/// The number that marks a name as unset. A formula without dice that needs the name has no value.
pub const UNSET: i64 = i64::MIN;

/// The names, words and dice methods that a formula can use.
#[derive(Clone, Copy)]
pub struct FormulaScope<'s> {
    /// The names of numbers. Their values are given when the formula is evaluated.
    pub names: &'s [&'s str],
    /// The `names` that are truth values, given as 1 or 0.
    pub truths: &'s [&'s str],
    /// Returns the value of a quoted word. The second argument is the name that it is compared with, if any.
    pub word: &'s dyn Fn(&str, Option<&str>) -> Option<i64>,
    /// The known words, for suggestions.
    pub words: &'s [String],
    /// Returns the table of a dice method, or the reason why the method has no table.
    pub method: &'s dyn Fn(&str) -> Result<FaceTable>,
    /// Whether the formula has to be a truth value. If false, a truth value counts as 1 or 0.
    pub truth: bool,
    /// Whether dice can be rolled.
    pub rolls: bool,
}

impl FormulaScope<'_> {
    /// A scope without names, words or methods, in which dice can be rolled.
    pub fn of_nothing() -> Self {
        let method = &|name: &str| Err(Error::input(format!("the dice method `{name}` is not known here")));
        Self { names: &[], truths: &[], word: &|_, _| None, words: &[], method, truth: false, rolls: true }
    }
}
