//! Effects of natural criticals in fights (A16).

use crate::dice::Dice;
use crate::error::Result;
use crate::rules::{FightCriticals, Mischance, Rules};

/// The table of effects of natural criticals, and its dice (A16).
#[derive(Debug, Clone)]
pub(crate) struct CriticalTable {
    pub(crate) dice: Dice,
    /// Effects by result of the dice, from 2 to 12.
    pub(crate) effects: [Mischance; 11],
}

impl CriticalTable {
    /// The table of the rules; `None` if criticals have no effect in fights.
    pub(crate) fn compile(rules: &Rules) -> Result<Option<Self>> {
        if rules.fight_criticals == FightCriticals::Off {
            return Ok(None);
        }
        Ok(Some(Self { dice: Dice::parse("2d6")?, effects: rules.critical_effects }))
    }
}
