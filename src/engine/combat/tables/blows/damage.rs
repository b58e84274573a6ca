//! Damage of one blow, and its inputs.

#[cfg(doc)]
use crate::rules::Track;

/// The damage of one blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Damage {
    /// Points of damage, or boxes, before the target's protection. If the rule computes a wound level without points,
    /// they are that level.
    pub points: i32,
    /// Severity on the target's track, in units of [`Track`]; 0 if the blow does not wound.
    pub severity: u8,
    /// Whether dice were rolled for the damage.
    pub is_rolled: bool,
    /// Whether the blow is a graze (W7).
    pub is_graze: bool,
}

/// The figures of a hit on which its damage depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LandedHit {
    /// Relative degree of the hit.
    pub degree: i32,
    /// Damage roll; 0 if damage is not rolled.
    pub roll: i32,
    /// Bonus from tactics. It is added to the points before the roll; for a graze, it is added to the wound level after
    /// the roll (readings 13, 14, 19).
    pub bonus: i32,
    /// Change of the damage factor, for example because the weapon or the armor is damaged (A16).
    pub factor: i32,
    /// Natural results of attacker and target; 0 if they do not affect damage.
    pub naturals: [i32; 2],
    /// Whether the attacker rolled a critical that affects damage (W26).
    pub critical: bool,
}
