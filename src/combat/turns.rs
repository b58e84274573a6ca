//! Fighting in turns: one attack after the other, in the order of initiative (C2, SRD 4.23; C4, KAER).
//!
//! A wound counts at once (reading 6): what falls at one point of the order is felt before the next.

use super::compile::Fight;
use super::event::{Detail, Event, Observer};
use super::state::{Blow, Body, Moment, Roster, State};
use super::step::{Progress, Sight};
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::Avoidance;

/// An attack, with all that its rolls depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attack {
    /// Who attacks.
    pub by: u16,
    /// Whom.
    pub target: u16,
    clock: u16,
    /// What takes from the skill of the attacker and the target.
    burdens: [Burden; 2],
    /// Whether the target can still avoid it.
    avoidable: bool,
}

/// What takes from a fighter's skill, 0 or less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Burden {
    wounds: i8,
    outnumbered: i16,
}

impl Fight {
    /// What comes next in a round of turns.
    pub(super) fn sight_of_turn<R: Roster>(&self, state: &State<R>, rank: u16, next: u16) -> Sight {
        let ready = |(who, body): &(u16, &Body)| *who >= next && body.turn == rank && self.is_fit(*who, body.felt);
        let actor = (0u16..).zip(state.fighters.bodies()).find(ready).map(|(who, _)| who);
        let attack = actor.and_then(|by| self.target(state, by).map(|target| self.attack_of(state, by, target)));
        match attack {
            Some(attack) => Sight::Attack { rank, attack },
            None => Sight::TurnOver { rank },
        }
    }

    /// Whom a fighter attacks: a fit foe of the own group, else any.
    fn target<R: Roster>(&self, state: &State<R>, by: u16) -> Option<u16> {
        let bodies = state.fighters.bodies();
        let post = bodies[usize::from(by)].post;
        let fit = |(who, body): &(u16, &Body)| self.side(*who) != self.side(by) && self.is_fit(*who, body.felt);
        let mut foes = (0u16..).zip(bodies).filter(fit);
        let own = foes.clone().find(|(_, body)| body.post == post);
        own.or_else(|| foes.next()).map(|(who, _)| who)
    }

    fn attack_of<R: Roster>(&self, state: &State<R>, by: u16, target: u16) -> Attack {
        let burden =
            |who| Burden { wounds: self.penalty(state, who), outnumbered: self.outnumbered_by_post(state, who) };
        let avoidable = self.avoidance == Avoidance::Every || !state.fighters.bodies()[usize::from(target)].spent;
        Attack { by, target, clock: state.clock, burdens: [burden(by), burden(target)], avoidable }
    }

    /// What the foes of a lone fighter's group take from skill (M15).
    fn outnumbered_by_post<R: Roster>(&self, state: &State<R>, who: u16) -> i16 {
        let bodies = state.fighters.bodies();
        let post = bodies[usize::from(who)].post;
        if post == 0 {
            return 0;
        }
        let foes =
            (0u16..).zip(bodies).filter(|(other, body)| body.post == post && self.side(*other) != self.side(who));
        self.outnumbered(foes.count() as u16) as i16
    }

    /// Attack against avoidance: the attack hits if it is better and reaches the minimum. What nobody avoids need only be
    /// as good as what hits the helpless (KAER, C9; reading 4).
    pub(super) fn attack(
        &self,
        attack: Attack,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Option<Blow> {
        let Attack { by, target, avoidable, .. } = attack;
        observer.detail(Detail::Meet { one: by, other: target });
        let degree = self.roll_in_turn(attack, Ask::new(by, Purpose::Attack), chance, observer);
        let against = if avoidable {
            self.roll_in_turn(attack, Ask::against(target, by, Purpose::Avoid), chance, observer)
        } else {
            observer.detail(Detail::Undefended { target, level: self.unopposed });
            self.unopposed
        };
        match degree - against {
            relative if avoidable && relative <= 0 => observer.note(Event::Avoided { by, target }),
            relative if relative < 0 => observer.note(Event::Missed { by }),
            relative => return self.lands(by, target, relative, degree, observer),
        }
        None
    }

    /// The rolled degree of an attack, or of what is to avoid it.
    fn roll_in_turn(&self, attack: Attack, ask: Ask, chance: &mut impl Chance, observer: &mut impl Observer) -> i32 {
        let Attack { by, target, clock, burdens: [own, others], .. } = attack;
        let (who, foe, burden) = if ask.purpose == Purpose::Attack { (by, target, own) } else { (target, by, others) };
        let matchup = self.matchup(who, foe);
        let skill = if ask.purpose == Purpose::Attack { matchup.skill } else { matchup.avoid };
        let kind = self.kind(who);
        let (penalty, outnumbered, passing) = (burden.wounds.into(), burden.outnumbered.into(), kind.passing(clock));
        let roll = chance.roll(ask, &kind.dice);
        let degree = skill + penalty + outnumbered + passing + roll;
        let purpose = ask.purpose;
        observer.detail(Detail::Rolled { who, foe, purpose, skill, penalty, passing, outnumbered, roll, degree });
        degree
    }

    /// An attack has been made: the target's avoidance is spent, and the next who acts is up.
    pub(super) fn spend<R: Roster>(&self, state: &mut State<R>, attack: Attack) {
        if self.avoidance == Avoidance::One {
            state.fighters.bodies_mut()[usize::from(attack.target)].spent = true;
        }
    }

    /// All who act at this point of the order have acted: their blows are felt.
    pub(super) fn end_turn<R: Roster>(
        &self,
        state: &mut State<R>,
        rank: u16,
        observer: &mut impl Observer,
    ) -> Progress {
        if self.duel.is_none() {
            self.tell_fallen(state, observer);
        }
        let mut later = false;
        for body in state.fighters.bodies_mut() {
            body.felt = body.marked;
            later |= body.turn > rank;
        }
        if !self.contested(state) {
            return Progress::Over;
        }
        state.moment = if later { Moment::Turn { rank: rank + 1, next: 0 } } else { Moment::Marking };
        Progress::Round
    }

    /// A round of turns is over.
    pub(super) fn end_turns<R: Roster>(&self, state: &mut State<R>) {
        for (who, body) in (0u16..).zip(state.fighters.bodies_mut()) {
            let keeps = self.keeps_order() && self.is_fit(who, body.felt);
            let turn = if keeps { body.turn } else { 0 };
            *body = Body { felt: body.felt, marked: body.marked, turn, ..Body::default() };
        }
    }
}
