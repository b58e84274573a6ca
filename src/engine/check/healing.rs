//! Healing of wounds: one treatment, then a Constitution roll each week (H1 to H4; SRD 4.8, F93 4.74, LITE).

use super::{Achieved, Actor, Check, CheckOutcome, CheckRules, Machine, Next};
use crate::chance::Chance;
use crate::error::{Error, Result};
use crate::rules::Track;
use crate::rules::healing::{GOOD, HURT, Healing};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Maximum number of wound levels in a record.
const MOST_LEVELS: u8 = 12;

/// Maximum length of treatment or a long rest, in days.
pub const MOST_DAYS: u32 = 365;

pub const HOURS_PER_DAY: u32 = 24;

/// The days of a week on which wounds heal by a level.
const HEALING_DAYS: &[u8] = &[7];

/// Like [`HEALING_DAYS`], for characters with Rapid Healing.
const RAPID_HEALING_DAYS: &[u8] = &[4, 7];

/// A wounded character, and the care available.
#[derive(Debug, Clone, PartialEq)]
pub struct Wounded {
    pub healing: Healing,
    /// The levels of the wounds as received; 1 is the lightest.
    pub wounds: Vec<u8>,
    /// The wound boxes of the record. A wound whose boxes are full marks a worse box, but heals as the wound received
    /// (SRD 4.57).
    pub track: Arc<Track>,
    /// The worst wound level, Near Death.
    pub near_death: u8,
    /// Whether a character at the worst level dies unless treatment succeeds (SRD 4.51).
    pub bleeds: bool,
    /// The Constitution roll for each wound level, starting with Hurt. Empty if all wounds heal by a level each week
    /// without a roll.
    pub constitution: Vec<Check>,
    /// Whether wounds heal twice as fast (Rapid Healing).
    pub rapid: bool,
    /// The healer's roll; `None` if the wounds are not treated.
    pub treatment: Option<Check>,
    /// Hours that each treated wound takes to heal. The hours of several wounds add up, and a day has 24.
    pub hours_per_wound: u32,
    /// The length of a long rest in days. Under [`Healing::Care`], a long rest clears all wounds.
    pub long_rest: u32,
}

/// The reason why healing ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum HealingEnd {
    /// All wounds are healed.
    Healed,
    /// Treatment did not stop the bleeding.
    Died,
    /// Wounds were left after the last day.
    Unhealed,
}

/// The end of healing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HealingOver {
    pub end: HealingEnd,
    /// Days on which the character could not act.
    pub down: u32,
}

/// The progress of healing. For each level at which wounds were received, this stores the current level of those
/// wounds. Wounds received at the same level heal together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Recovery(u64);

/// Bits per level in [`Recovery`].
const BITS_PER_LEVEL: u32 = 4;

impl Recovery {
    /// The wounds received at `levels`, before any healing. Scratches are left out, because they need no healing.
    fn newly_received(levels: &[u8]) -> Self {
        levels.iter().filter(|level| **level >= HURT).fold(Self::default(), |wounds, level| wounds.with(*level, *level))
    }

    /// A copy in which the wounds received at level `received` have healed to level `now`.
    fn with(self, received: u8, now: u8) -> Self {
        let place = u32::from(received) * BITS_PER_LEVEL;
        Self(self.0 & !(0xF << place) | u64::from(now) << place)
    }

    /// The current level of wounds received at level `received`; 0 if healed.
    pub fn current_level(self, received: u8) -> u8 {
        (self.0 >> (u32::from(received) * BITS_PER_LEVEL) & 0xF) as u8
    }

    /// A copy with `to` applied to every current level. Wounds lighter than Hurt then count as healed.
    fn map_levels(self, to: impl Fn(u8) -> u8) -> Self {
        let worse = (HURT..=MOST_LEVELS).filter(|received| self.current_level(*received) > 0);
        worse.fold(self, |wounds, received| {
            let now = to(self.current_level(received));
            wounds.with(received, if now < HURT { 0 } else { now })
        })
    }

    /// The current levels of all wounds, each level once, from the lightest.
    pub fn levels(self) -> impl Iterator<Item = u8> {
        (HURT..=MOST_LEVELS)
            .filter(move |level| (HURT..=MOST_LEVELS).any(|received| self.current_level(received) == *level))
    }

    /// The worst current level; 0 if all wounds are healed.
    fn worst(self) -> u8 {
        self.levels().last().unwrap_or(0)
    }
}

/// The state of the character on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HealingState {
    pub wounds: Recovery,
    /// The wounds after the treatment, which replace `wounds` once it has taken effect.
    treated: Recovery,
    /// Days until the treatment takes effect.
    care: u32,
    /// Days of natural healing so far this week.
    rested: u8,
    /// Days so far on which the character could not act.
    down: u32,
    now: DayStage,
}

