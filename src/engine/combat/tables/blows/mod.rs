//! The damage of each blow of one kind of fighter against another, as tables.

pub(super) mod blown;
pub(super) mod by_formula;
pub(super) mod inputs;
pub(super) mod reach;
pub(super) mod severity;
pub(super) mod single;
pub(super) mod strike;
