//! Exact answers: the rules run down every branch. Checks keep their weights as fractions; a fight is the graph of
//! its states, solved in double precision with a bound on each figure.

mod chain;
mod check;
mod fight;
mod hash;

pub use check::{Law, check, opposed};
pub use fight::{BUDGET, ExactFight, ExactParty, fight};
