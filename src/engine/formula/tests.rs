//! Tests of formulas: known values, positions of faults, and rolls compared with exact probabilities.

mod faults;
mod notes;
mod page;
mod random;
mod values;

use super::{Fault, Formula, FormulaScope, Outcomes};
use crate::error::Error;

/// Reads a formula in a scope with these names. The words are levels from -3 to 3.
pub fn read(text: &str, names: &[&str]) -> Result<Formula, Vec<Fault>> {
    let levels = ["Terrible", "Poor", "Mediocre", "Fair", "Good", "Great", "Superb"];
    let word =
        |word: &str, _: Option<&str>| levels.iter().position(|level| *level == word).map(|place| place as i64 - 3);
    let words = levels.map(String::from);
    let table = |name: &str| match name {
        "2d6-table" => Ok(vec![(-4, 1), (-3, 2), (-2, 3), (-1, 4), (0, 16), (1, 4), (2, 3), (3, 2), (4, 1)]),
        // The total needs 65 bits.
        "coin" => Ok(vec![(0, u64::MAX), (1, u64::MAX)]),
        _ => Err(Error::input(format!("the method `{name}` is not known here"))),
    };
    Formula::read(text, &FormulaScope { names, word: &word, words: &words, method: &table, ..FormulaScope::empty() })
}

/// The probability of each value, for `inputs`: names with their values.
pub fn chances(text: &str, inputs: &[(&str, i64)]) -> Vec<(i64, f64)> {
    let names: Vec<&str> = inputs.iter().map(|(name, _)| *name).collect();
    let values: Vec<i64> = inputs.iter().map(|(_, value)| *value).collect();
    let formula = read(text, &names).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    match formula.weigh(&values).unwrap_or_else(|fault| panic!("{text}: {fault:?}")) {
        Outcomes::Exact(items, total) => {
            items.iter().map(|(value, weight)| (*value, *weight as f64 / total as f64)).collect()
        }
        Outcomes::Rounded(items) => items,
    }
}
