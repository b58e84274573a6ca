//! Actions: modifiers, success and criticals (A2, A3, A5, A7, A13).

use super::choice::choice;
use crate::ladder::Ladder;

choice! {
    /// How situational modifiers come together (A13).
    ModifierSum {
        Sum = "sum": "they are summed, within the cap",
        Largest = "largest": "only the largest bonus and the largest penalty count",
    }
}

choice! {
    /// How far a rolled degree may go (A2, A3).
    ResultsCap {
        Off = "off": "rolled degrees go as far as they go",
        Ladder = "ladder": "a rolled degree never leaves the ladder",
        Superhuman = "superhuman": "a rolled degree goes up to the top of the superhuman tier",
    }
}

impl ResultsCap {
    /// The lowest and the highest degree that can be rolled on this ladder; none where there is no limit.
    pub fn range(self, ladder: &Ladder) -> Option<[i32; 2]> {
        match self {
            Self::Off => None,
            Self::Ladder => Some([ladder.lowest(), ladder.highest()]),
            Self::Superhuman => Some([ladder.lowest(), ladder.superhuman_highest()]),
        }
    }
}

choice! {
    /// What succeeds in a check (A4, A5).
    Success {
        Meet = "meet": "meeting the difficulty succeeds",
        Surpass = "surpass": "the difficulty must be surpassed; meeting it is a partial success",
    }
}

choice! {
    /// What a natural critical does in a check (A7).
    CriticalRule {
        Off = "off": "there are no criticals",
        Report = "report": "criticals are counted; success goes by the degree",
        Automatic = "automatic": "a critical succeeds or fails whatever the total",
        TransSuperb = "trans-superb": "a critical is at least a level above the ladder, or at most one below it",
    }
}

/// How the modifiers that the GM grants for the situation come together (A13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModifierRule {
    /// They are summed (SRD 3.3, F93 4.3).
    Sum {
        /// The sum never leaves −cap … +cap; none: no limit.
        cap: Option<u32>,
    },
    /// Only the largest bonus and the largest penalty count (LITE).
    Largest,
}

impl Default for ModifierRule {
    /// Summed, at most ±3 (SRD 3.3).
    fn default() -> Self {
        Self::Sum { cap: Some(3) }
    }
}

impl ModifierRule {
    /// What these modifiers come to.
    pub fn total(self, modifiers: impl Iterator<Item = i32>) -> i32 {
        match self {
            Self::Sum { cap } => {
                let sum = modifiers.fold(0, i32::saturating_add);
                let cap = cap.map_or(i32::MAX, |cap| i32::try_from(cap).unwrap_or(i32::MAX));
                sum.clamp(-cap, cap)
            }
            Self::Largest => {
                let (best, worst) = modifiers.fold((0, 0), |(best, worst), m| (m.max(best), m.min(worst)));
                best + worst
            }
        }
    }
}
