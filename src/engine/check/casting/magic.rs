//! Fudge Magic (X1: SRD 7.1).

use super::super::{Achieved, Actor, Check, CheckOutcome};
use super::state::{CasterActivity, CasterEvent, CastingEnd, CastingState, CastingSum, PartResult};
use super::turn::{Attempt, CASTER, CastingNote, CastingPart, SUBJECT, Skill, succeeds};
use crate::chance::{Ask, Purpose};
use crate::ladder::{GREAT, MEDIOCRE, TERRIBLE};
use crate::rules::choice;

choice! {
    /// The condition under which a magician gives up a level of Potential for certain success (SRD 7.17).
    Certain {
        Never = "never": "every spell is rolled for",
        AboveZero = "above-zero": "as long as there is a level of Potential to give",
        Always = "always": "always, even though giving the last level means a coma",
    }
}

/// The highest natural result that fails and drains a level of Potential (SRD 7.15).
const SEVERE: i32 = -4;

/// A caster of Fudge Magic.
#[derive(Debug, Clone, PartialEq)]
pub struct Magic {
    /// The casting roll. It must surpass the difficulty; equaling it makes a watered-down spell (A5).
    pub skill: Skill,
    /// Levels of Magic Potential; 0 if the caster is not a magician (SRD 7.192).
    pub potential: u8,
    pub certain: Certain,
    /// Whether a natural −4 drains nothing because the spell is easy, careful or unhurried (SRD 7.194).
    pub spares_all: bool,
    /// Whether a natural −4 drains nothing in the first casting after a rest (SRD 7.194).
    pub spares_first: bool,
    /// Whether each casting since the last rest makes the next one harder by one (SRD 7.13).
    pub repeats_are_harder: bool,
    /// `None` if fatigue is not tracked.
    pub fatigue: Option<Fatigue>,
    /// The Constitution roll that wakes the caster, against Good. `None` if rounds of unconsciousness are not counted.
    pub constitution: Option<Check>,
    /// `None` if the spell is not resisted.
    pub resistance: Option<Resistance>,
    /// Days of activity after waking from a coma. The caster rolls Constitution on waking and on each of these days.
    pub active_days: u8,
    /// Levels of Potential regained in a rest.
    pub regains: u8,
}

/// Fatigue caused by casting (SRD 7.12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fatigue {
    /// The number of lost levels at which the caster passes out.
    pub levels: u8,
    /// Levels that each casting costs.
    pub costs: u8,
}

/// Resistance to a spell that controls its subject (SRD 7.16).
#[derive(Debug, Clone, PartialEq)]
pub struct Resistance {
    /// The trait the subject resists with.
    pub subject: Actor,
    /// Whether the magician rolls against the subject at the level of the casting result. If not, the magician rolls at
    /// the skill.
    pub rolls_at_result: bool,
}

impl Magic {
    pub(super) fn can_cause(&self, event: CasterEvent) -> bool {
        let drains = !self.spares_all || self.certain != Certain::Never;
        match event {
            CasterEvent::Stunned => self.certain != Certain::Always,
            CasterEvent::Fainted => drains,
            CasterEvent::Coma => drains && self.certain != Certain::AboveZero || !self.spares_all,
            CasterEvent::Resisted => self.resistance.is_some(),
            CasterEvent::Collapsed => self.fatigue.is_some(),
            _ => false,
        }
    }

    /// Returns `before`, the number of castings since the last rest, limited to the castings that affect the next one.
    /// Equal states can then merge.
    pub(super) fn relevant_castings(&self, before: u32) -> u32 {
        match (self.repeats_are_harder, self.spares_first) {
            (true, _) => before,
            (false, true) => before.min(1),
            (false, false) => 0,
        }
    }

    /// The number of castings since a rest after which even the best roll fails, if each casting makes the next one
    /// harder by one.
    pub(super) fn hopeless_after(&self) -> u32 {
        let check = &self.skill.check;
        let (_, best) = check.actor().degrees();
        u32::try_from(best - check.difficulty() + 1).unwrap_or(0)
    }

    /// Whether the Fatigue of another casting would make the caster pass out.
    pub(super) fn exhausts(&self, sum: &CastingSum) -> bool {
        self.fatigue.is_some_and(|fatigue| sum.spent.saturating_add(fatigue.costs) >= fatigue.levels)
    }

    pub(super) fn apply_rest(&self, sum: &mut CastingSum) {
        sum.drained = sum.drained.saturating_sub(self.regains);
        sum.spent = 0;
    }

    pub(super) fn play_part(&self, state: &mut CastingState, attempt: &mut Attempt<'_>) -> PartResult {
        let sum = &mut state.sum;
        match (state.activity, &self.constitution) {
            (CasterActivity::Out, Some(constitution)) => {
                if attempt.roll_to_wake(constitution, sum) {
                    self.finish(sum, attempt)
                } else {
                    PartResult::On(CasterActivity::Out)
                }
            }
            (CasterActivity::Comatose { day }, Some(constitution)) => {
                self.roll_active_day(sum, constitution, day, attempt)
            }
            _ => self.cast(sum, attempt),
        }
    }

