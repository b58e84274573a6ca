//! Changes to fighters: wounds are marked and felt, effects are applied, and falls are reported.

use crate::check::Faint;
use crate::combat::condition::{Body, Enchantment, Exit, SceneMut, Status, WeaponState};
use crate::combat::event::{Detail, Event, Fired, Observer};
use crate::combat::hit::{Affected, CastCost, Consequence, HitEffect};
use crate::combat::tables::Fight;
use crate::rules::effects::Doom;
use crate::rules::{Harm, PARTS, Pacing, Track};

/// The track state after a blow of `severity` on `target`, whose track is in the state `wounds`. Reports a blow that
/// finds the boxes of its level full.
#[inline(always)]
pub(crate) fn after(track: &Track, target: u16, wounds: u16, severity: u8, observer: &mut impl Observer) -> u16 {
    if track.overflows(wounds, severity) {
        observer.note(Event::Fired { who: target, what: Fired::Overflow });
    }
    track.after(wounds, severity)
}

/// Marks the wound of a blow on `target`. It is not felt yet.
#[inline(always)]
pub(crate) fn mark(fight: &Fight, bodies: &mut [Body], target: u16, severity: u8, observer: &mut impl Observer) {
    let body = &mut bodies[usize::from(target)];
    body.marked = after(fight.roster.track(target), target, body.marked, severity, observer);
}

/// Makes all marked wounds of a fighter felt, and all effects that wait for the same moment.
#[inline(always)]
pub(crate) fn feel(fight: &Fight, body: &mut Body) {
    // State numbers grow with each wound.
    body.status.bled |= fight.wounds.may_begin_wounded && body.marked > body.felt;
    body.felt = body.marked;
    if fight.wounds.change_status {
        body.status.endurance[0] = body.status.endurance[1];
        body.status.left = body.status.left.or(body.status.ailments.stricken);
    }
}

/// Applies effects other than wounds to the fighters.
pub(crate) fn affect(fight: &Fight, scene: &mut SceneMut<'_>, affected: &[Affected], observer: &mut impl Observer) {
    for &Affected { who, what } in affected {
        let body = &mut scene.bodies[usize::from(who)];
        let status = &mut body.status;
        match what {
            HitEffect::Shaken(by) => status.shaken[1] = status.shaken[1].saturating_add(by),
            HitEffect::Blinded => status.blinded[1] = true,
            HitEffect::ArmorGone => status.bare = true,
            HitEffect::ArmorIgnored | HitEffect::KnockedOut => {}
            HitEffect::Points(points) => status.points = status.points.saturating_add(points),
            HitEffect::WeaponDropped => status.weapon = WeaponState::Dropped,
            HitEffect::WeaponDamaged => status.weapon = status.weapon.max(WeaponState::Damaged),
            HitEffect::Cast(cost) => pay_for_casting(status, cost),
            HitEffect::Enchanted(skill, defense) => status.magic = status.magic.with_enchantment(skill, defense),
            HitEffect::Removed => record_exit(status, Exit::Removed),
            HitEffect::Healed(wounds) => {
                body.marked = fight.spells.track_after_healing(fight.roster.kind_of(who), body.marked, wounds);
                observer.detail(Detail::Marked { who, marked: body.marked });
            }
            HitEffect::Part(part, harm) => {
                let suffered = &mut status.parts[usize::from(part)];
                *suffered = harm.max(*suffered);
                if *suffered == Harm::Incapacitated && PARTS[usize::from(part)].holds_weapon {
                    status.weapon = WeaponState::Dropped;
                }
            }
        }
    }
}

/// Applies the cost of a casting to the caster.
fn pay_for_casting(status: &mut Status, cost: CastCost) {
    let CastCost { reserve, castings, angry, stunned, faint } = cost;
    let unconscious = faint != Faint::Awake;
    status.magic = Enchantment {
        drained: reserve.drained,
        spent: reserve.spent,
        castings,
        angry,
        casting: true,
        unconscious,
        ..status.magic
    };
    status.blinded[1] |= stunned;
    if faint == Faint::Stays {
        record_exit(status, Exit::Fainted);
    }
}

