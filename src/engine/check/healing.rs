//! Wounds that heal: treatment once, then a roll of Constitution each week (H1 to H4; SRD 4.8, F93 4.74, LITE).

use super::{Achieved, Actor, Check, CheckOutcome, CheckRules, Machine, Next};
use crate::chance::Chance;
use crate::error::{Error, Result};
use crate::rules::Track;
use crate::rules::healing::{GOOD, HURT, Healing};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most wound levels a record has.
const MOST_LEVELS: u8 = 12;

/// The most days that treatment or a long rest may take.
pub const MOST_DAYS: u32 = 365;

/// The hours of a day.
pub const HOURS_PER_DAY: u32 = 24;

/// The days after which wounds heal a level by themselves, counted from the last seven: once a week, or twice (Rapid Healing).
const ONCE_A_WEEK: &[u8] = &[7];
const TWICE_A_WEEK: &[u8] = &[4, 7];

/// Somebody's wounds, and what is done about them.
#[derive(Debug, Clone, PartialEq)]
pub struct Wounded {
    /// How treatment works.
    pub healing: Healing,
    /// The wounds by the levels received, from 1, the lightest.
    pub wounds: Vec<u8>,
    /// The boxes that they mark: a wound whose boxes are full marks a worse one, and heals as what was received (SRD 4.57).
    pub track: Arc<Track>,
    /// The worst level, Near Death.
    pub near_death: u8,
    /// Whether whoever is at the worst level dies unless treatment succeeds (SRD 4.51).
    pub bleeds: bool,
    /// The roll of Constitution for each level from Hurt on; empty where nothing is rolled and each week heals a level.
    pub constitution: Vec<Check>,
    /// Whether wounds heal twice as fast (Rapid Healing).
    pub rapid: bool,
    /// Who treats the wounds; none = nobody.
    pub treatment: Option<Check>,
    /// The hours that each treated wound takes to heal; days are counted as 24.
    pub hours_per_wound: u32,
    /// The days of a long rest, which clears all wounds where nothing is rolled.
    pub long_rest: u32,
}

/// How it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum HealingEnd {
    /// All wounds are healed.
    Healed,
    /// Nobody stopped the bleeding.
    Died,
    /// The last day there may be was not enough.
    Unhealed,
}

/// How it ended, and how long the wounded could not act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HealingOver {
    /// How it ended.
    pub end: HealingEnd,
    /// The days on which the wounded could not act.
    pub down: u32,
}

/// How far somebody's wounds have healed: for each level that wounds were received at, the level they are at now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Recovery(u64);

/// The bits of a level.
const BITS: u32 = 4;

impl Recovery {
    /// Wounds as they were received. The lightest are no matter of healing.
    fn received(levels: &[u8]) -> Self {
        levels.iter().filter(|level| **level >= HURT).fold(Self::default(), |wounds, level| wounds.with(*level, *level))
    }

    fn with(self, received: u8, now: u8) -> Self {
        let place = u32::from(received) * BITS;
        Self(self.0 & !(0xF << place) | u64::from(now) << place)
    }

    /// The level that wounds received at this one are at now; 0 = they are healed.
    pub fn now(self, received: u8) -> u8 {
        (self.0 >> (u32::from(received) * BITS) & 0xF) as u8
    }

    /// The same, where wounds now at a level have changed to another.
    fn changed(self, to: impl Fn(u8) -> u8) -> Self {
        let worse = (HURT..=MOST_LEVELS).filter(|received| self.now(*received) > 0);
        worse.fold(self, |wounds, received| {
            let now = to(self.now(received));
            wounds.with(received, if now < HURT { 0 } else { now })
        })
    }

    /// The levels that wounds are at now, each once, the lightest first.
    pub fn levels(self) -> impl Iterator<Item = u8> {
        (HURT..=MOST_LEVELS).filter(move |level| (HURT..=MOST_LEVELS).any(|received| self.now(received) == *level))
    }

    /// The worst of them; 0 where all are healed.
    fn worst(self) -> u8 {
        self.levels().last().unwrap_or(0)
    }
}

/// How somebody is on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sickbed {
    /// The wounds.
    pub wounds: Recovery,
    /// What they will be when what is treated has healed.
    treated: Recovery,
    /// The days that takes.
    care: u32,
    /// The days of this week that wounds have had to heal by themselves.
    rested: u8,
    /// The days on which the wounded could not act.
    down: u32,
    /// The next thing.
    now: DayStage,
}

