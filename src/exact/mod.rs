//! Exact answers: the rules run down every branch. Checks keep their weights as fractions; a fight is the graph of
//! its states, solved in double precision with a bound on each figure.

mod chain;
mod check;
mod fight;
mod hash;

pub use check::{Law, check, opposed};
pub use fight::{BUDGET, ExactFight, ExactParty, fight, fight_until};

use crate::error::{Error, Result};

/// Asks whether to go on.
///
/// # Errors
/// It was stopped.
fn go_on(stopped: &dyn Fn() -> bool) -> Result<()> {
    if stopped() { Err(Error::run("interrupted before the fight was solved")) } else { Ok(()) }
}
