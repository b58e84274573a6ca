//! One against one: an exchange of blows, and what a blow does (C1, W1).

use super::compile::{Fight, Pairing};
use super::event::{Detail, Event, Observer, Rolled, Shift};
use super::plight::{Bearing, Readiness};
use super::severity::{Blown, Damage, judge};
use super::state::{Blow, Roster, State};
use super::suffer::Cut;
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::{StaticTie, damage::parity};
use std::collections::VecDeque;

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
        let bearings = penalties.map(Bearing::of_wounds);
        let first = self.rolled(clock, bearings[0], 0, pairing, 0, chance);
        observer.detail(Detail::Rolled(first));
        let second = self.rolled(clock, bearings[1], 0, pairing, 1, chance);
        observer.detail(Detail::Rolled(second));
        let (degree_a, degree_b) = (first.degree(), second.degree());
        let naturals = [first.roll, second.roll];
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
        let blow = Blow { by, target, degree, bonus: 0, lean: 0, after: 0, matchup };
        Some(self.leaning([naturals[second], naturals[1 - second]], blow))
    }

    /// As an [`exchange`](Self::exchange), but each may have taken a stance, and something may have befallen either: the
    /// offense of each meets the defense of the other, both may be hit (M9, reading 21), and not both need be able to hit or
    /// to defend (C9, reading 4).
    pub(super) fn clash(
        &self,
        clock: u16,
        bearings: [Bearing; 2],
        pairing: &Pairing,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> [Option<Blow>; 2] {
        let [a, b] = pairing.fighters;
        observer.detail(Detail::Meet { one: a, other: b });
        let stances = bearings.map(|bearing| self.tactics.stance(bearing.stance));
        let mut naturals = [0; 2];
        let results = [0, 1].map(|own| {
            (bearings[own].readiness != Readiness::Helpless).then(|| {
                let attack = stances[own].attack + bearings[own].off_balance;
                let rolled = self.rolled(clock, bearings[own], attack, pairing, own, chance);
                naturals[own] = rolled.roll;
                tell_both(rolled, stances[own].avoid, observer)
            })
        });
        let tie = self.wins_tie(pairing.fighters);
        let strikes = [0, 1].map(|own| {
            let [offense, _] = results[own].filter(|_| bearings[own].readiness == Readiness::Ready)?;
            let target = pairing.fighters[1 - own];
            let (relative, hits) = match results[1 - own] {
                Some([_, defense]) => (offense - defense, offense > defense || offense == defense && tie == Some(own)),
                None => {
                    observer.detail(Detail::Undefended { target, level: self.unopposed });
                    (offense - self.unopposed, offense >= self.unopposed)
                }
            };
            hits.then_some((relative, offense))
        });
        if strikes == [None; 2] {
            observer.note(self.nobody_hits(pairing.fighters, bearings.map(|bearing| bearing.readiness)));
        }
        [0, 1].map(|own| {
            let (by, target) = (pairing.fighters[own], pairing.fighters[1 - own]);
            let (relative, offense) = strikes[own]?;
            let blow = self.lands(by, target, relative, offense, stances[own].damage, observer)?;
            Some(self.leaning([naturals[own], naturals[1 - own]], blow))
        })
    }

    /// A blow with what the natural results of winner and loser make of it, where their parity counts (W6). Who does not
    /// roll has 0 (reading 16).
    #[inline(always)]
    pub(super) fn leaning(&self, [winner, loser]: [i32; 2], blow: Blow) -> Blow {
        if self.parity { Blow { lean: parity(winner, loser), ..blow } } else { blow }
    }

    /// What an exchange without a hit comes to.
    fn nobody_hits(&self, pair: [u16; 2], readiness: [Readiness; 2]) -> Event {
        let ready = readiness.map(|one| one == Readiness::Ready);
        match ready.iter().position(|ready| *ready).filter(|_| ready != [true; 2]) {
            Some(own) if readiness[1 - own] == Readiness::Helpless => Event::Missed { by: pair[own] },
            Some(own) => Event::Avoided { by: pair[own], target: pair[1 - own] },
            None => Event::StandOff { pair },
        }
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

    /// The rolled degree of one of a pair against the other: skill, wounds felt (M1), whatever else befell, passing modifiers
    /// (M2), what a stance adds to the attack, and the dice.
    #[inline(always)]
    fn rolled(
        &self,
        clock: u16,
        bearing: Bearing,
        attack: i8,
        pairing: &Pairing,
        own: usize,
        chance: &mut impl Chance,
    ) -> Rolled {
        let who = pairing.fighters[own];
        let kind = &self.kinds[usize::from(pairing.kinds[own])];
        Rolled {
            who,
            foe: pairing.fighters[1 - own],
            skill: self.matchups[usize::from(pairing.matchups[own])].skill,
            penalty: bearing.wounds.into(),
            plight: bearing.plight.into(),
            pace: bearing.pace.into(),
            outnumbered: 0,
            passing: kind.passing(clock),
            tactic: Shift::Attack(attack.into()),
            roll: chance.roll(Ask::new(who, Purpose::Exchange), &kind.dice),
            cap: kind.cap,
        }
    }

    /// The severity of a blow (W1, W6, W7).
    #[inline(always)]
    pub(super) fn damage(&self, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) -> u8 {
        let Blow { by, target, degree, bonus, after, matchup, .. } = blow;
        let ask = Ask::against(by, after, Purpose::Damage);
        let dice = self.damage_dice.as_ref().filter(|_| !self.rolls_for_some || self.judged(blow, 0).is_rolled());
        let roll = dice.map_or(blow.lean.into(), |dice| chance.roll(ask, dice));
        let matchup = &self.matchups[usize::from(matchup)];
        let severity =
            if bonus == 0 { matchup.severities.severity(degree, roll) } else { self.judged(blow, roll).severity() };
        observer.detail(Detail::Damaged { by, target, degree, roll, bonus, severity });
        if !self.suffers {
            observer.note(Event::Wound { by, target, severity });
        }
        severity
    }

    /// A blow and its severity; only what is asked for later is told apart.
    pub(super) fn cut_of(&self, blow: Blow, severity: u8) -> Cut {
        let Blow { by, target, degree, after, .. } = blow;
        match self.suffers {
            true => Cut { by, target, severity, degree, nth: after },
            false => Cut { by: 0, target, severity, degree: 0, nth: 0 },
        }
    }

    /// What comes of a blow with any bonus, which no table holds.
    fn judged(&self, blow: Blow, roll: i32) -> Damage {
        let blown = Blown { degree: blow.degree.into(), roll, bonus: blow.bonus.into() };
        let strike = &self.matchups[usize::from(blow.matchup)].strike;
        judge(strike, self.track(blow.target), blown, &self.rules)
    }

    /// A blow's wound is marked, but not yet felt.
    #[inline(always)]
    pub(super) fn strike<R: Roster>(&self, state: &mut State<R>, target: u16, severity: u8) {
        let body = &mut state.fighters.bodies_mut()[usize::from(target)];
        body.marked = self.track(target).after(body.marked, severity);
    }
}

/// Tells a result that hits, and what it defends with where that differs. Gives offense and defense.
pub(super) fn tell_both(offense: Rolled, avoid: i8, observer: &mut impl Observer) -> [i32; 2] {
    let defense = Rolled { tactic: Shift::Defense { tactic: avoid.into(), exposed: 0 }, ..offense };
    let both = [offense.degree(), defense.degree()];
    observer.detail(Detail::Rolled(offense));
    if both[0] != both[1] {
        observer.detail(Detail::Rolled(defense));
    }
    both
}

/// Blows that have landed, whose damage is found one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Due {
    blows: VecDeque<Blow>,
    /// The others, with their damage.
    cuts: Vec<Cut>,
}

impl Due {
    pub(super) fn add(&mut self, blows: impl IntoIterator<Item = Blow>) {
        self.blows.extend(blows);
    }

    pub(super) fn is_over(&self) -> bool {
        self.blows.is_empty()
    }

    /// The damage of the next blow.
    pub(super) fn advance(&mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) {
        if let Some(blow) = self.blows.pop_front() {
            let severity = fight.damage(blow, chance, observer);
            self.cuts.push(fight.cut_of(blow, severity));
        }
    }

    pub(super) fn into_cuts(self) -> Vec<Cut> {
        self.cuts
    }
}
