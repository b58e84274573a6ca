//! Attacks (blows, shots and harmful spells), and the terms of rolls for avoiding missiles.

use super::cast::{Fighter, Use};
use super::ranged::Missile;
use super::terms::{Term, size_penalty, term, total};
use crate::dice::Expression;
use crate::rules::effects::{Blade, DamageReduction};
use crate::rules::{Avoiding, Rules, ScalePiercing, Shields, damage};

/// An attack by one fighter: with the weapon in hand, with a missile, or with a harmful spell.
#[derive(Debug, Clone, Copy)]
pub struct Attack<'a> {
    /// The attacker.
    pub by: &'a Fighter,
    /// Level of the trait that the attack is made with.
    pub skill: i32,
    /// The missile; `None` for the weapon in hand. A harmful spell has a missile too.
    pub missile: Option<Missile>,
    /// Dice in the offensive factor, rolled for each hit; `None` if the factor is fixed.
    pub(crate) dice: Option<&'a Expression>,
    /// The attacker's Scale of Strength; 0 if it does not count for this attack (W4).
    pub(crate) strength_scale: i32,
    /// Boxes that a hit marks under rules that ignore its degree (W16).
    pub(crate) injuries: u8,
    /// Whether a hit that wounds marks at least the target's second level (W16).
    pub(crate) serious: bool,
    /// Offensive factor, without Scale.
    offense: i32,
    /// Bonus that only helps to hit; it is subtracted from the damage.
    hit_bonus: i32,
    ignores_armor: bool,
    halves_armor: bool,
    /// The weapon's ability to pierce Scale if it hits well (W4).
    scale_piercing: ScalePiercing,
    /// Technological level of the weapon, in steps of Scale (W4).
    weapon_tech: i32,
    /// The wound type; `None` for energy, against which protection from blades does not help (reading 61).
    blade: Option<Blade>,
}

impl<'a> Attack<'a> {
    /// An attack with the weapon in hand.
    pub fn blow(by: &'a Fighter) -> Self {
        Self {
            by,
            skill: by.skill,
            missile: None,
            dice: by.offense_dice.as_ref(),
            strength_scale: by.strength_scale,
            injuries: by.injuries,
            serious: by.serious,
            offense: by.offense,
            hit_bonus: by.hit_bonus,
            ignores_armor: by.ignores_armor,
            halves_armor: by.halves_armor,
            scale_piercing: by.scale_piercing,
            weapon_tech: by.weapon_tech,
            blade: Some(by.blade),
        }
    }

    /// An attack with the fighter's missile. Without one, an attack with the weapon in hand (R4).
    pub fn shot(by: &'a Fighter) -> Self {
        by.ranged.missile.map_or_else(|| Self::blow(by), |missile| Self::with_missile(by, missile))
    }

    /// An attack with a spell. `offense` is its offensive factor. `thrown` is the level of the trait for throwing it;
    /// `None` if the casting alone decides whether it hits.
    pub fn spell(by: &'a Fighter, offense: i32, thrown: Option<i32>) -> Self {
        let missile = Missile { skill: thrown.unwrap_or(0), offense, scaled: false, thrown: true, burst: None };
        let energy = Self::with_missile(by, missile);
        Self { weapon_tech: 0, injuries: 1, serious: false, ignores_armor: false, blade: None, ..energy }
    }

    /// An attack with `missile`.
    fn with_missile(by: &'a Fighter, missile: Missile) -> Self {
        Self {
            skill: missile.skill,
            missile: Some(missile),
            dice: None,
            strength_scale: if missile.scaled { by.strength_scale } else { 0 },
            offense: missile.offense,
            hit_bonus: 0,
            halves_armor: false,
            scale_piercing: ScalePiercing::None,
            blade: Some(Blade::Piercing),
            ..Self::blow(by)
        }
    }

    /// The terms of the damage factor against `foe`, Scale included (W1 to W5, reading 11).
    pub fn factor_terms(&self, foe: &Fighter, rules: &Rules) -> [Term; 6] {
        self.factor_terms_against(foe, foe.armor, rules)
    }

