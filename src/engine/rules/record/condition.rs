//! The condition of a fighter in each state of a track.

use super::LevelRule;

/// The effect of a fighter's wounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    /// The highest level marked: 0 for Undamaged, then the record's levels, then Dead.
    pub level: u8,
    /// The modifier to skill: 0 or less, except that boxes that absorb hits can grant a bonus.
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

/// The severity for each number of points, starting at 0: the number of thresholds that the points reach.
pub(super) fn severity_by_threshold(levels: &[LevelRule]) -> Vec<u8> {
    let top = levels.last().map_or(0, |level| level.from);
    (0..=top).map(|points| levels.iter().filter(|level| points >= level.from).count() as u8).collect()
}
