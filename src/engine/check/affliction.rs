//! Afflictions that do harm period by period: poison, bleeding or disease, with or without treatment (W28, SRD 4.8).

use super::{Achieved, Check, CheckOutcome, Machine, Next, PERIOD_LIMIT, within_counts};
use crate::chance::Chance;
use crate::error::Result;
use serde::{Deserialize, Serialize};

/// Maximum of [`Affliction::steps`], [`Affliction::costs`] and [`Affliction::successes_to_recover`].
pub const MOST_STEPS: u32 = 20;

/// An affliction that costs its victim steps, period by period, until it ends. A step is any unit of harm, such as a
/// level of Health or a wound.
#[derive(Debug, Clone, PartialEq)]
pub struct Affliction {
    /// The roll that avoids the affliction altogether; `None` if it cannot be resisted.
    pub resist: Option<Check>,
    /// The victim's roll in each period, indexed by the number of steps lost so far. The last entry also covers all
    /// higher numbers. If empty, nothing is rolled and each period counts as a failure.
    pub rolls: Vec<Check>,
    /// The treatment of the affliction; `None` if it is not treated.
    pub treatment: Option<Treatment>,
    /// The steps lost by a failure, then the steps regained by a success.
    pub costs: [u32; 2],
    /// The number of lost steps at which the victim succumbs.
    pub steps: u32,
    /// The number of successes that end the affliction; `None` if successes do not end it.
    pub successes_to_recover: Option<u32>,
    /// The number of periods that the affliction lasts; `None` if it lasts until something else ends it.
    pub periods: Option<u32>,
}

/// The treatment of an affliction by a healer.
#[derive(Debug, Clone, PartialEq)]
pub struct Treatment {
    /// The healer's roll in each period.
    pub roll: Check,
    /// The first period with treatment, counted from 1.
    pub from: u32,
    /// Whether a success ends the affliction. If not, it only prevents the loss of steps in that period.
    pub cures: bool,
}

/// The reason why an affliction ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AfflictionEnd {
    /// The first roll avoided the affliction.
    Resisted,
    /// The victim shook off the affliction, or was cured.
    Recovered,
    /// The affliction lasted its full number of periods.
    Outlasted,
    /// The victim lost all steps.
    Succumbed,
    /// The affliction was stopped after [`PERIOD_LIMIT`] periods.
    Unfinished,
}

/// The end of an affliction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AfflictionOver {
    pub end: AfflictionEnd,
    /// Steps lost at the end, less the steps regained.
    pub lost: u32,
}

/// The state of an affliction between rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AfflictionCourse {
    /// Steps lost so far, less the steps regained.
    pub lost: u32,
    /// Successes so far; 0 unless [`Affliction::successes_to_recover`] is set.
    pub successes: u32,
    now: AfflictionStage,
}

/// The next thing to happen in an affliction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum AfflictionStage {
    /// The roll that may avoid the affliction.
    Resisting,
    /// The treatment in a period, if any, and then the victim's roll.
    Period,
    /// The victim's roll after a successful treatment: a failure costs nothing.
    Eased,
    /// The victim's roll after a failed treatment.
    Alone,
    /// The end of the period.
    Rest,
    Over(AfflictionEnd),
}

/// A roll in an affliction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfflictionRoll {
    /// The roll that may avoid the affliction.
    Resists,
    /// The healer's roll.
    Treats,
    /// The victim's roll in a period, and the number of steps lost so far.
    Endures(u32),
}

impl Affliction {
    /// Returns `self` if its numbers are valid.
    ///
    /// # Errors
    /// If steps, costs, successes or periods are out of range.
    pub fn checked(self) -> Result<Self> {
        let limits = [
            ("steps", self.steps, 1, MOST_STEPS),
            ("steps lost by a failure", self.costs[0], 0, MOST_STEPS),
            ("steps given back by a success", self.costs[1], 0, MOST_STEPS),
            ("successes", self.successes_to_recover.unwrap_or(1), 1, MOST_STEPS),
            ("periods", self.periods.unwrap_or(1), 1, PERIOD_LIMIT),
        ];
        within_counts("an affliction", &limits)?;
        Ok(self)
    }

