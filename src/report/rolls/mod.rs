//! Answers questions about rolls without a scenario file.

pub(super) mod chances;
pub mod formula;
pub mod odds;
pub mod rates;
