//! The steps of a round.

use super::compile::{Fight, Pairing};
use super::event::{Detail, Event, Observer};
use super::state::{Blow, Moment, Roster, State};
use crate::chance::{Ask, Chance, Purpose};

/// How far a step brought the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The round goes on.
    Round,
    /// The round is over, the fight is not.
    NextRound,
    /// At most one side has anybody fit to fight.
    Over,
}

impl Fight {
    /// Takes the next step. Its rolls are one exchange, or the damage of one blow: the cost of an exact step
    /// is the product of the rolls inside it.
    #[inline(always)]
    pub fn step<R: Roster>(
        &self,
        state: &mut State<R>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Progress {
        match state.moment {
            Moment::Exchange(group) => {
                let pairing = &self.pairings[usize::from(group)];
                state.moment = match self.exchange(state, pairing, chance, observer) {
                    Some(blow) => Moment::Damage { group, blow },
                    None => self.after_group(group),
                };
                Progress::Round
            }
            Moment::Damage { group, blow } => {
                self.damage(state, blow, chance, observer);
                state.moment = self.after_group(group);
                Progress::Round
            }
            Moment::Marking => self.mark(state),
        }
    }

    /// All steps of a round at once: what [`step`](Self::step) does one by one, for sources of chance that
    /// need no state in between.
    #[inline(always)]
    pub fn round<R: Roster>(
        &self,
        state: &mut State<R>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Progress {
        for pairing in &self.pairings {
            if let Some(blow) = self.exchange(state, pairing, chance, observer) {
                self.damage(state, blow, chance, observer);
            }
        }
        self.mark(state)
    }

    #[inline(always)]
    fn after_group(&self, group: u16) -> Moment {
        let next = group + 1;
        if usize::from(next) < self.pairings.len() { Moment::Exchange(next) } else { Moment::Marking }
    }

    /// Both of a pair roll once; the better result wins and hits if it reaches the minimum (C1, C7).
    #[inline(always)]
    fn exchange<R: Roster>(
        &self,
        state: &State<R>,
        pairing: &Pairing,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Option<Blow> {
        let [a, b] = pairing.fighters;
        let degree_a = self.degree(state, pairing, 0, chance, observer);
        let degree_b = self.degree(state, pairing, 1, chance, observer);
        let degree = degree_a.abs_diff(degree_b).min(i16::MAX as u32) as i16;
        if degree == 0 {
            observer.note(Event::StandOff { pair: pairing.fighters });
            return None;
        }
        let second = usize::from(degree_b > degree_a);
        let (by, target, best) = if second == 0 { (a, b, degree_a) } else { (b, a, degree_b) };
        let matchup = pairing.matchups[second];
        if best < self.matchups[usize::from(matchup)].minimum {
            observer.note(Event::BelowMinimum { by });
            return None;
        }
        observer.note(Event::Hit { by, target, degree, graze: self.grazes && degree <= 1 });
        Some(Blow { by, target, degree, matchup })
    }

    /// The rolled degree of one of a pair against the other: skill, wounds felt (M1), passing modifiers (M2), and the
    /// dice.
    #[inline(always)]
    fn degree<R: Roster>(
        &self,
        state: &State<R>,
        pairing: &Pairing,
        own: usize,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> i32 {
        let (who, foe) = (pairing.fighters[own], pairing.fighters[1 - own]);
        let kind = &self.kinds[usize::from(pairing.kinds[own])];
        let skill = self.matchups[usize::from(pairing.matchups[own])].skill;
        let penalty = i32::from(kind.track.condition(state.fighters.bodies()[usize::from(who)].felt).penalty);
        let passing = kind.passing.get(usize::from(state.clock)).copied().unwrap_or(0);
        let roll = chance.roll(Ask::new(who, Purpose::Exchange), &kind.dice);
        let degree = skill + penalty + passing + roll;
        observer.detail(Detail::Rolled { who, foe, skill, penalty, passing, roll, degree });
        degree
    }

    /// The damage of a blow (W1, W6, W7), marked but not yet felt.
    #[inline(always)]
    fn damage<R: Roster>(
        &self,
        state: &mut State<R>,
        blow: Blow,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) {
        let Blow { by, target, degree, matchup } = blow;
        let roll = self.damage_dice.as_ref().map_or(0, |dice| chance.roll(Ask::new(by, Purpose::Damage), dice));
        let severity = self.matchups[usize::from(matchup)].severities.severity(degree, roll);
        let body = &mut state.fighters.bodies_mut()[usize::from(target)];
        let before = body.marked;
        body.marked = self.track(target).after(before, severity);
        observer.detail(Detail::Marked { by, target, degree, roll, severity, before, after: body.marked });
        observer.note(Event::Wound { by, target, severity });
    }

    /// The round's wounds are felt from now on; a side with nobody fit has lost (C13).
    #[inline(always)]
    fn mark<R: Roster>(&self, state: &mut State<R>) -> Progress {
        state.moment = Moment::Exchange(0);
        state.clock = (state.clock + 1).min(self.longest);
        let mut struck = false;
        for body in state.fighters.bodies_mut() {
            struck |= body.felt != body.marked;
            body.felt = body.marked;
        }
        if !struck || self.contested(state) { Progress::NextRound } else { Progress::Over }
    }

    /// True while more than one side has somebody fit.
    #[inline(always)]
    fn contested<R: Roster>(&self, state: &State<R>) -> bool {
        let mut sides = self.fit(state).map(|k| self.side(k));
        sides.next().is_some_and(|first| sides.any(|side| side != first))
    }

    /// The fighters fit to go on.
    #[inline(always)]
    fn fit<R: Roster>(&self, state: &State<R>) -> impl Iterator<Item = u16> {
        let bodies = (0u16..).zip(state.fighters.bodies());
        bodies.filter(|(k, body)| self.track(*k).condition(body.felt).fit).map(|(k, _)| k)
    }

    /// The side that still has somebody fit, if there is just one.
    #[inline]
    pub fn standing<R: Roster>(&self, state: &State<R>) -> Option<usize> {
        let first = self.fit(state).next()?;
        (!self.contested(state)).then(|| self.side(first))
    }
}
