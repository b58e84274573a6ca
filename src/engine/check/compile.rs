//! What the rules in force say about checks.

use super::{Bands, Cap, CheckRules, CriticalEffect, Criticals};
use crate::error::Result;
use crate::ladder::Ladder;
use crate::rules::{CriticalRule, Rules};

impl Cap {
    /// The limits of rolled results under these rules (A2, A3); none where there are none.
    ///
    /// # Errors
    /// A ladder beyond ±[`LEVEL_LIMIT`](super::LEVEL_LIMIT).
    pub fn of(rules: &Rules, ladder: &Ladder) -> Result<Option<Self>> {
        rules.results_cap.range(ladder).map(|[lowest, highest]| Self::new(lowest, highest)).transpose()
    }
}

impl CheckRules {
    /// The rules of a check under these rules, with the outcomes that the check itself names.
    ///
    /// # Errors
    /// A natural critical failure that is not below the critical success.
    pub fn of(rules: &Rules, ladder: &Ladder, bands: Option<Bands>) -> Result<Self> {
        let effect = match rules.criticals {
            CriticalRule::Off => None,
            CriticalRule::Report => Some(CriticalEffect::Report),
            CriticalRule::Automatic => Some(CriticalEffect::Automatic),
            CriticalRule::TransSuperb => {
                Some(CriticalEffect::Beyond { below: ladder.lowest() - 1, above: ladder.highest() + 1 })
            }
        };
        let criticals =
            effect.map(|effect| Criticals::new(rules.critical_success, rules.critical_failure, effect)).transpose()?;
        Ok(Self { success: rules.success, easy: rules.no_roll_at, criticals, bands })
    }
}
