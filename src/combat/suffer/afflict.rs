//! What a wound brings along: poison, bleeding, fire; and blows that are survived against all odds (W28).

use super::victim::Wound;
use super::{Consequence, Cut};
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::ailments::Ailments;
use crate::combat::compile::Fight;
use crate::combat::event::{Detail, Observer};
use crate::combat::state::Blow;
use crate::rules::effects::Blood;

impl Fight {
    /// A blow that would have left its target Near Death or dead costs one of its lives, and does nothing else.
    pub(super) fn survive(&self, wound: &mut Wound) {
        let kind = self.kind(wound.cut.target);
        let left = kind.abilities.lives > wound.victim.ailments.lives;
        if left && self.brought_to(wound, wound.severity) >= kind.track.near_death() {
            wound.severity = 0;
            wound.effects.survives = true;
        }
    }

    /// The wound as it is at last brings along what its attacker's wounds do to one who goes on.
    pub(super) fn afflict(&self, wound: &mut Wound, chance: &mut impl Chance, observer: &mut impl Observer) {
        let target = self.kind(wound.cut.target);
        let track = &target.track;
        self.splash(wound, chance, observer);
        wound.effects.gash = wound.cut.inside;
        wound.effects.seared =
            self.burns(&wound.cut) && self.sears(wound.cut.target, self.marks(wound, wound.severity));
        let goes_on = track.condition(track.after(wound.victim.marked, wound.severity)).fit;
        if !self.acting.afflicts || !goes_on {
            return;
        }
        let ailments = wound.victim.ailments;
        let by = self.kind_of[usize::from(wound.cut.by)];
        let abilities = &self.kinds[usize::from(by)].abilities;
        if let Some(bleeding) = abilities.bleeding
            && wound.cut.deep
            && wound.severity > 0
            && ailments.bleeding == 0
        {
            (wound.effects.bleeding, wound.effects.bleeds_in) = (by + 1, bleeding.every);
        }
        if let Some(poison) = abilities.poison
            && wound.severity > 0
            && ailments.poison == 0
        {
            let level = target.resists(poison.check.by, ailments);
            let least = poison.check.least;
            if self.test(wound, Purpose::Poison, level, Some(least), chance, observer) < least {
                match poison.drains {
                    0 => wound.effects.doom = Some(poison.doom),
                    _ => wound.effects.poison = by + 1,
                }
            }
        }
        if let Some(burning) = abilities.burning
            && ailments.burning == 0
            && self.test(wound, Purpose::Burning, 0, Some(burning.result + 1), chance, observer) <= burning.result
        {
            wound.effects.burning = burning.damage;
        }
    }

    /// Venom may run up the weapon of who struck (FF basilisk). Poison at work in the striker takes nothing from this roll.
    fn splash(&self, wound: &mut Wound, chance: &mut impl Chance, observer: &mut impl Observer) {
        let Cut { by, target, nth, afar, .. } = wound.cut;
        let Some(Blood { dice, on, check, doom }) = &self.kind(target).blood else { return };
        let blood = Ask::against(target, self.struck_by(by, nth > 0), Purpose::Blood);
        let venom = Ask::against(by, self.struck_by(target, nth > 0), Purpose::Venom);
        if afar || wound.severity == 0 || chance.roll(blood, dice) != *on {
            return;
        }
        observer.detail(Detail::Followed { who: by, consequence: Consequence::Splashed });
        let level = self.kind(by).resists(check.by, Ailments::default());
        if !self.tested(venom, [level, 0], Some(check.least), chance, observer).passed() {
            observer.detail(Detail::Followed { who: by, consequence: Consequence::Doomed(*doom) });
            wound.effects.backlash = Some(*doom);
        }
    }

    /// Whether a wound is one by fire: of a burning weapon, or of what sets on fire.
    fn burns(&self, cut: &Cut) -> bool {
        let kind = self.kind(cut.by);
        kind.abilities.burning.is_some() || kind.fire && !cut.afar
    }

    /// Whether a blow is a shot.
    pub(in crate::combat) fn is_shot(&self, blow: Blow) -> bool {
        usize::from(blow.matchup) >= self.kinds.len() * self.kinds.len()
    }

    /// Whether a blow wins by enough to open a vein.
    pub(in crate::combat) fn is_deep(&self, blow: Blow) -> bool {
        self.kind(blow.by).abilities.bleeding.is_some_and(|bleeding| blow.degree >= bleeding.degree)
    }
}
