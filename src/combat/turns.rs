//! Fighting in turns: initiative, then one attack after the other (C2, SRD 4.23; C4, KAER).
//!
//! A wound counts at once (reading 6): what falls at one point of the order is felt before the next.

use super::compile::Fight;
use super::event::{Detail, Event, Observer, Rolled, Shift};
use super::state::{Blow, Body, Moment, Roster, State};
use super::step::{Change, Progress, Sight};
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::{Avoidance, FullAttack, TurnOrder};
use std::cmp::Reverse;

/// The order of a round being rolled for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Order {
    /// Those who roll: each fighter, or one for each side.
    rollers: Vec<u16>,
    /// The trait each rolls on, with what the stance adds (M10).
    initiatives: Vec<i32>,
    totals: Vec<i32>,
}

/// An attack, with all that its rolls depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attack {
    /// Who attacks.
    pub by: u16,
    /// Whom.
    pub target: u16,
    clock: u16,
    /// What wounds and being outnumbered take from the attacker and the target.
    penalties: [i16; 2],
    /// The stances of both.
    stances: [u8; 2],
    /// Whether the target can still avoid it.
    avoidable: bool,
    /// Whether the target's defense suffers from a full attack (C2).
    exposed: bool,
}

/// What an attack takes from its target, whether it hits or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Toll {
    /// An avoidance was made.
    avoidance: bool,
    /// The defense that a full attack had exposed is over (C2).
    exposed: bool,
}

impl Attack {
    pub(super) fn toll(&self) -> Toll {
        Toll { avoidance: self.avoidable, exposed: self.exposed }
    }
}

/// Whom one attacks.
enum Pick {
    One(u16),
    /// One of these, at random.
    Any(Vec<u16>),
}

impl Order {
    /// The order of the fit, about to be rolled for.
    fn new<R: Roster>(fight: &Fight, state: &State<R>) -> Self {
        let fit: Vec<u16> = fight.fit(state).collect();
        let initiative = |who: u16| {
            let stance = fight.tactics.stance(fight.stance_of(state, who));
            fight.kind(who).initiative + i32::from(stance.initiative)
        };
        let rollers: Vec<u16> = match fight.turn_order {
            TurnOrder::Fighters => fit,
            // The best of a side rolls for it.
            TurnOrder::Sides => (0..fight.sides())
                .filter_map(|side| {
                    let own = fit.iter().copied().filter(|&who| fight.side(who) == side);
                    own.max_by_key(|&who| (initiative(who), Reverse(who)))
                })
                .collect(),
        };
        Self { initiatives: rollers.iter().map(|&who| initiative(who)).collect(), rollers, totals: Vec::new() }
    }

    /// The next roll.
    fn advance(mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Self {
        let (who, initiative) = (self.rollers[self.totals.len()], self.initiatives[self.totals.len()]);
        let roll = chance.roll(Ask::new(who, Purpose::Initiative), &fight.kind(who).dice);
        let total = initiative + roll;
        observer.detail(Detail::Initiative { who, initiative, roll, total });
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
        let ready = |(who, body): &(u16, &Body)| {
            let acts = body.turn == rank && !self.tactics.stance(body.stance).no_attack;
            acts && *who >= next && self.is_fit(*who, body.felt)
        };
        let actor = (0u16..).zip(state.fighters.bodies()).find(ready).map(|(who, _)| who);
        match actor.and_then(|by| self.target(state, by).map(|target| (by, target))) {
            Some((by, Pick::One(target))) => Sight::Attack { rank, attack: self.attack_of(state, by, target) },
            Some((by, Pick::Any(foes))) => Sight::Aim { rank, by, foes },
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

    /// Whom a fighter attacks: the preferred fit foe of the own group, or of all if that has none.
    fn target<R: Roster>(&self, state: &State<R>, by: u16) -> Option<Pick> {
        let bodies = state.fighters.bodies();
        let post = bodies[usize::from(by)].post;
        let fit = |(who, body): &(u16, &Body)| self.side(*who) != self.side(by) && self.is_fit(*who, body.felt);
        let foes = (0u16..).zip(bodies).filter(fit);
        let of_group = foes.clone().any(|(_, body)| body.post == post);
        let mut legal = foes.filter(|(_, body)| !of_group || body.post == post).map(|(who, _)| who);
        if !self.picks_any(by) {
            return legal.min_by_key(|&foe| self.rank(state, by, foe)).map(Pick::One);
        }
        let first = legal.next()?;
        let any: Vec<u16> = [first].into_iter().chain(legal).collect();
        Some(if any.len() == 1 { Pick::One(first) } else { Pick::Any(any) })
    }

    pub(super) fn attack_of<R: Roster>(&self, state: &State<R>, by: u16, target: u16) -> Attack {
        let penalty = |who| i16::from(self.penalty(state, who)) + self.outnumbered_by_post(state, who);
        let body = &state.fighters.bodies()[usize::from(target)];
        let defends = self.avoidance == Avoidance::Every || !body.spent;
        let exposed = body.open && defends;
        Attack {
            by,
            target,
            clock: state.clock,
            penalties: [penalty(by), penalty(target)],
            stances: [self.stance_of(state, by), body.stance],
            avoidable: defends && !(exposed && self.tactics.full_attack == FullAttack::None),
            exposed,
        }
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
        let Attack { by, target, clock, penalties, stances, avoidable, exposed } = attack;
        observer.detail(Detail::Meet { one: by, other: target });
        let stances = stances.map(|stance| self.tactics.stance(stance));
        let rolled = Rolled {
            who: by,
            foe: target,
            skill: self.matchup(by, target).skill,
            penalty: penalties[0].into(),
            passing: self.kind(by).passing(clock),
            tactic: Shift::Attack(stances[0].attack.into()),
            roll: chance.roll(Ask::new(by, Purpose::Attack), &self.kind(by).dice),
        };
        observer.detail(Detail::Rolled(rolled));
        let degree = rolled.degree();
        let against = if avoidable {
            let avoided = Rolled {
                who: target,
                foe: by,
                skill: self.matchup(target, by).avoid,
                penalty: penalties[1].into(),
                passing: self.kind(target).passing(clock),
                tactic: Shift::Defense { tactic: stances[1].avoid.into(), exposed: if exposed { -2 } else { 0 } },
                roll: chance.roll(Ask::against(target, by, Purpose::Avoid), &self.kind(target).dice),
            };
            observer.detail(Detail::Rolled(avoided));
            avoided.degree()
        } else {
            self.unopposed
        };
        let relative = degree - against;
        if relative < i32::from(avoidable) {
            observer.note(Event::Avoided { by, target });
            return None;
        }
        self.lands(by, target, relative, degree, stances[0].damage, observer)
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

    /// An attack is over: the next who acts is up. What a step does to the state is done by its last change alone, since the
    /// exact solver applies no other.
    pub(super) fn end_attack<R: Roster>(&self, state: &mut State<R>, rank: u16, by: u16, target: u16, toll: Toll) {
        let target = &mut state.fighters.bodies_mut()[usize::from(target)];
        target.spent |= self.avoidance == Avoidance::One && toll.avoidance;
        target.open &= !toll.exposed;
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
        for (who, body) in (0u16..).zip(state.fighters.bodies_mut()) {
            let attacked = body.turn == rank && self.is_fit(who, body.felt);
            body.open |= attacked && self.tactics.stance(body.stance).exposed;
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
