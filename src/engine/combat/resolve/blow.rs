//! Decides whether a blow lands, and with which modifiers.

use crate::combat::condition::{Additions, Readiness, RollModifiers};
use crate::combat::event::{Detail, Event, Observer, RolledDegree, TacticalModifier};
use crate::combat::fighter::Use;
use crate::combat::hit::{Blow, HitModifiers, Natural};
use crate::combat::tables::{BlowResults, Fight, LOWEST_DEGREE};
use crate::rules::{CalledShots, PARTS, RECKLESS_DAMAGE, Stance};

/// Modifiers of a blow before it lands: stance, weapon, armor, spells and the part of the body aimed at.
#[inline(always)]
pub(crate) fn hit_modifiers(fight: &Fight, pair: [u16; 2], modifiers: [RollModifiers; 2], bonus: i8) -> HitModifiers {
    let armor = if modifiers[1].bare { armor(fight, pair) } else { 0 };
    let part = fight.tactics.stance(modifiers[0].stance).aim;
    let inside = modifiers[0].inside;
    let hide = fight.kind(pair[1]).fighter.abilities.swallow.filter(|_| inside).map_or(0, |swallow| swallow.defense);
    let factor =
        modifiers[0].force.saturating_add(armor).saturating_sub_unsigned(hide).saturating_sub(modifiers[1].ward);
    HitModifiers { bonus, factor, part, inside }
}

/// The amount that `target`'s armor subtracts from `by`'s damage factor.
pub(super) fn armor(fight: &Fight, [by, target]: [u16; 2]) -> i8 {
    fight.matchup(by, target).strike.armor.clamp(i8::MIN.into(), i8::MAX.into()) as i8
}

/// Updates the modifiers of a blow that lands: either it hits the part it was aimed at, or it is an ordinary hit that
/// may get back the penalty for aiming (M5, M6).
#[inline(always)]
pub(crate) fn aimed(fight: &Fight, hit_modifiers: HitModifiers, relative: i32, rolled: i32) -> HitModifiers {
    if hit_modifiers.part == 0 {
        return hit_modifiers;
    }
    let rule = fight.rules.called_shots;
    let reaches = fight.rules.called_minimum.is_none_or(|least| rolled >= least);
    let hit = match PARTS.get(usize::from(hit_modifiers.part) - 1) {
        None => reaches,
        Some(part) => rule == CalledShots::Result && reaches || rule == CalledShots::Degree && relative >= part.degree,
    };
    let ordinary = !(hit || fight.grazes && relative <= 1);
    let bonus = hit_modifiers.bonus + i8::from(ordinary && rule == CalledShots::Fudge1993);
    HitModifiers { bonus, part: if hit { hit_modifiers.part } else { 0 }, ..hit_modifiers }
}

/// The index of the fighter who wins a tie: the one who does not go all out, if the other does (M7); otherwise as for
/// [`wins_tie`](Fight::wins_tie).
pub(crate) fn wins_tie_in(fight: &Fight, pair: [u16; 2], stances: [Stance; 2]) -> Option<usize> {
    match stances.map(|stance| stance.reckless) {
        [true, false] => Some(1),
        [false, true] => Some(0),
        _ => fight.wins_tie(pair),
    }
}

/// Returns the blow of the winner, if its result reaches the minimum to hit, raised by `more` (C7).
#[inline(always)]
pub(crate) fn lands(
    fight: &Fight,
    [by, target]: [u16; 2],
    relative: i32,
    rolled: i32,
    hit_modifiers: HitModifiers,
    more: i32,
    observer: &mut impl Observer,
) -> Option<Blow> {
    connects(fight, Blow { hit_modifiers, ..fight.blow(by, target, clamped(relative)) }, rolled, more, observer)
}

/// Returns the blow or shot with its final modifiers, if `rolled` reaches its minimum, raised by `more`.
#[inline(always)]
pub(crate) fn connects(
    fight: &Fight,
    blow: Blow,
    rolled: i32,
    more: i32,
    observer: &mut impl Observer,
) -> Option<Blow> {
    let minimum = fight.matchups[usize::from(blow.matchup)].minimum.saturating_add(more);
    if rolled < minimum && !blow.hit_modifiers.inside {
        observer.note(Event::BelowMinimum { by: blow.by });
        return None;
    }
    let hit_modifiers = aimed(fight, blow.hit_modifiers, blow.degree.into(), rolled);
    let blow = Blow { hit_modifiers, ..blow };
    report_hit(fight, blow, observer);
    Some(blow)
}

#[inline(always)]
pub(crate) fn report_hit(fight: &Fight, blow: Blow, observer: &mut impl Observer) {
    let Blow { by, target, degree, .. } = blow;
    observer.note(Event::Hit { by, target, degree, graze: fight.grazes && degree <= 1 });
}

/// Sets the row of the damage table for a blow. The row depends on the natural results, the winner's result and the
/// state, as far as the damage rule uses them (W6, W26). A fighter who does not roll has a natural result of 0
/// (reading 16).
#[inline(always)]
pub(crate) fn with_row(fight: &Fight, naturals: [i32; 2], attack: i32, own: u16, blow: Blow) -> Blow {
    // `row` returns a number instead of a blow: passing blows through memory costs a duel a third of its time.
    let row = if fight.has_rows { row(fight, naturals, attack, (blow.by, blow.matchup, blow.degree, own)) } else { 0 };
    Blow { row, ..blow }
}

#[cold]
fn row(fight: &Fight, naturals: [i32; 2], attack: i32, (by, matchup, degree, own): (u16, u16, i16, u16)) -> u16 {
    let critical = fight.rules.critical_success.is_some_and(|least| naturals[0] >= least) && !fight.kind(by).steady;
    let Some(table) = &fight.matchups[usize::from(matchup)].severities.own else { return 0 };
    let sight = fight.added(own).damage_sight;
    table.row(&BlowResults { attack, degree: degree.into(), naturals, critical, sight })
}

/// Clamps a relative degree to the range that a blow can store.
#[inline(always)]
pub(crate) fn clamped(relative: i32) -> i16 {
    relative.clamp(LOWEST_DEGREE, i16::MAX.into()) as i16
}

/// Reports a result as offense and, if stance or custom modifiers make a difference, again as defense. Returns both
/// degrees.
pub(crate) fn report_both(offense: RolledDegree, avoid: i8, own: i32, observer: &mut impl Observer) -> [i32; 2] {
    let tactic = TacticalModifier::Defense { tactic: avoid.into(), exposed: 0, way: Use::Avoid };
    let defense = RolledDegree { tactic, own, ..offense };
    let both = [offense.degree(), defense.degree()];
    observer.detail(Detail::Rolled(offense));
    if both[0] != both[1] {
        observer.detail(Detail::Rolled(defense));
    }
    both
}

/// The readiness of a fighter after a roll in `stance`. `without` is its readiness without the stance (M8).
pub(crate) fn readiness_of(stance: Stance, without: Readiness, natural: Option<Natural>) -> Readiness {
    if stance.harmless && natural != Some(Natural::Success) { without.max(Readiness::Guarded) } else { without }
}

/// The fighter's defense without dice, if one roll is both attack and defense.
pub(crate) fn without_dice(rolled: RolledDegree, avoid: i8, added: &Additions) -> i32 {
    RolledDegree { roll: 0, own: added.defense.into(), tactic: TacticalModifier::Attack(avoid.into()), ..rolled }
        .degree()
}

/// The damage that a stance adds to hits by the foe (M7).
pub(crate) fn extra_damage_taken(stance: Stance) -> i8 {
    if stance.reckless { RECKLESS_DAMAGE } else { 0 }
}
