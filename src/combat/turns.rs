//! Fighting in turns: one attack after the other, in the order of initiative (C2, SRD 4.23; C4, KAER).
//!
//! A wound counts at once (reading 6): what falls at one point of the order is felt before the next.

use super::brawl::clamped;
use super::compile::Fight;
use super::due::{PendingRoll, PendingRolls};
use super::event::{Detail, Event, Observer, Rolled, Shift};
use super::sight::{Change, Place, Progress, Sight};
use super::state::{Blow, Body, Moment, Roster, State};
use super::status::{Readiness, RollModifiers};
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::{Avoidance, FullAttack, Pacing};

/// An attack, with all that its rolls depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attack {
    /// Who attacks.
    pub by: u16,
    /// Whom.
    pub target: u16,
    /// Which of the attacker's attacks this round it is, counted from 0.
    nth: u16,
    /// Whether another follows at once where it hits (M13).
    sweeps: bool,
    clock: u16,
    /// What the bodies of the attacker and the target bring to it.
    modifiers: [RollModifiers; 2],
    /// What the number of foes takes from the skill of both, 0 or less.
    outnumbered: [i16; 2],
    defense: Defense,
    /// Whether the target's defense suffers from a full attack (C2).
    exposed: bool,
}

/// How a target meets a blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Defense {
    None,
    Once,
    /// By dodge and parry at once, of which the better counts (M12).
    Twice,
}

/// What meeting a blow costs its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cost {
    avoidances: u8,
    exposed: bool,
}

/// Whom one attacks.
enum Pick {
    One(u16),
    /// One of these, at random.
    Any(Vec<u16>),
}

impl Attack {
    /// The two of it, with what they bring to it and whether they roll.
    pub(super) fn players(&self) -> [(u16, RollModifiers, bool); 2] {
        let [own, foe] = self.modifiers;
        [(self.by, own, true), (self.target, foe, self.defense != Defense::None)]
    }

    /// The same with what Fudge points add to the dice of the two.
    pub(super) fn with_luck(self, luck: [i8; 2]) -> Self {
        let [own, foe] = self.modifiers;
        Self { modifiers: [RollModifiers { luck: luck[0], ..own }, RollModifiers { luck: luck[1], ..foe }], ..self }
    }

    pub(super) fn cost(&self) -> Cost {
        let avoidances = match self.defense {
            Defense::None => 0,
            Defense::Once => 1,
            Defense::Twice => 2,
        };
        Cost { avoidances, exposed: self.exposed }
    }

    /// Where the turn goes on: the next who may act, and how many blows of a sweep have landed.
    pub(super) fn then(&self, hit: bool) -> (u16, u16) {
        if hit && self.sweeps { (self.by, self.nth + 1) } else { (self.by + 1, 0) }
    }
}

impl Fight {
    /// What comes next in a round of turns. Of a sweep `swept` blows have landed, all of fighter `next`.
    pub(super) fn sight_of_turn<R: Roster>(&self, state: &State<R>, rank: u16, next: u16, swept: u16) -> Sight {
        let ready = |(who, body): &(u16, &Body)| {
            let acts = [body.turn, body.again].contains(&rank) && !self.tactics.stance(body.stance).no_attack;
            acts && *who >= next && self.may_attack(*who, body, state.clock) && self.is_fit(*who, body)
        };
        let actors = (0u16..).zip(state.fighters.bodies()).filter(ready).map(|(who, _)| who);
        let picked = |by| {
            let swept = if by == next { swept } else { 0 };
            self.target(state, by, swept).map(|pick| (by, swept, pick))
        };
        match actors.into_iter().find_map(picked) {
            Some((by, swept, Pick::One(target))) => self.sight_of_action(state, rank, [by, target], swept),
            Some((by, _, Pick::Any(foes))) => Sight::Aim { rank, by, nth: self.nth(state, rank, by, 0), foes },
            None => Sight::TurnOver { rank },
        }
    }

