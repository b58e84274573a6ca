//! Effects of gear and size on skill, minimum and damage: the terms that compiled fights and transcripts both add up.

use crate::support::srd;
use fudgelab::combat::{Attack, Fighter, Term, Use, gear_terms, minimum, total};
use fudgelab::rules::{Rules, Shields, SizeToHit, WeaponSize};

fn value(terms: &[Term], name: &str) -> i32 {
    terms.iter().find(|term| term.name == name).unwrap().value
}

fn armed(weapon: i32, shield: i32) -> Fighter {
    Fighter { weapon: Some(weapon), shield, ..Fighter::new("A", 0, 2) }
}

/// M4, SRD 4.31: a shield adds to the size of the weapon. A knife (+1) with an average shield (+1) is two levels below
/// a two-handed sword (+4), which costs 1. The longer weapon is never penalized.
#[test]
fn shield_adds_to_weapon_size() {
    let penalty = |own: Fighter, foe: Fighter, rules: &Rules| {
        value(&gear_terms(&own, &foe, rules, Use::Attack), "smaller weapon")
    };
    assert_eq!(penalty(armed(1, 1), armed(4, 0), &srd()), -1);
    assert_eq!(penalty(armed(2, 1), armed(4, 0), &srd()), 0);
    assert_eq!(penalty(armed(2, 0), armed(4, 0), &srd()), -1);
    assert_eq!(penalty(armed(3, 0), armed(4, 1), &srd()), -1);
    assert_eq!(penalty(armed(4, 0), armed(1, 1), &srd()), 0);
    let unshielded = Rules { shields: Shields::Ignored, weapon_size: WeaponSize::Penalty, ..Rules::plain() };
    assert_eq!(penalty(armed(3, 0), armed(4, 1), &unshielded), 0, "shields that are ignored are no part of the weapon");
    let bare = Fighter { weapon: None, ..armed(0, 0) };
    assert_eq!(penalty(bare, armed(9, 0), &srd()), 0, "what is not stated is not compared");
}

/// M3, SRD 4.31: each +1 of the foe's shield subtracts 1 from skill.
#[test]
fn shield_lowers_the_foes_skill() {
    let terms = gear_terms(&armed(4, 0), &armed(3, 2), &srd(), Use::Attack);
    assert_eq!((value(&terms, "foe's shield"), total(&terms)), (-2, -2));
}

/// C8, F93 4.6: the larger fighter loses skill and gets it back as damage. W1: a bonus that only helps to hit adds no
/// damage.
#[test]
fn damage_excludes_modifiers_to_hit() {
    let rules = Rules { size_to_hit: SizeToHit::Penalty2, ..Rules::plain() };
    let giant = Fighter { mass_scale: 5, hit_bonus: 1, ..Fighter::new("giant", 0, 0) };
    let folk = Fighter { mass_scale: -1, ..Fighter::new("folk", 1, 0) };
    let skill = gear_terms(&giant, &folk, &rules, Use::Attack);
    assert_eq!((value(&skill, "larger size"), value(&skill, "bonus to hit")), (-2, 1));
    let points = Attack::blow(&giant).point_terms(&folk, &rules);
    assert_eq!((value(&points, "size given back"), value(&points, "bonus to hit")), (2, -1));
    assert_eq!(value(&gear_terms(&folk, &giant, &rules, Use::Attack), "larger size"), 0);
    // Both are larger than a human, and one is larger than the other.
    let ogre = Fighter { mass_scale: 2, ..folk };
    assert_eq!(value(&gear_terms(&ogre, &giant, &rules, Use::Attack), "larger size"), 0);
    assert_eq!(value(&gear_terms(&giant, &ogre, &rules, Use::Attack), "larger size"), -2);
}

/// C8, SRD 4.22: an attacker three steps of Scale larger needs a Fair result.
#[test]
fn minimum_follows_the_size_difference() {
    let sized = |mass_scale| Fighter { mass_scale, ..Fighter::new("A", 0, 0) };
    assert_eq!(minimum(&sized(4), &sized(1), &srd()), Some(0));
    assert_eq!(minimum(&sized(1), &sized(4), &srd()), Some(-3));
    assert_eq!(minimum(&sized(4), &sized(4), &srd()), Some(-2));
}
