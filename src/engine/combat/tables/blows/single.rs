//! Selects the damage rule of a fight, and computes single blows.

use super::blown::{Damage, LandedHit};
use super::by_formula::Between;
use super::reach::value;
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
pub(in crate::combat::tables) fn rule_of(rules: &Rules, levels: usize) -> Result<OwnDamage> {
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
pub fn damage(own: &Fighter, foe: &Fighter, track: &Track, blown: LandedHit, rules: &Rules) -> Result<Damage> {
    let rule = rule_of(rules, track.severity(i32::MAX).into())?;
    let (attack, back) = (&Attack::blow(own), &Attack::blow(foe));
    let named = |name: &str| value(attack, back, name);
    let (rule, strike) = (rule.formulas(), &Strike::new(attack, foe, rules));
    Between { rule, strike, track, named: &named, gear_dice: &[], sight: None }.damage(&blown)
}
