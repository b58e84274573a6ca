//! What adds to a shot and to avoiding one.

use super::cast::{Fighter, Use};
use super::ranged::{Missile, Ranged};
use super::terms::{Term, term};
use crate::rules::effects::Blade;
use crate::rules::{Avoiding, Rules, ScalePiercing, Shields};

impl Fighter {
    /// The fighter with the missile in hand: whose figures a shot's damage goes by (R4).
    #[must_use]
    pub fn shooter(&self) -> Self {
        let Some(missile) = self.ranged.missile else { return self.clone() };
        Self {
            skill: missile.skill,
            offense: missile.offense,
            strength_scale: if missile.scaled { self.strength_scale } else { 0 },
            hit_bonus: 0,
            halves_armor: false,
            scale_piercing: ScalePiercing::None,
            blade: Blade::Piercing,
            ranged: Ranged { in_hand: true, ..self.ranged.clone() },
            ..self.clone()
        }
    }

    /// The fighter with a spell in hand: whose figures its damage goes by.
    #[must_use]
    pub(crate) fn with_spell(&self, offense: i32, thrown: Option<i32>) -> Self {
        let missile = Missile { skill: thrown.unwrap_or(0), offense, scaled: false, thrown: true, burst: None };
        let mut caster = self.clone();
        caster.ranged.missile = Some(missile);
        caster.ranged.energy = true;
        Self { weapon_tech: 0, injuries: 1, serious: false, ignores_armor: false, ..caster }
    }
}

/// The result that hits a target from afar (R1).
pub fn difficulty(target: &Fighter, rules: &Rules) -> i32 {
    target.ranged.cover.unwrap_or(rules.range)
}

/// Terms of the roll of `own` to avoid the missile of `foe` in one of its two ways: first the trait, then modifiers of shield and missile
/// (R2, M3); without situational modifiers, wounds and dice.
pub fn dodge_terms(own: &Fighter, foe: &Fighter, rules: &Rules, of: Use) -> [Term; 3] {
    let shield = if rules.shields == Shields::FoeSkill { own.ranged.shield } else { 0 };
    let (level, by) = match of {
        Use::OtherAvoid if rules.missiles.may_be_parried() => {
            (own.other_avoid.or(own.avoid).unwrap_or(own.skill), own.ranged.avoiding.other(own.shield > 0))
        }
        _ => (own.ranged.dodge.or(own.avoid).unwrap_or(0), own.ranged.avoiding),
    };
    let hindrance = foe
        .ranged
        .missile
        .map_or(0, |missile| rules.missiles.hindrance(missile.thrown, by, rules.propelled, rules.missile_parry));
    [term("dodge", level), term("shield", shield), term("hard to avoid", hindrance)]
}

impl Fighter {
    /// The way in which a fighter avoids missiles: the usual one, or dodging if missiles cannot be parried.
    pub(crate) fn way_to_avoid_missiles(&self, rules: &Rules) -> Use {
        match rules.missiles.may_be_parried() || self.ranged.avoiding == Avoiding::Dodge {
            true => Use::Avoid,
            false => Use::OtherAvoid,
        }
    }
}
