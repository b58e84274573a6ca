//! The state of a caster.

use super::super::Achieved;
use super::struggle::Struggle;
use serde::{Deserialize, Serialize};

/// The number of rounds after which an unconscious caster wakes in any case.
pub const MOST_ROUNDS: u16 = 1000;

/// An event that can happen to a caster. Each value is one bit, so that events can be combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum CasterEvent {
    /// A failure stunned the caster for a round (SRD 7.15).
    Stunned = 1,
    /// A drained level made the caster faint (SRD 7.11).
    Fainted = 2,
    /// The reservoir was overdrawn, and the caster fell into a coma (SRD 7.11).
    Coma = 4,
    /// The subject resisted (SRD 7.16, 7.34; KAER).
    Resisted = 8,
    /// The deity was angered (SRD 7.22; FF).
    Angered = 16,
    /// A Terrible result turned against the caster (SRD 7.34).
    Backfired = 32,
    /// The caster collapsed: no Health, Fatigue or psychic reservoir was left (SRD 7.12, 7.33; FF).
    Collapsed = 64,
    /// A failure was not softened by a mana box (LITE).
    Unsoftened = 128,
}

/// Totals of the castings so far. The integers are small because exact answers keep one copy per state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct CastingSum {
    /// Full successes.
    pub successes: u16,
    /// Partial successes: watered down (SRD 7.15), or reduced (KAER).
    pub partials: u16,
    /// Losses from the first reservoir: levels of Potential, of the psychic reservoir or of Health. With LITE, marked
    /// small mana boxes.
    pub drained: u8,
    /// Losses from the second reservoir: levels of Fatigue, levels of the subject's psychic reservoir, or power points.
    /// With LITE, marked large mana boxes.
    pub spent: u8,
    /// Rounds of unconsciousness. For petitions, the number of rolls made.
    pub rounds: u16,
    /// Points of damage after a coma (SRD 7.11).
    pub damage: u8,
    /// The total number of levels by which spells were reduced (KAER).
    pub short: u16,
    /// Fudge points spent.
    pub points: u8,
    /// The events so far, one bit for each [`CasterEvent`].
    pub(super) signs: u8,
}

/// The reason why a series of castings ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CastingEnd {
    /// All castings were attempted.
    Done,
    /// The caster had the number of successes at which it stops.
    Content,
    /// The caster stopped to save the rest of the reservoir.
    Kept,
    /// The reservoir cannot pay for another casting.
    Empty,
    /// The caster collapsed, or is unconscious for a long time.
    Collapsed,
    Coma,
}

/// The end of a series of castings, with its totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CastingOver {
    pub end: CastingEnd,
    pub sum: CastingSum,
}

/// The state of a casting, with the totals of the series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CastingState {
    pub sum: CastingSum,
    /// Whether a deity is still angry about the last petition.
    pub angry: bool,
    pub activity: CasterActivity,
}

/// The caster's current activity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum CasterActivity {
    /// About to cast.
    #[default]
    Ready,
    /// Unconscious, with a roll to wake each round.
    Out,
    /// In or after a coma, with a Constitution roll on waking and for each active day.
    Comatose {
        /// The active day to roll for; 0 on waking.
        day: u8,
    },
    /// Rolling a petition again.
    Petition {
        /// The number of rolls made.
        rolled: u8,
    },
    Struggle(Struggle),
}

/// The result of one part of a casting.
pub(super) enum PartResult {
    /// The same casting continues.
    On(CasterActivity),
    /// The casting has ended; others may follow.
    Over,
    /// The whole series has ended.
    Ended(CastingEnd),
}

impl CastingSum {
    /// Whether `event` has happened to the caster.
    pub const fn has(&self, event: CasterEvent) -> bool {
        self.signs & event as u8 != 0
    }

    pub(super) fn mark(&mut self, event: CasterEvent) {
        self.signs |= event as u8;
    }

    pub(super) fn count(&mut self, achieved: Achieved) {
        match achieved {
            Achieved::Success => self.successes += 1,
            Achieved::Partial => self.partials += 1,
            Achieved::Failure => {}
        }
    }

    pub(super) fn drain(&mut self, levels: u8) {
        self.drained = self.drained.saturating_add(levels);
    }
}
