//! A fight that has been played.

use super::end::Verdict;
use super::first_blood::FirstBlood;

/// How a fight ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played<R> {
    /// The rounds it took.
    pub rounds: u32,
    /// True where it was stopped, by the round limit or by whoever played it.
    pub undecided: bool,
    /// The side left standing; none where nobody is, or where it was stopped.
    pub winner: Option<usize>,
    /// Who drew first blood.
    pub first_blood: FirstBlood,
    /// In which round; 0 where nobody did.
    pub first_blood_in: u32,
    /// Everybody's state at the end.
    pub fighters: R,
}

impl<R> Played<R> {
    /// How it ended: who won, if anybody.
    pub fn verdict(&self) -> Verdict {
        match self.winner {
            Some(side) => Verdict::Won(side),
            None if self.undecided => Verdict::Undecided,
            None => Verdict::NobodyLeft,
        }
    }
}
