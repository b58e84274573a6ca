//! The state of a caster.

use super::super::Achieved;
use super::struggle::Struggle;
use serde::{Deserialize, Serialize};

/// After this number of rounds out cold a caster wakes in any case.
pub const MOST_ROUNDS: u16 = 1000;

/// What can happen to a caster at some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Sign {
    /// A failure stuns for a round (SRD 7.15).
    Stunned = 1,
    /// A drained level makes the caster faint (SRD 7.11).
    Fainted = 2,
    /// The reservoir is overdrawn, and the caster falls into a coma (SRD 7.11).
    Coma = 4,
    /// The subject resists (SRD 7.16, 7.34; KAER).
    Resisted = 8,
    /// The deity is angered (SRD 7.22; FF).
    Angered = 16,
    /// A Terrible result turns against the caster (SRD 7.34).
    Backfired = 32,
    /// The caster collapses: no Health, fatigue or psychic reservoir is left (SRD 7.12, 7.33; FF).
    Collapsed = 64,
    /// A failure that nothing softens (LITE).
    Unsoftened = 128,
}

/// What has come of the castings so far. Small numbers: exact answers have a state for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct CastingSum {
    /// Full successes.
    pub successes: u16,
    /// Partial successes: watered down (SRD 7.15), or reduced (KAER).
    pub partials: u16,
    /// By how much the reservoir is down: levels of Potential, of the psychic reservoir, of Health; small boxes of mana.
    pub drained: u8,
    /// By how much the second one is down: levels of Fatigue, the subject's psychic reservoir, power points; large boxes of mana.
    pub spent: u8,
    /// Rounds out cold; of petitions, the rolls made.
    pub rounds: u16,
    /// Points of damage after a coma (SRD 7.11).
    pub damage: u8,
    /// Levels by which the caster's will fell short (KAER).
    pub short: u16,
    /// The Fudge points spent.
    pub points: u8,
    /// What has happened to the caster, a bit for each [`Sign`].
    pub(super) signs: u8,
}

/// Why there are no more castings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CastingEnd {
    /// All castings are tried.
    Done,
    /// There are successes enough.
    Content,
    /// The caster keeps what is left of the reservoir.
    Kept,
    /// The reservoir cannot pay for another casting.
    Empty,
    /// The caster has collapsed, or is unconscious for long.
    Collapsed,
    /// The caster is in a coma.
    Coma,
}

/// How a series of castings ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CastingOver {
    /// Why it ended.
    pub end: CastingEnd,
    /// What came of it.
    pub sum: CastingSum,
}

/// How things stand between two castings, or in one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CastingState {
    /// What has come of it so far.
    pub sum: CastingSum,
    /// Whether the deity is still angry about the last petition.
    pub angry: bool,
    /// What the caster is about.
    pub moment: Moment,
}

/// What a caster is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Moment {
    /// Ready for another casting.
    #[default]
    Ready,
    /// Out cold, and rolling each round to wake.
    Out,
    /// In a coma, with a roll for each day that is not rested afterwards.
    Comatose {
        /// The days rolled for.
        day: u8,
    },
    /// Rolling a petition again.
    Petition {
        /// The rolls made.
        rolled: u8,
    },
    /// In a psionic struggle.
    Struggle(Struggle),
}

/// What a part of a casting leads to.
pub(super) enum Went {
    /// On with the same casting.
    On(Moment),
    /// The casting is over.
    Over,
    /// So is everything.
    Ended(CastingEnd),
}

impl CastingSum {
    /// Whether it has happened to the caster.
    pub const fn has(&self, sign: Sign) -> bool {
        self.signs & sign as u8 != 0
    }

    pub(super) fn mark(&mut self, sign: Sign) {
        self.signs |= sign as u8;
    }

    pub(super) fn count(&mut self, achieved: Achieved) {
        match achieved {
            Achieved::Success => self.successes += 1,
            Achieved::Partial => self.partials += 1,
            Achieved::Failure => {}
        }
    }

    /// Drains levels of the reservoir.
    pub(super) fn drain(&mut self, levels: u8) {
        self.drained = self.drained.saturating_add(levels);
    }
}
