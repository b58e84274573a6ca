//! Charts as pictures: resvg draws the SVG with the embedded font.

use super::{Chart, text::FONT};
use crate::error::{Error, Result};
use resvg::{tiny_skia, usvg};

/// The largest side of a picture, in pixels.
const LARGEST: f32 = 16_384.0;

/// A chart as a PNG file, `scale` pixels to each of the SVG's; 2 is good for print and sharp screens.
///
/// Letters that the embedded font does not hold (emoji, Chinese …) are left out; the SVG has them.
///
/// # Errors
/// A scale that is not above 0, or a picture of more than 16,384 pixels a side.
pub fn png(chart: &Chart, scale: f32) -> Result<Vec<u8>> {
    let fault = |what: &dyn std::fmt::Display| Error::run(format!("cannot draw the chart {}: {what}", chart.name));
    let mut options = usvg::Options { font_family: "Inter".to_owned(), ..usvg::Options::default() };
    options.fontdb_mut().load_font_data(FONT.to_vec());
    let tree = usvg::Tree::from_str(&chart.svg, &options).map_err(|error| fault(&error))?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    if !(scale > 0.0 && width.max(height) <= LARGEST) {
        return Err(fault(&format!("at scale {scale} it would be {width} by {height} pixels"))
            .with_help("choose a smaller scale above 0"));
    }
    let pixmap = tiny_skia::Pixmap::new((width.round() as u32).max(1), (height.round() as u32).max(1));
    let mut pixmap = pixmap.ok_or_else(|| fault(&"it has no room"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| fault(&error))
}
