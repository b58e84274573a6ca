//! Answers about rolls, without a file.

pub(super) mod chances;
pub mod formula;
pub mod odds;
pub mod rates;
