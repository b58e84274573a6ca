//! Small automata that follow a fight. After each round, they look at all fighters and update one byte of memory. With
//! them, measures that depend on the course of a fight have the same definition in simulations and in exact solutions.

use super::first_blood::FirstBlood;
use crate::combat::condition::{Body, Exit};
use crate::combat::tables::{Fight, MOST_SIDES};
use std::cmp::Ordering;

/// An automaton that follows a fight. Its memory is one byte, which is 0 at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FightPath {
    /// Records first blood. The memory is 0 until it is drawn. Then it is the number of the side that drew it, counted
    /// from 1, or [`TOGETHER`].
    FirstBlood,
    /// Records the lead. The lower half of the memory is the number of the side that is ahead, counted from 1. It is 0
    /// until a side is ahead, and does not change while sides are level. The upper half has a bit for each side, set
    /// once the side has been behind.
    Lead,
    /// Records the fighters of a side who were the first of that side to fall. The memory is 0 until one falls. Then it
    /// has a bit for each stat block of the group, and one for all other stat blocks.
    FirstToFall {
        /// Index of the side.
        side: u8,
        /// Index of the group. The stat blocks of a side are divided into groups in order, because a memory has too few
        /// bits for all.
        group: u8,
    },
}

/// The memory of [`FightPath::FirstBlood`] if both sides drew first blood in the same round.
pub const TOGETHER: u8 = u8::MAX;

/// Number of stat blocks in a group of [`FightPath::FirstToFall`].
const GROUP_SIZE: usize = 7;

/// The bit for stat blocks outside the group, in the memory of [`FightPath::FirstToFall`].
const OTHER_BLOCKS_BIT: u8 = 0x80;

/// Mask for the number of the leading side, in the memory of [`FightPath::Lead`].
const LEADER_MASK: u8 = 0x0F;

/// The bit that is set once the first side has been behind, in the memory of [`FightPath::Lead`]. The bits of the other
/// sides follow.
const FIRST_BEHIND_BIT: u8 = 0x10;

// Each side needs a bit in the upper half of a memory.
const _: () = assert!(MOST_SIDES <= 4);

impl FightPath {
    /// The memory after a round that ends with the states `bodies`. `memory` is the memory before that round.
    #[inline]
    pub fn next(self, fight: &Fight, memory: u8, bodies: &[Body]) -> u8 {
        match self {
            Self::FirstBlood if memory == 0 => Self::encode_first_blood(FirstBlood::of(fight, bodies)),
            Self::FirstToFall { side, group } if memory == 0 => first_to_fall(fight, [side, group], bodies),
            Self::FirstBlood | Self::FirstToFall { .. } => memory,
            Self::Lead => match leading_side(fight, bodies) {
                None => memory,
                Some(side) => (memory & !LEADER_MASK) | (side as u8 + 1) | behind_bits(fight, side),
            },
        }
    }

    /// The memory of [`FightPath::FirstBlood`] that represents `blood`.
    #[inline]
    pub fn encode_first_blood(blood: FirstBlood) -> u8 {
        match blood {
            FirstBlood::NotYet => 0,
            FirstBlood::By(side) => side as u8 + 1,
            FirstBlood::Together => TOGETHER,
        }
    }

    /// Whether the event that this path records has happened, according to its memory.
    pub fn has_happened(self, memory: u8) -> bool {
        match self {
            Self::FirstBlood | Self::FirstToFall { .. } | Self::Lead => memory != 0,
        }
    }

    /// Whether the memory can no longer change during the fight.
    pub fn is_settled(self, memory: u8) -> bool {
        match self {
            Self::FirstBlood | Self::FirstToFall { .. } => memory != 0,
            Self::Lead => false,
        }
    }

    /// The path that records whether the stat block `entry` is among the first of its side to fall.
    pub fn for_stat_block(fight: &Fight, entry: usize) -> Self {
        let side = fight.roster.side(fight.roster.first(entry));
        Self::FirstToFall { side: side as u8, group: (rank(fight, entry) / GROUP_SIZE) as u8 }
    }

