//! Hedge and scholarly magic (X4: FF).

use super::super::{Achieved, Check};
use super::state::{CastingEnd, CastingSum, Sign, Went};
use super::turn::{Attempt, CASTER, CastingNote, CastingPart, Skill, succeeds};
use crate::chance::{Ask, Purpose};

/// Minutes of rest for a level of Health (FF).
pub const MINUTES_A_LEVEL: u16 = 15;

/// A hedge witch or a scholar, whom each use tires.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// The roll of the feat.
    pub skill: Skill,
    /// So many levels of Health lost and the caster collapses.
    pub health: u8,
    /// The levels of Health that each use costs.
    pub tires: u8,
    /// The power points of a scholar; none = hedge magic.
    pub mana: Option<Mana>,
    /// The levels of Health and the power points that come back in a rest.
    pub regains: [u8; 2],
}

/// Power points.
#[derive(Debug, Clone, PartialEq)]
pub struct Mana {
    /// Those at the beginning: 5 for each Gift.
    pub points: u8,
    /// Those that a feat takes.
    pub costs: u8,
    /// The roll of Willpower for a feat beyond the limit (Fair, and one more for each point beyond); none where it is within.
    pub will: Option<Check>,
}

impl Learned {
    pub(super) fn ready(&self, sum: &CastingSum) -> bool {
        self.mana.as_ref().is_none_or(|mana| mana.points.saturating_sub(sum.spent) >= mana.costs)
    }

    pub(super) fn left(&self, sum: &CastingSum) -> u8 {
        self.health.saturating_sub(1).saturating_sub(sum.drained)
    }

    /// Whether another use takes the last level of Health.
    pub(super) fn exhausts(&self, sum: &CastingSum) -> bool {
        sum.drained.saturating_add(self.tires) >= self.health
    }

    /// The levels of Health and the power points that come back in a rest of `minutes`. The sleep and meditation of a scholar have to fit in.
    pub(super) fn regained_in(&self, minutes: u32) -> [u8; 2] {
        let health = u8::try_from(minutes / u32::from(MINUTES_A_LEVEL)).unwrap_or(u8::MAX);
        let fits = self.mana.is_some() && health >= self.regains[0];
        [health, if fits { self.regains[1] } else { 0 }]
    }

    pub(super) fn rest(&self, sum: &mut CastingSum) {
        sum.drained = sum.drained.saturating_sub(self.regains[0]);
        sum.spent = sum.spent.saturating_sub(self.regains[1]);
    }

    /// Power is gathered first; who cannot control it loses a level of Health for each level missed, and the feat.
    pub(super) fn go(&self, sum: &mut CastingSum, attempt: &mut Attempt<'_>) -> Went {
        let mut lost = self.tires;
        let mut controls = true;
        if let Some(mana) = &self.mana {
            sum.spent = sum.spent.saturating_add(mana.costs);
            if let Some(will) = &mana.will {
                let outcome =
                    attempt.press_check(CastingPart::Channels, Ask::new(CASTER, Purpose::Will), will, 0, succeeds);
                controls = outcome.achieved != Achieved::Failure;
                if !controls {
                    // The feat is not performed, and does not tire beside that.
                    lost = u8::try_from(-outcome.margin).unwrap_or(0);
                }
            }
        }
        if controls {
            let achieved = attempt.press(&self.skill, 0, 0, succeeds).achieved;
            sum.count(achieved);
        }
        if lost > 0 {
            // Beyond the collapse nothing is counted.
            sum.drained = sum.drained.saturating_add(lost).min(self.health);
            attempt.note(CastingNote::Drained(lost));
        }
        if sum.drained < self.health {
            return Went::Over;
        }
        attempt.mark(sum, Sign::Collapsed, CastingNote::Faints);
        Went::Ended(CastingEnd::Collapsed)
    }
}
