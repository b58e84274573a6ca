//! Fighting in turns: initiative, then one attack after the other (C2, SRD 4.23; C4, KAER).
//!
//! A wound counts at once (reading 6): what falls at one point of the order is felt before the next.

use super::compile::Fight;
use super::event::{Detail, Event, Observer};
use super::state::{Blow, Body, Moment, Roster, State};
use super::step::{Change, Progress, Sight};
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::{Avoidance, Pacing, TurnOrder};
use std::cmp::Reverse;

/// The order of a round being rolled for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Order {
    /// Those who roll: each fighter, or one for each side.
    rollers: Vec<u16>,
    totals: Vec<i32>,
}

/// An attack, with all that its rolls depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attack {
    /// Who attacks.
    pub by: u16,
    /// Whom.
    pub target: u16,
    pub(super) clock: u16,
    /// What wounds and being outnumbered take from the attacker and the target.
    pub(super) penalties: [i16; 2],
    /// How it is made and met.
    pub(super) way: Way,
}

/// How an attack is made and met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Way {
    /// In turns: the target can still avoid it.
    Avoidable,
    /// In turns: the target can no longer avoid it.
    Open,
    /// A player character acts alone: one of the two is hit (C5).
    Acts,
    /// A player character acts alone and only defends (C5).
    Defends,
    /// The target is unaware of its foes: no roll (C9).
    Unaware,
    /// One roll decides the fight (C3).
    Story,
}

impl Order {
    /// The order of the fit, about to be rolled for; settled where only player characters act.
    fn new<R: Roster>(fight: &Fight, state: &State<R>) -> Self {
        if fight.pacing != Pacing::Turns {
            let rollers = fight.actors(state);
            let totals = (0..rollers.len() as i32).map(|place| -place).collect();
            return Self { rollers, totals };
        }
        let fit: Vec<u16> = fight.fit(state).collect();
        let rollers = match fight.turn_order {
            TurnOrder::Fighters => fit,
            // The best of a side rolls for it.
            TurnOrder::Sides => (0..fight.sides())
                .filter_map(|side| {
                    let own = fit.iter().copied().filter(|&who| fight.side(who) == side);
                    own.max_by_key(|&who| (fight.kind(who).initiative, Reverse(who)))
                })
                .collect(),
        };
        Self { rollers, totals: Vec::new() }
    }