/// The stages of a day; `Treatment` comes before the first day. In `Rest`, Constitution is rolled for wounds of `level`
/// and worse. `heals` has a bit for each level whose roll succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum DayStage {
    Treatment,
    Morning,
    Rest { level: u8, heals: u16 },
    Night,
    Death,
}

/// A roll that is due in healing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealingRoll {
    /// The healer's roll.
    Treats,
    /// The Constitution roll for all wounds of this level.
    Rests(u8),
}

/// An event of healing, for observers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealingEvent {
    /// The healer's roll, and the days until the treatment takes effect.
    Treats(CheckOutcome, u32),
    /// A Constitution roll for all wounds of this level.
    Rests(u8, CheckOutcome),
}

impl Wounded {
    /// Returns `self` if it can be played.
    ///
    /// # Errors
    /// If days are out of range, or the wounds are too many or leave the character dead.
    pub fn checked(self) -> Result<Self> {
        if self.hours_per_wound > MOST_DAYS * HOURS_PER_DAY || self.long_rest > MOST_DAYS {
            return Err(Error::input(format!("treatment and rest take at most {MOST_DAYS} days")));
        }
        if self.wounds.len() > usize::from(u8::MAX) {
            return Err(Error::input(format!("{} wounds are too many", self.wounds.len())));
        }
        if self.track.is_dead(self.track.state_of(&self.wounds)) {
            return Err(Error::input("the record has too few boxes for these wounds: the character would be dead")
                .with_help("leave some of them out, or give the record more boxes"));
        }
        Ok(self)
    }

    /// The Constitution rolls for all levels from Hurt to `near_death`.
    ///
    /// # Errors
    /// If a check with `rules` is invalid; see [`Check::new`].
    pub fn rolls(constitution: &Actor, near_death: u8, rules: &CheckRules) -> Result<Vec<Check>> {
        let roll = |level| Check::new(constitution.clone(), Healing::difficulty(level), rules.clone());
        (HURT..=near_death).map(roll).collect()
    }

    /// The Constitution roll for wounds of `level`; `None` if they heal without a roll.
    pub fn roll_for(&self, level: u8) -> Option<&Check> {
        self.constitution.get(usize::from(level.checked_sub(HURT)?))
    }

    /// Whether any wound is worse than a Scratch.
    pub fn must_heal(&self) -> bool {
        self.wounds.iter().any(|level| *level >= HURT)
    }

    /// Whether the wounds, apart from Scratches, keep the character from acting.
    pub fn is_down(&self) -> bool {
        self.is_down_with(Recovery::newly_received(&self.wounds))
    }

    /// Like [`is_down`](Self::is_down), with the wounds healed to the levels in `wounds`. The wounds that are left mark
    /// boxes of an empty record.
    fn is_down_with(&self, wounds: Recovery) -> bool {
        let left: Vec<u8> =
            self.wounds.iter().map(|level| wounds.current_level(*level)).filter(|level| *level > 0).collect();
        !self.track.condition(self.track.state_of(&left)).fit
    }

    /// Whether the character can die before anything heals.
    pub fn may_die(&self) -> bool {
        self.bleeds && self.track.condition(self.track.state_of(&self.wounds)).level == self.near_death
    }

    /// Whether treatment can heal a wound or save the character's life. `best` is the healer's highest possible degree.
    pub fn may_be_treated(&self, best: i32) -> bool {
        let heals =
            |level: &u8| *level >= HURT && self.healing.level_after_treatment(*level, self.near_death, best) != *level;
        best >= GOOD && (self.may_die() || self.wounds.iter().any(heals))
    }

    /// The wounds after a treatment with the rolled degree `degree`, and the hours that the treatment takes.
    fn after_treatment(&self, degree: i32) -> (Recovery, u32) {
        let treated = |level: u8| self.healing.level_after_treatment(level, self.near_death, degree);
        let changed = self.wounds.iter().filter(|level| **level >= HURT && treated(**level) != **level);
        (Recovery::newly_received(&self.wounds).map_levels(treated), self.hours_per_wound * changed.count() as u32)
    }

    /// The wounds after a treatment during a rest of `minutes`, less than a day. `None` if there is no healer, if
    /// treatment is not rolled ([`Healing::Care`]), or if the treated wounds take longer to heal. The healer rolls only
    /// if there is time to heal at least one wound.
    pub fn after_treatment_within(&self, minutes: u32, chance: &mut dyn Chance) -> Option<Recovery> {
        let check = self.treatment.as_ref().filter(|_| self.healing != Healing::Care)?;
        let fits = |hours: u32| hours.saturating_mul(60) <= minutes;
        if !fits(self.hours_per_wound) {
            return None;
        }
        let (after, hours) = self.after_treatment(check.roll_by(0, chance).decided_degree());
        fits(hours).then_some(after)
    }

