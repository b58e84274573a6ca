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
    let mut rounds = 0;
    while rounds < fight.round_limit() {
        rounds += 1;
        chance.begin_round(rounds);
        if fight.round(&mut state, chance, observer) == Progress::Over {
            return Outcome { rounds, undecided: false, winner: fight.standing(&state), fighters: state.fighters };
        }
    }
    Outcome { rounds, undecided: true, winner: None, fighters: state.fighters }
}
