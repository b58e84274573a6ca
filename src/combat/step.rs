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

/// All that the rolls of the next step depend on: steps of equal sights have equal chances, whatever else differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Two exchange blows.
    Exchange {
        /// The group.
        group: u16,
        /// The state's clock.
        clock: u16,
        /// What their wounds take from either's skill.
        penalties: [i8; 2],
    },
    /// A blow's damage is due.
    Damage {
        /// The group.
        group: u16,
        /// The blow.
        blow: Blow,
    },
    /// Nothing is rolled.
    Marking,
}

/// What a step comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Change {
    /// Blows were exchanged, and perhaps one hit.
    Exchanged {
        /// The group.
        group: u16,
        /// The blow that hit.
        blow: Option<Blow>,
    },
    /// A blow's damage was found.
    Struck {
        /// The group.
        group: u16,
        /// Whom it hit.
        target: u16,
        /// The severity.
        severity: u8,
    },
    /// The round's wounds are felt.
    Marked,
}

impl Change {
    /// What the next step's rolls depend on, where that follows from this change alone.
    pub fn next_sight(self) -> Option<Sight> {
        match self {
            Self::Exchanged { group, blow: Some(blow) } => Some(Sight::Damage { group, blow }),
            Self::Exchanged { blow: None, .. } | Self::Struck { .. } | Self::Marked => None,
        }
    }
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
        let change = self.decide(self.sight(state), chance, observer);
        self.apply(state, change)
    }

    /// What the rolls of the next step depend on.
    #[inline(always)]
    pub fn sight<R: Roster>(&self, state: &State<R>) -> Sight {
        match state.moment {
            Moment::Exchange(group) => Sight::Exchange {
                group,
                clock: state.clock,
                penalties: self.penalties(state, &self.pairings[usize::from(group)]),
            },
            Moment::Damage { group, blow } => Sight::Damage { group, blow },
            Moment::Marking => Sight::Marking,
        }
    }

    /// The rolling half of a step.
    #[inline(always)]
    pub fn decide(&self, sight: Sight, chance: &mut impl Chance, observer: &mut impl Observer) -> Change {
        match sight {
            Sight::Exchange { group, clock, penalties } => {
                let pairing = &self.pairings[usize::from(group)];
                Change::Exchanged { group, blow: self.exchange(clock, penalties, pairing, chance, observer) }
            }
            Sight::Damage { group, blow } => {
                Change::Struck { group, target: blow.target, severity: self.damage(blow, chance, observer) }
            }
            Sight::Marking => Change::Marked,
        }
    }

    /// The other half: the state after a change.
    #[inline(always)]
    pub fn apply<R: Roster>(&self, state: &mut State<R>, change: Change) -> Progress {
        match change {
            Change::Exchanged { group, blow } => {
                state.moment = match blow {
                    Some(blow) => Moment::Damage { group, blow },
                    None => self.after_group(group),
                };
                Progress::Round
            }
            Change::Struck { group, target, severity } => {
                self.strike(state, target, severity);
                state.moment = self.after_group(group);
                Progress::Round
            }
            Change::Marked => self.mark(state),
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
            let penalties = self.penalties(state, pairing);
            if let Some(blow) = self.exchange(state.clock, penalties, pairing, chance, observer) {
                let severity = self.damage(blow, chance, observer);
                self.strike(state, blow.target, severity);
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
    fn exchange(
        &self,
        clock: u16,
        penalties: [i8; 2],
        pairing: &Pairing,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Option<Blow> {
        let [a, b] = pairing.fighters;
        let degree_a = self.degree(clock, penalties[0], pairing, 0, chance, observer);
        let degree_b = self.degree(clock, penalties[1], pairing, 1, chance, observer);
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

    /// What the wounds they feel take from a pair's skills (M1).
    #[inline(always)]
    fn penalties<R: Roster>(&self, state: &State<R>, pairing: &Pairing) -> [i8; 2] {
        [0, 1].map(|own| {
            let felt = state.fighters.bodies()[usize::from(pairing.fighters[own])].felt;
            self.kinds[usize::from(pairing.kinds[own])].track.condition(felt).penalty
        })
    }

    /// The rolled degree of one of a pair against the other: skill, wounds felt (M1), passing modifiers (M2), and the
    /// dice.
    #[inline(always)]
    fn degree(
        &self,
        clock: u16,
        penalty: i8,
        pairing: &Pairing,
        own: usize,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> i32 {
        let (who, foe) = (pairing.fighters[own], pairing.fighters[1 - own]);
        let kind = &self.kinds[usize::from(pairing.kinds[own])];
        let skill = self.matchups[usize::from(pairing.matchups[own])].skill;
        let penalty = i32::from(penalty);
        let passing = kind.passing.get(usize::from(clock)).copied().unwrap_or(0);
        let roll = chance.roll(Ask::new(who, Purpose::Exchange), &kind.dice);
        let degree = skill + penalty + passing + roll;
        observer.detail(Detail::Rolled { who, foe, skill, penalty, passing, roll, degree });
        degree
    }

    /// The severity of a blow (W1, W6, W7).
    #[inline(always)]
    fn damage(&self, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) -> u8 {
        let Blow { by, target, degree, matchup } = blow;
        let roll = self.damage_dice.as_ref().map_or(0, |dice| chance.roll(Ask::new(by, Purpose::Damage), dice));
        let severity = self.matchups[usize::from(matchup)].severities.severity(degree, roll);
        observer.detail(Detail::Damaged { by, target, degree, roll, severity });
        observer.note(Event::Wound { by, target, severity });
        severity
    }

    /// A blow's wound is marked, but not yet felt.
    #[inline(always)]
    fn strike<R: Roster>(&self, state: &mut State<R>, target: u16, severity: u8) {
        let body = &mut state.fighters.bodies_mut()[usize::from(target)];
        body.marked = self.track(target).after(body.marked, severity);
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
