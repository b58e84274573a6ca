//! Rows of bars, each with its name at the left, or above it on a narrow sheet.

use super::canvas::{Anchor, BODY_SIZE, Canvas};
use super::frame::{Frame, MARGIN};
use super::palette::Rgb;
use super::text;

/// Height reserved for a name above its row, in pixels.
const NAME_HEIGHT: f64 = 16.0;

/// The layout of the rows, in pixels.
pub(super) struct ChartRows {
    top: f64,
    /// Height of a row without the name above it.
    row_height: f64,
    /// Height reserved for a name above each row; 0 if names are at the left.
    above: f64,
    /// Width of the names at the left; 0 if names are above their rows.
    widest: f64,
    /// Width of the sheet.
    width: f64,
}

impl ChartRows {
    /// Rows of height `row_height` below the head of the frame. Names at the left are at most `max_name_width` pixels
    /// wide.
    pub(super) fn new<'n>(
        frame: &Frame,
        names: impl Iterator<Item = &'n str>,
        row_height: f64,
        max_name_width: f64,
    ) -> Self {
        let widest = names.map(|name| text::width(name, BODY_SIZE)).fold(0.0, f64::max).min(max_name_width);
        let above = if frame.is_narrow() && widest > 0.0 { NAME_HEIGHT } else { 0.0 };
        let widest = if frame.is_narrow() { 0.0 } else { widest };
        Self { top: frame.top(), row_height, above, widest, width: frame.width }
    }

    /// The left edge of the rows, right of the names.
    pub(super) fn left(&self) -> f64 {
        MARGIN + if self.widest > 0.0 { self.widest + 12.0 } else { 0.0 }
    }

    pub(super) fn top(&self) -> f64 {
        self.top
    }

    /// The distance from one row to the next.
    pub(super) fn row_distance(&self) -> f64 {
        self.row_height + self.above
    }

    pub(super) fn bottom(&self, row: usize) -> f64 {
        self.top + (row + 1) as f64 * self.row_distance()
    }

    /// The vertical middle of a row, without the name above it.
    pub(super) fn middle(&self, row: usize) -> f64 {
        self.bottom(row) - self.row_height / 2.0
    }

    /// Writes a row's name: above the row, or to its left at height `y`.
    pub(super) fn name(&self, canvas: &Canvas, (name, ink): (&str, Rgb), row: usize, y: f64) {
        if self.above > 0.0 {
            let place = (MARGIN, self.bottom(row) - self.row_height - NAME_HEIGHT / 2.0);
            canvas.text_within(name, BODY_SIZE, ink, Anchor::Left, place, self.width - 2.0 * MARGIN);
        } else {
            canvas.text_within(name, BODY_SIZE, ink, Anchor::Right, (self.left() - 10.0, y), self.widest + 4.0);
        }
    }
}
