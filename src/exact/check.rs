//! Checks and opposed actions, solved by weighing every branch.

use crate::chance::{Enumerator, Weight};
use crate::check::{Check, CheckOutcome, Opposed, OpposedResult, Reaction, ReactionOutcome, Tally};

/// The exact law of an outcome: each with its probability.
pub type Law<O> = Tally<O, Weight>;

/// The law of a check's outcomes.
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
pub fn check(check: &Check) -> Law<CheckOutcome> {
    law(|chance| check.roll(chance))
}

/// The law of an opposed action's results.
pub fn opposed(opposed: &Opposed) -> Law<OpposedResult> {
    law(|chance| opposed.roll(chance).result)
}

/// The law of a reaction roll.
pub fn reaction(reaction: &Reaction) -> Law<ReactionOutcome> {
    law(|chance| reaction.roll(chance))
}

/// Runs `play` down every branch.
pub(super) fn law<O: Ord + Copy>(play: impl FnMut(&mut Enumerator) -> O) -> Law<O> {
    let mut law = Law::default();
    Enumerator::default().run(play, |outcome, branch| law.record(outcome, branch.weight()));
    law
}

#[cfg(test)]
mod tests;
