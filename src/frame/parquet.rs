//! Apache Parquet.

use polars::prelude::{DataFrame, ParquetWriter, PolarsResult};
use std::io::Write;

/// Writes the dataframe, compressed with zstd.
pub(super) fn write(frame: &mut DataFrame, out: impl Write) -> PolarsResult<()> {
    ParquetWriter::new(out).finish(frame).map(|_| ())
}
