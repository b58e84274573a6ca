//! JSON lines.

use polars::prelude::{DataFrame, JsonFormat, JsonWriter, PolarsResult, SerWriter};
use std::io::Write;

/// Writes one object for each row.
pub(super) fn write(frame: &mut DataFrame, out: impl Write) -> PolarsResult<()> {
    JsonWriter::new(out).with_json_format(JsonFormat::JsonLines).finish(frame)
}
