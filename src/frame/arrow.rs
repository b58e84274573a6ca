//! Apache Arrow IPC files.

use polars::prelude::{CompatLevel, DataFrame, IpcWriter, PolarsResult, SerWriter};
use std::io::Write;

/// Writes the dataframe uncompressed and with plain strings, which every reader of the format knows; string
/// views are known only to newer ones.
pub(super) fn write(frame: &mut DataFrame, out: impl Write) -> PolarsResult<()> {
    IpcWriter::new(out).with_compat_level(CompatLevel::oldest()).finish(frame)
}
