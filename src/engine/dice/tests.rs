//! Tests of dice: the sources' figures, invalid expressions and sampling.

mod custom;
mod figures;
mod hostile;
mod pools;
mod sampling;

use super::{Dice, Pmf};

/// The exact distribution of a dice text; panics if it cannot be read.
fn pmf(name: &str) -> Pmf {
    Dice::parse(name).unwrap_or_else(|error| panic!("{name}: {error}")).pmf().clone()
}

/// A distribution with whole-number weights from `lowest` up.
fn weights(lowest: i32, weights: &[u64]) -> Pmf {
    Pmf::new(lowest, weights.to_vec()).unwrap()
}

/// Whether two fractions (numerator, denominator) are equal.
fn same(a: (u64, u64), b: (u64, u64)) -> bool {
    u128::from(a.0) * u128::from(b.1) == u128::from(b.0) * u128::from(a.1)
}
