//! Damage of one blow, and its inputs.

#[cfg(doc)]
use crate::rules::Track;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Damage {
    /// Points of damage, or boxes, before the target's protection; the wound level if it is not computed from points.
    pub points: i32,
    /// Severity on the target's track, in units of [`Track`]; 0 if the blow does not wound.
    pub severity: u8,
    pub is_rolled: bool,
    /// Whether the blow is a graze (W7).
    pub is_graze: bool,
}

/// Inputs of the damage of one blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LandedHit {
    /// Relative degree of the hit.
    pub degree: i32,
    /// Damage roll; 0 if damage is not rolled.
    pub roll: i32,
    /// Bonus from tactics: points before the roll, or wound levels of a graze after it (readings 13, 14, 19).
    pub bonus: i32,
    /// Change of the damage factor from damaged weapon and armor (A16).
    pub factor: i32,
    /// Natural results of attacker and target; 0 if they do not affect damage.
    pub naturals: [i32; 2],
    /// Whether the attacker rolled a critical that affects damage (W26).
    pub critical: bool,
}
