//! Checks and opposed actions, solved by adding up every branch.

use crate::chance::{Enumerator, Weight};
use crate::check::{Check, CheckOutcome, Opposed, OpposedResult, Reaction, ReactionOutcome, Tally};
use crate::error::Result;

/// An exact distribution of outcomes: each with its probability.
pub type Distribution<O> = Tally<O, Weight>;

/// The distribution of a check's outcomes.
///
/// ```
/// use fudgelab::check::{Actor, Check, CheckRules};
/// use fudgelab::dice::Dice;
/// let fair = Actor::new(Some(0), 0, Dice::parse("4dF")?, None)?;
/// let check = Check::new(fair, 1, CheckRules::default())?;
/// let (name, weight) = check.figures(&fudgelab::exact::check(&check))[0];
/// assert_eq!((name, weight.fraction()), ("success", Some((31, 81))));
/// # Ok::<(), fudgelab::error::Error>(())
/// ```
pub fn check(check: &Check) -> Distribution<CheckOutcome> {
    distribution(|chance| check.roll(chance))
}

/// The distribution of an opposed action's results.
///
/// # Errors
/// Fudge points can go in too many ways.
pub fn opposed(opposed: &Opposed) -> Result<Distribution<OpposedResult>> {
    if !opposed.has_luck() {
        return Ok(distribution(|chance| opposed.roll(chance).result));
    }
    let mut distribution = Distribution::default();
    opposed.ends()?.for_each(|(result, weight)| distribution.record(result, weight));
    Ok(distribution)
}

/// The distribution of a reaction roll.
pub fn reaction(reaction: &Reaction) -> Distribution<ReactionOutcome> {
    distribution(|chance| reaction.roll(chance))
}

/// Runs every branch of `play`.
pub(crate) fn distribution<O: Ord + Copy>(play: impl FnMut(&mut Enumerator) -> O) -> Distribution<O> {
    let mut distribution = Distribution::default();
    Enumerator::default().run(play, |outcome, branch| distribution.record(outcome, branch.weight()));
    distribution
}

#[cfg(test)]
mod tests;
