//! Distributions as they are told.

use super::budget::{Budget, WEIGHING};
use super::spread::Spread;

/// A distribution: values of a formula, ascending, or those of several formulas together.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcomes<T = i64> {
    /// Values with whole weights in lowest terms, and their total.
    Exact(Vec<(T, u128)>, u128),
    /// Values with probabilities, if weights do not fit 128 bits. Each is off by less than 1e-12; values that are less probable than 1e-250
    /// may be left out.
    Rounded(Vec<(T, f64)>),
}

/// The exact distribution, or else one in doubles, if weights do not fit 128 bits.
pub fn weighed<T, E>(
    exact: Result<Spread<T, u128>, E>,
    budget: &Budget,
    is_wide: impl Fn(&E) -> bool,
    rounded: impl FnOnce() -> Result<Spread<T, f64>, E>,
) -> Result<Outcomes<T>, E> {
    match exact {
        Err(stop) if is_wide(&stop) => {
            // Much of the work may have been done before a weight does not fit.
            budget.refill(WEIGHING / 2);
            Ok(Outcomes::Rounded(rounded()?.items))
        }
        found => found.map(|found| Outcomes::Exact(found.items, found.total)),
    }
}
