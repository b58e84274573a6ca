//! A fight of many in which fighters can be wounded and nothing else, in a loop of its own: what changes from round to round is
//! who bears which wounds, and only after a hit. What a round comes to is what [`step`](crate::combat::State::step) says; a test in
//! `play/mod.rs` holds this loop to that.

use crate::chance::Chance;
use crate::combat::condition::{Body, RollModifiers, Roster};
use crate::combat::event::{Detail, Event, Observer};
use crate::combat::hit::Blow;
use crate::combat::phases::exchanges::{Aim, BrawlSetup, Foe, answer, exchange, meet, open_brawl, seats};
use crate::combat::resolve::{damage, feel, mark};
use crate::combat::result::{FirstBlood, Played};
use crate::combat::tables::{Fight, Groups};

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

/// Plays it as [`play_until`](super::play_until) does.
#[inline(always)]
pub(crate) fn play_melee<R: Roster, C: Chance>(
    fight: &Fight,
    mut fighters: R,
    chance: &mut C,
    observer: &mut impl Observer,
    stop: impl Fn(&C) -> bool,
) -> Played<R> {
    let bodies = fighters.bodies_mut();
    let mut groups = Groups::find(fight, bodies);
    let penalties = (0u16..).zip(&*bodies).map(|(who, body)| fight.health(who, body).penalty).collect();
    let hit = Vec::with_capacity(bodies.len());
    let mut melee = Melee { bodies, penalties, hit, fell: false, clock: 0 };
    let (mut rounds, mut over) = (0, false);
    let (mut first_blood, mut first_blood_in) = (FirstBlood::NotYet, 0);
    while !over && rounds < fight.round_limit() && !stop(chance) {
        rounds += 1;
        chance.begin_round(rounds);
        observer.detail(Detail::Round { number: rounds });
        for group in 0..groups.count() {
            group_round(fight, &mut melee, &groups, group, chance, observer);
        }
        melee.clock = fight.clock_after(melee.clock);
        if melee.hit.is_empty() {
            continue;
        }
        feel_hits(fight, &mut melee, &mut groups, observer);
        if first_blood == FirstBlood::NotYet {
            first_blood = FirstBlood::of(fight, melee.bodies);
            first_blood_in = rounds;
        }
        over = groups.count() == 0 || fight.first_mark.is_some() && !fight.contested(melee.bodies);
    }
    let winner = if over { fight.standing(fighters.bodies()) } else { None };
    let first_blood_in = first_blood.round(first_blood_in);
    Played { rounds, undecided: !over, winner, first_blood, first_blood_in, fighters }
}

/// A round of a group.
#[inline(always)]
fn group_round(
    fight: &Fight,
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
        let pairing = fight.pairing([lone, first]);
        let penalties = [wounds(melee, lone), wounds(melee, first)];
        let blow = exchange(fight, melee.clock, penalties, &seats(fight, &pairing), chance, observer);
        return land(fight, melee, blow, chance, observer);
    }
    let clock = melee.clock;
    let modifiers = RollModifiers::of_wounds(wounds(melee, lone));
    let setup = BrawlSetup { lone, first, foes: foes.len() as u16, clock, modifiers, aim: Aim::All };
    let mut brawl = open_brawl(fight, setup, chance, observer);
    for who in foes {
        let foe = Foe { who, modifiers: RollModifiers::of_wounds(wounds(melee, who)), outpaces: false, rank: 0 };
        let blow = meet(fight, &mut brawl, foe, clock, chance, observer);
        land(fight, melee, blow, chance, observer);
    }
    let blow = answer(fight, &brawl, observer);
    land(fight, melee, blow, chance, observer);
}

/// Finds and marks the damage of a blow.
#[inline(always)]
fn land(fight: &Fight, melee: &mut Melee, blow: Option<Blow>, chance: &mut impl Chance, observer: &mut impl Observer) {
    let Some(blow) = blow else { return };
    let severity = damage(fight, blow, chance, observer);
    mark(fight, melee.bodies, blow.target, severity, observer);
    melee.hit.push(blow.target);
}

/// The wounds of a round are felt, and who falls takes no part in the next.
fn feel_hits(fight: &Fight, melee: &mut Melee, groups: &mut Groups, observer: &mut impl Observer) {
    let first = !melee.fell;
    melee.hit.sort_unstable();
    melee.hit.dedup();
    for who in melee.hit.drain(..) {
        let body = &mut melee.bodies[usize::from(who)];
        feel(fight, body);
        let health = fight.health(who, body);
        melee.penalties[usize::from(who)] = health.penalty;
        if !health.fit {
            observer.note(Event::Fell { who, first });
            groups.lose(fight.side(who), who);
            melee.fell = true;
        }
    }
}
