//! Natural criticals (A7: SRD 3.6, F93 4.8).

use super::within_limit;
use crate::error::{Error, Result};

/// A natural result that is critical.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Critical {
    Failure,
    Success,
}

/// The effect of a critical, apart from being counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CriticalEffect {
    /// No effect: success depends on the degree alone.
    Report,
    /// A critical success always succeeds, and a critical failure always fails (reading 10). The degree is unchanged.
    Automatic,
    /// The degree becomes at least `above`, or at most `below`, whatever the total.
    Beyond {
        /// The highest degree of a critical failure.
        below: i32,
        /// The lowest degree of a critical success.
        above: i32,
    },
}

impl CriticalEffect {
    /// At least Superb+1, or at most Terrible−1 (SRD 3.6; "trans-superb" in F93 4.8).
    pub const TRANS_SUPERB: Self = Self::Beyond { below: -4, above: 4 };
}

/// The natural results that are critical, and the effect. Modifiers never make a result critical.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Criticals {
    good: Option<i32>,
    bad: Option<i32>,
    effect: CriticalEffect,
}

impl Criticals {
    /// Natural results of at least `good` or at most `bad` are critical. `None` means no such critical: SRD 7.15 has
    /// only the bad one.
    ///
    /// # Errors
    /// If `bad` is not below `good`, or a level is beyond ±[`LEVEL_LIMIT`](super::LEVEL_LIMIT).
    pub fn new(good: Option<i32>, bad: Option<i32>, effect: CriticalEffect) -> Result<Self> {
        for (what, level) in [("the critical success", good), ("the critical failure", bad)] {
            within_limit(what, level.unwrap_or(0))?;
        }
        if let CriticalEffect::Beyond { below, above } = effect {
            within_limit("the degree of a critical failure", below)?;
            within_limit("the degree of a critical success", above)?;
        }
        match (good, bad) {
            (Some(good), Some(bad)) if bad >= good => {
                let message = format!("a natural {bad} cannot be a critical failure when {good} is a critical success");
                Err(Error::input(message).with_help("put the failure below the success, such as -4 and 4"))
            }
            _ => Ok(Self { good, bad, effect }),
        }
    }

    /// Natural results of +4 or more and −4 or less are critical (SRD 3.6, F93 4.8). This includes ±5 on `4d6` (reading
    /// 10).
    pub fn natural_four(effect: CriticalEffect) -> Self {
        Self { good: Some(4), bad: Some(-4), effect }
    }

    /// The kind of critical that the natural result is; `None` if it is not critical.
    #[inline]
    pub fn judge(&self, natural: i32) -> Option<Critical> {
        if self.good.is_some_and(|good| natural >= good) {
            Some(Critical::Success)
        } else if self.bad.is_some_and(|bad| natural <= bad) {
            Some(Critical::Failure)
        } else {
            None
        }
    }

    /// Returns `total`, raised or lowered if `critical` forces a degree.
    #[inline]
    pub(super) fn lift(&self, total: i32, critical: Critical) -> i32 {
        match (self.effect, critical) {
            (CriticalEffect::Beyond { above, .. }, Critical::Success) => total.max(above),
            (CriticalEffect::Beyond { below, .. }, Critical::Failure) => total.min(below),
            _ => total,
        }
    }

    /// Whether a critical alone decides success.
    #[inline]
    pub(super) fn decides(&self) -> bool {
        self.effect == CriticalEffect::Automatic
    }

    /// The degrees that criticals can force; empty if they force none.
    pub(super) fn forced(&self) -> impl Iterator<Item = i32> {
        let (below, above) = match self.effect {
            CriticalEffect::Beyond { below, above } => (self.bad.and(Some(below)), self.good.and(Some(above))),
            _ => (None, None),
        };
        below.into_iter().chain(above)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A7, SRD 3.6.
    #[test]
    fn judge_matches_natural_result() {
        let both = Criticals::natural_four(CriticalEffect::Report);
        assert_eq!([-5, -4, -3, 3, 4, 5].map(|natural| both.judge(natural)), {
            let (bad, good) = (Some(Critical::Failure), Some(Critical::Success));
            [bad, bad, None, None, good, good]
        });
        let spell = Criticals::new(None, Some(-4), CriticalEffect::Automatic).unwrap();
        assert_eq!([-4, 4].map(|natural| spell.judge(natural)), [Some(Critical::Failure), None]);
        assert_eq!(Criticals::new(Some(4), Some(-4), CriticalEffect::Report).unwrap(), both);
    }

    #[test]
    fn new_rejects_contradictory_or_extreme_levels() {
        let report = CriticalEffect::Report;
        assert!(Criticals::new(Some(0), Some(0), report).is_err());
        assert!(Criticals::new(Some(-1), Some(0), report).is_err());
        assert!(Criticals::new(Some(1), Some(0), report).is_ok());
        assert!(Criticals::new(Some(101), None, report).is_err());
        assert!(Criticals::new(None, Some(-101), report).is_err());
        assert!(Criticals::new(Some(4), None, CriticalEffect::Beyond { below: -101, above: 4 }).is_err());
        assert!(Criticals::new(Some(4), None, CriticalEffect::Beyond { below: -4, above: 101 }).is_err());
    }
}
