//! Constant inputs of the severity of blows of one fighter against another (W1, W4, A16).

use crate::combat::fighter::{Attack, DEFENSE_TERMS, Fighter, total};
use crate::rules::effects::Ward;
use crate::rules::{DamageBy, Rules};

/// Inputs of a blow's severity, except its relative degree and damage roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Strike {
    /// Total damage factor, Scale included.
    pub(crate) factor: i32,
    /// Addition to `factor` if the blow hits well: Scale that the weapon pierces (W4).
    pub(crate) pierced: i32,
    /// Addition to the points of an ordinary hit.
    pub(crate) points: i32,
    /// The attacker's Strength Scale minus the target's Mass Scale.
    pub(crate) scale: i32,
    /// The target's defensive factor, without half of the armor if the attack halves it; 0 if the attack ignores
    /// armor.
    pub(crate) defense: i32,
    /// The amount that the target's armor subtracts from `factor` (A16).
    pub(crate) armor: i32,
    /// Boxes that a hit marks if its degree does not matter (W16).
    pub(crate) boxes: i32,
    /// Maximum boxes per hit, if the weapon determines their number (W18).
    pub(crate) most_boxes: i32,
    /// Whether a wound is at least of the target's second level (W16).
    pub(crate) serious: bool,
    /// The target's protection, which reduces the final damage (W28).
    pub(crate) ward: Ward,
}

impl Strike {
    pub(crate) fn new(attack: &Attack<'_>, foe: &Fighter, rules: &Rules) -> Self {
        let terms = attack.factor_terms(foe, rules);
        Self {
            factor: total(&terms),
            defense: -total(&terms[DEFENSE_TERMS]),
            armor: attack.taken_by_armor(foe, rules),
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