    /// The next roll, if one is left.
    fn advance(mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Self {
        let Some(&who) = self.rollers.get(self.totals.len()) else { return self };
        let kind = fight.kind(who);
        let roll = chance.roll(Ask::new(who, Purpose::Initiative), &kind.dice);
        let total = kind.initiative + roll;
        observer.detail(Detail::Initiative { who, initiative: kind.initiative, roll, total });
        self.totals.push(total);
        self
    }

    /// Who acts when, counted from 1, once all have rolled; equal results act together.
    fn turns(self) -> Result<Vec<(u16, u16)>, Self> {
        if self.totals.len() < self.rollers.len() {
            return Err(self);
        }
        let mut steps = self.totals.clone();
        steps.sort_unstable_by_key(|total| Reverse(*total));
        steps.dedup();
        let turn = |total: &i32| 1 + steps.iter().position(|step| step == total).unwrap_or(0) as u16;
        Ok(self.rollers.iter().copied().zip(self.totals.iter().map(turn)).collect())
    }
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

    pub(super) fn sight_of_order<R: Roster>(&self, state: &State<R>) -> Sight {
        Sight::Order { order: Box::new(Order::new(self, state)) }
    }

    /// The next roll for the order.
    pub(super) fn roll_order(&self, order: Order, chance: &mut impl Chance, observer: &mut impl Observer) -> Change {
        match order.advance(self, chance, observer).turns() {
            Ok(turns) => Change::Ordered { turns },
            Err(order) => Change::Ordering { order: Box::new(order) },
        }
    }

    /// Whom a fighter attacks: a fit foe of the own group, else any.
    fn target<R: Roster>(&self, state: &State<R>, by: u16) -> Option<u16> {
        if self.pacing == Pacing::Story {
            return self.element(by);
        }
        let bodies = state.fighters.bodies();
        let post = bodies[usize::from(by)].post;
        let fit = |(who, body): &(u16, &Body)| self.side(*who) != self.side(by) && self.is_fit(*who, body.felt);
        let mut foes = (0u16..).zip(bodies).filter(fit);
        let own = foes.clone().find(|(_, body)| body.post == post);
        own.or_else(|| foes.next()).map(|(who, _)| who)
    }

    fn attack_of<R: Roster>(&self, state: &State<R>, by: u16, target: u16) -> Attack {
        let penalty = |who| i16::from(self.penalty(state, who)) + self.outnumbered_by_post(state, who);
        let spent = self.avoidance == Avoidance::One && state.fighters.bodies()[usize::from(target)].spent;
        let way = match self.pacing {
            Pacing::PlayerFacing | Pacing::Story => self.way_of_acting(state, by, target),
            _ if spent => Way::Open,
            _ => Way::Avoidable,
        };
        Attack { by, target, clock: state.clock, penalties: [penalty(by), penalty(target)], way }
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

    /// One acts at this point of the order.
    pub(super) fn take_turn(
        &self,
        rank: u16,
        attack: Attack,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Change {
        observer.detail(Detail::Meet { one: attack.by, other: attack.target });
        let blow = match attack.way {
            Way::Avoidable | Way::Open => self.attack(attack, chance, observer),
            Way::Acts | Way::Defends => self.act(attack, chance, observer),
            Way::Unaware | Way::Story => return self.settle(rank, attack, chance, observer),
        };
        Change::Attacked { rank, attack, blow }
    }

    /// Attack against avoidance: the attack hits if it is better and reaches the minimum. What nobody avoids need only be
    /// as good as what hits the helpless (KAER, C9; reading 4).
    fn attack(&self, attack: Attack, chance: &mut impl Chance, observer: &mut impl Observer) -> Option<Blow> {
        let Attack { by, target, clock, penalties, way } = attack;
        let avoidable = way == Way::Avoidable;
        let matchup = self.matchup(by, target);
        let roll = chance.roll(Ask::new(by, Purpose::Attack), &self.kind(by).dice);
        let passing = self.kind(by).passing(clock);
        let degree = self.kind(by).capped(matchup.skill + i32::from(penalties[0]) + passing + roll);
        let (skill, penalty) = (matchup.skill, penalties[0].into());
        observer.detail(Detail::Rolled { who: by, foe: target, skill, penalty, passing, roll, degree });
        let against = if avoidable {
            let own = self.matchup(target, by);
            let roll = chance.roll(Ask::against(target, by, Purpose::Avoid), &self.kind(target).dice);
            let passing = self.kind(target).passing(clock);
            let avoided = self.kind(target).capped(own.avoid + i32::from(penalties[1]) + passing + roll);
            let (skill, penalty, degree) = (own.avoid, penalties[1].into(), avoided);
            observer.detail(Detail::Rolled { who: target, foe: by, skill, penalty, passing, roll, degree });
            avoided
        } else {
            self.unopposed
        };
        let relative = degree - against;
        let tie_hits = !avoidable || self.wins_tie([by, target]) == Some(0);
        if relative < i32::from(!tie_hits) {
            observer.note(Event::Avoided { by, target });
            return None;
        }
        self.lands(by, target, relative, degree, observer)
    }

    /// Everybody takes their place in the order of this round.
    pub(super) fn take_turns<R: Roster>(&self, state: &mut State<R>, turns: &[(u16, u16)]) {
        let bodies = state.fighters.bodies_mut();
        match self.turn_order {
            TurnOrder::Fighters => turns.iter().for_each(|&(who, turn)| bodies[usize::from(who)].turn = turn),
            TurnOrder::Sides => {
                for &(roller, turn) in turns {
                    let own = (0u16..).zip(bodies.iter_mut()).filter(|(who, _)| self.side(*who) == self.side(roller));
                    own.for_each(|(_, body)| body.turn = turn);
                }
            }
        }
        state.moment = Moment::Turn { rank: 1, next: 0 };
    }

    /// An attack is over: the target's avoidance is spent, and the next who acts is up. What a step does to the state is done
    /// by its last change alone, since the exact solver applies no other.
    pub(super) fn end_attack<R: Roster>(&self, state: &mut State<R>, rank: u16, by: u16, target: u16) {
        state.fighters.bodies_mut()[usize::from(target)].spent |= self.avoidance == Avoidance::One;
        state.moment = Moment::Turn { rank, next: by + 1 };
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
        for body in state.fighters.bodies_mut() {
            (body.turn, body.spent, body.post) = (0, false, 0);
        }
    }
}
