//! A duel in which nothing but wounds can befall the two, in a loop of its own: all it keeps is two states of wound tracks.
//! What a round comes to is what [`step`](Fight::step) says; a test in `play.rs` holds this loop to that.

use super::compile::{Fight, Pairing};
use super::event::{Detail, Observer};
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
        let condition = |own: usize, wounds: u16| self.kinds[usize::from(pairing.kinds[own])].track.condition(wounds);
        let mut wounds = [0; 2];
        let mut penalties = [condition(0, 0).penalty, condition(1, 0).penalty];
        let (mut rounds, mut clock) = (0, 0);
        let (mut winner, mut first_blood, mut first_blood_in) = (None, FirstBlood::NotYet, 0);
        while winner.is_none() && rounds < self.round_limit() && !stop(chance) {
            rounds += 1;
            chance.begin_round(rounds);
            observer.detail(Detail::Round { number: rounds });
            let blow = self.exchange(clock, penalties, pairing, chance, observer);
            clock = self.clock_after(clock);
            let Some(blow) = blow else { continue };
            let severity = self.damage(blow, chance, observer);
            let own = usize::from(blow.target == pairing.fighters[1]);
            let after = self.after(blow.target, wounds[own], severity, observer);
            if first_blood == FirstBlood::NotYet && after > 0 {
                first_blood = FirstBlood::By(self.side(blow.by));
                first_blood_in = rounds;
            }
            wounds[own] = after;
            let Condition { level, penalty, fit } = condition(own, after);
            penalties[own] = penalty;
            if !fit || self.first_mark.is_some_and(|mark| level >= mark) {
                winner = Some(self.side(blow.by));
            }
        }
        for (body, wounds) in fighters.bodies_mut().iter_mut().zip(wounds) {
            (body.felt, body.marked) = (wounds, wounds);
        }
        Outcome { rounds, undecided: winner.is_none(), winner, first_blood, first_blood_in, fighters }
    }
}
