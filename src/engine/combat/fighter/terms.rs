//! What skills and damage factors are made of, term by term: compiled sums and transcripts are both added up from these.

use super::cast::{Fighter, Use};
use crate::rules::{Rules, Shields, hit};

/// One term of a sum, with its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// What it is.
    pub name: &'static str,
    /// What it adds, in levels or points.
    pub value: i32,
}

pub(super) const fn term(name: &'static str, value: i32) -> Term {
    Term { name, value }
}

/// The sum of terms.
pub fn total(terms: &[Term]) -> i32 {
    terms.iter().map(|term| term.value).sum()
}

/// The name of the term that two who compare their weapons may have (M4).
pub const SMALLER_WEAPON: &str = "smaller weapon";

/// What gear and size do to the trait that `own` fights with against `foe`, or avoids blows with (M3, M4, C8).
pub fn gear_terms(own: &Fighter, foe: &Fighter, rules: &Rules, of: Use) -> [Term; 5] {
    let shield = if rules.shields == Shields::FoeSkill { foe.shield } else { 0 };
    let beside = |fighter: &Fighter| if rules.shields == Shields::Ignored { 0 } else { fighter.shield };
    let shorter = match (own.weapon, foe.weapon) {
        (Some(weapon), Some(other)) => {
            hit::weapon_size_penalty(rules.weapon_size, weapon + beside(own), other + beside(foe))
        }
        _ => 0,
    };
    // Where one roll is attack and defense in one, size counts for both; in turns for the attack alone (reading 53).
    let to_hit = |bonus: i32| if of == Use::Attack { bonus } else { 0 };
    [
        term("bonus to hit", to_hit(own.hit_bonus)),
        term("against such foes", to_hit(own.against(foe))),
        term("foe's shield", -shield),
        term(SMALLER_WEAPON, -shorter),
        term("larger size", -to_hit(size_penalty(own, foe, rules))),
    ]
}

/// The result that a winning blow of `own` must reach; none where no minimum is asked for (C7, C8).
pub fn minimum(own: &Fighter, foe: &Fighter, rules: &Rules) -> Option<i32> {
    let larger_by = own.mass_scale - foe.mass_scale;
    rules.minimum_to_hit.map(|level| hit::minimum_to_hit(rules.size_to_hit, level, larger_by))
}

/// The part of a blow of `own` that the sizes of both take.
pub(super) fn size_penalty(own: &Fighter, foe: &Fighter, rules: &Rules) -> i32 {
    hit::size_penalty(rules.size_to_hit, own.mass_scale - foe.mass_scale)
}
