//! Fighters in a round: sides, groups, targets, and ability to act.

pub(super) mod fitness;
pub(super) mod front_lines;
pub(super) mod groups;
pub(super) mod readiness;
pub(super) mod sides;
pub(super) mod start;
pub(super) mod targets;
pub(super) mod threats;
