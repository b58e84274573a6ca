//! Hedge and scholarly magic (X4: FF).

use super::super::{Achieved, Check};
use super::state::{CasterEvent, CastingEnd, CastingSum, PartResult};
use super::turn::{Attempt, CASTER, CastingNote, CastingPart, Skill, succeeds};
use crate::chance::{Ask, Purpose};

/// Minutes of rest that restore one level of Health (FF).
pub const MINUTES_A_LEVEL: u16 = 15;

/// A hedge witch or a scholar. Each use of magic costs levels of Health.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    pub skill: Skill,
    /// The number of lost Health levels at which the caster collapses.
    pub health: u8,
    /// Health levels that each use costs.
    pub health_cost: u8,
    /// A scholar's power points; `None` for hedge magic.
    pub mana: Option<Mana>,
    /// Health levels, then power points, regained in a rest.
    pub regains: [u8; 2],
}

/// A scholar's power points.
#[derive(Debug, Clone, PartialEq)]
pub struct Mana {
    /// Power points at the start: 5 per Gift.
    pub points: u8,
    /// Power points that each feat costs.
    pub costs: u8,
    /// The Willpower roll for a feat that costs more points than the scholar has levels of the Gift; `None` if it costs
    /// no more. The difficulty is Fair plus one for each point beyond that limit.
    pub will: Option<Check>,
}

impl Learned {
    /// Whether there are enough power points for another feat.
    pub(super) fn can_cast(&self, sum: &CastingSum) -> bool {
        self.mana.as_ref().is_none_or(|mana| mana.points.saturating_sub(sum.spent) >= mana.costs)
    }

    /// Levels of Health that the caster can lose before collapsing.
    pub(super) fn levels_left(&self, sum: &CastingSum) -> u8 {
        self.health.saturating_sub(1).saturating_sub(sum.drained)
    }

    /// Whether another use of magic would cost the last level of Health.
    pub(super) fn exhausts(&self, sum: &CastingSum) -> bool {
        sum.drained.saturating_add(self.health_cost) >= self.health
    }

    /// Health levels, then power points, regained in a rest of `minutes`. A scholar regains points only if there is
    /// time for sleep and meditation.
    pub(super) fn regained_in(&self, minutes: u32) -> [u8; 2] {
        let health = u8::try_from(minutes / u32::from(MINUTES_A_LEVEL)).unwrap_or(u8::MAX);
        let fits = self.mana.is_some() && health >= self.regains[0];
        [health, if fits { self.regains[1] } else { 0 }]
    }

    pub(super) fn apply_rest(&self, sum: &mut CastingSum) {
        sum.drained = sum.drained.saturating_sub(self.regains[0]);
        sum.spent = sum.spent.saturating_sub(self.regains[1]);
    }

    /// Rolls to control the power, if a roll is required, and then casts. A caster who cannot control the power loses a
    /// level of Health for each level by which the roll fell short, and the feat fails.
    pub(super) fn play_part(&self, sum: &mut CastingSum, attempt: &mut Attempt<'_>) -> PartResult {
        let mut lost = self.health_cost;
        let mut controls = true;
        if let Some(mana) = &self.mana {
            sum.spent = sum.spent.saturating_add(mana.costs);
            if let Some(will) = &mana.will {
                let outcome = attempt.check_with_points(
                    CastingPart::Channels,
                    Ask::new(CASTER, Purpose::Will),
                    will,
                    0,
                    succeeds,
                );
                controls = outcome.achieved != Achieved::Failure;
                if !controls {
                    // The feat is not performed, so its own cost in Health does not apply.
                    lost = u8::try_from(-outcome.margin).unwrap_or(0);
                }
            }
        }
        if controls {
            let achieved = attempt.cast_with_points(&self.skill, 0, 0, succeeds).achieved;
            sum.count(achieved);
        }
        if lost > 0 {
            // Losses beyond the collapse are not counted.
            sum.drained = sum.drained.saturating_add(lost).min(self.health);
            attempt.note(CastingNote::Drained(lost));
        }
        if sum.drained < self.health {
            return PartResult::Over;
        }
        attempt.mark(sum, CasterEvent::Collapsed, CastingNote::Faints);
        PartResult::Ended(CastingEnd::Collapsed)
    }
}
