//! A fight of many in which nothing but wounds can befall anybody, in a loop of its own: what changes from round to round is
//! who bears which wounds, and only after a hit. What a round comes to is what [`step`](Fight::step) says; a test in
//! `play.rs` holds this loop to that.

use super::brawl::{Aim, Foe, Odds};
use super::compile::Fight;
use super::event::{Detail, Event, Observer};
use super::first_blood::FirstBlood;
use super::group::Groups;
use super::play::Outcome;
use super::state::{Blow, Body, Roster};
use super::status::RollModifiers;
use crate::chance::Chance;

/// Where such a fight stands.
struct Melee<'a> {
    bodies: &'a mut [Body],
    /// What the wounds felt take from each fighter's skill (M1).
    penalties: Vec<i8>,
    /// Who was hit this round.
    hit: Vec<u16>,
    /// Whether somebody has fallen.
    fell: bool,
    clock: u16,
}

impl Fight {
    /// Plays it as [`play_until`](super::play_until) does.
    #[inline(always)]
    pub(super) fn play_melee<R: Roster, C: Chance>(
        &self,
        mut fighters: R,
        chance: &mut C,
        observer: &mut impl Observer,
        stop: impl Fn(&C) -> bool,
    ) -> Outcome<R> {
        let bodies = fighters.bodies_mut();
        let mut groups = Groups::find(self, bodies);
        let penalties = (0u16..).zip(&*bodies).map(|(who, body)| self.health(who, body).penalty).collect();
        let hit = Vec::with_capacity(bodies.len());
        let mut melee = Melee { bodies, penalties, hit, fell: false, clock: 0 };
        let (mut rounds, mut over) = (0, false);
        let (mut first_blood, mut first_blood_in) = (FirstBlood::NotYet, 0);
        while !over && rounds < self.round_limit() && !stop(chance) {
            rounds += 1;
            chance.begin_round(rounds);
            observer.detail(Detail::Round { number: rounds });
            for group in 0..groups.count() {
                self.group_round(&mut melee, &groups, group, chance, observer);
            }
            melee.clock = self.clock_after(melee.clock);
            if melee.hit.is_empty() {
                continue;
            }
            self.feel_hits(&mut melee, &mut groups, observer);
            if first_blood == FirstBlood::NotYet {
                first_blood = self.first_blood(melee.bodies);
                first_blood_in = rounds;
            }
            over = groups.count() == 0 || self.first_mark.is_some() && !self.contested(melee.bodies);
        }
        let winner = if over { self.standing(fighters.bodies()) } else { None };
        let first_blood_in = first_blood.round(first_blood_in);
        Outcome { rounds, undecided: !over, winner, first_blood, first_blood_in, fighters }
    }

    /// A round of a group.
    #[inline(always)]
    fn group_round(
        &self,
        melee: &mut Melee,
        groups: &Groups,
        group: usize,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) {
        let (lone, foes) = (groups.lone(group), groups.foes(group));
        let Some(first) = foes.clone().next() else { return };
        let wounds = |melee: &Melee, who: u16| melee.penalties[usize::from(who)];
        if foes.len() == 1 {
            let pairing = self.pairing([lone, first]);
            let penalties = [wounds(melee, lone), wounds(melee, first)];
            let blow = self.exchange(melee.clock, penalties, &self.seats(&pairing), chance, observer);
            return self.land(melee, blow, chance, observer);
        }
        let clock = melee.clock;
        let modifiers = RollModifiers::of_wounds(wounds(melee, lone));
        let odds = Odds { lone, first, foes: foes.len() as u16, clock, modifiers, aim: Aim::All };
        let mut brawl = self.open_brawl(odds, chance, observer);
        for who in foes {
            let foe = Foe { who, modifiers: RollModifiers::of_wounds(wounds(melee, who)), outpaces: false, rank: 0 };
            let blow = self.meet(&mut brawl, foe, clock, chance, observer);
            self.land(melee, blow, chance, observer);
        }
        let blow = self.answer(&brawl, observer);
        self.land(melee, blow, chance, observer);
    }

    /// Finds and marks the damage of a blow.
    #[inline(always)]
    fn land(&self, melee: &mut Melee, blow: Option<Blow>, chance: &mut impl Chance, observer: &mut impl Observer) {
        let Some(blow) = blow else { return };
        let severity = self.damage(blow, chance, observer);
        self.strike(melee.bodies, blow.target, severity, observer);
        melee.hit.push(blow.target);
    }

    /// The wounds of a round are felt, and who falls takes no part in the next.
    fn feel_hits(&self, melee: &mut Melee, groups: &mut Groups, observer: &mut impl Observer) {
        let first = !melee.fell;
        melee.hit.sort_unstable();
        melee.hit.dedup();
        for who in melee.hit.drain(..) {
            let body = &mut melee.bodies[usize::from(who)];
            self.feel(body);
            let health = self.health(who, body);
            melee.penalties[usize::from(who)] = health.penalty;
            if !health.fit {
                observer.note(Event::Fell { who, first });
                groups.lose(self.side(who), who);
                melee.fell = true;
            }
        }
    }
}
