//! Spells of LITE (X6).

use super::super::Achieved;
use super::state::{CasterEvent, CastingSum, PartResult};
use super::turn::{Attempt, CastingNote, Skill, succeeds};
use crate::rules::choice;

choice! {
    /// The boxes of a mana track that a rest clears.
    ClearedBoxes {
        Small = "small": "the small boxes, in a rest of a few minutes",
        All = "all": "all boxes, in a long rest",
    }
}

/// A spellcaster with a mana track; each failure marks a box.
#[derive(Debug, Clone, PartialEq)]
pub struct Lite {
    pub skill: Skill,
    /// Number of small mana boxes.
    pub small: u8,
    /// Number of large mana boxes.
    pub large: u8,
    pub cleared: ClearedBoxes,
}

impl Lite {
    /// Number of mana boxes that are not marked.
    pub(super) fn levels_left(&self, sum: &CastingSum) -> u8 {
        (self.small.saturating_sub(sum.drained)).saturating_add(self.large.saturating_sub(sum.spent))
    }

    pub(super) fn apply_rest(&self, sum: &mut CastingSum) {
        sum.drained = 0;
        if self.cleared == ClearedBoxes::All {
            sum.spent = 0;
        }
    }

    /// Casts the spell. A failure marks a small box or, if all are marked, a large one. With no box left, something bad
    /// happens.
    pub(super) fn play_part(&self, sum: &mut CastingSum, attempt: &mut Attempt<'_>) -> PartResult {
        let achieved = attempt.cast_with_points(&self.skill, 0, 0, succeeds).achieved;
        sum.count(achieved);
        if achieved == Achieved::Failure {
            let small = sum.drained < self.small;
            if small {
                sum.drain(1);
            } else if sum.spent < self.large {
                sum.spent += 1;
            } else {
                attempt.mark(sum, CasterEvent::Unsoftened, CastingNote::Unsoftened);
                return PartResult::Over;
            }
            attempt.note(CastingNote::Marked { large: !small });
        }
        PartResult::Over
    }
}
