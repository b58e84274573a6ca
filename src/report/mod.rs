//! Results for people and for other programs: tidy rows, tables, the terminal page, Markdown, HTML and JSON.
//!
//! Nothing here needs polars, plotters or clap. The dataframes of `frame` and the files of `data` are built from
//! [`tidy`](formats::tidy), so a row means the same everywhere.

pub mod answers;
pub mod costs;
pub mod diff;
pub mod difficulty;
pub mod formats;
#[cfg(feature = "svg")]
pub mod html;
pub use crate::measure::number;
pub mod page;
pub mod party;
pub mod rolls;
pub mod roster;
pub mod sheets;
pub mod table;
pub mod tables;
pub mod transcript;

mod entries;
#[cfg(test)]
#[path = "tests/fixture.rs"]
pub(crate) mod fixture;
