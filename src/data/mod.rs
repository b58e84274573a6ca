//! Data files: a tidy table as the bytes of a file, and back.
//!
//! CSV and JSON lines need nothing but this module, so a web page has them too. Parquet and Arrow are written from the
//! dataframes of `frame` (feature `frames`). `docs/json.md` says what the columns mean.

mod csv;
mod jsonl;
#[cfg(test)]
mod tests;

use crate::error::Result;
use crate::report::formats::tidy::{RawTable, Tidy};

#[cfg(feature = "frames")]
use crate::frame::{self, arrow, parquet};

/// A file may bring any number of columns; no table of ours has more than this.
const MOST_COLUMNS: usize = 1000;

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values, UTF-8, with a line of names; null is an empty field.
    Csv,
    /// Apache Parquet.
    #[cfg(feature = "frames")]
    Parquet,
    /// Apache Arrow IPC file (Feather version 2).
    #[cfg(feature = "frames")]
    Arrow,
    /// JSON lines: one object for each row.
    JsonLines,
}

impl Format {
    /// Every format.
    #[cfg(feature = "frames")]
    pub const ALL: [Self; 4] = [Self::Csv, Self::Parquet, Self::Arrow, Self::JsonLines];
    /// Every format.
    #[cfg(not(feature = "frames"))]
    pub const ALL: [Self; 2] = [Self::Csv, Self::JsonLines];

    /// The extension of its files, which is also its name: `csv`, `parquet`, `arrow`, `jsonl`.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            #[cfg(feature = "frames")]
            Self::Parquet => "parquet",
            #[cfg(feature = "frames")]
            Self::Arrow => "arrow",
            Self::JsonLines => "jsonl",
        }
    }
}

/// The bytes of a file that holds the table; the same bytes for the same table.
///
/// # Errors
/// Only if the format's library refuses the table, which is a fault of this program.
pub fn write(table: &Tidy<'_>, format: Format) -> Result<Vec<u8>> {
    let bytes = match format {
        Format::Csv => csv::write(table),
        #[cfg(feature = "frames")]
        Format::Parquet => frame::of(table).and_then(|frame| parquet::write(&frame)),
        #[cfg(feature = "frames")]
        Format::Arrow => frame::of(table).and_then(|frame| arrow::write(&frame)),
        Format::JsonLines => jsonl::write(table),
    };
    bytes.map_err(|error| error.context(format!("{}.{}", table.name, format.extension())))
}

/// Reads the bytes of a data file. CSV knows no kinds: everything in it is text.
///
/// # Errors
/// The bytes are no such file, or hold what no table of ours does, such as lists.
pub fn read(bytes: Vec<u8>, format: Format) -> Result<RawTable> {
    if bytes.is_empty() {
        // JSON lines of a table without rows.
        return Ok(RawTable::default());
    }
    match format {
        Format::Csv => csv::read(&bytes),
        #[cfg(feature = "frames")]
        Format::Parquet => parquet::read(bytes).and_then(|frame| frame::rows(&frame)),
        #[cfg(feature = "frames")]
        Format::Arrow => arrow::read(bytes).and_then(|frame| frame::rows(&frame)),
        Format::JsonLines => jsonl::read(&bytes),
    }
}
