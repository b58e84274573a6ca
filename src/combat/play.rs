//! A fight from start to end.

use super::compile::Fight;
use super::event::Observer;
use super::state::{Roster, State};
use super::step::Progress;
use crate::chance::Chance;

/// How a fight ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome<R> {
    /// The rounds it took.
    pub rounds: u32,
    /// True where the round limit stopped it.
    pub undecided: bool,
    /// The side left standing; none where nobody is, or where the round limit came first.
    pub winner: Option<usize>,
    /// Everybody's state at the end.
    pub fighters: R,
}

/// Plays a fight to its end or to the round limit. `fighters` are all unhurt, one for each of the fight's.
#[inline]
pub fn play<R: Roster>(
    fight: &Fight,
    fighters: R,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Outcome<R> {
    let mut state = State::start(fighters);
    for round in 1..=fight.round_limit() {
        chance.begin_round(round);
        let progress = fight.round(&mut state, chance, observer);
        if progress == Progress::Over {
            return Outcome {
                rounds: round,
                undecided: false,
                winner: fight.standing(&state),
                fighters: state.fighters,
            };
        }
    }
    Outcome { rounds: fight.round_limit(), undecided: true, winner: None, fighters: state.fighters }
}
