//! Fudge Miracles (X2: SRD 7.2) and clerical magic (X4: FF).

use super::super::Achieved;
use super::state::{CasterActivity, CasterEvent, CastingState, PartResult};
use super::turn::{Attempt, CastingNote, Skill, succeeds};

/// A petitioner of a deity.
#[derive(Debug, Clone, PartialEq)]
pub struct Miracle {
    /// The petition roll, usually against Good. Reaching the difficulty grants the petition.
    pub skill: Skill,
    /// Steps of Divine Favor. Each allows one more roll; the last roll made counts.
    pub favor: u8,
    /// The lowest result at which the petitioner stops rolling.
    pub stops_at: i32,
    /// The highest result that angers the deity, which makes the next petition harder by one.
    pub angers: i32,
}

impl Miracle {
    /// Makes one roll of a petition. Another roll follows if the result is below `stops_at` and Favor is left.
    pub(super) fn play_part(&self, state: &mut CastingState, attempt: &mut Attempt<'_>) -> PartResult {
        let rolled = match state.activity {
            CasterActivity::Petition { rolled } => rolled,
            _ => 0,
        };
        state.sum.rounds = state.sum.rounds.saturating_add(1);
        let (shift, is_last) = (-i32::from(state.angry), rolled >= self.favor);
        // Another roll is free, so points are spent on the last one only.
        let outcome = match is_last {
            true => attempt.cast_with_points(&self.skill, shift, rolled.into(), succeeds),
            false => attempt.cast(&self.skill, shift, rolled.into()),
        };
        if outcome.degree < self.stops_at && !is_last {
            return PartResult::On(CasterActivity::Petition { rolled: rolled + 1 });
        }
        state.sum.count(outcome.achieved);
        state.angry = outcome.achieved == Achieved::Failure && outcome.degree <= self.angers;
        if state.angry {
            attempt.mark(&mut state.sum, CasterEvent::Angered, CastingNote::Angered);
        }
        PartResult::Over
    }
}
