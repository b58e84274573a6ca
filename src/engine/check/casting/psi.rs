//! Fudge Psi (X3: SRD 7.3).

use super::super::{Achieved, Actor, Check};
use super::state::{CasterActivity, CasterEvent, CastingEnd, CastingState, CastingSum, PartResult};
use super::struggle::Struggle;
use super::turn::{Attempt, CASTER, CastingNote, CastingPart, SUBJECT, Skill, succeeds};
use crate::chance::{Ask, Purpose};
use crate::ladder::{GOOD, TERRIBLE};
use crate::rules::choice;

choice! {
    /// The condition under which levels of the psychic reservoir are given to raise a result (SRD 7.34).
    Augments {
        ToPrevail = "to-prevail": "if that makes the attempt prevail, with as many levels as it takes",
        Never = "never": "never",
    }
}

/// Maximum number of reservoir levels given in one attempt to raise a result.
const MOST_LEVELS_GIVEN: i32 = 3;

/// Modifier to Willpower for augmenting without psionic abilities (SRD 7.34).
const UNTRAINED: i32 = -2;

/// Modifier to the skill for each level drained for desperate power (SRD 7.35).
const DESPERATE: i32 = -2;

/// A user of Fudge Psi.
#[derive(Debug, Clone, PartialEq)]
pub struct Psi {
    /// The psionic skill, with all modifiers except those of the reservoir.
    pub skill: Skill,
    /// The level of the psychic reservoir when nothing has been drained from it.
    pub reservoir: i32,
    pub augments: Augments,
    /// The lowest reservoir level that augmenting may leave.
    pub lowest: i32,
    /// Reservoir levels drained before the roll to make up for missing power (SRD 7.35).
    pub desperate: u8,
    /// Reservoir levels that each action costs.
    pub action_cost: u8,
    /// `None` if the action is not resisted.
    pub subject: Option<PsiSubject>,
    /// The Constitution roll that wakes the caster, against Good. `None` if rounds of unconsciousness are not counted.
    pub constitution: Option<Check>,
    /// Reservoir levels regained in a rest.
    pub regains: u8,
}

/// The subject of a psionic attack.
#[derive(Debug, Clone, PartialEq)]
pub struct PsiSubject {
    /// The subject's Willpower, or a psionic skill.
    pub actor: Actor,
    /// Whether `actor` is a psionic skill.
    pub psionic: bool,
    /// The level of the subject's psychic reservoir when nothing has been drained from it.
    pub reservoir: i32,
    pub augments: Augments,
    /// The lowest reservoir level that augmenting may leave.
    pub lowest: i32,
}

impl Psi {
    pub(super) fn can_cause(&self, event: CasterEvent) -> bool {
        match event {
            CasterEvent::Backfired | CasterEvent::Collapsed => true,
            CasterEvent::Resisted => self.subject.is_some(),
            _ => false,
        }
    }

    /// A rough estimate of the number of combinations of reservoir levels: the caster's and the subject's, if any.
    pub(super) fn reservoir_combinations(&self) -> f64 {
        let levels = |level: i32| f64::from((level - TERRIBLE).max(0)) + 2.0;
        levels(self.reservoir) * self.subject.as_ref().map_or(1.0, |subject| levels(subject.reservoir))
    }

    /// The current level of the psychic reservoir.
    fn reservoir(&self, sum: &CastingSum) -> i32 {
        self.reservoir - i32::from(sum.drained)
    }

    /// Whether the reservoir can pay for desperate power in another action.
    pub(super) fn can_cast(&self, sum: &CastingSum) -> bool {
        self.reservoir(sum) - i32::from(self.desperate) >= TERRIBLE
    }

    /// Levels of the reservoir above Terrible.
    pub(super) fn levels_left(&self, sum: &CastingSum) -> u8 {
        u8::try_from(self.reservoir(sum) - TERRIBLE).unwrap_or(0)
    }

    /// Whether another action can take the reservoir below Terrible. This includes its cost and the levels given to
    /// raise its result.
    pub(super) fn exhausts(&self, sum: &CastingSum) -> bool {
        let reservoir = self.reservoir(sum) - i32::from(self.desperate);
        let given = match self.augments {
            Augments::ToPrevail => (reservoir - self.lowest).clamp(0, MOST_LEVELS_GIVEN),
            Augments::Never => 0,
        };
        reservoir - given - i32::from(self.action_cost) < TERRIBLE
    }

    pub(super) fn apply_rest(&self, sum: &mut CastingSum) {
        sum.drained = sum.drained.saturating_sub(self.regains);
    }

    /// The subject; `None` if nothing resists, or if the subject's reservoir has fallen below Terrible.
    fn subject(&self, sum: &CastingSum) -> Option<&PsiSubject> {
        self.subject.as_ref().filter(|subject| subject.reservoir(sum) >= TERRIBLE)
    }

    pub(super) fn play_part(&self, state: &mut CastingState, attempt: &mut Attempt<'_>) -> PartResult {
        let sum = &mut state.sum;
        match (state.activity, &self.constitution) {
            (CasterActivity::Struggle(struggle), _) => self.continue_struggle(sum, struggle, attempt),
            (CasterActivity::Out, Some(constitution)) => {
                if attempt.roll_to_wake(constitution, sum) {
                    PartResult::Ended(CastingEnd::Collapsed)
                } else {
                    PartResult::On(CasterActivity::Out)
                }
            }
            _ => self.begin_struggle(sum, attempt),
        }
    }

