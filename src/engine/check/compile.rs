//! Settings of checks, derived from the rules in force.

use super::{Bands, Cap, CheckRules, CriticalEffect, Criticals};
use crate::error::Result;
use crate::ladder::Ladder;
use crate::rules::{CriticalRule, Rules};

impl Cap {
    /// The cap on rolled results under `rules` (A2, A3); `None` if results are not capped.
    ///
    /// # Errors
    /// If the ladder extends beyond ±[`LEVEL_LIMIT`](super::LEVEL_LIMIT).
    pub fn of(rules: &Rules, ladder: &Ladder) -> Result<Option<Self>> {
        rules.results_cap.range(ladder).map(|[lowest, highest]| Self::new(lowest, highest)).transpose()
    }
}

impl CheckRules {
    /// The settings of a check under `rules`, with the check's own named outcomes `bands`.
    ///
    /// # Errors
    /// If the natural critical failure is not below the critical success.
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
