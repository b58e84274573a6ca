//! Decides whether a blow lands, and computes its modifiers.

use crate::combat::condition::{Additions, Readiness, RollModifiers};
use crate::combat::event::{Detail, Event, Observer, RolledDegree, TacticalModifier};
use crate::combat::fighter::Use;
use crate::combat::hit::{Blow, HitModifiers, Natural};
use crate::combat::tables::{BlowResults, Fight, LOWEST_DEGREE};
use crate::rules::{CalledShots, PARTS, RECKLESS_DAMAGE, Stance};

/// The modifiers of a blow that has not landed yet. `pair` is attacker and target, with their roll `modifiers`. `bonus`
/// is the damage modifier from tactics.
#[inline(always)]
pub(crate) fn hit_modifiers(fight: &Fight, pair: [u16; 2], modifiers: [RollModifiers; 2], bonus: i8) -> HitModifiers {
    let armor = if modifiers[1].bare { armor_reduction(fight, pair) } else { 0 };
    let part = fight.tactics.stance(modifiers[0].stance).aim;
    let inside = modifiers[0].inside;
    let hide =
        fight.roster.kind(pair[1]).fighter.abilities.swallow.filter(|_| inside).map_or(0, |swallow| swallow.defense);
    let factor =
        modifiers[0].force.saturating_add(armor).saturating_sub_unsigned(hide).saturating_sub(modifiers[1].ward);
    HitModifiers { bonus, factor, part, inside }
}

/// The amount by which the armor of `target` reduces the damage factor of `by`.
pub(super) fn armor_reduction(fight: &Fight, [by, target]: [u16; 2]) -> i8 {
    fight.matchup(by, target).strike.armor.clamp(i8::MIN.into(), i8::MAX.into()) as i8
}

/// Returns the modifiers of a blow that lands, with its aim resolved. `relative` is the relative degree, and `rolled`
/// the attacker's result.
///
/// If the blow was aimed at a body part, it either hits that part or becomes an ordinary hit. Under some rules, an
/// ordinary hit gets back the penalty for aiming (M5, M6).
#[inline(always)]
pub(crate) fn resolve_aim(fight: &Fight, hit_modifiers: HitModifiers, relative: i32, rolled: i32) -> HitModifiers {
    if hit_modifiers.part == 0 {
        return hit_modifiers;
    }
    let rule = fight.rules.called_shots;
    let reaches = fight.rules.called_minimum.is_none_or(|least| rolled >= least);
    let hit = match PARTS.get(usize::from(hit_modifiers.part) - 1) {
        None => reaches,
        Some(part) => rule == CalledShots::Result && reaches || rule == CalledShots::Degree && relative >= part.degree,
    };
    let ordinary = !(hit || fight.weapons.grazes && relative <= 1);
    let bonus = hit_modifiers.bonus + i8::from(ordinary && rule == CalledShots::Fudge1993);
    HitModifiers { bonus, part: if hit { hit_modifiers.part } else { 0 }, ..hit_modifiers }
}

/// The index (0 or 1) of the fighter who wins a tie; `None` if neither does. If only one of the stances goes all out,
/// the other fighter wins (M7). Otherwise [`wins_tie`](Fight::wins_tie) decides.
pub(crate) fn wins_tie_in(fight: &Fight, pair: [u16; 2], stances: [Stance; 2]) -> Option<usize> {
    match stances.map(|stance| stance.reckless) {
        [true, false] => Some(1),
        [false, true] => Some(0),
        _ => fight.wins_tie(pair),
    }
}

/// Returns the blow of `by` if its result `rolled` reaches the minimum to hit. `relative` is the relative degree.
/// `more` is added to the minimum (C7).
#[inline(always)]
pub(crate) fn landed_blow(
    fight: &Fight,
    [by, target]: [u16; 2],
    relative: i32,
    rolled: i32,
    hit_modifiers: HitModifiers,
    more: i32,
    observer: &mut impl Observer,
) -> Option<Blow> {
    land_built_blow(
        fight,
        Blow { hit_modifiers, ..fight.roster.blow(by, target, clamp_degree(relative)) },
        rolled,
        more,
        observer,
    )
}