    /// Rolls the psionic skill, and the subject's defense if the subject can resist.
    fn begin_struggle(&self, sum: &mut CastingSum, attempt: &mut Attempt<'_>) -> PartResult {
        if self.desperate > 0 {
            attempt.drain(sum, self.desperate);
        }
        let shift = low_reservoir_modifier(self.reservoir(sum)) + DESPERATE * i32::from(self.desperate);
        let outcome =
            attempt.cast_with_points(&self.skill, shift, 0, |outcome| succeeds(outcome) && outcome.degree > TERRIBLE);
        let own = outcome.decided_degree();
        let backfired = outcome.degree <= TERRIBLE;
        // A failure decided by a critical cannot be raised any more.
        let settled = backfired || own < outcome.degree;
        if backfired {
            attempt.mark(sum, CasterEvent::Backfired, CastingNote::Backfired);
            attempt.drain(sum, 1);
        }
        let mut struggle = Struggle { caster: own, subject: None, shifts: [shift, 0], attempts: 0, is_final: settled };
        if let Some(subject) = self.subject(sum) {
            let shift = if subject.psionic { low_reservoir_modifier(subject.reservoir(sum)) } else { 0 };
            let other = attempt.degree(CastingPart::Defends, Ask::new(SUBJECT, Purpose::Action), &subject.actor, shift);
            struggle = Struggle { subject: Some(other), shifts: [struggle.shifts[0], shift], ..struggle };
            if subject.psionic && other <= TERRIBLE {
                sum.spent = sum.spent.saturating_add(1);
                attempt.note(CastingNote::SubjectDrained(1));
            }
        }
        if backfired {
            self.finish(sum, Achieved::Failure, attempt)
        } else {
            PartResult::On(CasterActivity::Struggle(struggle))
        }
    }

    /// Lets the losing side make one attempt to raise its result. Ends the struggle if no attempt can change the
    /// outcome, or if the attempt fails.
    fn continue_struggle(&self, sum: &mut CastingSum, struggle: Struggle, attempt: &mut Attempt<'_>) -> PartResult {
        let difficulty = self.skill.check.difficulty();
        let subject = self.subject.as_ref().zip(struggle.subject);
        let needed = subject.map_or(difficulty, |(_, other)| difficulty.max(other + 1));
        let prevails = struggle.caster >= needed;
        let achieved = if prevails { Achieved::Success } else { Achieved::Failure };
        let resisted = struggle.subject.is_some_and(|other| other >= struggle.caster);
        let (who, lacks, may_give, wants) = match subject {
            Some((subject, other)) if prevails => {
                let may_give = subject.reservoir(sum) - subject.lowest;
                (SUBJECT, struggle.caster - other, may_give, subject.augments)
            }
            _ => (CASTER, needed - struggle.caster, self.reservoir(sum) - self.lowest, self.augments),
        };
        attempt.margin = struggle.caster - struggle.subject.map_or(difficulty, |other| difficulty.max(other));
        let hopeless = lacks > MOST_LEVELS_GIVEN.min(may_give) || lacks <= 0;
        if struggle.is_final || hopeless || wants == Augments::Never {
            return self.end_struggle(sum, achieved, resisted, attempt);
        }
        let ask = Ask::against(who, struggle.attempts.into(), Purpose::Augment);
        let (actor, shift) = match subject.filter(|_| who == SUBJECT) {
            Some((subject, _)) => (&subject.actor, if subject.psionic { struggle.shifts[1] } else { UNTRAINED }),
            None => (self.skill.check.actor(), struggle.shifts[0]),
        };
        let degree = attempt.degree(CastingPart::Augments, ask, actor, shift);
        // Good allows one level, Great two, Superb three.
        let given = (degree - GOOD + 1).clamp(0, MOST_LEVELS_GIVEN);
        let change = if degree <= TERRIBLE {
            -1
        } else if given >= lacks {
            lacks
        } else {
            return self.end_struggle(sum, achieved, resisted, attempt);
        };
        let levels = u8::try_from(change.abs()).unwrap_or(0);
        let mut next = Struggle { attempts: struggle.attempts.saturating_add(1), is_final: change < 0, ..struggle };
        if who == CASTER {
            attempt.drain(sum, levels);
            next.caster += change;
        } else {
            sum.spent = sum.spent.saturating_add(levels);
            attempt.note(CastingNote::SubjectDrained(levels));
            next.subject = next.subject.map(|other| other + change);
        }
        PartResult::On(CasterActivity::Struggle(next))
    }

    /// Ends a struggle with the result `achieved`. `resisted` is whether the subject's result was at least the
    /// caster's.
    fn end_struggle(
        &self,
        sum: &mut CastingSum,
        achieved: Achieved,
        resisted: bool,
        attempt: &mut Attempt<'_>,
    ) -> PartResult {
        if resisted {
            attempt.mark(sum, CasterEvent::Resisted, CastingNote::Resisted);
        }
        self.finish(sum, achieved, attempt)
    }

    /// Counts the result and drains its cost. The caster collapses if the reservoir falls below Terrible.
    fn finish(&self, sum: &mut CastingSum, achieved: Achieved, attempt: &mut Attempt<'_>) -> PartResult {
        sum.count(achieved);
        if self.action_cost > 0 {
            attempt.drain(sum, self.action_cost);
        }
        if self.reservoir(sum) >= TERRIBLE {
            return PartResult::Over;
        }
        attempt.mark(sum, CasterEvent::Collapsed, CastingNote::Faints);
        if self.constitution.is_some() {
            PartResult::On(CasterActivity::Out)
        } else {
            PartResult::Ended(CastingEnd::Collapsed)
        }
    }
}

impl PsiSubject {
    fn reservoir(&self, sum: &CastingSum) -> i32 {
        self.reservoir - i32::from(sum.spent)
    }
}

/// The modifier that a low reservoir gives to a psionic skill: Mediocre −1, Poor −2, Terrible −3 (SRD 7.36).
fn low_reservoir_modifier(reservoir: i32) -> i32 {
    reservoir.clamp(TERRIBLE, 0)
}
