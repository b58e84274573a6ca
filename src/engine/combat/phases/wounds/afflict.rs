//! Side effects of wounds: poison, bleeding and fire; and blows that are survived against all odds (W28).

use super::aftereffects::PendingWound;
use super::rules::{brought_to, marks, test};
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::event::{Detail, Observer};
use crate::combat::hit::{Consequence, Wound};
use crate::combat::resolve::{struck_by, tested};
use crate::combat::tables::Fight;
use crate::rules::effects::{Blade, Blood};

/// Spends one of the target's lives to cancel a blow that would leave it Near Death or dead.
pub(super) fn survive(fight: &Fight, suffered: &mut PendingWound) {
    let kind = fight.roster.kind(suffered.wound.target);
    let left = kind.fighter.abilities.lives > suffered.victim.ailments.lives;
    if left && brought_to(fight, suffered, suffered.severity) >= kind.track.near_death() {
        suffered.severity = 0;
        suffered.effects.survives = true;
    }
}

/// Adds the side effects of a wound whose severity is final. Poison, bleeding and fire only affect a target who can
/// fight on.
pub(super) fn afflict(
    fight: &Fight,
    suffered: &mut PendingWound,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) {
    let target = fight.roster.kind(suffered.wound.target);
    let track = &target.track;
    splash(fight, suffered, chance, observer);
    suffered.effects.gash = suffered.wound.inside;
    suffered.effects.seared = burns(fight, &suffered.wound)
        && fight.roster.sears(suffered.wound.target, marks(fight, suffered, suffered.severity));
    let goes_on = track.condition(track.after(suffered.victim.marked, suffered.severity)).fit;
    // Poison, bleeding and fire come from a bite or a weapon, not from missiles or spells (reading 61).
    if !goes_on || suffered.wound.afar {
        return;
    }
    let ailments = suffered.victim.ailments;
    let by = fight.roster.kind_of(suffered.wound.by);
    let abilities = &fight.roster.kinds[usize::from(by)].fighter.abilities;
    if let Some(bleeding) = abilities.bleeding
        && suffered.wound.deep
        && suffered.severity > 0
        && ailments.bleeding == 0
    {
        (suffered.effects.bleeding, suffered.effects.bleeds_in) = (by + 1, bleeding.every);
    }
    if let Some(poison) = abilities.poison
        && suffered.severity > 0
        && ailments.poison.is_none()
    {
        let level = target.resists(poison.check.by, ailments.drained) + target.fighter.poisoned.resistance_modifier();
        let level = [level, suffered.victim.burden.into()];
        let least = poison.check.least;
        if test(fight, suffered, Purpose::Poison, level, Some(least), chance, observer) < least {
            match poison.drains {
                0 => suffered.effects.doom = Some(poison.doom),
                _ => suffered.effects.poison = Some(poison.into()),
            }
        }
    }
    if let Some(burning) = abilities.burning
        && ailments.burning == 0
        && test(fight, suffered, Purpose::Burning, [0; 2], Some(burning.result + 1), chance, observer) <= burning.result
    {
        suffered.effects.burning = burning.damage;
    }
}

/// Rolls whether venomous blood runs up the attacker's weapon; if it does, the attacker rolls to resist. Drained Health
/// counts, and so do wounds with `wound_penalties = "all"` (FF basilisk).
fn splash(fight: &Fight, suffered: &mut PendingWound, chance: &mut impl Chance, observer: &mut impl Observer) {
    let Wound { by, target, nth, afar, .. } = suffered.wound;
    let Some(Blood { dice, on, check, doom }) = &fight.roster.kind(target).fighter.blood else { return };
    let blood = Ask::against(target, struck_by(fight, by, nth > 0), Purpose::Blood);
    let venom = Ask::against(by, struck_by(fight, target, nth > 0), Purpose::Venom);
    if afar || suffered.severity == 0 || chance.roll(blood, dice) != *on {
        return;
    }
    observer.detail(Detail::Followed { who: by, consequence: Consequence::Splashed });
    let (drained, burden) = suffered.victim.splashed;
    let level = fight.roster.kind(by).resists(check.by, drained);
    if !tested(fight, venom, [level, burden.into()], Some(check.least), chance, observer).passed() {
        observer.detail(Detail::Followed { who: by, consequence: Consequence::Doomed(*doom) });
        suffered.effects.backlash = Some(*doom);
    }
}

/// Whether a wound is caused by fire: by a burning weapon, or by a hit that may set its target on fire.
fn burns(fight: &Fight, wound: &Wound) -> bool {
    let kind = fight.roster.kind(wound.by);
    !wound.afar && (kind.fighter.abilities.burning.is_some() || kind.fighter.blade == Blade::Fire)
}
