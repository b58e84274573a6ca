//! Exact answers: the rules run down every branch, with the weights kept as fractions.

mod check;

pub use check::{Law, check, opposed};