    fn cast(&self, sum: &mut CastingSum, attempt: &mut Attempt<'_>) -> PartResult {
        let certain = match self.certain {
            Certain::Never => false,
            Certain::AboveZero => sum.drained < self.potential,
            Certain::Always => true,
        };
        let shift = if self.repeats_are_harder { -(attempt.before as i32) } else { 0 };
        let (achieved, at, drains) = if certain {
            attempt.note(CastingNote::Certain);
            attempt.margin = 1;
            // Against a subject who resists, the magician then rolls at Great (SRD 7.17).
            (Achieved::Success, GREAT, true)
        } else {
            let outcome =
                attempt.cast_with_points(&self.skill, shift, 0, |outcome| succeeds(outcome) && !fails(outcome));
            let severe = outcome.natural <= SEVERE;
            let spared = self.spares_all || self.spares_first && attempt.before == 0;
            let achieved = if fails(&outcome) { Achieved::Failure } else { outcome.achieved };
            let rolls_at_result = self.resistance.as_ref().is_some_and(|one| one.rolls_at_result);
            let at = if rolls_at_result { outcome.degree } else { self.skill.level_with(shift) };
            (achieved, at, severe && !spared)
        };
        match (achieved, &self.resistance) {
            (Achieved::Failure, _) => attempt.mark(sum, CasterEvent::Stunned, CastingNote::Stunned),
            (_, Some(resistance)) if !self.beats_subject(resistance, at, attempt) => {
                attempt.mark(sum, CasterEvent::Resisted, CastingNote::Resisted);
            }
            _ => sum.count(achieved),
        }
        sum.spent = sum.spent.saturating_add(self.fatigue.map_or(0, |fatigue| fatigue.costs));
        if drains { self.drain_potential(sum, attempt) } else { self.finish(sum, attempt) }
    }

    /// Rolls the magician, at level `at`, against the subject. Returns whether the magician wins; a tie goes to the
    /// subject.
    fn beats_subject(&self, resistance: &Resistance, at: i32, attempt: &mut Attempt<'_>) -> bool {
        let ask = |who| Ask::new(who, Purpose::Magic);
        let actor = self.skill.check.actor();
        let own = attempt.degree(CastingPart::Resists, ask(CASTER), actor, at - actor.base());
        own > attempt.degree(CastingPart::Resists, ask(SUBJECT), &resistance.subject, 0)
    }

    /// Drains a level of Potential. The caster faints, or falls into a coma if the Potential is overdrawn.
    fn drain_potential(&self, sum: &mut CastingSum, attempt: &mut Attempt<'_>) -> PartResult {
        attempt.drain(sum, 1);
        sum.mark(CasterEvent::Fainted);
        let coma = sum.drained > self.potential;
        if coma {
            attempt.mark(sum, CasterEvent::Coma, CastingNote::Coma);
        } else {
            attempt.note(CastingNote::Faints);
        }
        match (coma, &self.constitution) {
            (true, Some(_)) => PartResult::On(CasterActivity::Comatose { day: 0 }),
            (true, None) => PartResult::Ended(CastingEnd::Coma),
            (false, Some(_)) => PartResult::On(CasterActivity::Out),
            (false, None) => self.finish(sum, attempt),
        }
    }

    /// Rolls Constitution as the magician wakes from a coma (`day` 0), or at the end of active day `day`. Mediocre or
    /// worse means a point of damage (SRD 7.11).
    fn roll_active_day(
        &self,
        sum: &mut CastingSum,
        constitution: &Check,
        day: u8,
        attempt: &mut Attempt<'_>,
    ) -> PartResult {
        let ask = Ask::against(CASTER, day.into(), Purpose::Strength);
        if attempt.degree(CastingPart::Endures, ask, constitution.actor(), 0) <= MEDIOCRE {
            sum.damage = sum.damage.saturating_add(1);
            attempt.note(CastingNote::Damage);
        }
        if day < self.active_days {
            PartResult::On(CasterActivity::Comatose { day: day + 1 })
        } else {
            PartResult::Ended(CastingEnd::Coma)
        }
    }

    /// Ends the casting, or the series if the caster collapses from Fatigue.
    fn finish(&self, sum: &mut CastingSum, attempt: &mut Attempt<'_>) -> PartResult {
        if self.fatigue.is_some_and(|fatigue| sum.spent >= fatigue.levels) {
            attempt.mark(sum, CasterEvent::Collapsed, CastingNote::Faints);
            return PartResult::Ended(CastingEnd::Collapsed);
        }
        PartResult::Over
    }
}

/// Whether a spell fails regardless of its difficulty: a natural −4, or a Terrible result (SRD 7.15).
fn fails(outcome: &CheckOutcome) -> bool {
    outcome.natural <= SEVERE || outcome.degree <= TERRIBLE
}
