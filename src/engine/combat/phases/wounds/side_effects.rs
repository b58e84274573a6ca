//! Side effects of wounds: poison, bleeding and fire; and blows that are survived against all odds (W28).

use super::aftereffects::PendingWound;
use super::rules::{level_after, marked_level, roll_for_target};
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::event::{Detail, Observer};
use crate::combat::hit::{Consequence, Wound};
use crate::combat::resolve::{blow_key, roll_test};
use crate::combat::tables::Fight;
use crate::rules::effects::{Blade, Blood};

/// Spends one of the target's lives to cancel a blow that would leave it Near Death or dead.
pub(super) fn spend_life(fight: &Fight, pending: &mut PendingWound) {
    let kind = fight.roster.kind(pending.wound.target);
    let left = kind.fighter.abilities.lives > pending.state.ailments.lives;
    if left && level_after(fight, pending, pending.severity) >= kind.track.near_death() {
        pending.severity = 0;
        pending.effects.survives = true;
    }
}

/// Adds the side effects of a wound whose severity is final. Poison, bleeding and fire only affect a target who can
/// fight on.
pub(super) fn add_side_effects(
    fight: &Fight,
    pending: &mut PendingWound,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) {
    let target = fight.roster.kind(pending.wound.target);
    let track = &target.track;
    roll_venomous_blood(fight, pending, chance, observer);
    pending.effects.gash = pending.wound.inside;
    pending.effects.seared = is_caused_by_fire(fight, &pending.wound)
        && fight.roster.sears(pending.wound.target, marked_level(fight, pending, pending.severity));
    let goes_on = track.condition(track.after(pending.state.marked, pending.severity)).fit;
    // Poison, bleeding and fire come from a bite or a weapon, not from missiles or spells (reading 61).
    if !goes_on || pending.wound.afar {
        return;
    }
    let ailments = pending.state.ailments;
    let by = fight.roster.kind_of(pending.wound.by);
    let abilities = &fight.roster.kinds[usize::from(by)].fighter.abilities;
    if let Some(bleeding) = abilities.bleeding
        && pending.wound.deep
        && pending.severity > 0
        && ailments.bleeding == 0
    {
        (pending.effects.bleeding, pending.effects.bleeds_in) = (by + 1, bleeding.every);
    }
    if let Some(poison) = abilities.poison
        && pending.severity > 0
        && ailments.poison.is_none()
    {
        let level = target.resists(poison.check.by, ailments.drained) + target.fighter.poisoned.resistance_modifier();
        let level = [level, pending.state.resist_penalty.into()];
        let least = poison.check.least;
        if roll_for_target(fight, pending, Purpose::Poison, level, Some(least), chance, observer) < least {
            match poison.drains {
                0 => pending.effects.doom = Some(poison.doom),
                _ => pending.effects.poison = Some(poison.into()),
            }
        }
    }
    if let Some(burning) = abilities.burning
        && ailments.burning == 0
        && roll_for_target(fight, pending, Purpose::Burning, [0; 2], Some(burning.result + 1), chance, observer)
            <= burning.result
    {
        pending.effects.burning = burning.damage;
    }
}

/// Rolls whether the target's venomous blood runs up the attacker's weapon, if the target has such blood and was
/// wounded in melee (FF basilisk). If it does, the attacker rolls to resist it. Levels of Health that the attacker has
/// lost lower a roll of Health, and its wounds lower any roll with `wound_penalties = "all"`.
fn roll_venomous_blood(
    fight: &Fight,
    pending: &mut PendingWound,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) {
    let Wound { by, target, nth, afar, .. } = pending.wound;
    let Some(Blood { dice, on, check, doom }) = &fight.roster.kind(target).fighter.blood else { return };
    let blood = Ask::against(target, blow_key(fight, by, nth > 0), Purpose::Blood);
    let venom = Ask::against(by, blow_key(fight, target, nth > 0), Purpose::Venom);
    if afar || pending.severity == 0 || chance.roll(blood, dice) != *on {
        return;
    }
    observer.detail(Detail::Followed { who: by, consequence: Consequence::Splashed });
    let (drained, burden) = pending.state.attacker_resistance;
    let level = fight.roster.kind(by).resists(check.by, drained);
    if !roll_test(fight, venom, [level, burden.into()], Some(check.least), chance, observer).passed() {
        observer.detail(Detail::Followed { who: by, consequence: Consequence::Doomed(*doom) });
        pending.effects.backlash = Some(*doom);
    }
}

/// Whether a wound is caused by fire: by a burning weapon, or by a hit that may set its target on fire.
fn is_caused_by_fire(fight: &Fight, wound: &Wound) -> bool {
    let kind = fight.roster.kind(wound.by);
    !wound.afar && (kind.fighter.abilities.burning.is_some() || kind.fighter.blade == Blade::Fire)
}
