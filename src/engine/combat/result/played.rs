//! The result of a fight that has been played.

use super::end::Verdict;
use super::first_blood::FirstBlood;

/// The result of a fight, and the final states of its fighters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedFight<R> {
    pub rounds: u32,
    /// Whether the fight was stopped, by the round limit or by the caller.
    pub undecided: bool,
    /// The only side left; `None` if no side is left or the fight was stopped.
    pub winner: Option<usize>,
    pub first_blood: FirstBlood,
    /// The round of first blood; 0 if there was none.
    pub first_blood_in: u32,
    pub fighters: R,
}

impl<R> PlayedFight<R> {
    pub fn verdict(&self) -> Verdict {
        match self.winner {
            Some(side) => Verdict::Won(side),
            None if self.undecided => Verdict::Undecided,
            None => Verdict::NobodyLeft,
        }
    }
}
