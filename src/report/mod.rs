//! Results for people and for other programs: tidy rows, tables, the terminal page, Markdown and JSON.
//!
//! Nothing here needs polars, plotters or clap. The dataframes of `frame` and the files of `data` are made from [`tidy`], so a row
//! means the same everywhere.

pub mod agreement;
pub mod answer;
pub mod brief;
pub mod costs;
pub mod diff;
pub mod difficulty;
pub mod expected;
pub mod first_blood;
pub mod formula;
pub mod full;
#[cfg(feature = "svg")]
pub mod html;
pub mod json;
pub mod markdown;
pub mod markup;
pub mod most;
pub use crate::measure::number;
pub mod odds;
pub mod page;
pub mod paint;
pub mod party;
pub mod rates;
pub mod replies;
pub mod roster;
pub mod sheets;
pub mod table;
pub mod tables;
pub mod terminal;
pub mod tidy;
pub mod transcript;
pub mod verdicts;
pub mod warned;

mod bar;
mod cases;
mod chances;
mod entries;
#[cfg(test)]
#[path = "tests/fixture.rs"]
pub(crate) mod fixture;
