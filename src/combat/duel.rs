//! A duel in which nothing but wounds can befall the two, in a loop of its own: all it keeps is two states of wound tracks.
//! What a round comes to is what [`step`](Fight::step) says; a test in `play.rs` holds this loop to that.

use super::compile::{Fight, Pairing};
use super::event::{Detail, Observer};
use super::exchange::after;
use super::first_blood::FirstBlood;
use super::play::Outcome;
use super::state::Roster;
use crate::chance::Chance;
use crate::rules::Condition;

impl Fight {
    /// Plays it as [`play_until`](super::play_until) does.
    #[inline(always)]
    pub(super) fn play_duel<R: Roster, C: Chance>(
        &self,
        pairing: &Pairing,
        mut fighters: R,
        chance: &mut C,
        observer: &mut impl Observer,
        stop: impl Fn(&C) -> bool,
    ) -> Outcome<R> {
        let seats = self.seats(pairing);
        let condition = |own: usize, wounds: u16| seats[own].kind.track.condition(wounds);
        let mut wounds = [0; 2];
        let mut penalties = [condition(0, 0).penalty, condition(1, 0).penalty];
        let (mut rounds, mut clock) = (0, 0);
        let sides = [self.side(seats[0].who), self.side(seats[1].who)];
        let (mut winner, mut first_by, mut first_blood_in) = (None, 0, 0);
        while winner.is_none() && rounds < self.round_limit() && !stop(chance) {
            rounds += 1;
            chance.begin_round(rounds);
            observer.detail(Detail::Round { number: rounds });
            let blow = self.exchange(clock, penalties, &seats, chance, observer);
            clock = self.clock_after(clock);
            let Some(blow) = blow else { continue };
            let severity = self.damage(blow, chance, observer);
            let own = usize::from(blow.target == seats[1].who);
            let after = after(&seats[own].kind.track, blow.target, wounds[own], severity, observer);
            // Written so that it compiles without a branch, since no processor can predict it.
            let first = first_blood_in == 0 && after > 0;
            (first_by, first_blood_in) = if first { (sides[1 - own], rounds) } else { (first_by, first_blood_in) };
            wounds[own] = after;
            let Condition { level, penalty, fit } = condition(own, after);
            penalties[own] = penalty;
            if !fit || self.first_mark.is_some_and(|mark| level >= mark) {
                winner = Some(sides[1 - own]);
            }
        }
        let first_blood = if first_blood_in > 0 { FirstBlood::By(first_by) } else { FirstBlood::NotYet };
        for (body, wounds) in fighters.bodies_mut().iter_mut().zip(wounds) {
            (body.felt, body.marked) = (wounds, wounds);
        }
        Outcome { rounds, undecided: winner.is_none(), winner, first_blood, first_blood_in, fighters }
    }
}