    /// Like [`factor_terms`](Self::factor_terms), if only `armor` is left of the foe's armor.
    fn factor_terms_against(&self, foe: &Fighter, armor: i32, rules: &Rules) -> [Term; 6] {
        let lost = foe.armor - armor;
        let defense = if self.ignores_armor { 0 } else { foe.defensive_factor(rules) - lost };
        let halved = if self.halves_armor && !self.ignores_armor { armor - armor / 2 } else { 0 };
        [
            term("offense", self.offense),
            term("Strength Scale", self.strength_scale),
            term("foe's defense", -defense),
            term("half of the foe's armor", halved),
            term("foe's Mass Scale", -foe.mass_scale),
            term("technology", damage::tech_scale(self.weapon_tech, foe.armor_tech, armor)),
        ]
    }

    /// The amount by which the foe's armor reduces the damage factor (A16).
    pub(crate) fn armor_reduction(&self, foe: &Fighter, rules: &Rules) -> i32 {
        total(&self.factor_terms_against(foe, 0, rules)) - total(&self.factor_terms(foe, rules))
    }

    /// The amount of the foe's Scale that the weapon ignores if it hits well (W4).
    pub fn pierced_scale(&self, foe: &Fighter) -> Term {
        term("Scale pierced", damage::pierced(self.scale_piercing, foe.mass_scale))
    }

    /// The terms added to the points of a hit that is not a graze. They undo modifiers that count only for hitting: the
    /// penalty for size is added back, and the bonus to hit is subtracted (C8, W1).
    pub fn point_terms(&self, foe: &Fighter, rules: &Rules) -> [Term; 2] {
        // The difficulty of a shot already includes the effect of size.
        let size = if self.missile.is_some() { 0 } else { size_penalty(self.by, foe, rules) };
        [term("size given back", size), term("bonus to hit", -self.hit_bonus)]
    }

    /// The reduction of the damage by the foe's protection (W28).
    pub fn ward(&self, foe: &Fighter) -> DamageReduction {
        self.blade
            .map_or(DamageReduction::None, |blade| DamageReduction::for_hit(&self.by.abilities, blade, &foe.abilities))
    }
}

/// The terms of the foe's defense, as indexes into [`Attack::factor_terms`].
pub(crate) const DEFENSE_TERMS: std::ops::Range<usize> = 2..4;

/// The result needed to hit `target` from a distance (R1).
pub fn difficulty(target: &Fighter, rules: &Rules) -> i32 {
    target.ranged.cover.unwrap_or(rules.range)
}

/// The terms of a roll by `own` to avoid `missile`: the trait, the shield and the missile (R2, M3). `of` is the defense
/// used. Situational modifiers, wounds and dice are not included.
pub fn dodge_terms(own: &Fighter, missile: Option<Missile>, rules: &Rules, of: Use) -> [Term; 3] {
    let shield = if rules.shields == Shields::FoeSkill { own.ranged.shield } else { 0 };
    let (level, by) = match of {
        Use::OtherAvoid if rules.missiles.may_be_parried() => {
            (own.other_avoid.or(own.avoid).unwrap_or(own.skill), own.ranged.avoiding.other(own.shield > 0))
        }
        _ => (own.ranged.dodge.or(own.avoid).unwrap_or(0), own.ranged.avoiding),
    };
    let hindrance = missile
        .map_or(0, |missile| rules.missiles.avoid_modifier(missile.thrown, by, rules.propelled, rules.missile_parry));
    [term("dodge", rules.added_to_dice(level)), term("shield", shield), term("hard to avoid", hindrance)]
}

impl Fighter {
    /// The defense that the fighter uses against missiles: the usual one, or the dodge if missiles cannot be parried.
    pub(crate) fn defense_against_missiles(&self, rules: &Rules) -> Use {
        match rules.missiles.may_be_parried() || self.ranged.avoiding == Avoiding::Dodge {
            true => Use::Avoid,
            false => Use::OtherAvoid,
        }
    }
}
