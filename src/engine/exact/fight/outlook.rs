//! Win chances from every state of a fight.

#![deny(missing_docs)]

use super::explore::explore;
use crate::chance::limits::Limits;
use crate::combat::{Body, Fight, KeptConditions, Roster, Signals, State};
use crate::error::Result;
use crate::exact::hash::Lookup;

/// The win chances from every state in which a round of a fight can begin. They are found in one pass over the states
/// from the last to the first. The round limit is ignored, since a state does not contain the number of the round.
#[derive(Debug, Clone)]
pub struct Outlook {
    numbers: Lookup<State<Vec<Body>>, usize>,
    /// For each state, the chance that each side wins, then the chance that no fighter is left.
    chances: Vec<f64>,
    sides: usize,
}

/// The win chances in one state of a fight.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Standing {
    /// The chance that each side wins.
    pub wins: Vec<f64>,
    /// The chance that no fighter is left standing.
    pub nobody: f64,
}

impl Standing {
    /// The standing of a fight that has ended, between `sides` sides; `winner` is `None` if no fighter is left.
    pub fn decided(sides: usize, winner: Option<usize>) -> Self {
        let wins = (0..sides).map(|side| f64::from(winner == Some(side))).collect();
        Self { wins, nobody: f64::from(winner.is_none()) }
    }

    /// The chance that the fight continues forever.
    pub fn never_ends(&self) -> f64 {
        (1.0 - self.nobody - self.wins.iter().sum::<f64>()).max(0.0)
    }
}

impl Outlook {
    /// Finds the outlook of a fight between `fighters`, as they begin it.
    ///
    /// # Errors
    /// If the fight has more states or wider dice than `limits` allow, or the calculation was stopped.
    pub fn new(fight: &Fight, fighters: Vec<Body>, limits: &Limits<'_>) -> Result<Self> {
        let graph = explore(fight, &Signals::of(fight), fighters, KeptConditions::Level, limits)?;
        let sides = fight.roster.sides;
        let mut ends = vec![0.0; graph.end_states.len() * (sides + 1)];
        for (row, state) in ends.chunks_mut(sides + 1).zip(&graph.end_states) {
            row[fight.winning_side(state.fighters.bodies()).unwrap_or(sides)] = 1.0;
        }
        let chances = graph.chain.expected_end_values(&ends, sides + 1, limits.stopped)?;
        let numbers = graph.states.into_iter().zip(0..).filter(|(state, _)| state.depth() == 0).collect();
        Ok(Self { numbers, chances, sides })
    }

    /// The win chances when a round begins in `state`. `None` in the middle of a round, after the end of the fight, and
    /// for states that the fight cannot reach.
    pub fn standing(&self, fight: &Fight, state: &State<Vec<Body>>) -> Option<Standing> {
        let mut state = state.clone();
        state.canonicalize(fight, KeptConditions::Level);
        let number = *self.numbers.get(&state)?;
        let row = &self.chances[number * (self.sides + 1)..][..self.sides + 1];
        Some(Standing { wins: row[..self.sides].to_vec(), nobody: row[self.sides] })
    }
}
