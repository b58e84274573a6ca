//! The scope of a formula: the names, words and dice methods that it can use.

use crate::error::{Error, Result};

/// A table of dice: each value with its weight.
pub type FaceTable = Vec<(i64, u64)>;

/// The character between the name of a step function and the number of a step. Names that users write cannot contain
/// it.
///
/// A scope with the names `wound 1`, `wound 2` … has the step function `wound`. It returns how many of these names have
/// values that are at most its argument. Where a list is expected, `wound` is the list of these names.
pub const STEP_SEPARATOR: char = ' ';

/// The value of a name that is unset. A formula without dice that needs such a name has no value.
pub const UNSET: i64 = i64::MIN;

/// The names, words and dice methods that a formula can use.
#[derive(Clone, Copy)]
pub struct FormulaScope<'s> {
    /// The names of numbers. Their values are passed when the formula is evaluated.
    pub names: &'s [&'s str],
    /// Those of `names` that are truth values, passed as 1 or 0.
    pub truths: &'s [&'s str],
    /// Returns the value of a quoted word; `None` if it is unknown. The second argument is the name with which the word
    /// is compared, if any.
    pub word: &'s dyn Fn(&str, Option<&str>) -> Option<i64>,
    /// The known words, which are suggested for unknown ones.
    pub words: &'s [String],
    /// Returns the table of a dice method. The error is the reason why it has none.
    pub method: &'s dyn Fn(&str) -> Result<FaceTable>,
    /// Whether the formula must be a truth value. If not, a truth value counts as 1 or 0.
    pub truth: bool,
    /// Whether the formula can roll dice.
    pub rolls: bool,
}

impl FormulaScope<'_> {
    /// A scope without names, words or methods, in which dice can be rolled.
    pub fn empty() -> Self {
        let method = &|name: &str| Err(Error::input(format!("the dice method `{name}` is not known here")));
        Self { names: &[], truths: &[], word: &|_, _| None, words: &[], method, truth: false, rolls: true }
    }
}
