//! The sentences and tables of an answer.

pub mod agreement;
pub mod answer;
pub mod answer_warnings;
pub mod brief;
pub(super) mod cases;
pub mod expected;
pub mod first_blood;
pub mod full;
pub mod highest_value;
pub mod replies;
pub mod verdicts;