    /// One is about to act against another.
    pub(super) fn sight_of_action<R: Roster>(
        &self,
        state: &State<R>,
        rank: u16,
        [by, target]: [u16; 2],
        swept: u16,
    ) -> Sight {
        match self.pacing.players_act() {
            true => Sight::Act { rank, act: self.act_of(state, by, target) },
            false => Sight::Attack { rank, attack: self.attack_of(state, rank, by, target, swept) },
        }
    }

    /// The fit foes of a fighter's own group, or all if that has none, as the fighter prefers them.
    pub(super) fn foes<R: Roster>(&self, state: &State<R>, by: u16) -> Vec<u16> {
        let bodies = state.fighters.bodies();
        let inside = bodies[usize::from(by)].status.inside;
        if inside > 0 {
            return vec![inside - 1];
        }
        let post = bodies[usize::from(by)].post;
        let fit = |(who, body): &(u16, &Body)| {
            self.side(*who) != self.side(by) && self.is_fit(*who, body) && body.status.inside == 0
        };
        let foes = (0u16..).zip(bodies).filter(fit);
        let of_group = foes.clone().any(|(_, body)| body.post == post);
        let mut foes: Vec<u16> = foes.filter(|(_, body)| !of_group || body.post == post).map(|(who, _)| who).collect();
        foes.sort_by_key(|&foe| self.rank(state, by, foe));
        foes
    }

    /// Whom a fighter attacks; of a sweep that has landed blows, the next who has not been attacked.
    fn target<R: Roster>(&self, state: &State<R>, by: u16, swept: u16) -> Option<Pick> {
        if self.pacing == Pacing::Story {
            return self.element(by).map(Pick::One);
        }
        let foes = self.foes(state, by);
        let sweeps = self.tactics.stance(self.stance_of(state, by)).sweep;
        let first = *foes.get(usize::from(swept))?;
        Some(if self.picks_any(by) && !sweeps && foes.len() > 1 { Pick::Any(foes) } else { Pick::One(first) })
    }

    /// Which of a fighter's attacks this round is due.
    fn nth<R: Roster>(&self, state: &State<R>, rank: u16, by: u16, swept: u16) -> u16 {
        if rank > 0 && state.fighters.bodies()[usize::from(by)].again == rank { 1 } else { swept }
    }

