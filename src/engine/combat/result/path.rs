//! Small automata that run beside a fight: after each round one looks at everybody and remembers a little. So what depends on
//! how a fight went, and not on its end alone, is measured by simulation and exactly in the same words.

use super::first_blood::FirstBlood;
use crate::combat::condition::{Body, Exit};
use crate::combat::tables::{Fight, MOST_SIDES};
use std::cmp::Ordering;

/// Such an automaton. Its memory is a byte, 0 at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Path {
    /// Who drew first blood: 0 until somebody bears a wound of this fight, then a side's number from 1, or [`TOGETHER`].
    FirstBlood,
    /// Which side is ahead, from 1 (0 until one is; it stays so while both are level), and in the upper half one bit for each
    /// side that has been behind.
    Lead,
    /// The stat blocks of a side whose fighters fell in the first round in which one of the side fell: a bit for each stat
    /// block of the group, and one for all others; 0 until then.
    FirstToFall {
        /// The side.
        side: u8,
        /// The number of the group, from 0: groups divide the stat blocks of the side in their order.
        group: u8,
    },
}

/// First blood drawn by both sides in the same round.
pub const TOGETHER: u8 = u8::MAX;

/// The number of stat blocks of a side that share a [`Path::FirstToFall`].
const GROUP: usize = 7;

/// In the memory of [`Path::FirstToFall`], one of the other stat blocks of the side.
const OTHER_BLOCKS: u8 = 0x80;

/// Who leads, of the memory of [`Path::Lead`].
const LEADER: u8 = 0x0F;

/// What marks the first side as having been behind; the next bits are the other sides'.
const BEHIND: u8 = 0x10;

// Each side has a bit.
const _: () = assert!(MOST_SIDES <= 4);

impl Path {
    /// What it remembers after a round that leaves everybody like this.
    #[inline]
    pub fn next(self, fight: &Fight, memory: u8, bodies: &[Body]) -> u8 {
        match self {
            Self::FirstBlood if memory == 0 => Self::of_first_blood(FirstBlood::of(fight, bodies)),
            Self::FirstToFall { side, group } if memory == 0 => first_to_fall(fight, [side, group], bodies),
            Self::FirstBlood | Self::FirstToFall { .. } => memory,
            Self::Lead => match ahead(fight, bodies) {
                None => memory,
                Some(side) => (memory & !LEADER) | (side as u8 + 1) | behind(fight, side),
            },
        }
    }

    /// The memory of [`Path::FirstBlood`] where first blood was drawn like this.
    #[inline]
    pub fn of_first_blood(blood: FirstBlood) -> u8 {
        match blood {
            FirstBlood::NotYet => 0,
            FirstBlood::By(side) => side as u8 + 1,
            FirstBlood::Together => TOGETHER,
        }
    }

    /// Whether what it waits for has happened.
    pub fn has_happened(self, memory: u8) -> bool {
        match self {
            Self::FirstBlood | Self::FirstToFall { .. } | Self::Lead => memory != 0,
        }
    }

    /// Whether it remembers the same from now on, whatever happens.
    pub fn is_settled(self, memory: u8) -> bool {
        match self {
            Self::FirstBlood | Self::FirstToFall { .. } => memory != 0,
            Self::Lead => false,
        }
    }

    /// The path that tells whether a stat block is among the first of its side to fall.
    pub fn to_fall(fight: &Fight, entry: usize) -> Self {
        let side = fight.side(fight.first(entry));
        Self::FirstToFall { side: side as u8, group: (rank(fight, entry) / GROUP) as u8 }
    }

    /// Whether a stat block is among the first to fall, by the memory of its [`Path::FirstToFall`] and its index among those of the side.
    pub fn fell_first(memory: u8, rank: usize) -> bool {
        memory >> (rank % GROUP) & 1 == 1
    }

    /// Whether what it counts happened between two memories: a lead that passed to another side.
    pub fn counts(self, before: u8, after: u8) -> bool {
        self == Self::Lead && before & LEADER != 0 && before & LEADER != after & LEADER
    }

    /// Whether a side has been behind, by the memory of [`Path::Lead`].
    pub fn was_behind(memory: u8, side: usize) -> bool {
        memory & BEHIND << side != 0
    }
}

/// The index of a stat block among those of its side.
fn rank(fight: &Fight, entry: usize) -> usize {
    let side = |entry: usize| fight.side(fight.first(entry));
    (0..entry).filter(|other| side(*other) == side(entry)).count()
}

/// The memory of [`Path::FirstToFall`] after the first round that leaves a fighter of the side out of action. Fleeing is not falling.
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

/// The marks of all sides but the one that leads.
fn behind(fight: &Fight, leader: usize) -> u8 {
    (0..fight.sides()).filter(|side| *side != leader).fold(0, |marks, side| marks | BEHIND << side)
}

/// The side that is ahead of all others: the one with the larger share of its fighters fit; of equals, the one whose fighters bear
/// lighter wounds, level by level, on average.
fn ahead(fight: &Fight, bodies: &[Body]) -> Option<usize> {
    let standing = |side: usize| {
        let own = (0u16..).zip(bodies).filter(|(who, _)| fight.side(*who) == side);
        own.fold([0u64; 3], |[all, fit, wounds], (who, body)| {
            let level = fight.track(who).condition(body.felt).level;
            [all + 1, fit + u64::from(fight.is_fit(who, body)), wounds + u64::from(level)]
        })
    };
    // Shares are compared crosswise, in whole numbers; fewer wounds are better.
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