/// Like [`landed_blow`], for a [`Blow`] that has already been created: a blow, a shot or a thrown spell. The returned
/// blow has its final modifiers.
#[inline(always)]
pub(crate) fn land_built_blow(
    fight: &Fight,
    blow: Blow,
    rolled: i32,
    more: i32,
    observer: &mut impl Observer,
) -> Option<Blow> {
    let minimum = fight.weapons.matchups[usize::from(blow.matchup)].minimum.saturating_add(more);
    if rolled < minimum && !blow.hit_modifiers.inside {
        observer.note(Event::BelowMinimum { by: blow.by });
        return None;
    }
    let hit_modifiers = resolve_aim(fight, blow.hit_modifiers, blow.degree.into(), rolled);
    let blow = Blow { hit_modifiers, ..blow };
    report_hit(fight, blow, observer);
    Some(blow)
}

/// Reports that `blow` has hit.
#[inline(always)]
pub(crate) fn report_hit(fight: &Fight, blow: Blow, observer: &mut impl Observer) {
    let Blow { by, target, degree, .. } = blow;
    observer.note(Event::Hit { by, target, degree, graze: fight.weapons.grazes && degree <= 1 });
}

/// Returns `blow` with its row of the damage table. As far as the damage rule uses them, the row depends on natural
/// results, on the winner's result `attack` and on the state (W6, W26).
///
/// `naturals` are those of attacker and target; 0 for a fighter who does not roll (reading 16). `own` is the index of
/// the attacker's additions, which include the state.
#[inline(always)]
pub(crate) fn with_row(fight: &Fight, naturals: [i32; 2], attack: i32, own: u16, blow: Blow) -> Blow {
    // The called function returns a number instead of a blow: passing blows through memory would take a third of a
    // duel's time.
    let Blow { by, matchup, degree, .. } = blow;
    let row = if fight.weapons.has_rows { row(fight, naturals, attack, (by, matchup, degree, own)) } else { 0 };
    Blow { row, ..blow }
}

/// The row of the damage table for the blow of `by`. The parameters are the same as for [`with_row`].
#[cold]
fn row(fight: &Fight, naturals: [i32; 2], attack: i32, (by, matchup, degree, own): (u16, u16, i16, u16)) -> u16 {
    let critical = fight.is_critical_success(by, naturals[0]);
    let Some(table) = &fight.weapons.matchups[usize::from(matchup)].severities.full_table else { return 0 };
    let state = fight.custom.additions(own).damage_state;
    table.row(&BlowResults { attack, degree: degree.into(), naturals, critical, state })
}

/// Clamps a relative degree to the range that a blow can store.
#[inline(always)]
pub(crate) fn clamp_degree(relative: i32) -> i16 {
    relative.clamp(LOWEST_DEGREE, i16::MAX.into()) as i16
}

/// Reports a result as offense. If it is different as defense, because of the stance or custom modifiers, it is
/// reported again. `avoid` is the stance's modifier to defense, and `own` the sum of custom modifiers to defense.
/// Returns offense and defense.
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

/// The readiness of a fighter after its roll in `stance`. A fighter in all-out defense can only hurt a foe with a
/// natural critical success (M8). `without` is the readiness without the stance.
pub(crate) fn readiness_of(stance: Stance, without: Readiness, natural: Option<Natural>) -> Readiness {
    if stance.harmless && natural != Some(Natural::Success) { without.max(Readiness::Guarded) } else { without }
}

/// The fighter's defense without its dice, for a roll that is both attack and defense. `avoid` is the stance's modifier
/// to defense.
pub(crate) fn defense_without_dice(rolled: RolledDegree, avoid: i8, added: &Additions) -> i32 {
    RolledDegree { roll: 0, own: added.defense.into(), tactic: TacticalModifier::Attack(avoid.into()), ..rolled }
        .degree()
}

/// The extra damage of a foe's hit because the fighter is in `stance` (M7).
pub(crate) fn extra_damage_taken(stance: Stance) -> i8 {
    if stance.reckless { RECKLESS_DAMAGE } else { 0 }
}
