//! Small automata that run alongside a fight: after each round, they look at all fighters and update one byte of
//! memory. With them, measures that depend on the course of a fight have the same definition in simulations and exact
//! solutions.

use super::first_blood::FirstBlood;
use crate::combat::condition::{Body, Exit};
use crate::combat::tables::{Fight, MOST_SIDES};
use std::cmp::Ordering;

/// An automaton that follows a fight. Its memory is one byte, 0 at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FightPath {
    /// First blood: 0 until a fighter bears a wound of this fight, then a side's number from 1, or [`TOGETHER`].
    FirstBlood,
    /// The side that is ahead. The lower half of the memory is its number from 1 (0 until a side is ahead; unchanged
    /// while sides are level), and the upper half has one bit for each side that has been behind.
    Lead,
    /// The stat blocks of a side whose fighters were the first of the side to fall: one bit for each stat block of the
    /// group, and one for all others; 0 until a fighter falls.
    FirstToFall {
        side: u8,
        /// Index of the group. Groups divide the stat blocks of the side in order.
        group: u8,
    },
}

/// First blood drawn by both sides in the same round.
pub const TOGETHER: u8 = u8::MAX;

/// Number of stat blocks that share a [`Path::FirstToFall`].
const GROUP: usize = 7;

/// Bit for stat blocks outside the group, in the memory of [`Path::FirstToFall`].
const OTHER_BLOCKS: u8 = 0x80;

/// Mask for the leading side, in the memory of [`Path::Lead`].
const LEADER: u8 = 0x0F;

/// Bit for the first side having been behind; the bits of the other sides follow.
const BEHIND: u8 = 0x10;

// Each side needs a bit.
const _: () = assert!(MOST_SIDES <= 4);

impl FightPath {
    /// The memory after a round that ends with `bodies`.
    #[inline]
    pub fn next(self, fight: &Fight, memory: u8, bodies: &[Body]) -> u8 {
        match self {
            Self::FirstBlood if memory == 0 => Self::encode_first_blood(FirstBlood::of(fight, bodies)),
            Self::FirstToFall { side, group } if memory == 0 => first_to_fall(fight, [side, group], bodies),
            Self::FirstBlood | Self::FirstToFall { .. } => memory,
            Self::Lead => match ahead(fight, bodies) {
                None => memory,
                Some(side) => (memory & !LEADER) | (side as u8 + 1) | behind(fight, side),
            },
        }
    }

    /// The memory of [`Path::FirstBlood`] for `blood`.
    #[inline]
    pub fn encode_first_blood(blood: FirstBlood) -> u8 {
        match blood {
            FirstBlood::NotYet => 0,
            FirstBlood::By(side) => side as u8 + 1,
            FirstBlood::Together => TOGETHER,
        }
    }

    /// Whether the event that the path waits for has happened.
    pub fn has_happened(self, memory: u8) -> bool {
        match self {
            Self::FirstBlood | Self::FirstToFall { .. } | Self::Lead => memory != 0,
        }
    }

    /// Whether the memory can no longer change.
    pub fn is_settled(self, memory: u8) -> bool {
        match self {
            Self::FirstBlood | Self::FirstToFall { .. } => memory != 0,
            Self::Lead => false,
        }
    }

    /// The path that records whether a stat block is among the first of its side to fall.
    pub fn to_fall(fight: &Fight, entry: usize) -> Self {
        let side = fight.side(fight.first(entry));
        Self::FirstToFall { side: side as u8, group: (rank(fight, entry) / GROUP) as u8 }
    }

    /// Whether a stat block is among the first to fall, from the memory of its [`Path::FirstToFall`] and its index
    /// within its side.
    pub fn fell_first(memory: u8, rank: usize) -> bool {
        memory >> (rank % GROUP) & 1 == 1
    }

    /// Whether the counted event happened between two memories: the lead passed to another side.
    pub fn counts(self, before: u8, after: u8) -> bool {
        self == Self::Lead && before & LEADER != 0 && before & LEADER != after & LEADER
    }

    /// Whether a side has been behind, from the memory of [`Path::Lead`].
    pub fn was_behind(memory: u8, side: usize) -> bool {
        memory & BEHIND << side != 0
    }
}

/// Index of a stat block within its side.
fn rank(fight: &Fight, entry: usize) -> usize {
    let side = |entry: usize| fight.side(fight.first(entry));
    (0..entry).filter(|other| side(*other) == side(entry)).count()
}

/// The memory of [`Path::FirstToFall`] after the first round in which a fighter of the side falls; 0 if none does.
/// Fleeing is not falling.
fn first_to_fall(fight: &Fight, [side, group]: [u8; 2], bodies: &[Body]) -> u8 {
    let leaves = |exit: Option<Exit>| matches!(exit, Some(Exit::Absent | Exit::Ungrown | Exit::GotAway));
    let falls = |who: u16, body: &Body| !(fight.is_fit(who, body) || fight.may_exit && leaves(fight.exit(who, body)));
    let all = (0u16..).zip(bodies.iter().zip(fight.start()));
    let own = all.filter(|(who, (_, start))| fight.side(*who) == usize::from(side) && fight.is_fit(*who, start));
    own.filter(|(who, (body, _))| falls(*who, body)).fold(0, |memory, (who, _)| {
        let rank = rank(fight, fight.entry(who));
        memory | if rank / GROUP == usize::from(group) { 1 << (rank % GROUP) } else { OTHER_BLOCKS }
    })
}

/// The bits of all sides except the leader.
fn behind(fight: &Fight, leader: usize) -> u8 {
    (0..fight.sides()).filter(|side| *side != leader).fold(0, |marks, side| marks | BEHIND << side)
}

/// The side that is ahead of all others: the one with the largest share of fit fighters or, among equals, the lowest
/// average wound level. `None` if sides are level.
fn ahead(fight: &Fight, bodies: &[Body]) -> Option<usize> {
    let standing = |side: usize| {
        let own = (0u16..).zip(bodies).filter(|(who, _)| fight.side(*who) == side);
        own.fold([0u64; 3], |[all, fit, wounds], (who, body)| {
            let level = fight.track(who).condition(body.felt).level;
            [all + 1, fit + u64::from(fight.is_fit(who, body)), wounds + u64::from(level)]
        })
    };
    // Shares are compared by cross-multiplication, in whole numbers; fewer wounds are better.
    let compared = |ours: [u64; 3], theirs: [u64; 3]| {
        let fit = (ours[1] * theirs[0]).cmp(&(theirs[1] * ours[0]));
        fit.then((theirs[2] * ours[0]).cmp(&(ours[2] * theirs[0])))
    };
    let mut lead = (Some(0), standing(0));
    for side in 1..fight.sides() {
        let theirs = standing(side);
        lead = match compared(theirs, lead.1) {
            Ordering::Greater => (Some(side), theirs),
            Ordering::Equal => (None, theirs),
            Ordering::Less => lead,
        };
    }
    lead.0
}
