//! The steps of a round.

use super::brawl::{Aim, Foe, Odds, Scene};
use super::compile::{Fight, Pairing};
use super::event::{Event, Observer};
use super::order::Order;
use super::sight::{Change, Place, Progress, Sight};
use super::state::{Body, Moment, Roster, State};
use super::status::{Readiness, RollModifiers};
use crate::chance::Chance;
use crate::rules::Pacing;

impl Fight {
    /// Takes the next step. Its rolls are one exchange, one roll of a brawl, or the damage of one blow: the cost of an
    /// exact step is the product of the rolls inside it.
    pub fn step<R: Roster>(
        &self,
        state: &mut State<R>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Progress {
        let change = self.decide(&self.sight(state), chance, observer);
        self.apply(state, &change, observer)
    }

    /// Takes all steps of a round that are left.
    pub fn round<R: Roster>(
        &self,
        state: &mut State<R>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Progress {
        loop {
            let progress = self.step(state, chance, observer);
            if progress != Progress::Round {
                return progress;
            }
        }
    }

    /// What the rolls of the next step depend on.
    pub fn sight<R: Roster>(&self, state: &State<R>) -> Sight {
        match &state.moment {
            Moment::Begun(sight) => sight.clone(),
            Moment::Marking => Sight::Marking,
            &Moment::Mustering { next } => self.sight_of_muster(state, next),
            &Moment::Facing { next } => self.sight_of_hazards(state, next),
            Moment::Suffering { cuts, .. } => self.sight_of_suffering(state, cuts),
            &Moment::Aftermath { next } => self.sight_of_aftermath(state, next),
            Moment::Order => self.sight_of_order(state),
            &Moment::Choosing { next } => self.sight_of_choice(state, next),
            &Moment::Turn { rank, next, swept } => self.sight_of_turn(state, rank, next, swept),
            &Moment::Aimed { rank, by, target } => self.sight_of_action(state, rank, [by, target], 0),
            &Moment::Group(group) => match &self.duel {
                Some(pairing) => self.sight_of_pair(state, group, pairing),
                None => self.sight_of_group(state, group),
            },
        }
    }

    /// What the next step comes to, where it rolls nothing.
    #[inline]
    pub fn without_roll<R: Roster>(&self, state: &State<R>) -> Option<Change> {
        match state.moment {
            Moment::Marking => Some(Change::Marked),
            Moment::Turn { .. } => match self.sight(state) {
                Sight::TurnOver { rank } => Some(Change::TurnOver { rank }),
                _ => None,
            },
            Moment::Choosing { .. } => match self.sight(state) {
                Sight::Choice { who, choice } => self.settled(choice).map(|stance| Change::Chose { who, stance }),
                _ => Some(Change::AllChosen),
            },
            Moment::Mustering { .. } if self.sight(state) == Sight::Mustered => Some(Change::AllRallied),
            Moment::Facing { .. } if self.sight(state) == Sight::Withstood => Some(Change::AllWithstood),
            Moment::Aftermath { .. } if self.sight(state) == Sight::Aftermath => Some(Change::AllEndured),
            _ => None,
        }
    }

    fn sight_of_pair<R: Roster>(&self, state: &State<R>, group: u16, pairing: &Pairing) -> Sight {
        let modifiers = match self.acting.plain {
            true => self.penalties(state, pairing).map(RollModifiers::of_wounds),
            false => self.modifiers_of_pair(state, pairing.fighters),
        };
        Sight::Exchange { group, pair: pairing.fighters, clock: state.clock, modifiers }
    }

    fn sight_of_group<R: Roster>(&self, state: &State<R>, group: u16) -> Sight {
        let (lone, foes) = self.posted(state, group);
        if let [foe] = foes[..] {
            return self.sight_of_pair(state, group, &self.pairing([lone, foe]));
        }
        let foes: Vec<Foe> = foes.into_iter().map(|foe| self.foe(state, lone, foe)).collect();
        let modifiers = self.modifiers_of(state, lone);
        let preferred = foes.iter().min_by_key(|foe| foe.rank).map(|foe| Aim::One(foe.who));
        let aim = match preferred.filter(|_| self.tactics.stance(modifiers.stance).concentrated) {
            Some(_) if self.picks_any(lone) => Aim::Any,
            Some(preferred) => preferred,
            None => Aim::All,
        };
        let odds = Odds { lone, first: foes[0].who, foes: foes.len() as u16, clock: state.clock, modifiers, aim };
        Sight::Brawl { group, scene: Box::new(Scene::new(odds, foes)) }
    }

    fn foe<R: Roster>(&self, state: &State<R>, lone: u16, who: u16) -> Foe {
        let modifiers = self.modifiers_of(state, who);
        let clock = state.clock;
        Foe {
            who,
            modifiers: self.faced(who, modifiers, lone, clock),
            outpaces: self.faced(lone, RollModifiers::default(), who, clock).readiness == Readiness::Helpless,
            rank: self.rank(state, lone, who),
        }
    }

    /// The rolling half of a step.
    pub fn decide(&self, sight: &Sight, chance: &mut impl Chance, observer: &mut impl Observer) -> Change {
        match sight {
            &Sight::Exchange { group, pair, clock, modifiers } if self.acting.plain => {
                let pairing = self.duel.unwrap_or_else(|| self.pairing(pair));
                let penalties = modifiers.map(|modifiers| modifiers.wounds);
                let blow = self.exchange(clock, penalties, &self.seats(&pairing), chance, observer);
                Change::Exchanged { group, blow }
            }
            &Sight::Exchange { group, pair, clock, modifiers } => {
                let pairing = self.pairing(pair);
                let due = match self.acting.lucky {
                    true => self.lucky_clash(clock, modifiers, &pairing, chance, observer),
                    false => self.clash(clock, modifiers, &pairing, chance, observer),
                };
                match due.plain() {
                    Some(blow) => Change::Exchanged { group, blow },
                    None => Change::led_to(Place::Group(group), Box::new(due)),
                }
            }
            Sight::PendingRolls { place, due } => {
                let mut due = due.clone();
                due.advance(self, chance, observer);
                Change::led_to(*place, due)
            }
            &Sight::Choice { who, choice } => self.choose(who, choice, chance, observer),
            &Sight::Readying { muster } => self.muster(muster, chance, observer),
            Sight::Mustered => Change::AllRallied,
            &Sight::Hazard { place, level } => self.withstand(place, level, chance, observer),
            Sight::Withstood => Change::AllWithstood,
            &Sight::Suffer { cut, victim } => self.suffer(cut, victim, chance, observer),
            &Sight::AftermathRoll { who, ordeal } => self.endure(who, ordeal, chance, observer),
            Sight::Aftermath => Change::AllEndured,
            Sight::Chosen => Change::AllChosen,
            Sight::Aim { rank, by, nth, foes } => {
                Change::Aimed { rank: *rank, by: *by, target: self.pick(*by, *nth, foes, chance) }
            }
            &Sight::Damage { place, blow } => {
                let damage = self.rolled_damage(blow, chance, observer);
                Change::Struck { place, cut: self.cut_of(blow, damage) }
            }
            Sight::Order { order } => self.roll_order(Order::clone(order), chance, observer),
            &Sight::Attack { rank, attack } => self.attack(rank, attack, chance, observer),
            &Sight::Act { rank, act } => self.act(rank, act, chance, observer),
            &Sight::TurnOver { rank } => Change::TurnOver { rank },
            Sight::Brawl { group, scene } if self.acting.lucky && scene.is_to_be_rolled() => {
                let due = self.lucky_brawl(scene, chance, observer);
                Change::led_to(Place::Group(*group), Box::new(due))
            }
            Sight::Brawl { group, scene } => match scene.clone().advance(self, chance, observer).into_due() {
                Ok(due) => Change::led_to(Place::Group(*group), Box::new(due)),
                Err(scene) => Change::Brawling { group: *group, scene },
            },
            Sight::Marking => Change::Marked,
        }
    }

    /// The other half: the state after a change.
    pub fn apply<R: Roster>(&self, state: &mut State<R>, change: &Change, observer: &mut impl Observer) -> Progress {
        if let Some(next) = change.next_sight() {
            state.moment = Moment::Begun(next);
            return Progress::Round;
        }
        match change {
            &Change::Exchanged { group, .. } => self.end_group(state, group),
            &Change::Struck { place, cut } => {
                self.pay_at(state, place);
                self.cut(state, place, &[cut], observer);
            }
            &Change::Brawled { place, ref cuts, ref affected } => {
                self.pay_at(state, place);
                self.befall(state, affected);
                self.cut(state, place, cuts, observer);
            }
            &Change::Suffered { by, target, severity, effects } => {
                self.end_suffering(state, [by, target], severity, effects, observer);
            }
            &Change::Rallied { who, pace, nerved } => self.rally(state, Some((who, pace, nerved))),
            Change::AllRallied => self.rally(state, None),
            &Change::Withstood { place, passed } => self.end_withstanding(state, place, passed, observer),
            Change::AllWithstood => return self.after_hazards(state, observer),
            &Change::Endured { who, level, fled } => self.come_through(state, who, level, fled),
            &Change::Bled { who, dies } => self.end_bleeding(state, who, dies, observer),
            &Change::Grew { who, two } => self.end_growth(state, who, two, observer),
            &Change::Gulped { by, victim, escaped } => self.end_swallowing(state, [by, victim], escaped, observer),
            Change::AllEndured => {
                self.wear_on(state, observer);
                return self.end_round(state, observer);
            }
            &Change::Chose { who, stance } => self.take_stance(state, Some((who, stance))),
            Change::AllChosen => self.take_stance(state, None),
            &Change::Aimed { rank, by, target } => state.moment = Moment::Aimed { rank, by, target },
            Change::Ordered { turns } => self.take_turns(state, turns),
            &Change::Attacked { rank, attack, .. } => {
                self.pay(state, attack.target, attack.cost());
                let (next, swept) = attack.then(false);
                state.moment = Moment::Turn { rank, next, swept };
            }
            &Change::Acted { rank, who, .. } => state.moment = Moment::Turn { rank, next: who + 1, swept: 0 },
            Change::Settled { rank, who, cuts } => {
                cuts.iter().for_each(|&(target, severity)| {
                    self.strike(state.fighters.bodies_mut(), target, severity, observer)
                });
                state.moment = Moment::Turn { rank: *rank, next: who + 1, swept: 0 };
            }
            &Change::TurnOver { rank } => return self.end_turn(state, rank, observer),
            Change::Marked => {
                let progress = self.mark(state, observer);
                if progress == Progress::Over || !self.acting.aftermath {
                    return self.end_round(state, observer);
                }
                state.moment = Moment::Aftermath { next: 0 };
            }
            // What goes on has a next sight.
            Change::Brawling { .. } | Change::Ordering { .. } | Change::Clashed { .. } => {}
        }
        Progress::Round
    }

    /// A group has fought: nobody looks at its wounds any more until the round is over, so they are felt already, which
    /// lets more states be equal. The next group is up.
    pub(super) fn end_group<R: Roster>(&self, state: &mut State<R>, group: u16) {
        let mut last = true;
        for body in state.fighters.bodies_mut().iter_mut().filter(|_| self.duel.is_none()) {
            last &= body.post <= group + 1;
            if body.post == group + 1 {
                self.feel(body);
                body.stance = 0;
            }
        }
        state.moment = if last { Moment::Marking } else { Moment::Group(group + 1) };
    }

    /// What the wounds they feel take from a fighter's skill (M1).
    #[inline(always)]
    pub(super) fn penalty<R: Roster>(&self, state: &State<R>, who: u16) -> i8 {
        self.health(who, &state.fighters.bodies()[usize::from(who)]).penalty
    }

    /// The round's wounds are felt from now on; a side with nobody fit has lost (C13).
    fn mark<R: Roster>(&self, state: &mut State<R>, observer: &mut impl Observer) -> Progress {
        if self.in_turns(state.clock) {
            self.end_turns(state);
        } else if self.duel.is_none() {
            self.tell_fallen(state, observer);
        }
        let bodies = state.fighters.bodies_mut();
        bodies.iter_mut().for_each(|body| self.feel(body));
        if self.contested(bodies) { Progress::NextRound } else { Progress::Over }
    }

    /// Says who is out of action from now on.
    pub(super) fn tell_fallen<R: Roster>(&self, state: &State<R>, observer: &mut impl Observer) {
        let goes_on = |who: u16, body: &Body| match self.acting.felt_otherwise {
            _ if body.status.ailments.stricken => false,
            false => self.track(who).condition(body.marked).fit,
            true => self.endured(self.kind(who), body.marked, body.status.endurance[1]).fit,
        };
        let bodies = || (0u16..).zip(state.fighters.bodies());
        let first = self.nobody_fell_before(state);
        for (who, _) in bodies().filter(|&(who, body)| self.was_fit(who, body) && !goes_on(who, body)) {
            observer.note(Event::Fell { who, first });
        }
    }

    /// Whether a fighter is fit to fight, and there.
    #[inline(always)]
    pub fn is_fit(&self, who: u16, body: &Body) -> bool {
        !body.status.fled && self.health(who, body).fit
    }

    /// Whether attacks of a round are made turn by turn.
    #[inline(always)]
    pub(super) fn in_turns(&self, clock: u16) -> bool {
        self.pacing != Pacing::Simultaneous || self.at_a_distance(clock)
    }

    /// The time after another: rounds are counted as long as something tells them apart; then the last ones take turns.
    #[inline(always)]
    pub(super) fn clock_after(&self, clock: u16) -> u16 {
        if clock + 1 < self.longest + self.cycle { clock + 1 } else { self.longest }
    }

    /// True while more than one side has somebody fit, and no mark has ended the fight.
    pub(super) fn contested(&self, bodies: &[Body]) -> bool {
        if self.first_mark.is_some() && self.marked_sides(bodies).next().is_some() {
            return false;
        }
        let mut sides = self.fit(bodies).map(|who| self.side(who));
        sides.next().is_some_and(|first| sides.any(|side| side != first))
    }

    /// The fighters fit to go on.
    pub(super) fn fit(&self, bodies: &[Body]) -> impl Iterator<Item = u16> {
        (0u16..).zip(bodies).filter(|(who, body)| self.is_fit(*who, body)).map(|(who, _)| who)
    }

    /// The sides of those with a mark that ends the fight (W20).
    fn marked_sides(&self, bodies: &[Body]) -> impl Iterator<Item = usize> {
        let level = self.first_mark.unwrap_or(u8::MAX);
        let marked = move |(who, body): &(u16, &Body)| self.track(*who).condition(body.felt).level >= level;
        (0u16..).zip(bodies).filter(marked).map(|(who, _)| self.side(who))
    }

    /// The side that still has somebody fit, if there is just one; where a mark has ended the fight, the side without one.
    pub fn standing(&self, bodies: &[Body]) -> Option<usize> {
        if self.first_mark.is_some() && self.marked_sides(bodies).next().is_some() {
            let mut free = (0..self.sides).filter(|side| self.marked_sides(bodies).all(|marked| marked != *side));
            return free.next().filter(|_| free.next().is_none());
        }
        let first = self.fit(bodies).next()?;
        (!self.contested(bodies)).then(|| self.side(first))
    }
}
