//! Reads and writes Apache Parquet files.

use super::file_bytes;
use super::read_back::{catching_panics, read_error};
use crate::error::Result;
use polars::prelude::DataFrame;
use polars_io::SerReader;
use polars_io::parquet::read::ParquetReader;
use polars_io::parquet::write::ParquetWriter;
use std::io::Cursor;

/// Returns the bytes of a file, compressed with zstd.
///
/// # Errors
/// Only if polars cannot write the dataframe.
pub fn write(frame: &DataFrame) -> Result<Vec<u8>> {
    file_bytes(frame, |frame, out| ParquetWriter::new(out).finish(frame).map(|_| ()))
}

/// Reads a dataframe from the bytes of a file.
///
/// # Errors
/// If the bytes are not a Parquet file, or the file is damaged.
pub fn read(bytes: Vec<u8>) -> Result<DataFrame> {
    catching_panics(|| ParquetReader::new(Cursor::new(bytes)).finish().map_err(read_error))
}
