//! The inputs of a blow's severity that are the same for all blows of one fighter against another (W1, W4, A16).

use crate::combat::fighter::{Attack, DEFENSE_TERMS, Fighter, total};
use crate::rules::effects::DamageReduction;
use crate::rules::{DamageBy, Rules};

/// The inputs of damage that are the same for all blows of one fighter against another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Strike {
    /// Total damage factor, Scale included.
    pub(crate) factor: i32,
    /// Addition to `factor` if the blow hits well: Scale that the weapon pierces (W4).
    pub(crate) pierced: i32,
    /// Addition to the points of a hit that is not a graze; see [`Attack::point_terms`].
    pub(crate) points: i32,
    /// The attacker's Strength Scale minus the target's Mass Scale.
    pub(crate) scale: i32,
    /// The target's defensive factor. If the attack halves armor, the lost half is already subtracted; if it ignores
    /// armor, this is 0.
    pub(crate) defense: i32,
    /// The amount that the target's armor subtracts from `factor` (A16).
    pub(crate) armor: i32,
    /// Boxes that a hit marks under rules that ignore its degree (W16).
    pub(crate) boxes: i32,
    /// Maximum number of points or boxes per hit; `i32::MAX` for no limit (W18).
    pub(crate) most_boxes: i32,
    /// Whether a hit that wounds marks at least the target's second level (W16).
    pub(crate) serious: bool,
    /// The target's protection, which reduces the damage last (W28).
    pub(crate) ward: DamageReduction,
}

impl Strike {
    /// The inputs for the blows of `attack` against `foe`.
    pub(crate) fn new(attack: &Attack<'_>, foe: &Fighter, rules: &Rules) -> Self {
        let terms = attack.factor_terms(foe, rules);
        Self {
            factor: total(&terms),
            defense: -total(&terms[DEFENSE_TERMS]),
            armor: attack.armor_reduction(foe, rules),
            pierced: attack.pierced_scale(foe).value,
            points: total(&attack.point_terms(foe, rules)),
            scale: attack.strength_scale - foe.mass_scale,
            boxes: attack.injuries.into(),
            most_boxes: i32::MAX,
            serious: attack.serious && rules.damage != DamageBy::Degree,
            ward: attack.ward(foe),
        }
    }
}
