//! The damage rule of a fight, and single blows by it.

use super::blown::{Blown, Damage};
use super::by_formula::Between;
use super::reach::value;
use super::strike::Strike;
use crate::combat::fighter::{Attack, Fighter};
use crate::error::Result;
use crate::rules::damage::written::printed;
use crate::rules::{OwnDamage, Rules, Track};

/// The damage rule of a fight: one's own, or the printed one.
///
/// # Errors
/// None: the printed rules can be read.
pub(in crate::combat::tables) fn rule_of(rules: &Rules, levels: usize) -> Result<OwnDamage> {
    match &rules.own_damage {
        Some(own) => Ok(own.clone()),
        None => printed(levels, rules),
    }
}

/// The damage of a blow of `own` that hit `foe`, who has this track, by rules that name no more of both than their damage factors.
///
/// # Errors
/// A name of a rule of one's own that both have no value for.
pub fn damage(own: &Fighter, foe: &Fighter, track: &Track, blown: Blown, rules: &Rules) -> Result<Damage> {
    let rule = rule_of(rules, track.severity(i32::MAX).into())?;
    let (attack, back) = (&Attack::blow(own), &Attack::blow(foe));
    let named = |name: &str| value(attack, back, name);
    let (rule, strike) = (rule.formulas(), &Strike::new(attack, foe, rules));
    Between { rule, strike, track, named: &named, gear_dice: &[], sight: None }.damage(&blown)
}
