//! Fights.

pub(crate) mod read;
