//! Comma-separated values.

use polars::prelude::{CsvWriter, DataFrame, PolarsResult, SerWriter};
use std::io::Write;

/// Writes the dataframe with a line of names; floats get as many digits as it takes to read them back.
pub(super) fn write(frame: &mut DataFrame, out: impl Write) -> PolarsResult<()> {
    CsvWriter::new(out).finish(frame)
}
