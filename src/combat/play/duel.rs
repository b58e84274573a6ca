//! A duel in which the two can be wounded and nothing else, in a loop of its own: all it keeps is two states of wound tracks.
//! What a round comes to is what [`step`](crate::combat::State::step) says; a test in `play/mod.rs` holds this loop to that.

use crate::chance::Chance;
use crate::combat::condition::Roster;
use crate::combat::event::{Detail, Observer};
use crate::combat::hit::Wound;
use crate::combat::phases::exchanges::{exchange, seats};
use crate::combat::resolve::{after, damage};
use crate::combat::result::{FirstBlood, Played};
use crate::combat::tables::{Fight, Pairing};
use crate::rules::{Condition, Track};

/// What a hit does in such a duel.
#[derive(Debug, Clone, Copy)]
pub struct HitInDuel {
    /// The state of the track of whom it hit.
    pub wounds: u16,
    /// What the wounds then take from skill (M1).
    pub(crate) penalty: i8,
    /// Whether it ends the fight.
    pub ends: bool,
}

/// A wound is marked on one of the two, who bears these wounds.
#[inline(always)]
pub fn hit_in_duel(fight: &Fight, track: &Track, wound: Wound, wounds: u16, observer: &mut impl Observer) -> HitInDuel {
    let wounds = after(track, wound.target, wounds, wound.severity, observer);
    let Condition { level, penalty, fit } = track.condition(wounds);
    HitInDuel { wounds, penalty, ends: !fit || fight.first_mark.is_some_and(|mark| level >= mark) }
}

/// Plays it as [`play_until`](super::play_until) does.
#[inline(always)]
pub(crate) fn play_duel<R: Roster, C: Chance>(
    fight: &Fight,
    pairing: &Pairing,
    mut fighters: R,
    chance: &mut C,
    observer: &mut impl Observer,
    stop: impl Fn(&C) -> bool,
) -> Played<R> {
    let seats = seats(fight, pairing);
    let condition = |own: usize, wounds: u16| seats[own].kind.track.condition(wounds);
    let mut wounds = [0; 2];
    let mut penalties = [condition(0, 0).penalty, condition(1, 0).penalty];
    let (mut rounds, mut clock) = (0, 0);
    let sides = [fight.side(seats[0].who), fight.side(seats[1].who)];
    let (mut winner, mut first_by, mut first_blood_in) = (None, 0, 0);
    while winner.is_none() && rounds < fight.round_limit() && !stop(chance) {
        rounds += 1;
        chance.begin_round(rounds);
        observer.detail(Detail::Round { number: rounds });
        let blow = exchange(fight, clock, penalties, &seats, chance, observer);
        clock = fight.clock_after(clock);
        let Some(blow) = blow else { continue };
        let severity = damage(fight, blow, chance, observer);
        let own = usize::from(blow.target == seats[1].who);
        let wound = Wound { target: blow.target, severity, ..Wound::default() };
        let HitInDuel { wounds: after, penalty, ends } =
            hit_in_duel(fight, &seats[own].kind.track, wound, wounds[own], observer);
        // Written so that it compiles without a branch, since no processor can predict it.
        let first = first_blood_in == 0 && after > 0;
        (first_by, first_blood_in) = if first { (sides[1 - own], rounds) } else { (first_by, first_blood_in) };
        wounds[own] = after;
        penalties[own] = penalty;
        if ends {
            winner = Some(sides[1 - own]);
        }
    }
    let first_blood = if first_blood_in > 0 { FirstBlood::By(first_by) } else { FirstBlood::NotYet };
    for (body, wounds) in fighters.bodies_mut().iter_mut().zip(wounds) {
        (body.felt, body.marked) = (wounds, wounds);
    }
    Played { rounds, undecided: winner.is_none(), winner, first_blood, first_blood_in, fighters }
}
