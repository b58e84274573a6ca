//! A fight from start to end.

use super::compile::Fight;
use super::event::{Detail, Observer};
use super::first_blood::FirstBlood;
use super::group::Room;
use super::sight::Progress;
use super::state::Roster;
use crate::chance::Chance;

/// How a fight ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome<R> {
    /// The rounds it took.
    pub rounds: u32,
    /// True where it was stopped, by the round limit or by whoever played it.
    pub undecided: bool,
    /// The side left standing; none where nobody is, or where it was stopped.
    pub winner: Option<usize>,
    /// Who drew first blood.
    pub first_blood: FirstBlood,
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
    play_until(fight, fighters, chance, observer, |_| false)
}

/// As [`play`], but `stop` is asked before each round whether to end there.
#[inline(always)]
pub fn play_until<R: Roster, C: Chance>(
    fight: &Fight,
    fighters: R,
    chance: &mut C,
    observer: &mut impl Observer,
    stop: impl Fn(&C) -> bool,
) -> Outcome<R> {
    if let Some(pairing) = fight.plain_duel() {
        return fight.play_duel(pairing, fighters, chance, observer, stop);
    }
    let mut state = fight.begin(fighters);
    let mut room = Room::default();
    let (mut rounds, mut over) = (0, false);
    let mut first_blood = FirstBlood::NotYet;
    while !over && rounds < fight.round_limit() && !stop(chance) {
        rounds += 1;
        chance.begin_round(rounds);
        observer.detail(Detail::Round { number: rounds });
        over = fight.round(&mut state, &mut room, chance, observer) == Progress::Over;
        if first_blood == FirstBlood::NotYet {
            first_blood = fight.first_blood(state.fighters.bodies());
        }
    }
    // A fight that was stopped from outside is not over.
    if fight.asks_who_is_awake() && (over || rounds == fight.round_limit()) {
        fight.come_to(&mut state, chance, observer);
    }
    let winner = if over { fight.standing(&state) } else { None };
    Outcome { rounds, undecided: !over, winner, first_blood, fighters: state.fighters }
}
