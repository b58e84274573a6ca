//! Foes who are swallowed whole, fight from inside and are digested meanwhile (W28; FF giant worm).
//!
//! At the end of a round, once its wounds are felt, the creature tries to swallow one of those it faces. From the next round
//! on that one strikes from inside, faces nobody else, and is wounded at the end of each round.

use super::aftermath::AftermathRoll;
use super::compile::Fight;
use super::event::{Detail, Event, Fired, Observer};
use super::sight::Change;
use super::state::{Moment, Roster, State};
use super::status::Readiness;
use super::suffer::Consequence;
use crate::chance::{Ask, Chance, Purpose};

/// What digestion marks: the least wound there is, a Scratch.
const DIGESTED: u8 = 1;

impl Fight {
    /// Whether one is inside the other.
    pub(super) fn is_inside<R: Roster>(&self, state: &State<R>, who: u16, by: u16) -> bool {
        state.fighters.bodies()[usize::from(who)].status.inside == by + 1
    }

    /// Whom a creature tries to swallow at the end of this round: the first of its foes who is small enough.
    pub(super) fn tries_to_swallow<R: Roster>(&self, state: &State<R>, who: u16) -> Option<AftermathRoll> {
        let swallow = self.kind(who).abilities.swallow?;
        let body = &state.fighters.bodies()[usize::from(who)];
        let able = self.is_fit(who, body) && self.readiness(who, body, state.clock) == Readiness::Ready;
        if !able || body.status.inside > 0 || self.at_a_distance(state.clock) {
            return None;
        }
        let victim = self.foes(state, who).into_iter().find(|&foe| self.kind(foe).mass_scale <= swallow.scale)?;
        let levels = [self.kind(who).skill, self.kind(victim).agility];
        let burdens = [who, victim].map(|one| self.modifiers_of(state, one).burden());
        Some(AftermathRoll::Swallow { victim, levels, burdens })
    }

    /// The creature's skill against the victim's Agility.
    pub(super) fn try_to_swallow(
        &self,
        [by, victim]: [u16; 2],
        levels: [i32; 2],
        burdens: [i32; 2],
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Change {
        let mut roll = |own: usize, ask: Ask| self.tested(ask, [levels[own], burdens[own]], None, chance, observer);
        let gulp = roll(0, Ask::new(by, Purpose::Swallow)).total();
        // Several may be after the same victim.
        let dodge = roll(1, Ask::against(victim, 1 + by, Purpose::Swallow)).total();
        Change::Gulped { by, victim, escaped: dodge >= gulp }
    }

    /// Both have rolled.
    pub(super) fn end_swallowing<R: Roster>(
        &self,
        state: &mut State<R>,
        [by, victim]: [u16; 2],
        escaped: bool,
        observer: &mut impl Observer,
    ) {
        state.moment = Moment::Aftermath { next: by + 1 };
        if !escaped {
            state.fighters.bodies_mut()[usize::from(victim)].status.inside = by + 1;
            observer.note(Event::Fired { who: victim, what: Fired::Swallowed });
            observer.detail(Detail::Followed { who: victim, consequence: Consequence::Swallowed });
        }
    }

    /// Whoever is inside a foe is in a group of their own, after so many others.
    pub(super) fn post_inside<R: Roster>(&self, state: &mut State<R>, mut groups: u16) {
        if !self.acting.lingers {
            return;
        }
        for (who, body) in (0u16..).zip(state.fighters.bodies_mut()) {
            if body.status.inside > 0 && self.is_fit(who, body) {
                groups += 1;
                body.post = groups;
            }
        }
    }

    /// A round is over: those who are inside are wounded, fit or not; and where a manner out is cut, or who swallowed them has
    /// fallen, they come out. `first` says whether nobody had fallen before this round.
    pub(super) fn digest<R: Roster>(&self, state: &mut State<R>, first: bool, observer: &mut impl Observer) {
        for (who, body) in (0u16..).zip(state.fighters.bodies_mut()) {
            let fit = self.is_fit(who, body);
            if body.status.digested && !self.track(who).is_dead(body.marked) {
                self.scathe(who, body, DIGESTED, Consequence::Digested, observer);
                self.feel(body);
                if fit && !self.is_fit(who, body) {
                    self.tell_lost(who, first, observer);
                }
            }
        }
        for who in 0..self.fighters() as u16 {
            let Some(swallow) = self.kind(who).abilities.swallow else { continue };
            let body = state.fighters.bodies()[usize::from(who)];
            let open = body.status.gash >= swallow.cut_out || !self.is_fit(who, &body);
            let inside = |one: u16| self.is_inside(state, one, who);
            let inside: Vec<u16> = (0..self.fighters() as u16).filter(|&one| inside(one)).collect();
            let bodies = state.fighters.bodies_mut();
            for &one in inside.iter().filter(|_| open) {
                (bodies[usize::from(one)].status.inside, bodies[usize::from(one)].status.digested) = (0, false);
                observer.detail(Detail::Followed { who: one, consequence: Consequence::ComesOut });
            }
            if open || inside.is_empty() {
                bodies[usize::from(who)].status.gash = 0;
            }
        }
    }

    /// A fight is over: who is still inside one who stands is digested whole.
    pub(super) fn digest_whole<R: Roster>(&self, state: &mut State<R>, observer: &mut impl Observer) {
        if !self.acting.lingers {
            return;
        }
        for who in 0..self.fighters() as u16 {
            let bodies = state.fighters.bodies_mut();
            let Some(by) = bodies[usize::from(who)].status.inside.checked_sub(1) else { continue };
            if self.is_fit(by, &bodies[usize::from(by)]) {
                let dead = self.track(who).dead();
                let body = &mut bodies[usize::from(who)];
                (body.marked, body.felt) = (dead, dead);
                observer.detail(Detail::Followed { who, consequence: Consequence::Digested });
                observer.detail(Detail::Marked { who, marked: dead });
            }
        }
    }
}
