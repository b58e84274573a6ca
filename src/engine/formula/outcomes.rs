//! The distribution of a formula, exact or rounded.

use super::budget::{Budget, WEIGHING_BUDGET};
use super::spread::ItemWeights;

/// The distribution of the values of a formula, in ascending order; or of joint values of several formulas.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcomes<T = i64> {
    /// Values with whole-number weights in lowest terms, and the total weight.
    Exact(Vec<(T, u128)>, u128),
    /// Values with probabilities, if exact weights do not fit 128 bits. Each is off by less than 1e-12; values less
    /// probable than 1e-250 may be missing.
    Rounded(Vec<(T, f64)>),
}

/// Returns the distribution `exact`. If it is an error for which `is_wide` is true, since weights do not fit 128 bits,
/// returns the result of `rounded`, which computes with doubles.
pub fn exact_or_rounded<T, E>(
    exact: Result<ItemWeights<T, u128>, E>,
    budget: &Budget,
    is_wide: impl Fn(&E) -> bool,
    rounded: impl FnOnce() -> Result<ItemWeights<T, f64>, E>,
) -> Result<Outcomes<T>, E> {
    match exact {
        Err(stop) if is_wide(&stop) => {
            // Much of the budget may have been spent before a weight did not fit.
            budget.refill(WEIGHING_BUDGET / 2);
            Ok(Outcomes::Rounded(rounded()?.items))
        }
        found => found.map(|found| Outcomes::Exact(found.items, found.total)),
    }
}
