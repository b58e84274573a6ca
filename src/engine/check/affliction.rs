//! What goes on to harm somebody by its own clock: poison, bleeding, disease, with or without treatment (W28, SRD 4.8).

use super::{Achieved, Check, CheckOutcome, Machine, Next, PERIOD_LIMIT, within_counts};
use crate::chance::Chance;
use crate::error::Result;
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AfflictionCourse {
    /// The steps lost.
    pub lost: u32,
    /// The successes so far, where they count.
    pub successes: u32,
    /// The next thing.
    now: Stage,
}

/// The parts of an affliction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Stage {
    /// The roll that may keep it off.
    Resisting,
    /// The treatment of a period, if there is any, and then the roll of the afflicted.
    Period,
    /// The roll of the afflicted, eased by a treatment that succeeded.
    Eased,
    /// The roll of the afflicted after a treatment that failed.
    Alone,
    /// The end of the period.
    Rest,
    /// The end.
    Over(AfflictionEnd),
}

/// A roll of an affliction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfflictionRoll {
    /// The one that may keep it off.
    Resists,
    /// That of a healer.
    Treats,
    /// That of a period, after this number of steps lost.
    Endures(u32),
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
        within_counts("an affliction", &limits)?;
        Ok(self)
    }

    /// The check that is rolled; `None` without a roll.
    pub fn check(&self, roll: AfflictionRoll) -> Option<&Check> {
        match roll {
            AfflictionRoll::Resists => self.resist.as_ref(),
            AfflictionRoll::Treats => self.treatment.as_ref().map(|treatment| &treatment.roll),
            AfflictionRoll::Endures(lost) => self.rolls.get(lost as usize).or(self.rolls.last()),
        }
    }

    /// The effect of the roll of a period.
    fn endured(&self, mut course: AfflictionCourse, achieved: Achieved) -> AfflictionCourse {
        match achieved {
            Achieved::Success => {
                course.lost = course.lost.saturating_sub(self.costs[1]);
                course.successes += u32::from(self.shaken_off.is_some());
            }
            Achieved::Failure if course.now != Stage::Eased => {
                course.lost = (course.lost + self.costs[0]).min(self.steps);
            }
            // A partial success keeps things as they are.
            Achieved::Partial | Achieved::Failure => {}
        }
        course.now = if course.lost >= self.steps {
            Stage::Over(AfflictionEnd::Succumbed)
        } else if self.shaken_off.is_some_and(|needed| course.successes >= needed) {
            Stage::Over(AfflictionEnd::Recovered)
        } else {
            Stage::Rest
        };
        course
    }

    /// Who treats it in a period, if anybody does.
    fn treatment_in(&self, period: u32) -> Option<&Treatment> {
        self.treatment.as_ref().filter(|treatment| period >= treatment.from)
    }
}

impl Machine for Affliction {
    type State = AfflictionCourse;
    type Question = AfflictionRoll;
    type Outcome = Achieved;
    type End = AfflictionOver;
    type Event = (AfflictionRoll, CheckOutcome);

    const FIRST_ROUND: u32 = 1;

    fn start(&self) -> AfflictionCourse {
        let now = if self.resist.is_some() { Stage::Resisting } else { Stage::Rest };
        AfflictionCourse { lost: 0, successes: 0, now }
    }

    /// The treatment rolls first; what it cures is not rolled for.
    fn next(&self, course: &AfflictionCourse, period: u32) -> Next<AfflictionCourse, AfflictionRoll, AfflictionOver> {
        match course.now {
            Stage::Resisting => Next::Roll(AfflictionRoll::Resists),
            Stage::Period if self.treatment_in(period).is_some() => Next::Roll(AfflictionRoll::Treats),
            Stage::Period | Stage::Eased | Stage::Alone if !self.rolls.is_empty() => {
                Next::Roll(AfflictionRoll::Endures(course.lost))
            }
            // Where nothing is rolled, each period costs.
            Stage::Period | Stage::Eased | Stage::Alone => Next::Become(self.endured(*course, Achieved::Failure)),
            Stage::Rest => Next::Step(AfflictionCourse { now: Stage::Period, ..*course }),
            Stage::Over(end) => Next::End(AfflictionOver { end, lost: course.lost }),
        }
    }

    fn roll(
        &self,
        roll: &AfflictionRoll,
        chance: &mut dyn Chance,
        tell: &mut dyn FnMut((AfflictionRoll, CheckOutcome)),
    ) -> Achieved {
        let who = if *roll == AfflictionRoll::Treats { TREATS } else { 0 };
        self.check(*roll).map_or(Achieved::Failure, |check| {
            let outcome = check.roll_by(who, chance);
            tell((*roll, outcome));
            outcome.achieved
        })
    }

    fn apply(&self, course: &mut AfflictionCourse, roll: &AfflictionRoll, achieved: &Achieved) {
        let succeeds = *achieved == Achieved::Success;
        let now = match roll {
            AfflictionRoll::Resists if succeeds => Stage::Over(AfflictionEnd::Resisted),
            AfflictionRoll::Resists => Stage::Rest,
            AfflictionRoll::Treats if !succeeds => Stage::Alone,
            AfflictionRoll::Treats if self.treatment.as_ref().is_some_and(|treatment| treatment.cures) => {
                Stage::Over(AfflictionEnd::Recovered)
            }
            AfflictionRoll::Treats => Stage::Eased,
            AfflictionRoll::Endures(_) => return *course = self.endured(*course, *achieved),
        };
        course.now = now;
    }

    fn last_step(&self) -> u32 {
        self.periods.unwrap_or(PERIOD_LIMIT)
    }

    fn cut_off(&self, course: &AfflictionCourse) -> Option<AfflictionOver> {
        let end = if self.periods.is_some() { AfflictionEnd::Outlasted } else { AfflictionEnd::Unfinished };
        Some(AfflictionOver { end, lost: course.lost })
    }

    fn kind_of_step(&self, period: u32) -> u32 {
        self.treatment_in(period).is_some().into()
    }
}

/// The number of who treats an affliction, among those who roll.
pub const TREATS: u16 = 1;
