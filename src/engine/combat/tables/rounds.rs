//! The plan of a fight's rounds: missile rounds, rounds in turns and simultaneous rounds, the phases that they have,
//! and the clock that repeats once rounds no longer differ (C10, C12, R6).

use crate::rules::{InitiativeRolls, MOST_ROUNDS, Pacing, Rules, Shots};
use std::sync::OnceLock;

/// The order of attacks in rounds in which fighters can be wounded and nothing else can happen to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlainRounds {
    /// All fighters attack simultaneously.
    Exchanges,
    /// Fighters act one after another.
    Turns,
}

/// The plan of a fight's rounds.
#[derive(Debug, Clone)]
pub struct RoundPlan {
    /// Number of rounds at the start that differ from all others. After them, a cycle of rounds repeats.
    longest: u16,
    /// Number of rounds in the cycle that repeats after the first `longest` rounds (C10, C12).
    cycle: u16,
    /// Number of missile rounds at the start; `u16::MAX` if all rounds are (R6).
    pub(crate) closing: u16,
    /// Number of rounds after which an undecided fight is stopped; [`MOST_ROUNDS`] without a limit in the rules.
    pub limit: u32,
    /// Whether the rules set a limit. If not, exact calculations run without one.
    pub has_limit: bool,
    pacing: Pacing,
    shots: Shots,
    /// Whether the turn order is rolled once and kept for the whole fight.
    pub(crate) keeps_order: bool,
    /// Whether exchanges involve only skill, wounds and dice: no stances and no other effects.
    pub(crate) plain: bool,
    /// Whether fighters can be wounded and nothing else can happen to them.
    pub(crate) wounds_alone: bool,
    /// Whether there are rolls before blows fall: for pace, nerve, a shoddy weapon, waking or sensing danger.
    pub(crate) readies: bool,
    /// Whether rounds with simultaneous attacks also have shots from behind the line, or spells.
    pub(crate) volleys: bool,
    /// Whether effects persist from round to round (W28).
    pub(crate) lingers: bool,
    /// Whether each round ends with a phase for lingering effects and morale.
    pub(crate) has_upkeep: bool,
    /// The type of the fight's rounds if they consist of blows and wounds alone, otherwise `None`. Computed when first
    /// needed.
    pub(crate) plain_rounds: OnceLock<Option<PlainRounds>>,
}

impl RoundPlan {
    /// The plan for `longest` rounds that differ, a `cycle` that repeats, and `closing` missile rounds. Its phases are
    /// still missing.
    pub(super) fn new([longest, cycle]: [u16; 2], closing: u16, rules: &Rules) -> Self {
        Self {
            longest,
            cycle,
            closing,
            limit: if rules.round_limit > 0 { rules.round_limit } else { MOST_ROUNDS },
            has_limit: rules.round_limit > 0,
            pacing: rules.pacing,
            shots: rules.shots,
            keeps_order: !rules.pacing.players_act() && rules.initiative == InitiativeRolls::Once,
            plain: false,
            wounds_alone: false,
            readies: false,
            volleys: false,
            lingers: false,
            has_upkeep: false,
            plain_rounds: OnceLock::new(),
        }
    }

    /// Number of rounds that differ, for example because of temporary modifiers (M2) or surprise. 1 if all rounds are
    /// equal.
    pub fn distinct(&self) -> u16 {
        self.longest + self.cycle
    }

    /// The clock of the next round. The clock counts rounds from 0 as long as they differ; after that, it cycles
    /// through the rounds that repeat.
    #[inline(always)]
    pub(crate) fn clock_after(&self, clock: u16) -> u16 {
        if clock + 1 < self.longest + self.cycle { clock + 1 } else { self.longest }
    }

    /// Whether the round at `clock` is a missile round (R6).
    #[inline(always)]
    pub(crate) fn at_a_distance(&self, clock: u16) -> bool {
        clock < self.closing
    }

    /// Whether a round, counted from 1, is a missile round (R6).
    pub fn is_of_missiles(&self, round: u32) -> bool {
        self.closing == u16::MAX || round <= u32::from(self.closing)
    }

    /// Whether the attacks in the round at `clock` are made in turns.
    #[inline(always)]
    pub(crate) fn in_turns(&self, clock: u16) -> bool {
        self.pacing != Pacing::Simultaneous || self.at_a_distance(clock)
    }

    /// Whether all attacks in a round with turns are made at the same time, so that no order is rolled.
    pub(crate) fn in_one_turn(&self, clock: u16) -> bool {
        match self.at_a_distance(clock) {
            true => self.shots == Shots::Together,
            false => self.pacing == Pacing::Simultaneous,
        }
    }
}
