//! One against one: an exchange of blows, and what a blow does (C1, W1).

use super::compile::{Fight, Pairing};
use super::event::{Detail, Event, Observer};
use super::state::{Blow, Roster, State};
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::StaticTie;

impl Fight {
    /// Both of a pair roll once; the better result wins and hits if it reaches the minimum (C1, C7).
    #[inline(always)]
    pub(super) fn exchange(
        &self,
        clock: u16,
        penalties: [i8; 2],
        pairing: &Pairing,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Option<Blow> {
        let [a, b] = pairing.fighters;
        observer.detail(Detail::Meet { one: a, other: b });
        let degree_a = self.degree(clock, penalties[0], pairing, 0, chance, observer);
        let degree_b = self.degree(clock, penalties[1], pairing, 1, chance, observer);
        let degree = degree_a.abs_diff(degree_b).min(i16::MAX as u32) as i16;
        let second = if degree > 0 {
            usize::from(degree_b > degree_a)
        } else if let Some(second) = self.wins_tie(pairing.fighters) {
            second
        } else {
            observer.note(Event::StandOff { pair: pairing.fighters });
            return None;
        };
        let (by, target, best) = if second == 0 { (a, b, degree_a) } else { (b, a, degree_b) };
        let matchup = pairing.matchups[second];
        if best < self.matchups[usize::from(matchup)].minimum {
            observer.note(Event::BelowMinimum { by });
            return None;
        }
        observer.note(Event::Hit { by, target, degree, graze: self.grazes && degree <= 1 });
        Some(Blow { by, target, degree, matchup })
    }

    /// Which of the two hits on a tie: who rolls, where the other does not and the rules say so (M17).
    pub(super) fn wins_tie(&self, pair: [u16; 2]) -> Option<usize> {
        if self.static_tie == StaticTie::StandOff {
            return None;
        }
        match pair.map(|who| self.kind(who).steady) {
            [false, true] => Some(0),
            [true, false] => Some(1),
            _ => None,
        }
    }

    /// What the wounds they feel take from a pair's skills (M1).
    #[inline(always)]
    pub(super) fn penalties<R: Roster>(&self, state: &State<R>, pairing: &Pairing) -> [i8; 2] {
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
        let passing = kind.passing(clock);
        let roll = chance.roll(Ask::new(who, Purpose::Exchange), &kind.dice);
        let degree = kind.capped(skill + penalty + passing + roll);
        observer.detail(Detail::Rolled { who, foe, skill, penalty, passing, roll, degree });
        degree
    }

    /// The severity of a blow (W1, W6, W7).
    #[inline(always)]
    pub(super) fn damage(&self, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) -> u8 {
        let Blow { by, target, degree, matchup } = blow;
        let roll = self.damage_dice.as_ref().map_or(0, |dice| chance.roll(Ask::new(by, Purpose::Damage), dice));
        let severity = self.matchups[usize::from(matchup)].severities.severity(degree, roll);
        observer.detail(Detail::Damaged { by, target, degree, roll, severity });
        observer.note(Event::Wound { by, target, severity });
        severity
    }

    /// A blow's wound is marked, but not yet felt.
    #[inline(always)]
    pub(super) fn strike<R: Roster>(&self, state: &mut State<R>, target: u16, severity: u8) {
        let body = &mut state.fighters.bodies_mut()[usize::from(target)];
        body.marked = self.track(target).after(body.marked, severity);
    }
}
