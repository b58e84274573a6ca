//! Reads and writes Apache Arrow IPC files.

use super::file_bytes;
use super::read_back::{catching_panics, read_error};
use crate::error::Result;
use polars::prelude::{CompatLevel, DataFrame};
use polars_io::ipc::{IpcReader, IpcWriter};
use polars_io::{SerReader, SerWriter};
use std::io::Cursor;

/// Returns the bytes of a file, uncompressed and with plain strings, which every reader of the format knows; only newer
/// ones know string views.
///
/// # Errors
/// Only if polars cannot write the dataframe.
pub fn write(frame: &DataFrame) -> Result<Vec<u8>> {
    file_bytes(frame, |frame, out| IpcWriter::new(out).with_compat_level(CompatLevel::oldest()).finish(frame))
}

/// Reads a dataframe from the bytes of a file.
///
/// # Errors
/// If the bytes are not an Arrow IPC file, or the file is damaged.
pub fn read(bytes: Vec<u8>) -> Result<DataFrame> {
    catching_panics(|| IpcReader::new(Cursor::new(bytes)).finish().map_err(read_error))
}
