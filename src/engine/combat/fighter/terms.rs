//! Terms of skills and damage factors. Compiled figures and transcripts use the same terms.

use super::cast::{Fighter, Use};
use crate::rules::{Rules, Shields, hit};

/// One term of a sum, with its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// Name of the term, as transcripts show it.
    pub name: &'static str,
    /// Value in levels or points.
    pub value: i32,
}

/// A term with this name and value.
pub(super) const fn term(name: &'static str, value: i32) -> Term {
    Term { name, value }
}

/// The sum of `terms`.
pub fn total(terms: &[Term]) -> i32 {
    terms.iter().map(|term| term.value).sum()
}

/// Name of the term for a smaller weapon, if weapon sizes are compared (M4).
pub const SMALLER_WEAPON: &str = "smaller weapon";

/// The terms that gear and size add to the trait with which `own` attacks `foe` or avoids its blows (M3, M4, C8). `of`
/// is the use of that trait.
pub fn gear_terms(own: &Fighter, foe: &Fighter, rules: &Rules, of: Use) -> [Term; 5] {
    let shield = if rules.shields == Shields::FoeSkill { foe.shield } else { 0 };
    let beside = |fighter: &Fighter| if rules.shields == Shields::Ignored { 0 } else { fighter.shield };
    let shorter = match (own.weapon, foe.weapon) {
        (Some(weapon), Some(other)) => {
            hit::weapon_size_penalty(rules.weapon_size, weapon + beside(own), other + beside(foe))
        }
        _ => 0,
    };
    // If one roll is both attack and defense, size counts for both; in turns, only for the attack (reading 53).
    let to_hit = |bonus: i32| if of == Use::Attack { bonus } else { 0 };
    [
        term("bonus to hit", to_hit(own.hit_bonus)),
        term("against such foes", to_hit(own.against(foe))),
        term("foe's shield", -shield),
        term(SMALLER_WEAPON, -shorter),
        term("larger size", -to_hit(size_penalty(own, foe, rules))),
    ]
}

/// The minimum result for a blow of `own` against `foe` to hit; `None` if the rules set no minimum (C7, C8).
pub fn minimum(own: &Fighter, foe: &Fighter, rules: &Rules) -> Option<i32> {
    let larger_by = own.mass_scale - foe.mass_scale;
    rules.minimum_to_hit.map(|level| hit::minimum_to_hit(rules.size_to_hit, level, larger_by))
}

/// The penalty for size to blows of `own` against `foe`, as an amount of 0 or more.
pub(super) fn size_penalty(own: &Fighter, foe: &Fighter, rules: &Rules) -> i32 {
    hit::size_penalty(rules.size_to_hit, own.mass_scale - foe.mass_scale)
}
