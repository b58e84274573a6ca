//! The result of a fight that has been played.

use super::end::Verdict;
use super::first_blood::FirstBlood;

/// The result of a fight, with the final states of its fighters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedFight<R> {
    /// Number of rounds begun.
    pub rounds: u32,
    /// Whether the fight was stopped, by the round limit or by the caller.
    pub undecided: bool,
    /// Index of the only side left. `None` if no side is left, or if the fight was stopped.
    pub winner: Option<usize>,
    pub first_blood: FirstBlood,
    /// The round in which first blood was drawn; 0 if it was not drawn.
    pub first_blood_in: u32,
    /// Final states of all fighters, in roster order.
    pub fighters: R,
}

impl<R> PlayedFight<R> {
    /// The result without the details.
    pub fn verdict(&self) -> Verdict {
        match self.winner {
            Some(side) => Verdict::Won(side),
            None if self.undecided => Verdict::Undecided,
            None => Verdict::NobodyLeft,
        }
    }
}
