//! Attacks: blows, shots and spells, and what adds to avoiding them.

use super::cast::{Fighter, Use};
use super::ranged::Missile;
use super::terms::{Term, size_penalty, term, total};
use crate::dice::Expression;
use crate::rules::effects::{Blade, Ward};
use crate::rules::{Avoiding, Rules, ScalePiercing, Shields, damage};

/// One way in which a fighter attacks: with the weapon in hand, with a missile, or with a spell that harms.
#[derive(Debug, Clone, Copy)]
pub struct Attack<'a> {
    /// The attacker.
    pub by: &'a Fighter,
    /// The level of the trait that it is made with.
    pub skill: i32,
    /// The missile, or the energy of a spell, which flies as one does; `None` of the weapon in hand.
    pub missile: Option<Missile>,
    /// Dice in the offensive factor, rolled for each hit.
    pub(crate) dice: Option<&'a Expression>,
    /// Scale of Strength, as far as it counts (W4).
    pub(crate) strength_scale: i32,
    /// The boxes that a hit marks where its degree does not matter (W16).
    pub(crate) injuries: u8,
    /// Whether a hit starts at the target's second level at least (W16).
    pub(crate) serious: bool,
    offense: i32,
    hit_bonus: i32,
    ignores_armor: bool,
    halves_armor: bool,
    scale_piercing: ScalePiercing,
    weapon_tech: i32,
    /// The way it wounds; energy is neither a blade nor an arrow (reading 61).
    blade: Option<Blade>,
}

impl<'a> Attack<'a> {
    /// With the weapon in hand.
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

    /// With the missile, if there is one (R4).
    pub fn shot(by: &'a Fighter) -> Self {
        by.ranged.missile.map_or_else(|| Self::blow(by), |missile| Self::afar(by, missile))
    }

    /// With a spell of this offensive factor, thrown at this level if it is.
    pub fn spell(by: &'a Fighter, offense: i32, thrown: Option<i32>) -> Self {
        let missile = Missile { skill: thrown.unwrap_or(0), offense, scaled: false, thrown: true, burst: None };
        let energy = Self::afar(by, missile);
        Self { weapon_tech: 0, injuries: 1, serious: false, ignores_armor: false, blade: None, ..energy }
    }

    fn afar(by: &'a Fighter, missile: Missile) -> Self {
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

    /// The damage factor against `foe`, Scale included (W1 to W5, reading 11).
    pub fn factor_terms(&self, foe: &Fighter, rules: &Rules) -> [Term; 6] {
        self.factor_terms_against(foe, foe.armor, rules)
    }

    /// The same where no more than this is left of the foe's armor.
    fn factor_terms_against(&self, foe: &Fighter, armor: i32, rules: &Rules) -> [Term; 6] {
        let lost = foe.armor - armor;
        let defense = if self.ignores_armor { 0 } else { foe.defensive_factor(rules) - lost };
        let halved = if self.halves_armor { armor - armor / 2 } else { 0 };
        [
            term("offense", self.offense),
            term("Strength Scale", self.strength_scale),
            term("foe's defense", -defense),
            term("half of the foe's armor", halved),
            term("foe's Mass Scale", -foe.mass_scale),
            term("technology", damage::tech_scale(self.weapon_tech, foe.armor_tech, armor)),
        ]
    }

    /// The part of the damage factor that the foe's armor takes (A16).
    pub(crate) fn taken_by_armor(&self, foe: &Fighter, rules: &Rules) -> i32 {
        total(&self.factor_terms_against(foe, 0, rules)) - total(&self.factor_terms(foe, rules))
    }

    /// The Scale that a weapon that pierces Scale adds to that against `foe`, if it hits well (W4).
    pub fn pierced_scale(&self, foe: &Fighter) -> Term {
        term("Scale pierced", damage::pierced(self.scale_piercing, foe.mass_scale))
    }

    /// What an ordinary hit adds to the points: size penalties given back, bonuses that only help to hit taken off (C8, W1).
    pub fn point_terms(&self, foe: &Fighter, rules: &Rules) -> [Term; 2] {
        // The difficulty of a shot holds what size does to hitting.
        let size = if self.missile.is_some() { 0 } else { size_penalty(self.by, foe, rules) };
        [term("size given back", size), term("bonus to hit", -self.hit_bonus)]
    }

    /// The ward that keeps it from wounding `foe` (W28).
    pub fn ward(&self, foe: &Fighter) -> Ward {
        self.blade.map_or(Ward::None, |blade| Ward::between(&self.by.abilities, blade, &foe.abilities))
    }
}

/// The places of the foe's defense among [`Attack::factor_terms`].
pub(crate) const DEFENSE_TERMS: std::ops::Range<usize> = 2..4;

/// The result that hits a target from afar (R1).
pub fn difficulty(target: &Fighter, rules: &Rules) -> i32 {
    target.ranged.cover.unwrap_or(rules.range)
}

/// Terms of the roll of `own` to avoid a missile in one of its two ways: first the trait, then modifiers of shield and missile
/// (R2, M3); without situational modifiers, wounds and dice.
pub fn dodge_terms(own: &Fighter, missile: Option<Missile>, rules: &Rules, of: Use) -> [Term; 3] {
    let shield = if rules.shields == Shields::FoeSkill { own.ranged.shield } else { 0 };
    let (level, by) = match of {
        Use::OtherAvoid if rules.missiles.may_be_parried() => {
            (own.other_avoid.or(own.avoid).unwrap_or(own.skill), own.ranged.avoiding.other(own.shield > 0))
        }
        _ => (own.ranged.dodge.or(own.avoid).unwrap_or(0), own.ranged.avoiding),
    };
    let hindrance =
        missile.map_or(0, |missile| rules.missiles.hindrance(missile.thrown, by, rules.propelled, rules.missile_parry));
    [term("dodge", rules.added_to_dice(level)), term("shield", shield), term("hard to avoid", hindrance)]
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
