//! Data files: converts tidy tables to the bytes of a file, and back.
//!
//! CSV and JSON lines need only this module, so the web page has them too. Parquet and Arrow are written from the
//! dataframes of `frame` (feature `frames`). `docs/json.md` explains the columns.

mod csv;
mod jsonl;
#[cfg(test)]
mod tests;

use crate::error::Result;
use crate::report::formats::tidy::{RawTable, TidyTable};

#[cfg(feature = "frames")]
use crate::frame::{self, arrow, parquet};

/// Maximum number of columns read from a file; this program never writes more.
const MAX_COLUMNS: usize = 1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values, UTF-8, with a header line; null is an empty field.
    Csv,
    #[cfg(feature = "frames")]
    Parquet,
    /// Apache Arrow IPC file (Feather version 2).
    #[cfg(feature = "frames")]
    Arrow,
    /// JSON lines: one object per row.
    JsonLines,
}

impl Format {
    #[cfg(feature = "frames")]
    pub const ALL: [Self; 4] = [Self::Csv, Self::Parquet, Self::Arrow, Self::JsonLines];
    #[cfg(not(feature = "frames"))]
    pub const ALL: [Self; 2] = [Self::Csv, Self::JsonLines];

    /// The file extension, which is also the format's name: `csv`, `parquet`, `arrow`, `jsonl`.
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

/// Returns the bytes of a file that holds the table; equal tables give equal bytes.
///
/// # Errors
/// Only if the format's library rejects the table, which is a bug in this program.
pub fn write(table: &TidyTable<'_>, format: Format) -> Result<Vec<u8>> {
    let bytes = match format {
        Format::Csv => csv::write(table),
        #[cfg(feature = "frames")]
        Format::Parquet => frame::from_table(table).and_then(|frame| parquet::write(&frame)),
        #[cfg(feature = "frames")]
        Format::Arrow => frame::from_table(table).and_then(|frame| arrow::write(&frame)),
        Format::JsonLines => jsonl::write(table),
    };
    bytes.map_err(|error| error.context(format!("{}.{}", table.name, format.extension())))
}

/// Reads the bytes of a data file. CSV has no types: every value in it is text.
///
/// # Errors
/// If the bytes are not a file of this format, or hold values that no table of ours has, such as lists.
pub fn read(bytes: Vec<u8>, format: Format) -> Result<RawTable> {
    if bytes.is_empty() {
        // The JSON lines of a table without rows.
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
