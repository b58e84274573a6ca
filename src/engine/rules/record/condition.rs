//! The conditions of fighters in the states of a track.

use super::LevelRule;

/// What a fighter's wounds amount to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    /// The highest level marked: 0 Undamaged, then the record's levels, then Dead.
    pub level: u8,
    /// A modifier of skill: 0 or less, but for boxes that absorb hits and help.
    pub penalty: i8,
    /// Whether the fighter can fight on.
    pub fit: bool,
}

pub(super) fn condition(levels: &[LevelRule], highest: Option<usize>) -> Condition {
    match highest {
        None => Condition { level: 0, penalty: 0, fit: true },
        Some(k) => Condition { level: k as u8 + 1, penalty: levels[k].penalty as i8, fit: !levels[k].out },
    }
}

pub(super) fn dead_condition(levels: &[LevelRule]) -> Condition {
    Condition { level: levels.len() as u8 + 1, penalty: 0, fit: false }
}

/// The severity of each number of points from 0: how many thresholds they reach.
pub(super) fn severity_by_threshold(levels: &[LevelRule]) -> Vec<u8> {
    let top = levels.last().map_or(0, |level| level.from);
    (0..=top).map(|points| levels.iter().filter(|level| points >= level.from).count() as u8).collect()
}
