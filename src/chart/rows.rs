//! Rows of bars, each with its name: beside it, or above it on a narrow sheet.

use super::canvas::{Anchor, BODY, Canvas};
use super::frame::{Frame, MARGIN};
use super::palette::Rgb;
use super::text;

/// The room for a name above its row.
const NAME: f64 = 16.0;

pub(super) struct Rows {
    top: f64,
    /// How high a row is without a name above it.
    high: f64,
    /// The room above it.
    above: f64,
    widest: f64,
    width: f64,
}

impl Rows {
    /// Rows of this height below the frame's head. Names beside them have at most this room.
    pub(super) fn new<'n>(frame: &Frame, names: impl Iterator<Item = &'n str>, high: f64, most: f64) -> Self {
        let widest = names.map(|name| text::width(name, BODY)).fold(0.0, f64::max).min(most);
        let above = if frame.is_narrow() && widest > 0.0 { NAME } else { 0.0 };
        let widest = if frame.is_narrow() { 0.0 } else { widest };
        Self { top: frame.top(), high, above, widest, width: frame.width }
    }

    /// Where rows begin, right of the names beside them.
    pub(super) fn left(&self) -> f64 {
        MARGIN + if self.widest > 0.0 { self.widest + 12.0 } else { 0.0 }
    }

    /// The upper edge of the first row.
    pub(super) fn top(&self) -> f64 {
        self.top
    }

    /// From one row to the next.
    pub(super) fn apart(&self) -> f64 {
        self.high + self.above
    }

    /// The lower edge of a row; of the one before the first, the upper edge of that.
    pub(super) fn bottom(&self, row: usize) -> f64 {
        self.top + (row + 1) as f64 * self.apart()
    }

    /// The middle of a row, up and down.
    pub(super) fn middle(&self, row: usize) -> f64 {
        self.bottom(row) - self.high / 2.0
    }

    /// Writes the name of a row; beside it, it stands at this height.
    pub(super) fn name(&self, canvas: &Canvas, (name, ink): (&str, Rgb), row: usize, y: f64) {
        if self.above > 0.0 {
            let place = (MARGIN, self.bottom(row) - self.high - NAME / 2.0);
            canvas.text_within(name, BODY, ink, Anchor::Left, place, self.width - 2.0 * MARGIN);
        } else {
            canvas.text_within(name, BODY, ink, Anchor::Right, (self.left() - 10.0, y), self.widest + 4.0);
        }
    }
}
