//! Fudge Miracles (X2: SRD 7.2) and clerical magic (X4: FF).

use super::super::Achieved;
use super::state::{CastingState, Moment, Sign, Went};
use super::turn::{Attempt, CastingNote, Skill, succeeds};

/// The petitioner of a deity.
#[derive(Debug, Clone, PartialEq)]
pub struct Miracle {
    /// The roll of petitioning: reaching the difficulty (Good) is granted.
    pub skill: Skill,
    /// The steps of Divine Favor: so many more rolls may be made, of which the last counts.
    pub favor: u8,
    /// From this result on no more is rolled.
    pub stops_at: i32,
    /// A result of this or worse angers the deity, which makes the next petition harder by one.
    pub angers: i32,
}

impl Miracle {
    pub(super) fn go(&self, state: &mut CastingState, attempt: &mut Attempt<'_>) -> Went {
        let rolled = match state.moment {
            Moment::Petition { rolled } => rolled,
            _ => 0,
        };
        state.sum.rounds = state.sum.rounds.saturating_add(1);
        let (shift, is_last) = (-i32::from(state.angry), rolled >= self.favor);
        // Another roll costs nothing: points go on the last one.
        let outcome = match is_last {
            true => attempt.press(&self.skill, shift, rolled.into(), succeeds),
            false => attempt.cast(&self.skill, shift, rolled.into()),
        };
        if outcome.degree < self.stops_at && !is_last {
            return Went::On(Moment::Petition { rolled: rolled + 1 });
        }
        state.sum.count(outcome.achieved);
        state.angry = outcome.achieved == Achieved::Failure && outcome.degree <= self.angers;
        if state.angry {
            attempt.mark(&mut state.sum, Sign::Angered, CastingNote::Angered);
        }
        Went::Over
    }
}
