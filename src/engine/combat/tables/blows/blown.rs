//! The damage of one blow, and what it follows from.

#[cfg(doc)]
use crate::rules::Track;

/// The damage of one blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Damage {
    /// Its points of damage, or boxes, before what keeps blows from wounding; of a blow whose wound level follows from no points, the level.
    pub points: i32,
    /// Its severity on the target's track, as [`Track`] counts it; 0 = none.
    pub severity: u8,
    /// True if it is rolled for.
    pub is_rolled: bool,
    /// True if it is a graze (W7).
    pub is_graze: bool,
}

/// The roll and the choices behind a blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Blown {
    /// The relative degree it hit by.
    pub degree: i32,
    /// The damage roll; 0 where damage is not rolled.
    pub roll: i32,
    /// The bonus of tactics: points before the roll, or wound levels of a graze after it (readings 13, 14, 19).
    pub bonus: i32,
    /// The addition of damaged weapon and armor to the damage factor (A16).
    pub factor: i32,
    /// The natural results of attacker and target, as far as they change damage.
    pub naturals: [i32; 2],
    /// True if the attacker's is a critical, as far as that changes damage (W26).
    pub critical: bool,
}
