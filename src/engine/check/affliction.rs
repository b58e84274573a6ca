//! What goes on to harm somebody by its own clock: poison, bleeding, disease, with or without treatment (W28, SRD 4.8).

use super::{Achieved, Check, CheckOutcome, Next, PERIOD_LIMIT, Process, StepKind};
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

/// How it ended, and what it cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AfflictionOver {
    /// How it ended.
    pub end: AfflictionEnd,
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
    /// The roll by which it is resisted.
    Resists(CheckOutcome),
    /// The roll of who treats it.
    Treats(CheckOutcome),
    /// The roll of a period.
    Rolls(CheckOutcome),
}

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
            Some((what, number, least, most)) => {
                Err(Error::input(format!("an affliction cannot have {number} {what}"))
                    .with_help(format!("the number of {what} is from {least} to {most}")))
            }
        }
    }

    /// The roll of the afflicted after so many steps lost; none where nothing is rolled.
    pub fn roll_after(&self, lost: u32) -> Option<&Check> {
        self.rolls.get(lost as usize).or(self.rolls.last())
    }

    /// Who treats it in a period, if anybody does.
    fn treatment_in(&self, period: u32) -> Option<&Treatment> {
        self.treatment.as_ref().filter(|treatment| period >= treatment.from)
    }
}

impl Process for Affliction {
    type State = Course;
    type End = AfflictionOver;
    type Event = AfflictionEvent;

    fn begin(&self, chance: &mut impl Chance, tell: &mut impl FnMut(AfflictionEvent)) -> Next<Course, AfflictionOver> {
        let rolled = self.resist.as_ref().map(|check| check.roll(chance));
        rolled.into_iter().for_each(|outcome| tell(AfflictionEvent::Resists(outcome)));
        match rolled {
            Some(CheckOutcome { achieved: Achieved::Success, .. }) => over(AfflictionEnd::Resisted, 0),
            _ => Next::State(Course::default()),
        }
    }

    /// The treatment rolls first; what it cures is not rolled for.
    fn step(
        &self,
        Course { lost, successes }: Course,
        period: u32,
        chance: &mut impl Chance,
        tell: &mut impl FnMut(AfflictionEvent),
    ) -> Next<Course, AfflictionOver> {
        let mut eased = false;
        if let Some(treatment) = self.treatment_in(period) {
            let outcome = treatment.roll.roll_by(TREATS, chance);
            tell(AfflictionEvent::Treats(outcome));
            eased = outcome.achieved == Achieved::Success;
            if eased && treatment.cures {
                return over(AfflictionEnd::Recovered, lost);
            }
        }
        let rolled = self.roll_after(lost).map(|check| check.roll(chance));
        rolled.into_iter().for_each(|outcome| tell(AfflictionEvent::Rolls(outcome)));
        let course = match rolled.map_or(Achieved::Failure, |outcome| outcome.achieved) {
            Achieved::Success => Course {
                lost: lost.saturating_sub(self.costs[1]),
                successes: if self.shaken_off.is_some() { successes + 1 } else { 0 },
            },
            Achieved::Failure if !eased => Course { lost: (lost + self.costs[0]).min(self.steps), successes },
            // A partial success keeps things as they are.
            Achieved::Partial | Achieved::Failure => Course { lost, successes },
        };
        if course.lost >= self.steps {
            over(AfflictionEnd::Succumbed, course.lost)
        } else if self.shaken_off.is_some_and(|needed| course.successes >= needed) {
            over(AfflictionEnd::Recovered, course.lost)
        } else {
            Next::State(course)
        }
    }

    fn last_step(&self) -> u32 {
        self.periods.unwrap_or(PERIOD_LIMIT)
    }

    fn cut_off(&self, course: Course) -> AfflictionOver {
        let end = if self.periods.is_some() { AfflictionEnd::Outlasted } else { AfflictionEnd::Unfinished };
        AfflictionOver { end, lost: course.lost }
    }

    fn kind_of_step(&self, period: u32) -> StepKind {
        StepKind { what: self.treatment_in(period).is_some().into(), ..StepKind::default() }
    }
}

/// The number of who treats an affliction, among those who roll.
pub const TREATS: u16 = 1;

fn over(end: AfflictionEnd, lost: u32) -> Next<Course, AfflictionOver> {
    Next::End(AfflictionOver { end, lost })
}