/// Puts a fighter out of action because of `doom`. It takes effect when wounds are next felt.
pub(crate) fn put_out(fight: &Fight, who: u16, body: &mut Body, doom: Doom, observer: &mut impl Observer) {
    match Exit::caused_by(doom) {
        None => {
            body.marked = fight.roster.track(who).dead();
            observer.detail(Detail::Marked { who, marked: body.marked });
        }
        Some(exit) => record_exit(&mut body.status, exit),
    }
}

/// Records an exit that takes effect when wounds are next felt. An exit recorded earlier is kept.
fn record_exit(status: &mut Status, exit: Exit) {
    status.ailments.stricken = status.ailments.stricken.or(Some(exit));
}

/// Makes a fighter leave the fight immediately, by fleeing or surrendering.
pub(crate) fn leave(who: u16, body: &mut Body, exit: Exit, observer: &mut impl Observer) {
    body.status.left = Some(exit);
    match exit {
        Exit::GotAway => observer.note(Event::Fired { who, what: Fired::Fled }),
        _ => observer.detail(Detail::Followed { who, consequence: Consequence::Surrendered }),
    }
}

/// Marks a wound that does not come from a blow, and reports `consequence` as its cause. Returns the wound level of the
/// marked box.
pub(crate) fn hurt(
    fight: &Fight,
    who: u16,
    body: &mut Body,
    severity: u8,
    consequence: Consequence,
    observer: &mut impl Observer,
) -> u8 {
    let track = fight.roster.track(who);
    let after = track.after(body.marked, severity);
    let level = track.marked_at(body.marked, after);
    if fight.wounds.stuns {
        body.status.endurance[1].wounded = body.status.endurance[1].wounded.max(level);
    }
    body.marked = after;
    observer.detail(Detail::Followed { who, consequence });
    observer.detail(Detail::Marked { who, marked: after });
    level
}

/// Clears the boxes that a fighter regenerates each time, and reports it if any box was marked.
pub(crate) fn regenerate(fight: &Fight, who: u16, body: &mut Body, observer: &mut impl Observer) {
    let after = fight.roster.kind(who).healed[usize::from(body.marked)];
    if after != body.marked {
        body.marked = after;
        observer.detail(Detail::Followed { who, consequence: Consequence::Regenerated });
        observer.detail(Detail::Marked { who, marked: after });
    }
}

/// Reports the fighters who fall because of the wounds and effects marked so far.
pub(crate) fn report_fallen(fight: &Fight, bodies: &[Body], observer: &mut impl Observer) {
    let goes_on = |who: u16, body: &Body| match fight.wounds.may_count_less {
        _ if body.status.ailments.stricken.is_some() => false,
        false => fight.roster.track(who).condition(body.marked).fit,
        true => fight.wounds.condition_with(fight.roster.kind(who), body.marked, body.status.endurance[1]).fit,
    };
    // If blows are felt one after another, only fighters just hit can fall.
    let unhurt =
        |body: &Body| fight.rules.pacing == Pacing::Turns && fight.rounds.wounds_alone && body.marked == body.felt;
    let mut first = None;
    for (who, _) in
        (0u16..).zip(bodies).filter(|&(who, body)| !unhurt(body) && !goes_on(who, body) && fight.was_fit(who, body))
    {
        let first = *first.get_or_insert_with(|| fight.nobody_fell_before(bodies));
        observer.note(Event::Fell { who, first });
    }
}

/// Reports that a fighter has fallen, except in a duel. `first` is whether no fighter had fallen before.
pub(crate) fn report_fall(fight: &Fight, who: u16, first: bool, observer: &mut impl Observer) {
    if fight.roster.duel.is_none() {
        observer.note(Event::Fell { who, first });
    }
}
