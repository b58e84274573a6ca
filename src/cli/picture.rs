//! Writes one chart to a file.

use super::disk;
use fudgelab::chart::{self, FinishedChart};
use fudgelab::error::{Error, Result};
use std::path::Path;

/// Pixels of a PNG for each pixel of the SVG: sharp in print.
pub(super) const SCALE: f32 = 2.0;

/// Whether the path is that of a PNG; otherwise it is that of an SVG.
///
/// # Errors
/// If it has another extension.
pub(super) fn is_png(path: &Path) -> Result<bool> {
    match path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase).as_deref() {
        Some("png") => Ok(true),
        Some("svg") => Ok(false),
        _ => {
            let message = format!("`{}` is not the name of an SVG or PNG file", path.display());
            Err(Error::input(message).with_help("end it with .svg or .png"))
        }
    }
}

/// Writes a chart, as SVG or PNG depending on the extension.
///
/// # Errors
/// If the path has another extension, or the file cannot be written.
pub(super) fn write(chart: &FinishedChart, path: &Path) -> Result<()> {
    let bytes = if is_png(path)? { chart::png(chart, SCALE)? } else { chart.svg().into_bytes() };
    disk::replace_file(path, &bytes)
}
