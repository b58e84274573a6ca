//! One against one: an exchange of blows, and what a blow does (C1, W1).

use super::compile::{Fight, Pairing};
use super::due::{Effect, Natural, PendingRoll, PendingRolls};
use super::event::{Detail, Event, Fired, Observer, Rolled, Shift};
use super::kind::Kind;
use super::matchup::Matchup;
use super::severity::{Blown, Damage, judge};
use super::state::{Blow, Body, HitModifiers, Roster, State};
use super::status::{Readiness, RollModifiers};
use super::suffer::Cut;
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::{HEAD, RECKLESS_DAMAGE, Stance, StaticTie, Track, damage::parity};

impl Fight {
    /// Both of a pair roll once; the better result wins and hits if it reaches the minimum (C1, C7).
    #[inline(always)]
    pub(super) fn exchange(
        &self,
        clock: u16,
        penalties: [i8; 2],
        seats: &[Seat<'_>; 2],
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Option<Blow> {
        let [a, b] = [seats[0].who, seats[1].who];
        observer.detail(Detail::Meet { one: a, other: b });
        let first = rolled(clock, RollModifiers::of_wounds(penalties[0]), 0, &seats[0], chance);
        observer.detail(Detail::Rolled(first));
        let second = rolled(clock, RollModifiers::of_wounds(penalties[1]), 0, &seats[1], chance);
        observer.detail(Detail::Rolled(second));
        let (degree_a, degree_b) = (first.degree(), second.degree());
        let naturals = [first.roll, second.roll];
        let degree = degree_a.abs_diff(degree_b).min(i16::MAX as u32) as i16;
        let second = if degree > 0 {
            usize::from(degree_b > degree_a)
        } else if let Some(second) = self.wins_tie([a, b]) {
            second
        } else {
            observer.note(Event::StandOff { pair: [a, b] });
            return None;
        };
        let (by, target, best) = if second == 0 { (a, b, degree_a) } else { (b, a, degree_b) };
        let seat = &seats[second];
        if best < seat.matchup.minimum {
            observer.note(Event::BelowMinimum { by });
            return None;
        }
        observer.note(Event::Hit { by, target, degree, graze: self.grazes && degree <= 1 });
        let blow = Blow {
            by,
            target,
            degree,
            hit_modifiers: HitModifiers::default(),
            parity_bonus: 0,
            after: 0,
            matchup: seat.number,
        };
        Some(self.with_naturals([naturals[second], naturals[1 - second]], blow))
    }

    /// As an [`exchange`](Self::exchange), but each may have taken a stance, and something may have befallen either: the
    /// offense of each meets the defense of the other, both may be hit (M9, reading 21), and not both need be able to hit or
    /// to defend (C9, reading 4). Who goes all out and ties or loses is hit, unless the other harms nobody (M7, M8; reading
    /// 20).
    pub(super) fn clash(
        &self,
        clock: u16,
        modifiers: [RollModifiers; 2],
        pairing: &Pairing,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> PendingRolls {
        let [a, b] = pairing.fighters;
        observer.detail(Detail::Meet { one: a, other: b });
        let stances = modifiers.map(|modifiers| self.tactics.stance(modifiers.stance));
        let mut naturals = [0; 2];
        let seats = self.seats(pairing);
        let results = [0, 1].map(|own| {
            (modifiers[own].readiness != Readiness::Helpless).then(|| {
                let attack = stances[own].attack + modifiers[own].off_balance;
                let rolled = rolled(clock, modifiers[own], attack, &seats[own], chance);
                naturals[own] = rolled.roll;
                (tell_both(rolled, stances[own].avoid, observer), self.critical_of(rolled.who, rolled.roll))
            })
        });
        let criticals = results.map(|result| result.and_then(|(_, critical)| critical));
        let results = results.map(|result| result.map(|(both, _)| both));
        let tie = self.wins_tie_in(pairing.fighters, stances);
        let readiness = [0, 1].map(|own| stances[own].readiness(modifiers[own].readiness, criticals[own]));
        let strikes = [0, 1].map(|own| {
            let [offense, _] = results[own].filter(|_| readiness[own] == Readiness::Ready)?;
            let target = pairing.fighters[1 - own];
            let (relative, hits) = match results[1 - own] {
                Some([_, defense]) => (offense - defense, offense > defense || offense == defense && tie == Some(own)),
                None => {
                    let level = self.unopposed_in([pairing.fighters[own], target], modifiers[own], clock);
                    observer.detail(Detail::Undefended { target, level });
                    (offense - level, offense >= level)
                }
            };
            (hits && (relative > 0 || !stances[own].harmless)).then_some((relative, offense))
        });
        if strikes == [None; 2] {
            observer.note(self.nobody_hits(pairing.fighters, readiness));
        }
        let mut due = PendingRolls::default();
        for own in [0, 1] {
            let both = [own, 1 - own].map(|k| (pairing.fighters[k], modifiers[k].bare));
            due.add(criticals[own].map(|natural| self.critical(natural, both)));
        }
        for own in [0, 1] {
            let (by, target) = (pairing.fighters[own], pairing.fighters[1 - own]);
            let bonus = stances[own].damage + results[1 - own].map_or(0, |_| stances[1 - own].extra_damage_taken());
            let strike = strikes[own];
            let blow = strike.and_then(|(relative, rolled)| {
                let hit_modifiers = self.hit_modifiers([by, target], [modifiers[own], modifiers[1 - own]], bonus);
                self.lands(by, target, relative, rolled, hit_modifiers, observer)
            });
            let blow = blow.map(|blow| self.with_naturals([naturals[own], naturals[1 - own]], blow));
            due.add(blow.map(PendingRoll::Blow));
        }
        for own in [0, 1].into_iter().filter(|&own| stances[own].harmless) {
            let Some([_, defense]) = results[own] else { continue };
            let held = results[1 - own].filter(|[offense, _]| defense >= *offense).map(|_| pairing.fighters[1 - own]);
            due.add(self.lookout(pairing.fighters[own], held.into_iter().collect()));
        }
        due
    }

    /// A blow with what the natural results of winner and loser make of it, where their parity counts (W6) or a critical goes
    /// through Scale (W26). Who does not roll has 0 (reading 16).
    #[inline(always)]
    pub(super) fn with_naturals(&self, naturals: [i32; 2], blow: Blow) -> Blow {
        // Two numbers, not a blow, come back: a blow that is handed on in memory costs a duel a third of its time.
        let (parity_bonus, through) = if self.naturals_count { self.of_naturals(naturals, blow.by) } else { (0, 0) };
        Blow { parity_bonus, hit_modifiers: HitModifiers { through, ..blow.hit_modifiers }, ..blow }
    }

    /// What parity makes of a blow, and the points it does through Scale.
    #[cold]
    fn of_naturals(&self, [winner, loser]: [i32; 2], by: u16) -> (i8, u8) {
        let parity_bonus = if self.parity { parity(winner, loser) } else { 0 };
        let critical = self.rules.critical_success.is_some_and(|least| winner >= least) && !self.kind(by).steady;
        (parity_bonus, self.rules.critical_points.filter(|_| critical).unwrap_or(0))
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

    /// Which of two who have taken these stances wins a tie: who does not go all out where the other does (M7); else see
    /// [`wins_tie`](Self::wins_tie).
    pub(super) fn wins_tie_in(&self, pair: [u16; 2], stances: [Stance; 2]) -> Option<usize> {
        match stances.map(|stance| stance.reckless) {
            [true, false] => Some(1),
            [false, true] => Some(0),
            _ => self.wins_tie(pair),
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
        let penalty = |own: usize| {
            let felt = state.fighters.bodies()[usize::from(pairing.fighters[own])].felt;
            self.kinds[usize::from(pairing.kinds[own])].track.condition(felt).penalty
        };
        // Twice by hand: `map` over an array is a call, which in the hot loop is a sixth of a duel's time.
        [penalty(0), penalty(1)]
    }

    /// Both of a pair, with what their rolls need.
    #[inline(always)]
    pub(super) fn seats(&self, pairing: &Pairing) -> [Seat<'_>; 2] {
        let seat = |own: usize| Seat {
            who: pairing.fighters[own],
            foe: pairing.fighters[1 - own],
            kind: &self.kinds[usize::from(pairing.kinds[own])],
            matchup: &self.matchups[usize::from(pairing.matchups[own])],
            number: pairing.matchups[own],
        };
        [seat(0), seat(1)]
    }

    /// The severity of a blow (W1, W6, W7).
    #[inline(always)]
    pub(super) fn damage(&self, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) -> u8 {
        self.rolled_damage(blow, chance, observer).0
    }

    /// The same, with the damage roll.
    #[inline(always)]
    pub(super) fn rolled_damage(
        &self,
        blow: Blow,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> (u8, i32) {
        let Blow { by, target, degree, hit_modifiers, after, matchup, .. } = blow;
        let ask = Ask::against(by, after, Purpose::Damage);
        let dice = self.damage_dice.as_ref().filter(|_| !self.rolls_for_some || self.judged(blow, 0).is_rolled());
        let roll = dice.map_or(blow.parity_bonus.into(), |dice| chance.roll(ask, dice));
        let matchup = &self.matchups[usize::from(matchup)];
        let severity = if hit_modifiers.is_plain() {
            matchup.severities.severity(degree, roll)
        } else {
            self.edged_severity(blow, roll, observer)
        };
        observer.detail(Detail::Damaged { by, target, degree, roll, hit_modifiers, severity });
        if !self.acting.suffers && hit_modifiers.is_on_body() {
            observer.note(Event::Wound { by, target, severity });
        }
        (severity, roll)
    }

    /// The severity of a blow with an hit_modifiers.
    #[cold]
    fn edged_severity(&self, blow: Blow, roll: i32, observer: &mut impl Observer) -> u8 {
        let severity = self.judged(blow, roll).severity();
        let without = Blow { hit_modifiers: HitModifiers { through: 0, ..blow.hit_modifiers }, ..blow };
        if self.judged(without, roll).severity() != severity {
            observer.note(Event::Fired { who: blow.by, what: Fired::Through });
        }
        if blow.hit_modifiers.part == HEAD {
            observer.note(Event::Fired { who: blow.by, what: Fired::CalledShot });
            observer.detail(Detail::Affected { who: blow.target, roll: None, what: Some(Effect::KnockedOut) });
            return severity.max(self.kind(blow.target).incapacitated);
        }
        severity
    }

    /// A blow and its severity; only what is asked for later is told apart.
    pub(super) fn cut_of(&self, blow: Blow, (severity, roll): (u8, i32)) -> Cut {
        let Blow { by, target, after, .. } = blow;
        match self.acting.suffers {
            true => Cut {
                by,
                target,
                severity,
                nth: after,
                half: severity == 0 && self.is_half(blow, roll),
                deep: self.is_deep(blow),
                afar: self.is_shot(blow),
                inside: if blow.hit_modifiers.inside {
                    self.judged(blow, roll).points().clamp(0, 255) as u8
                } else {
                    0
                },
            },
            false => Cut { target, severity, ..Cut::default() },
        }
    }

    /// Whether a blow without damage counts as half a hit (W26).
    fn is_half(&self, blow: Blow, roll: i32) -> bool {
        let Damage::Points { points, .. } = self.judged(blow, roll) else { return false };
        self.rules.half_hits.counts(points, self.matchups[usize::from(blow.matchup)].strike.scale)
    }

    /// What comes of a blow with any hit_modifiers, which no table holds.
    fn judged(&self, blow: Blow, roll: i32) -> Damage {
        let HitModifiers { bonus, factor, through, .. } = blow.hit_modifiers;
        let (bonus, factor, through) = (bonus.into(), factor.into(), through.into());
        let blown = Blown { degree: blow.degree.into(), roll, bonus, factor, through };
        let strike = &self.matchups[usize::from(blow.matchup)].strike;
        judge(strike, self.track(blow.target), blown, &self.rules)
    }

    /// A blow's wound is marked, but not yet felt.
    #[inline(always)]
    pub(super) fn strike(&self, bodies: &mut [Body], target: u16, severity: u8, observer: &mut impl Observer) {
        let body = &mut bodies[usize::from(target)];
        body.marked = after(self.track(target), target, body.marked, severity, observer);
    }
}

/// One of a pair, with what the rolls need: looked up once, since a bounds check in the hot loop costs as much as a sum.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seat<'f> {
    pub(super) who: u16,
    foe: u16,
    pub(super) kind: &'f Kind,
    /// What the fighter is against the other.
    pub(super) matchup: &'f Matchup,
    /// The number of that among the fight's.
    number: u16,
}

/// The rolled degree of one of a pair against the other: skill, wounds felt (M1), whatever else befell, passing modifiers
/// (M2), what a stance adds to the attack, and the dice.
#[inline(always)]
fn rolled(clock: u16, modifiers: RollModifiers, attack: i8, seat: &Seat<'_>, chance: &mut impl Chance) -> Rolled {
    let Seat { who, foe, kind, matchup, .. } = *seat;
    Rolled {
        who,
        foe,
        skill: matchup.skill,
        penalty: modifiers.wounds.into(),
        status: modifiers.status.into(),
        pace: modifiers.pace.into(),
        outnumbered: 0,
        passing: kind.passing(clock),
        tactic: Shift::Attack(attack.into()),
        roll: chance.roll(Ask::new(who, Purpose::Exchange), &kind.dice),
        luck: modifiers.luck.into(),
        cap: kind.cap,
    }
}

/// What a blow makes of the state of a fighter's track.
#[inline(always)]
pub(super) fn after(track: &Track, target: u16, wounds: u16, severity: u8, observer: &mut impl Observer) -> u16 {
    if track.overflows(wounds, severity) {
        observer.note(Event::Fired { who: target, what: Fired::Overflow });
    }
    track.after(wounds, severity)
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

impl Stance {
    /// What one who has taken it and rolled so can do, who could do so much without it (M8).
    pub(super) fn readiness(self, without: Readiness, natural: Option<Natural>) -> Readiness {
        if self.harmless && natural != Some(Natural::Success) { without.max(Readiness::Guarded) } else { without }
    }

    /// What it adds to the damage of the other's hit (M7).
    pub(super) fn extra_damage_taken(self) -> i8 {
        if self.reckless { RECKLESS_DAMAGE } else { 0 }
    }
}
