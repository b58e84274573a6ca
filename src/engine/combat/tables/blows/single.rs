//! Selects the damage rule of a fight, and computes single blows.

use super::damage::{Damage, LandedHit};
use super::damage_table::DamageContext;
use super::spans::value;
use super::strike::Strike;
use crate::combat::fighter::{Attack, Fighter};
use crate::error::Result;
use crate::rules::damage::text::printed;
use crate::rules::{OwnDamage, Rules, Track};

/// The damage rule in force: the custom rule, or else the printed one. `levels` is the maximum number of wound levels
/// on a record.
///
/// # Errors
/// Never in practice: all printed rules are valid.
pub(in crate::combat::tables) fn damage_rule_in_force(rules: &Rules, levels: usize) -> Result<OwnDamage> {
    match &rules.own_damage {
        Some(own) => Ok(own.clone()),
        None => printed(levels, rules),
    }
}

/// The damage of a blow by `own` that hit `foe`, whose wound track is `track`. Dice in the factors of weapon and armor
/// are ignored.
///
/// # Errors
/// If a custom rule uses a name that has no value for these fighters, such as a part of a fight's state.
pub fn damage(own: &Fighter, foe: &Fighter, track: &Track, hit: LandedHit, rules: &Rules) -> Result<Damage> {
    let rule = damage_rule_in_force(rules, track.severity(i32::MAX).into())?;
    let (attack, back) = (&Attack::blow(own), &Attack::blow(foe));
    let named = |name: &str| value(attack, back, name);
    let (rule, strike) = (rule.formulas(), &Strike::new(attack, foe, rules));
    DamageContext { rule, strike, track, named: &named, gear_dice: &[], states: None }.damage(&hit)
}
