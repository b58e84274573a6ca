//! Lookup tables for the damage of each blow between two compiled fighters.

pub(super) mod blown;
pub(super) mod by_formula;
pub(super) mod inputs;
pub(super) mod reach;
pub(super) mod severity;
pub(super) mod single;
pub(super) mod strike;
