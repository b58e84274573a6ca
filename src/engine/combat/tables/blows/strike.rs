//! The figures that the severity of blows of one fighter against another follows from (W1, W4, A16).

use crate::combat::fighter::{Attack, DEFENSE_TERMS, Fighter, total};
use crate::rules::effects::Ward;
use crate::rules::{DamageBy, Rules};

/// The figures that a blow's severity follows from, besides its relative degree and the damage roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Strike {
    /// The total damage factor, Scale included.
    pub(crate) factor: i32,
    /// Added to it where the blow hits well: Scale that the weapon pierces (W4).
    pub(crate) pierced: i32,
    /// Added to points on an ordinary hit.
    pub(crate) points: i32,
    /// The attacker's Strength Scale minus the target's Mass Scale.
    pub(crate) scale: i32,
    /// The target's defensive factor, as far as it counts.
    pub(crate) defense: i32,
    /// What the target's armor takes from the factor (A16).
    pub(crate) armor: i32,
    /// The boxes that a hit marks where its degree does not matter (W16).
    pub(crate) boxes: i32,
    /// The most boxes that a hit marks where its weapon says how many (W18).
    pub(crate) most_boxes: i32,
    /// Whether it starts at the target's second level at least (W16).
    pub(crate) serious: bool,
    /// What is left of the damage (W28).
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
