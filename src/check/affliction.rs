//! What goes on to harm somebody by its own clock: poison, bleeding, disease, with or without treatment (W28, SRD 4.8).

use super::{Achieved, Check, CheckOutcome, PERIOD_LIMIT};
use crate::chance::Chance;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// The most steps that can be lost, and the most successes that shake an affliction off.
pub const MOST_STEPS: u32 = 20;

/// An affliction that is ready to be rolled for.
#[derive(Debug, Clone, PartialEq)]
pub struct Affliction {
    /// The roll by which it is resisted at once; none where nothing resists it.
    pub resist: Option<Check>,
    /// The roll of each period, by the steps lost so far, the last one for all more; empty where nothing is rolled and each period
    /// costs.
    pub rolls: Vec<Check>,
    /// Who treats it; none = nobody.
    pub treatment: Option<Treatment>,
    /// How many steps a failure costs, and how many a success gives back.
    pub costs: [u32; 2],
    /// From how many steps lost on it is the end.
    pub steps: u32,
    /// So many successes shake it off; none = it takes its time whatever is rolled.
    pub shaken_off: Option<u32>,
    /// The periods that it lasts; none = until something ends it.
    pub periods: Option<u32>,
}

/// Somebody's care.
#[derive(Debug, Clone, PartialEq)]
pub struct Treatment {
    /// The roll of each period.
    pub roll: Check,
    /// The first period of it, counted from 1.
    pub from: u32,
    /// Whether a success ends the affliction; else it costs nothing in that period.
    pub cures: bool,
}

/// How it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AfflictionEnd {
    /// It is resisted at once.
    Resisted,
    /// It is shaken off, or cured.
    Recovered,
    /// It has run its course.
    Outlasted,
    /// All steps are lost.
    Succumbed,
    /// [`PERIOD_LIMIT`] came first.
    Unfinished,
}

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AfflictionOutcome {
    /// How it ended.
    pub end: AfflictionEnd,
    /// The periods it took; 0 where it was resisted.
    pub periods: u32,
    /// The steps lost.
    pub lost: u32,
}

/// How far it has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Course {
    /// The steps lost.
    pub lost: u32,
    /// The successes so far, where they count.
    pub successes: u32,
}

/// What happens, for those who listen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfflictionEvent {
    /// The afflicted, 0, or who treats it, 1, has rolled.
    Roll(u16, CheckOutcome),
    /// A period is over.
    Period(Course),
}

/// What a period comes to: whether the treatment succeeded, where there was one, and what the afflicted achieved.
pub type Period = (Option<Achieved>, Achieved);

impl Affliction {
    /// Makes sure that it can be rolled for.
    ///
    /// # Errors
    /// Steps, costs, successes or periods out of range.
    pub fn checked(self) -> Result<Self> {
        let limits = [
            ("steps", self.steps, 1, MOST_STEPS),
            ("steps lost by a failure", self.costs[0], 0, MOST_STEPS),
            ("steps given back by a success", self.costs[1], 0, MOST_STEPS),
            ("successes", self.shaken_off.unwrap_or(1), 1, MOST_STEPS),
            ("periods", self.periods.unwrap_or(1), 1, PERIOD_LIMIT),
        ];
        match limits.into_iter().find(|(_, number, least, most)| !(least..=most).contains(&number)) {
            None => Ok(self),
            Some((what, number, least, most)) => Err(Error::input(format!("an affliction of {number} {what}"))
                .with_help(format!("the number of {what} is from {least} to {most}"))),
        }
    }

    /// Whether it is resisted at once.
    pub fn is_resisted(&self, chance: &mut impl Chance, tell: &mut impl FnMut(AfflictionEvent)) -> bool {
        self.resist.as_ref().is_some_and(|check| rolled(check, 0, chance, tell) == Achieved::Success)
    }

    /// The roll of the afflicted after so many steps lost; none where nothing is rolled.
    pub fn roll_after(&self, lost: u32) -> Option<&Check> {
        self.rolls.get(lost as usize).or(self.rolls.last())
    }

    /// Whether somebody treats it in a period.
    pub fn is_treated_in(&self, period: u32) -> bool {
        self.treatment.as_ref().is_some_and(|treatment| period >= treatment.from)
    }

    /// Rolls a period, the treatment first. What is cured is not rolled for.
    pub fn roll(
        &self,
        lost: u32,
        period: u32,
        chance: &mut impl Chance,
        tell: &mut impl FnMut(AfflictionEvent),
    ) -> Period {
        let treatment = self.treatment.as_ref().filter(|_| self.is_treated_in(period));
        let treated = treatment.map(|treatment| rolled(&treatment.roll, 1, chance, tell));
        if self.is_cured(treated) {
            return (treated, Achieved::Failure);
        }
        let own = self.roll_after(lost).map(|check| rolled(check, 0, chance, tell));
        (treated, own.unwrap_or(Achieved::Failure))
    }

    fn is_cured(&self, treated: Option<Achieved>) -> bool {
        treated == Some(Achieved::Success) && self.treatment.as_ref().is_some_and(|treatment| treatment.cures)
    }

    /// How it goes on after a period, and how it ends, if it does.
    pub fn after(&self, course: Course, period: u32, (treated, own): Period) -> (Course, Option<AfflictionEnd>) {
        if self.is_cured(treated) {
            return (course, Some(AfflictionEnd::Recovered));
        }
        let eased = treated == Some(Achieved::Success);
        let Course { lost, successes } = course;
        let course = match own {
            Achieved::Success => Course {
                lost: lost.saturating_sub(self.costs[1]),
                successes: if self.shaken_off.is_some() { successes + 1 } else { 0 },
            },
            Achieved::Failure if !eased => Course { lost: (lost + self.costs[0]).min(self.steps), successes },
            // A partial success keeps things as they are.
            Achieved::Partial | Achieved::Failure => course,
        };
        let end = if course.lost >= self.steps {
            Some(AfflictionEnd::Succumbed)
        } else if self.shaken_off.is_some_and(|needed| course.successes >= needed) {
            Some(AfflictionEnd::Recovered)
        } else if self.periods == Some(period) {
            Some(AfflictionEnd::Outlasted)
        } else {
            (period == PERIOD_LIMIT).then_some(AfflictionEnd::Unfinished)
        };
        (course, end)
    }

    /// Plays it once; `tell` is called with all that happens.
    pub fn play(&self, chance: &mut impl Chance, mut tell: impl FnMut(AfflictionEvent)) -> AfflictionOutcome {
        chance.begin_round(1);
        if self.is_resisted(chance, &mut tell) {
            return AfflictionOutcome { end: AfflictionEnd::Resisted, periods: 0, lost: 0 };
        }
        let mut course = Course::default();
        let mut period = 0;
        loop {
            period += 1;
            // The first round is that of the roll by which it is resisted.
            chance.begin_round(1 + period);
            let rolled = self.roll(course.lost, period, chance, &mut tell);
            let end;
            (course, end) = self.after(course, period, rolled);
            tell(AfflictionEvent::Period(course));
            if let Some(end) = end {
                return AfflictionOutcome { end, periods: period, lost: course.lost };
            }
        }
    }
}

/// A roll, which is told.
fn rolled(check: &Check, who: u16, chance: &mut impl Chance, tell: &mut impl FnMut(AfflictionEvent)) -> Achieved {
    let outcome = check.roll_by(who, chance);
    tell(AfflictionEvent::Roll(who, outcome));
    outcome.achieved
}
