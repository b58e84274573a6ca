//! Rolls the damage of blows.

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::event::{Detail, Event, Fired, Observer};
use crate::combat::hit::{Blow, HitEffect, Wound};
use crate::combat::tables::{Damage, Fight};
use crate::rules::{CalledShots, HEAD, Harm, PARTS};

/// Rolls the damage of a blow that has landed, and returns its severity (W1, W6, W7).
#[inline(always)]
pub(crate) fn damage(fight: &Fight, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) -> u8 {
    rolled_damage(fight, blow, chance, observer).0
}

/// Like [`damage`], but returns the severity and the damage roll (0 if damage is not rolled).
#[inline(always)]
pub(crate) fn rolled_damage(
    fight: &Fight,
    blow: Blow,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> (u8, i32) {
    let Blow { by, target, degree, hit_modifiers, row, after, matchup } = blow;
    let ask = Ask::against(by, after, Purpose::Damage);
    let dice = match &fight.weapons.dice {
        Some(_) if fight.weapons.dice_vary => fight.weapons.dice_of(blow),
        dice => dice.as_ref(),
    };
    let roll = dice.map_or(0, |dice| chance.roll_faces(ask, dice, &|| fight.faces_of(blow)));
    let severity = if hit_modifiers.is_plain() {
        fight.weapons.matchups[usize::from(matchup)].severities.severity(row, degree, roll)
    } else {
        special_severity(fight, blow, roll, observer)
    };
    if row > 0 && fight.rules.critical_points.is_some() {
        report_through(fight, blow, roll, observer);
    }
    observer.detail(Detail::Damaged { blow, roll, severity });
    if !fight.wounds.one_by_one && hit_modifiers.is_on_body() {
        observer.note(Event::Wound { by, target, severity });
    }
    (severity, roll)
}

/// The severity of a blow with modifiers. A blow to the head is at least severe enough to put its target out of action.
#[cold]
fn special_severity(fight: &Fight, blow: Blow, roll: i32, observer: &mut impl Observer) -> u8 {
    let severity = fight.damage_of(blow, roll).severity;
    if blow.hit_modifiers.part == HEAD {
        observer.note(Event::Fired { who: blow.by, what: Fired::CalledShot });
        observer.detail(Detail::Affected { who: blow.target, roll: None, what: Some(HitEffect::KnockedOut) });
        return severity.max(fight.roster.kind(blow.target).incapacitated);
    }
    severity
}

/// Reports a critical that wounds only because it goes through the target's larger Scale (W26).
#[cold]
fn report_through(fight: &Fight, blow: Blow, roll: i32, observer: &mut impl Observer) {
    if fight.wounds_only_as_critical(blow, roll) {
        observer.note(Event::Fired { who: blow.by, what: Fired::Through });
    }
}

/// The wound of a blow with this severity and damage roll. Fields that no rule of the fight needs have their defaults,
/// so that more wounds are equal.
pub(super) fn wound_of(fight: &Fight, blow: Blow, (severity, roll): (u8, i32)) -> Wound {
    let Blow { by, target, after, .. } = blow;
    match fight.wounds.one_by_one {
        true => Wound {
            by,
            target,
            severity,
            nth: after,
            half: severity == 0 && is_half(fight, blow, roll),
            deep: is_deep(fight, blow),
            afar: fight.roster.is_shot(blow),
            head: fight.rules.consciousness.is_rolled() && blow.hit_modifiers.part == HEAD,
            points: if fight.custom.reads_blows()[1] { points_of(fight, blow, roll) } else { 0 },
            inside: if blow.hit_modifiers.inside { points_of(fight, blow, roll) } else { 0 },
        },
        false => match fight.custom.reads_blows() {
            [false, _] => Wound { target, severity, ..Wound::default() },
            [_, points] => {
                let points = if points { points_of(fight, blow, roll) } else { 0 };
                Wound { by, target, severity, points, ..Wound::default() }
            }
        },
    }
}

/// Points of damage of a blow, clamped to the range of `u8`.
fn points_of(fight: &Fight, blow: Blow, roll: i32) -> u8 {
    fight.damage_of(blow, roll).points.clamp(0, u8::MAX.into()) as u8
}

/// Whether a blow that does not wound counts as half a hit (W26).
fn is_half(fight: &Fight, blow: Blow, roll: i32) -> bool {
    let Damage { points, is_graze, .. } = fight.damage_of(blow, roll);
    !is_graze && fight.rules.half_hits.counts(points, fight.weapons.strike(blow).scale)
}

/// Whether a blow wins by enough to open a vein, if the attacker's weapon or bite can.
fn is_deep(fight: &Fight, blow: Blow) -> bool {
    !fight.roster.is_shot(blow)
        && fight.roster.kind(blow.by).fighter.abilities.bleeding.is_some_and(|bleeding| blow.degree >= bleeding.degree)
}

/// The harm that a blow with the wound level `severity` does to the body part it hits. A blow whose degree is just
/// enough to reach the part does at most Hurt, unless the attacker is much larger (SRD 4.35; reading: by 3 levels of
/// Scale).
pub(super) fn harm(fight: &Fight, blow: Blow, severity: u8) -> Harm {
    let harms = &fight.roster.kind(blow.target).harms;
    let at = usize::from(severity).min(harms.len());
    let Some(harm) = at.checked_sub(1).map(|at| harms[at]) else { return Harm::None };
    let needed = PARTS[usize::from(blow.hit_modifiers.part) - 1].degree;
    let just = fight.rules.called_shots == CalledShots::Degree && i32::from(blow.degree) == needed;
    let much_larger = fight.weapons.strike(blow).scale >= 3;
    if just && !much_larger { harm.min(Harm::Hurt) } else { harm }
}
