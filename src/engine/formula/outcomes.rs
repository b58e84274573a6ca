//! The distribution of a formula, exact or rounded.

use super::budget::{Budget, WEIGHING};
use super::spread::ItemWeights;

/// A distribution: the values of a formula in ascending order, or the joint values of several formulas.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcomes<T = i64> {
    /// Values with whole-number weights in lowest terms, and the total weight.
    Exact(Vec<(T, u128)>, u128),
    /// Values with probabilities, if exact weights do not fit 128 bits. Each is off by less than 1e-12; values less
    /// probable than 1e-250 may be missing.
    Rounded(Vec<(T, f64)>),
}

/// Returns the exact distribution. If its error satisfies `is_wide` (weights do not fit 128 bits), computes one in
/// doubles with `rounded`.
pub fn weighed<T, E>(
    exact: Result<ItemWeights<T, u128>, E>,
    budget: &Budget,
    is_wide: impl Fn(&E) -> bool,
    rounded: impl FnOnce() -> Result<ItemWeights<T, f64>, E>,
) -> Result<Outcomes<T>, E> {
    match exact {
        Err(stop) if is_wide(&stop) => {
            // Much of the budget may have been spent before a weight did not fit.
            budget.refill(WEIGHING / 2);
            Ok(Outcomes::Rounded(rounded()?.items))
        }
        found => found.map(|found| Outcomes::Exact(found.items, found.total)),
    }
}