    fn attack_of<R: Roster>(&self, state: &State<R>, rank: u16, by: u16, target: u16, swept: u16) -> Attack {
        let modifiers = self.modifiers_of_pair(state, [by, target]);
        let body = &state.fighters.bodies()[usize::from(target)];
        let stance = self.tactics.stance(body.stance);
        let left = match self.avoidance {
            _ if stance.no_avoid || modifiers[1].readiness == Readiness::Helpless => 0,
            _ if !self.may_avoid(target, body, state.clock) => 0,
            Avoidance::Every => u8::MAX,
            Avoidance::One => (1 + stance.avoidances).saturating_sub(body.spent),
        };
        let exposed = body.open && left > 0;
        Attack {
            by,
            target,
            nth: self.nth(state, rank, by, swept),
            sweeps: self.tactics.stance(self.stance_of(state, by)).sweep,
            clock: state.clock,
            modifiers,
            outnumbered: [by, target].map(|who| self.outnumbered_by_post(state, who)),
            defense: match left {
                0 => Defense::None,
                _ if exposed && self.tactics.full_attack == FullAttack::None => Defense::None,
                2.. if stance.doubled => Defense::Twice,
                _ => Defense::Once,
            },
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
        self.outnumbered(who, foes.count() as u16) as i16
    }

    /// One attacks another: what has come of it.
    pub(super) fn attack(
        &self,
        rank: u16,
        attack: Attack,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Change {
        let due = match self.acting.lucky {
            true => self.lucky_attack(attack, chance, observer),
            false => self.meet_attack(attack, chance, observer),
        };
        match due.plain() {
            Some(blow) => Change::Attacked { rank, attack, blow },
            None => {
                let then = attack.then(!due.hits().is_empty());
                let place = Place::Turn { rank, then, cost: attack.cost(), target: attack.target };
                Change::led_to(place, Box::new(due))
            }
        }
    }

    /// Attack against avoidance: the attack hits if it is better and reaches the minimum. What nobody avoids need only be
    /// as good as what hits the helpless (KAER, C9; reading 4).
    pub(super) fn meet_attack(
        &self,
        attack: Attack,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> PendingRolls {
        let Attack { by, target, nth, clock, defense, .. } = attack;
        let matchup = self.matchup_at(clock, by, target);
        observer.detail(Detail::Meet { one: by, other: target });
        let mut due = PendingRolls::default();
        let attacked = self.roll_attack(attack, chance, observer);
        due.add(self.critical_in_turns(attack, attacked));
        let degree = attacked.degree();
        let avoided = match defense {
            Defense::None => None,
            Defense::Once => Some(self.roll_avoidance(attack, Purpose::Avoid, chance, observer)),
            Defense::Twice => {
                let first = self.roll_avoidance(attack, Purpose::Avoid, chance, observer);
                let second = self.roll_avoidance(attack, Purpose::OtherAvoid, chance, observer);
                Some(if second.degree() > first.degree() { second } else { first })
            }
        };
        let level = self.unavoided(attack, matchup);
        let against = avoided.map_or(level, |avoided| avoided.degree());
        if avoided.is_none() {
            observer.detail(Detail::Undefended { target, level });
        }
        let least = i32::from(self.wins_tie([by, target]) != Some(0));
        let blow = match degree - against {
            relative if defense != Defense::None && relative < least => {
                observer.note(Event::Avoided { by, target });
                None
            }
            relative if relative < 0 => {
                observer.note(Event::Missed { by });
                None
            }
            relative => {
                let bonus = self.tactics.stance(attack.modifiers[0].stance).damage;
                let hit_modifiers = self.hit_modifiers([by, target], attack.modifiers, bonus);
                let blow = Blow { hit_modifiers, matchup, ..self.blow(by, target, clamped(relative)) };
                let blow = if self.at_a_distance(clock) { self.with_burst(blow) } else { blow };
                self.connects(blow, degree, observer)
            }
        };
        due.add(avoided.and_then(|avoided| self.critical_in_turns(attack, avoided)));
        let naturals = [attacked.roll, avoided.map_or(0, |avoided| avoided.roll)];
        let blow = blow.map(|blow| self.with_naturals(naturals, Blow { after: nth, ..blow }));
        due.add(blow.map(PendingRoll::Blow));
        due
    }

    /// What a natural critical of an attack, or of avoiding it, leads to (A16); of two avoidances the better counts.
    fn critical_in_turns(&self, attack: Attack, rolled: Rolled) -> Option<PendingRoll> {
        let natural = self.critical_of(rolled.who, rolled.roll)?;
        let Attack { by, target, nth, modifiers: [first, second], .. } = attack;
        let both = [(by, first.bare), (target, second.bare)];
        let avoids = rolled.who == target;
        // The second attack of a round on the same target is another blow; those of a sweep have other targets.
        let again = u16::from(nth > 0 && !attack.sweeps);
        let turn = (2 * again + u16::from(avoids)) * self.fighters() as u16;
        Some(self.critical(natural, if avoids { [both[1], both[0]] } else { both }).told_apart(turn))
    }

    /// The result that hits who does not avoid a blow (C9), or a shot (R1).
    fn unavoided(&self, attack: Attack, matchup: u16) -> i32 {
        let Attack { by, target, clock, modifiers: [own, _], .. } = attack;
        if self.at_a_distance(clock) {
            self.matchups[usize::from(matchup)].minimum
        } else {
            self.unopposed_in([by, target], own, clock)
        }
    }

    fn roll_attack(&self, attack: Attack, chance: &mut impl Chance, observer: &mut impl Observer) -> Rolled {
        let Attack { by, target, nth, sweeps, clock, modifiers: [modifiers, _], outnumbered, .. } = attack;
        let stance = self.tactics.stance(modifiers.stance);
        let further = match nth {
            _ if sweeps => -1 - i32::from(nth),
            0 => 0,
            _ => stance.second.unwrap_or(0).into(),
        };
        let rolled = Rolled {
            who: by,
            foe: target,
            skill: self.matchups[usize::from(self.matchup_at(clock, by, target))].skill,
            penalty: modifiers.wounds.into(),
            status: modifiers.status.into(),
            pace: 0,
            outnumbered: outnumbered[0].into(),
            passing: self.kind(by).passing(clock),
            tactic: Shift::Attack(i32::from(stance.attack) + i32::from(modifiers.off_balance) + further),
            roll: chance.roll(Ask::against(by, nth, Purpose::Attack), &self.kind(by).dice),
            luck: modifiers.luck.into(),
            cap: self.kind(by).cap,
        };
        observer.detail(Detail::Rolled(rolled));
        rolled
    }

    fn roll_avoidance(
        &self,
        attack: Attack,
        purpose: Purpose,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Rolled {
        let Attack { by, target, nth, clock, modifiers: [_, modifiers], outnumbered, exposed, .. } = attack;
        let own = &self.matchups[usize::from(self.matchup_at(clock, target, by))];
        // The second attack of a round on the same target is another blow to avoid; those of a sweep have other targets.
        let against = self.struck_by(by, nth > 0 && !attack.sweeps);
        let rolled = Rolled {
            who: target,
            foe: by,
            skill: if purpose == Purpose::OtherAvoid { own.other_avoid } else { own.avoid },
            penalty: modifiers.wounds.into(),
            status: modifiers.status.into(),
            pace: 0,
            outnumbered: outnumbered[1].into(),
            passing: self.kind(target).passing_avoid(clock),
            tactic: Shift::Defense {
                tactic: self.tactics.stance(modifiers.stance).avoid.into(),
                exposed: if exposed { -2 } else { 0 },
            },
            roll: chance.roll(Ask::against(target, against, purpose), &self.kind(target).dice),
            luck: modifiers.luck.into(),
            cap: self.kind(target).cap,
        };
        observer.detail(Detail::Rolled(rolled));
        rolled
    }

    /// An attack has been met. What a step does to the state is done by its last change alone, since the exact solver
    /// applies no other.
    pub(super) fn pay<R: Roster>(&self, state: &mut State<R>, target: u16, cost: Cost) {
        let target = &mut state.fighters.bodies_mut()[usize::from(target)];
        if self.avoidance == Avoidance::One {
            target.spent += cost.avoidances;
        }
        target.open &= !cost.exposed;
    }

    /// The target of an attack has met it.
    pub(super) fn pay_at<R: Roster>(&self, state: &mut State<R>, place: Place) {
        if let Place::Turn { cost, target, .. } = place {
            self.pay(state, target, cost);
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
        for (who, body) in (0u16..).zip(state.fighters.bodies_mut()) {
            let attacked = body.turn == rank && self.is_fit(who, body);
            body.open |= attacked && self.tactics.stance(body.stance).exposed;
            self.feel(body);
            later |= body.turn.max(body.again) > rank;
        }
        if !self.contested(state.fighters.bodies()) {
            self.digest_whole(state, observer);
            return Progress::Over;
        }
        let next = Moment::Turn { rank: rank + 1, next: 0, swept: 0 };
        state.moment = if later { next } else { Moment::Marking };
        Progress::Round
    }

    /// The turns of the round are over.
    pub(super) fn end_turns<R: Roster>(&self, state: &mut State<R>) {
        let next = self.clock_after(state.clock);
        let keeps = self.keeps_order() && self.in_turns(next) && !self.in_one_turn(state.clock);
        for (who, body) in (0u16..).zip(state.fighters.bodies_mut()) {
            let turn = if keeps && self.is_fit(who, body) { body.turn } else { 0 };
            let (stance, pace) = (0, 0);
            *body = Body { post: 0, again: 0, spent: 0, stance, pace, turn, ..*body };
        }
    }
}
