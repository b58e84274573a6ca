//! The sentences and tables of an answer.

pub mod agreement;
pub mod answer;
pub mod brief;
pub(super) mod cases;
pub mod expected;
pub mod first_blood;
pub mod full;
pub mod most;
pub mod replies;
pub mod verdicts;
pub mod warned;
