//! Fighters in a round: sides, groups, targets, and ability to act.

pub(super) mod groups;
pub(super) mod place;
pub(super) mod readiness;
pub(super) mod sides;
pub(super) mod standing;
pub(super) mod start;
pub(super) mod targets;
pub(super) mod threats;
