//! Spells of KAER (X5).

use super::super::{Achieved, Actor, CheckOutcome};
use super::state::{CasterEvent, CastingSum, PartResult};
use super::turn::{Attempt, CASTER, CastingNote, CastingPart, SUBJECT, Skill};
use crate::chance::{Ask, Purpose};

/// A KAER mage, and the target's resistance.
#[derive(Debug, Clone, PartialEq)]
pub struct Kaer {
    pub skill: Skill,
    /// The mage's Willpower.
    pub will: Actor,
    /// The target's Willpower; `None` if there is no target, or a willing one.
    pub target: Option<Actor>,
    /// The spell is canceled if the mage's Willpower result is this many levels or more below the target's; `None` if
    /// it is never canceled.
    pub stopped_at: Option<u8>,
}

impl Kaer {
    /// Casts the spell. If there is a target, both roll Willpower. Each level by which the mage falls short reduces the
    /// spell by one.
    pub(super) fn play_part(&self, sum: &mut CastingSum, attempt: &mut Attempt<'_>) -> PartResult {
        let works = |outcome: &CheckOutcome| outcome.achieved != Achieved::Failure;
        if !works(&attempt.cast_with_points(&self.skill, 0, 0, works)) {
            return PartResult::Over;
        }
        let Some(target) = &self.target else {
            sum.count(Achieved::Success);
            return PartResult::Over;
        };
        let ask = |who| Ask::new(who, Purpose::Will);
        let own = attempt.degree(CastingPart::Resists, ask(CASTER), &self.will, 0);
        let other = attempt.degree(CastingPart::Resists, ask(SUBJECT), target, 0);
        let short = u16::try_from(other - own).unwrap_or(0);
        if short == 0 {
            sum.count(Achieved::Success);
        } else if self.stopped_at.is_some_and(|most| short >= most.into()) {
            attempt.mark(sum, CasterEvent::Resisted, CastingNote::Resisted);
        } else {
            sum.count(Achieved::Partial);
            sum.short = sum.short.saturating_add(short);
            attempt.margin -= i32::from(short);
            attempt.note(CastingNote::Reduced(short));
        }
        PartResult::Over
    }
}