/// The stages of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum DayStage {
    /// The treatment.
    Treatment,
    /// The beginning of a day.
    Morning,
    /// The rolls of Constitution, of wounds of this level and worse; those whose levels have these bits heal.
    Rest { level: u8, heals: u16 },
    /// The end of the day.
    Night,
    /// Death.
    Death,
}

/// A roll on the way to health.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealingRoll {
    /// That of the healer.
    Treats,
    /// That of Constitution, for all wounds of a level.
    Rests(u8),
}

/// What happens, for who listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealingEvent {
    /// The roll of who treats the wounds, and in how many days it shows.
    Treats(CheckOutcome, u32),
    /// A roll of Constitution for all wounds of a level.
    Rests(u8, CheckOutcome),
}

impl Wounded {
    /// Makes sure that it can be played.
    ///
    /// # Errors
    /// Days out of range, or too many wounds.
    pub fn checked(self) -> Result<Self> {
        if self.hours_per_wound > MOST_DAYS * HOURS_PER_DAY || self.long_rest > MOST_DAYS {
            return Err(Error::input(format!("treatment and rest take at most {MOST_DAYS} days")));
        }
        if self.wounds.len() > usize::from(u8::MAX) {
            return Err(Error::input(format!("{} wounds are too many", self.wounds.len())));
        }
        if self.track.is_dead(self.track.state_of(&self.wounds)) {
            return Err(Error::input("no box is left for all of these wounds: they kill")
                .with_help("leave some of them out, or give the record more boxes"));
        }
        Ok(self)
    }

    /// The rolls of Constitution for all levels from Hurt to the worst.
    ///
    /// # Errors
    /// Rules that contradict the roll.
    pub fn rolls(constitution: &Actor, near_death: u8, rules: &CheckRules) -> Result<Vec<Check>> {
        let roll = |level| Check::new(constitution.clone(), Healing::difficulty(level), rules.clone());
        (HURT..=near_death).map(roll).collect()
    }

    /// The roll of Constitution for wounds of a level; none where nothing is rolled.
    pub fn roll_for(&self, level: u8) -> Option<&Check> {
        self.constitution.get(usize::from(level.checked_sub(HURT)?))
    }

    /// Whether any wound is worse than a Scratch.
    pub fn must_heal(&self) -> bool {
        self.wounds.iter().any(|level| *level >= HURT)
    }

    /// Whether the wounds keep their owner from acting, once Scratches are gone.
    pub fn is_down(&self) -> bool {
        self.is_down_with(Recovery::received(&self.wounds))
    }

    /// The same of wounds that have healed so far: those left are marked anew.
    fn is_down_with(&self, wounds: Recovery) -> bool {
        let left: Vec<u8> = self.wounds.iter().map(|level| wounds.now(*level)).filter(|level| *level > 0).collect();
        !self.track.condition(self.track.state_of(&left)).fit
    }

    /// Whether the wounded may die before anything heals.
    pub fn may_die(&self) -> bool {
        self.bleeds && self.track.condition(self.track.state_of(&self.wounds)).level == self.near_death
    }

    /// Whether a treatment of this degree, the best there may be, heals a wound or saves a life.
    pub fn may_be_treated(&self, best: i32) -> bool {
        let heals = |level: &u8| *level >= HURT && self.healing.treated(*level, self.near_death, best) != *level;
        best >= GOOD && (self.may_die() || self.wounds.iter().any(heals))
    }

    /// The wounds after a treatment of this degree, and the hours that it takes.
    fn treated(&self, degree: i32) -> (Recovery, u32) {
        let treated = |level: u8| self.healing.treated(level, self.near_death, degree);
        let changed = self.wounds.iter().filter(|level| **level >= HURT && treated(**level) != **level);
        (Recovery::received(&self.wounds).changed(treated), self.hours_per_wound * changed.count() as u32)
    }

    /// The wounds after a treatment in a rest of less than a day: `None` if there is no healer, or if the treated wounds take longer to heal.
    /// The healer rolls only if one wound can heal in this time.
    pub fn treated_within(&self, minutes: u32, chance: &mut dyn Chance) -> Option<Recovery> {
        let check = self.treatment.as_ref().filter(|_| self.healing != Healing::Care)?;
        let fits = |hours: u32| hours.saturating_mul(60) <= minutes;
        if !fits(self.hours_per_wound) {
            return None;
        }
        let (after, hours) = self.treated(check.roll_by(0, chance).decided_degree());
        fits(hours).then_some(after)
    }

