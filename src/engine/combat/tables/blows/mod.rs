//! Lookup tables for the damage of each blow between two compiled fighters.

pub(super) mod damage;
pub(super) mod damage_table;
pub(super) mod inputs;
pub(super) mod severity;
pub(super) mod single;
pub(super) mod spans;
pub(super) mod strike;
