//! Natural criticals in fights, and their effects (A7, A16).

use super::Fight;
use crate::dice::Dice;
use crate::error::Result;
use crate::rules::{FightCriticals, Mischance, Rules};

impl Fight {
    /// Whether the natural result `roll` of the fighter `who` is a critical success, even if criticals have no effects
    /// of their own. Dice that always show the same cause no criticals (A7, reading 10).
    #[inline(always)]
    pub(crate) fn is_critical_success(&self, who: u16, roll: i32) -> bool {
        self.rules.critical_success.is_some_and(|least| roll >= least) && !self.roster.kind(who).steady
    }
}

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