    /// The check for `roll`; `None` if nothing is rolled.
    pub fn check(&self, roll: AfflictionRoll) -> Option<&Check> {
        match roll {
            AfflictionRoll::Resists => self.resist.as_ref(),
            AfflictionRoll::Treats => self.treatment.as_ref().map(|treatment| &treatment.roll),
            AfflictionRoll::Endures(lost) => self.rolls.get(lost as usize).or(self.rolls.last()),
        }
    }

    /// Returns `course` after the victim's roll in a period, with the result `achieved`.
    fn after_endurance_roll(&self, mut course: AfflictionCourse, achieved: Achieved) -> AfflictionCourse {
        match achieved {
            Achieved::Success => {
                course.lost = course.lost.saturating_sub(self.costs[1]);
                course.successes += u32::from(self.successes_to_recover.is_some());
            }
            Achieved::Failure if course.now != AfflictionStage::Eased => {
                course.lost = (course.lost + self.costs[0]).min(self.steps);
            }
            // A partial success changes nothing, and neither does a failure eased by treatment.
            Achieved::Partial | Achieved::Failure => {}
        }
        course.now = if course.lost >= self.steps {
            AfflictionStage::Over(AfflictionEnd::Succumbed)
        } else if self.successes_to_recover.is_some_and(|needed| course.successes >= needed) {
            AfflictionStage::Over(AfflictionEnd::Recovered)
        } else {
            AfflictionStage::Rest
        };
        course
    }

    /// The treatment available in `period`, if any.
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
        let now = if self.resist.is_some() { AfflictionStage::Resisting } else { AfflictionStage::Rest };
        AfflictionCourse { lost: 0, successes: 0, now }
    }

    /// The treatment is rolled first. If it cures, the victim does not roll.
    fn next(&self, course: &AfflictionCourse, period: u32) -> Next<AfflictionCourse, AfflictionRoll, AfflictionOver> {
        match course.now {
            AfflictionStage::Resisting => Next::Roll(AfflictionRoll::Resists),
            AfflictionStage::Period if self.treatment_in(period).is_some() => Next::Roll(AfflictionRoll::Treats),
            AfflictionStage::Period | AfflictionStage::Eased | AfflictionStage::Alone if !self.rolls.is_empty() => {
                Next::Roll(AfflictionRoll::Endures(course.lost))
            }
            // Without rolls, each period costs steps.
            AfflictionStage::Period | AfflictionStage::Eased | AfflictionStage::Alone => {
                Next::Become(self.after_endurance_roll(*course, Achieved::Failure))
            }
            AfflictionStage::Rest => Next::Step(AfflictionCourse { now: AfflictionStage::Period, ..*course }),
            AfflictionStage::Over(end) => Next::End(AfflictionOver { end, lost: course.lost }),
        }
    }

    fn roll(
        &self,
        roll: &AfflictionRoll,
        chance: &mut dyn Chance,
        tell: &mut dyn FnMut((AfflictionRoll, CheckOutcome)),
    ) -> Achieved {
        let who = if *roll == AfflictionRoll::Treats { HEALER } else { 0 };
        self.check(*roll).map_or(Achieved::Failure, |check| {
            let outcome = check.roll_by(who, chance);
            tell((*roll, outcome));
            outcome.achieved
        })
    }

    fn apply(&self, course: &mut AfflictionCourse, roll: &AfflictionRoll, achieved: &Achieved) {
        let succeeds = *achieved == Achieved::Success;
        let now = match roll {
            AfflictionRoll::Resists if succeeds => AfflictionStage::Over(AfflictionEnd::Resisted),
            AfflictionRoll::Resists => AfflictionStage::Rest,
            AfflictionRoll::Treats if !succeeds => AfflictionStage::Alone,
            AfflictionRoll::Treats if self.treatment.as_ref().is_some_and(|treatment| treatment.cures) => {
                AfflictionStage::Over(AfflictionEnd::Recovered)
            }
            AfflictionRoll::Treats => AfflictionStage::Eased,
            AfflictionRoll::Endures(_) => return *course = self.after_endurance_roll(*course, *achieved),
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

/// The healer's number in rolls; the victim's is 0.
pub const HEALER: u16 = 1;