    /// Whether a stat block was among the first of its side to fall. `memory` is the memory of its
    /// [`FightPath::FirstToFall`], and `rank` is the index of the stat block among those of its side.
    pub fn fell_first(memory: u8, rank: usize) -> bool {
        memory >> (rank % GROUP_SIZE) & 1 == 1
    }

    /// Whether the lead passed from one side to another, given the memories `before` and `after` a round. False for
    /// paths other than [`FightPath::Lead`].
    pub fn lead_passed(self, before: u8, after: u8) -> bool {
        self == Self::Lead && before & LEADER_MASK != 0 && before & LEADER_MASK != after & LEADER_MASK
    }

    /// Whether the side with the index `side` has been behind, from the memory of [`FightPath::Lead`].
    pub fn was_behind(memory: u8, side: usize) -> bool {
        memory & FIRST_BEHIND_BIT << side != 0
    }
}

/// The index of a stat block among those of its side.
fn rank(fight: &Fight, entry: usize) -> usize {
    let side = |entry: usize| fight.roster.side(fight.roster.first(entry));
    (0..entry).filter(|other| side(*other) == side(entry)).count()
}

/// The memory of [`FightPath::FirstToFall`] after the first round in which a fighter of the side falls; 0 if none has
/// fallen. Fleeing does not count as falling.
fn first_to_fall(fight: &Fight, [side, group]: [u8; 2], bodies: &[Body]) -> u8 {
    let leaves = |exit: Option<Exit>| matches!(exit, Some(Exit::Absent | Exit::Ungrown | Exit::GotAway));
    let falls = |who: u16, body: &Body| !(fight.is_fit(who, body) || fight.exits.any && leaves(fight.exit(who, body)));
    let all = (0u16..).zip(bodies.iter().zip(fight.start()));
    let own = all.filter(|(who, (_, start))| fight.roster.side(*who) == usize::from(side) && fight.is_fit(*who, start));
    own.filter(|(who, (body, _))| falls(*who, body)).fold(0, |memory, (who, _)| {
        let rank = rank(fight, fight.roster.entry(who));
        memory | if rank / GROUP_SIZE == usize::from(group) { 1 << (rank % GROUP_SIZE) } else { OTHER_BLOCKS_BIT }
    })
}

/// The bits that record that all sides except `leader` are behind.
fn behind_bits(fight: &Fight, leader: usize) -> u8 {
    (0..fight.roster.sides).filter(|side| *side != leader).fold(0, |marks, side| marks | FIRST_BEHIND_BIT << side)
}

/// The side that is ahead of all others; `None` if no side is. It has the largest share of fit fighters; among sides
/// with equal shares, it has the lowest average wound level.
fn leading_side(fight: &Fight, bodies: &[Body]) -> Option<usize> {
    let standing = |side: usize| {
        let own = (0u16..).zip(bodies).filter(|(who, _)| fight.roster.side(*who) == side);
        own.fold([0u64; 3], |[all, fit, wounds], (who, body)| {
            let level = fight.roster.track(who).condition(body.felt).level;
            [all + 1, fit + u64::from(fight.is_fit(who, body)), wounds + u64::from(level)]
        })
    };
    // Shares are compared by cross-multiplication, in whole numbers; fewer wounds are better.
    let compared = |ours: [u64; 3], theirs: [u64; 3]| {
        let fit = (ours[1] * theirs[0]).cmp(&(theirs[1] * ours[0]));
        fit.then((theirs[2] * ours[0]).cmp(&(ours[2] * theirs[0])))
    };
    let mut lead = (Some(0), standing(0));
    for side in 1..fight.roster.sides {
        let theirs = standing(side);
        lead = match compared(theirs, lead.1) {
            Ordering::Greater => (Some(side), theirs),
            Ordering::Equal => (None, theirs),
            Ordering::Less => lead,
        };
    }
    lead.0
}
