//! How a fight stands: who is how likely to win from any state of it.

use super::explore::explore;
use crate::chance::limits::Limits;
use crate::combat::{Body, Fight, Kept, Roster, Signals, State};
use crate::error::Result;
use crate::exact::hash::Lookup;

/// The chances of winning from every state between two rounds that a fight can come to, found by one pass over its states from
/// the last to the first. The round limit is left out of account: a state does not know how many rounds it took.
#[derive(Debug, Clone)]
pub struct Outlook {
    numbers: Lookup<State<Vec<Body>>, usize>,
    /// For each state, the chance of each side, and that nobody is left.
    chances: Vec<f64>,
    sides: usize,
}

/// How a fight stands.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Standing {
    /// The chance that each side wins.
    pub wins: Vec<f64>,
    /// The chance that nobody is left standing.
    pub nobody: f64,
}

impl Standing {
    /// How a fight between so many sides stands that is over.
    pub fn decided(sides: usize, winner: Option<usize>) -> Self {
        let wins = (0..sides).map(|side| f64::from(winner == Some(side))).collect();
        Self { wins, nobody: f64::from(winner.is_none()) }
    }

    /// The chance that the fight goes on for ever.
    pub fn never_ends(&self) -> f64 {
        (1.0 - self.nobody - self.wins.iter().sum::<f64>()).max(0.0)
    }
}

impl Outlook {
    /// The outlook of a fight between these fighters, as they begin it.
    ///
    /// # Errors
    /// More states or wider dice than the budget allows; it was stopped.
    pub fn new(fight: &Fight, fighters: Vec<Body>, limits: &Limits<'_>) -> Result<Self> {
        let graph = explore(fight, &Signals::of(fight), fighters, Kept::Level, limits)?;
        let sides = fight.sides();
        let mut ends = vec![0.0; graph.end_states.len() * (sides + 1)];
        for (row, state) in ends.chunks_mut(sides + 1).zip(&graph.end_states) {
            row[fight.standing(state.fighters.bodies()).unwrap_or(sides)] = 1.0;
        }
        let chances = graph.chain.worth(&ends, sides + 1, limits.stopped)?;
        let numbers = graph.states.into_iter().zip(0..).filter(|(state, _)| state.depth() == 0).collect();
        Ok(Self { numbers, chances, sides })
    }

    /// How the fight stands when a round begins like this; none in the middle of one, once the fight is over, and in a state that
    /// it cannot come to.
    pub fn at(&self, fight: &Fight, state: &State<Vec<Body>>) -> Option<Standing> {
        let mut state = state.clone();
        state.merge_alike(fight, Kept::Level);
        let number = *self.numbers.get(&state)?;
        let row = &self.chances[number * (self.sides + 1)..][..self.sides + 1];
        Some(Standing { wins: row[..self.sides].to_vec(), nobody: row[self.sides] })
    }
}