    /// Starts a day in bed, up to the Constitution rolls that are due on it. Natural healing begins after the treatment
    /// has taken effect.
    fn play_day(&self, bed: HealingState) -> HealingState {
        let bed =
            HealingState { down: bed.down + u32::from(self.is_down_with(bed.wounds)), now: DayStage::Night, ..bed };
        match bed.care {
            0 => {
                let rested = bed.rested + 1;
                let days = if self.rapid { RAPID_HEALING_DAYS } else { HEALING_DAYS };
                let rests = DayStage::Rest { level: HURT, heals: 0 };
                let now = if days.contains(&rested) { rests } else { DayStage::Night };
                HealingState { rested: rested % 7, now, ..bed }
            }
            1 => HealingState { wounds: bed.treated, care: 0, ..bed },
            _ => HealingState { care: bed.care - 1, ..bed },
        }
    }

    /// Returns `wounds` after the Constitution rolls of a day. `heals` has a bit for each level whose roll succeeded.
    /// Levels without a roll heal by themselves.
    fn after_rest(&self, wounds: Recovery, heals: u16) -> Recovery {
        let healed = |level: u8| heals >> level & 1 == 1 || self.roll_for(level).is_none();
        wounds.map_levels(|level| level - u8::from(healed(level)))
    }
}

impl Machine for Wounded {
    type State = HealingState;
    type Question = HealingRoll;
    /// The degree of a treatment; for a Constitution roll, 1 if it succeeds and 0 if not.
    type Outcome = i32;
    type End = HealingOver;
    type Event = HealingEvent;

    const FIRST_ROUND: u32 = 1;

    /// Treatment comes before the first day. Under [`Healing::Care`] there is only a long rest.
    fn start(&self) -> HealingState {
        let wounds = Recovery::newly_received(&self.wounds);
        let bed = HealingState { wounds, treated: wounds, care: 0, rested: 0, down: 0, now: DayStage::Treatment };
        if self.healing != Healing::Care {
            return bed;
        }
        let wounds = if self.long_rest == 0 { Recovery::default() } else { wounds };
        HealingState { wounds, treated: Recovery::default(), care: self.long_rest, now: DayStage::Night, ..bed }
    }

    fn next(&self, bed: &HealingState, _: u32) -> Next<HealingState, HealingRoll, HealingOver> {
        let over = |end| Next::End(HealingOver { end, down: bed.down });
        match bed.now {
            DayStage::Treatment => Next::Roll(HealingRoll::Treats),
            DayStage::Morning => Next::Become(self.play_day(*bed)),
            DayStage::Rest { level, heals } => {
                match bed.wounds.levels().find(|one| *one >= level && self.roll_for(*one).is_some()) {
                    Some(level) => Next::Roll(HealingRoll::Rests(level)),
                    None => {
                        let wounds = self.after_rest(bed.wounds, heals);
                        Next::Become(HealingState { wounds, now: DayStage::Night, ..*bed })
                    }
                }
            }
            DayStage::Night if bed.wounds.worst() == 0 => over(HealingEnd::Healed),
            DayStage::Night => Next::Step(HealingState { now: DayStage::Morning, ..*bed }),
            DayStage::Death => over(HealingEnd::Died),
        }
    }

    fn roll(&self, roll: &HealingRoll, chance: &mut dyn Chance, tell: &mut dyn FnMut(HealingEvent)) -> i32 {
        match roll {
            HealingRoll::Treats => self.treatment.as_ref().map_or(0, |check| {
                let outcome = check.roll_by(0, chance);
                let degree = outcome.decided_degree();
                tell(HealingEvent::Treats(outcome, self.after_treatment(degree).1.div_ceil(HOURS_PER_DAY)));
                degree
            }),
            HealingRoll::Rests(level) => self.roll_for(*level).map_or(0, |check| {
                let outcome = check.roll_by((*level).into(), chance);
                tell(HealingEvent::Rests(*level, outcome));
                // Meeting the difficulty is enough here, even if the rules of checks demand more.
                (outcome.achieved != Achieved::Failure).into()
            }),
        }
    }

    fn apply(&self, bed: &mut HealingState, roll: &HealingRoll, outcome: &i32) {
        match (roll, bed.now) {
            (HealingRoll::Treats, _) if self.may_die() && *outcome < GOOD => bed.now = DayStage::Death,
            (HealingRoll::Treats, _) => {
                let (after, hours) = self.after_treatment(*outcome);
                let care = hours.div_ceil(HOURS_PER_DAY);
                let wounds = if care == 0 { after } else { bed.wounds };
                *bed = HealingState { wounds, treated: after, care, now: DayStage::Night, ..*bed };
            }
            (HealingRoll::Rests(level), DayStage::Rest { heals, .. }) => {
                bed.now = DayStage::Rest { level: level + 1, heals: heals | (*outcome as u16) << level };
            }
            _ => {}
        }
    }

    fn cut_off(&self, bed: &HealingState) -> Option<HealingOver> {
        Some(HealingOver { end: HealingEnd::Unhealed, down: bed.down })
    }
}