    /// A day in bed until its rolls. What is treated heals first; after that, wounds heal by themselves.
    fn day(&self, bed: Sickbed) -> Sickbed {
        let bed = Sickbed { down: bed.down + u32::from(self.is_down_with(bed.wounds)), now: DayStage::Night, ..bed };
        match bed.care {
            0 => {
                let rested = bed.rested + 1;
                let days = if self.rapid { TWICE_A_WEEK } else { ONCE_A_WEEK };
                let rests = DayStage::Rest { level: HURT, heals: 0 };
                let now = if days.contains(&rested) { rests } else { DayStage::Night };
                Sickbed { rested: rested % 7, now, ..bed }
            }
            1 => Sickbed { wounds: bed.treated, care: 0, ..bed },
            _ => Sickbed { care: bed.care - 1, ..bed },
        }
    }

    /// The wounds after rolls of Constitution; those that take no roll heal by themselves.
    fn rested(&self, wounds: Recovery, heals: u16) -> Recovery {
        let healed = |level: u8| heals >> level & 1 == 1 || self.roll_for(level).is_none();
        wounds.changed(|level| level - u8::from(healed(level)))
    }
}

impl Machine for Wounded {
    type State = Sickbed;
    type Question = HealingRoll;
    /// The degree of a treatment; of a roll of Constitution, whether it succeeds.
    type Outcome = i32;
    type End = HealingOver;
    type Event = HealingEvent;

    const FIRST_ROUND: u32 = 1;

    /// Treatment is on the first day; where it changes nothing, its patient only rests.
    fn start(&self) -> Sickbed {
        let wounds = Recovery::received(&self.wounds);
        let bed = Sickbed { wounds, treated: wounds, care: 0, rested: 0, down: 0, now: DayStage::Treatment };
        if self.healing != Healing::Care {
            return bed;
        }
        let wounds = if self.long_rest == 0 { Recovery::default() } else { wounds };
        Sickbed { wounds, treated: Recovery::default(), care: self.long_rest, now: DayStage::Night, ..bed }
    }

    fn next(&self, bed: &Sickbed, _: u32) -> Next<Sickbed, HealingRoll, HealingOver> {
        let over = |end| Next::End(HealingOver { end, down: bed.down });
        match bed.now {
            DayStage::Treatment => Next::Roll(HealingRoll::Treats),
            DayStage::Morning => Next::Become(self.day(*bed)),
            DayStage::Rest { level, heals } => {
                match bed.wounds.levels().find(|one| *one >= level && self.roll_for(*one).is_some()) {
                    Some(level) => Next::Roll(HealingRoll::Rests(level)),
                    None => {
                        let wounds = self.rested(bed.wounds, heals);
                        Next::Become(Sickbed { wounds, now: DayStage::Night, ..*bed })
                    }
                }
            }
            DayStage::Night if bed.wounds.worst() == 0 => over(HealingEnd::Healed),
            DayStage::Night => Next::Step(Sickbed { now: DayStage::Morning, ..*bed }),
            DayStage::Death => over(HealingEnd::Died),
        }
    }

    fn roll(&self, roll: &HealingRoll, chance: &mut dyn Chance, tell: &mut dyn FnMut(HealingEvent)) -> i32 {
        match roll {
            HealingRoll::Treats => self.treatment.as_ref().map_or(0, |check| {
                let outcome = check.roll_by(0, chance);
                let degree = outcome.decided_degree();
                tell(HealingEvent::Treats(outcome, self.treated(degree).1.div_ceil(HOURS_PER_DAY)));
                degree
            }),
            HealingRoll::Rests(level) => self.roll_for(*level).map_or(0, |check| {
                let outcome = check.roll_by((*level).into(), chance);
                tell(HealingEvent::Rests(*level, outcome));
                // Reaching the difficulty is enough here, whatever `success` asks for.
                (outcome.achieved != Achieved::Failure).into()
            }),
        }
    }

    fn apply(&self, bed: &mut Sickbed, roll: &HealingRoll, outcome: &i32) {
        match (roll, bed.now) {
            (HealingRoll::Treats, _) if self.may_die() && *outcome < GOOD => bed.now = DayStage::Death,
            (HealingRoll::Treats, _) => {
                let (after, hours) = self.treated(*outcome);
                let care = hours.div_ceil(HOURS_PER_DAY);
                let wounds = if care == 0 { after } else { bed.wounds };
                *bed = Sickbed { wounds, treated: after, care, now: DayStage::Night, ..*bed };
            }
            (HealingRoll::Rests(level), DayStage::Rest { heals, .. }) => {
                bed.now = DayStage::Rest { level: level + 1, heals: heals | (*outcome as u16) << level };
            }
            _ => {}
        }
    }

    fn cut_off(&self, bed: &Sickbed) -> Option<HealingOver> {
        Some(HealingOver { end: HealingEnd::Unhealed, down: bed.down })
    }
}
