//! The printed tables: boxes by Damage Capacity and wounds by Health.

/// Number of boxes at Scratch, Hurt, Very Hurt, Incapacitated and Near Death, for Damage Capacity Terrible to Legendary
/// (W12, F93 4.72).
pub const CAPACITY_BOXES: [[u8; 5]; 8] = [
    [1, 1, 1, 1, 2],
    [2, 1, 1, 2, 2],
    [2, 2, 1, 2, 2],
    [2, 2, 2, 2, 2],
    [3, 2, 2, 3, 2],
    [3, 3, 2, 3, 2],
    [3, 3, 3, 3, 2],
    [4, 3, 3, 4, 2],
];

/// A row of the Health wound table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HealthRow {
    /// Fewest points of a Scratch, Hurt, Very Hurt, Incapacitated and Near Death.
    pub from: [i32; 5],
    /// Number of boxes of these levels.
    pub boxes: [u8; 5],
}

const fn health(from: [i32; 5], boxes: [u8; 5]) -> HealthRow {
    HealthRow { from, boxes }
}

/// The wound table for Health Terrible to Legendary (W13, KAER). Great has two Hurt boxes in total, and Legendary has
/// Great's thresholds (reading 24), which sometimes makes it worse than Superb.
pub const HEALTH_TABLE: [HealthRow; 8] = [
    health([1, 2, 3, 5, 7], [1, 1, 1, 1, 1]),
    health([1, 2, 4, 6, 8], [2, 1, 1, 1, 1]),
    health([1, 3, 5, 7, 9], [2, 1, 1, 1, 1]),
    health([1, 3, 5, 7, 9], [3, 1, 1, 1, 1]),
    health([1, 3, 5, 7, 9], [4, 1, 1, 1, 1]),
    health([1, 3, 5, 7, 9], [4, 2, 1, 1, 1]),
    health([1, 4, 7, 9, 11], [4, 2, 1, 1, 1]),
    health([1, 3, 5, 7, 9], [5, 3, 2, 1, 1]),
];

/// The table row of a level. The first row is Terrible −3; levels outside the table are clamped.
pub(super) fn table_row(level: i32, rows: usize) -> usize {
    (level + 3).clamp(0, rows as i32 - 1) as usize
}
