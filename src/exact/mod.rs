//! Exact answers: the rules run down every branch. Checks keep their weights as fractions; a fight is the graph of
//! its states, solved in double precision with a bound on each figure.

mod chain;
mod check;
mod contest;
mod fight;
mod hash;
mod task;

pub use check::{Law, check, opposed, reaction};
pub use contest::contest;
pub use fight::{
    BUDGET, Ends, ExactFight, MOST_COMBINATIONS, MOST_PATHS, Walk, Walked, fight, fight_until, mixture_until,
};
pub use task::{ExactTask, task};

use crate::error::{Error, Result};

/// Asks whether to go on.
///
/// # Errors
/// It was stopped.
fn go_on(stopped: &dyn Fn() -> bool) -> Result<()> {
    if stopped() { Err(Error::run("interrupted before the fight was solved")) } else { Ok(()) }
}
