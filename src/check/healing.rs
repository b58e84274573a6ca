//! Wounds that heal: treatment once, then a roll of Constitution each week (H1 to H4; SRD 4.8, F93 4.74, LITE).

use super::{Actor, Check, CheckOutcome, CheckRules, Next, PERIOD_LIMIT, Process};
use crate::chance::Chance;
use crate::error::{Error, Result};
use crate::rules::healing::{GOOD, HURT, Healing};
use serde::{Deserialize, Serialize};

/// The most days that treatment or a long rest may take.
pub const MOST_DAYS: u32 = 365;

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
    /// The level from which on a fighter is out of action.
    pub out: u8,
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
    /// The days that each treated wound takes to heal.
    pub days_per_wound: u32,
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
    /// [`PERIOD_LIMIT`] days were not enough.
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

/// How somebody is on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sickbed {
    /// The wound levels that are left: bit 2 for Hurt.
    levels: u16,
    /// Those that will be left when what is treated has healed.
    treated: u16,
    /// The days that takes.
    care: u32,
    /// The days of this week on which wounds have healed by themselves.
    rested: u8,
    /// The days on which the wounded could not act.
    down: u32,
}

/// What happens, for who listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealingEvent {
    /// The roll of who treats the wounds, and in how many days it shows.
    Treats(CheckOutcome, u32),
    /// A roll of Constitution for all wounds of a level.
    Rests(u8, CheckOutcome),
    /// These levels are left.
    Left(u16),
}

impl Wounded {
    /// Makes sure that it can be played.
    ///
    /// # Errors
    /// Days out of range, or too many wounds.
    pub fn checked(self) -> Result<Self> {
        if self.days_per_wound > MOST_DAYS || self.long_rest > MOST_DAYS {
            return Err(Error::input(format!("treatment and rest take at most {MOST_DAYS} days")));
        }
        if self.wounds.len() > usize::from(u8::MAX) {
            return Err(Error::input(format!("{} wounds are too many", self.wounds.len())));
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

    /// The levels of these wounds that must heal.
    fn levels(wounds: impl IntoIterator<Item = u8>) -> u16 {
        wounds.into_iter().filter(|level| *level >= HURT).fold(0, |levels, level| levels | 1 << level)
    }

    /// The worst of these levels; 0 for none.
    fn worst(levels: u16) -> u8 {
        levels.checked_ilog2().unwrap_or(0) as u8
    }

    /// Each of these levels, the lightest first.
    pub fn each(levels: u16) -> impl Iterator<Item = u8> {
        (HURT..u16::BITS as u8).filter(move |level| levels >> level & 1 == 1)
    }

    /// Whether any wound is worse than a Scratch.
    pub fn must_heal(&self) -> bool {
        self.wounds.iter().any(|level| *level >= HURT)
    }

    /// Whether the wounds keep their owner from acting.
    pub fn is_down(&self) -> bool {
        self.wounds.iter().any(|level| *level >= self.out)
    }

    /// Whether the wounded may die before anything heals.
    pub fn may_die(&self) -> bool {
        self.bleeds && self.wounds.contains(&self.near_death)
    }

    /// How it goes on from here.
    fn on(bed: Sickbed) -> Next<Sickbed, HealingOver> {
        match bed.levels {
            0 => Next::End(HealingOver { end: HealingEnd::Healed, down: bed.down }),
            _ => Next::State(bed),
        }
    }

    /// The levels left after a week, or half of one, of rest.
    fn rested(&self, levels: u16, chance: &mut impl Chance, tell: &mut impl FnMut(HealingEvent)) -> u16 {
        let healed = |level: u8| {
            let Some(check) = self.roll_for(level) else { return true };
            let outcome = check.roll_by(level.into(), chance);
            tell(HealingEvent::Rests(level, outcome));
            outcome.margin >= 0
        };
        let level_after = |(level, healed): (u8, bool)| if healed { level - 1 } else { level };
        let healed: Vec<bool> = Self::each(levels).map(healed).collect();
        Self::levels(Self::each(levels).zip(healed).map(level_after))
    }
}

impl Process for Wounded {
    type State = Sickbed;
    type End = HealingOver;
    type Event = HealingEvent;

    /// Treatment is on the first day; where it changes nothing, its patient only rests.
    fn begin(&self, chance: &mut impl Chance, tell: &mut impl FnMut(HealingEvent)) -> Next<Sickbed, HealingOver> {
        let levels = Self::levels(self.wounds.iter().copied());
        let bed = |treated, care| Sickbed { levels, treated, care, rested: 0, down: 0 };
        if self.healing == Healing::Care {
            return Self::on(bed(0, self.long_rest));
        }
        let outcome = self.treatment.as_ref().map(|check| check.roll(chance));
        let degree = outcome.map_or(0, |outcome| outcome.degree);
        let treated = |level: u8| self.healing.treated(level, self.near_death, degree);
        let changed = self.wounds.iter().filter(|level| **level >= HURT && treated(**level) != **level);
        let care = self.days_per_wound * changed.count() as u32;
        outcome.into_iter().for_each(|outcome| tell(HealingEvent::Treats(outcome, care)));
        if self.may_die() && degree < GOOD {
            return Next::End(HealingOver { end: HealingEnd::Died, down: 0 });
        }
        let after = Self::levels(self.wounds.iter().map(|level| treated(*level)));
        let levels = if care == 0 { after } else { levels };
        Self::on(Sickbed { levels, ..bed(after, care) })
    }

    /// A day in bed. What is treated heals first; after that, wounds heal by themselves.
    fn step(
        &self,
        bed: Sickbed,
        _: u32,
        chance: &mut impl Chance,
        tell: &mut impl FnMut(HealingEvent),
    ) -> Next<Sickbed, HealingOver> {
        let bed = Sickbed { down: bed.down + u32::from(Self::worst(bed.levels) >= self.out), ..bed };
        let next = match bed.care {
            0 => {
                let rested = bed.rested + 1;
                let days = if self.rapid { TWICE_A_WEEK } else { ONCE_A_WEEK };
                let heals = days.contains(&rested);
                let levels = if heals { self.rested(bed.levels, chance, tell) } else { bed.levels };
                Sickbed { levels, treated: levels, rested: rested % 7, ..bed }
            }
            1 => Sickbed { levels: bed.treated, care: 0, ..bed },
            _ => Sickbed { care: bed.care - 1, ..bed },
        };
        if next.levels != bed.levels {
            tell(HealingEvent::Left(next.levels));
        }
        Self::on(next)
    }

    fn cut_off(&self, bed: Sickbed) -> HealingOver {
        HealingOver { end: HealingEnd::Unhealed, down: bed.down }
    }
}
