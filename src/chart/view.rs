//! The figure that charts show, and the width of the sheet.

use super::text;
use crate::measure::distinct;
use crate::scenario::Show;
use crate::stats::Estimate;
use crate::study::{Cell, Figure, Value};

/// The width of the sheet in pixels, and what the user wants to see.
pub(super) struct ChartView<'v> {
    pub width: f64,
    pub show: &'v Show,
}

impl ChartView<'_> {
    /// The figure of a cell that charts show.
    pub(super) fn figure<'c>(&self, cell: &'c Cell) -> Option<&'c Figure> {
        match &self.show.figure {
            Some(title) => cell.titled(title),
            None => cell.headline(),
        }
    }

    /// The estimate of [`figure`](Self::figure), if it is finite.
    pub(super) fn estimate(&self, cell: &Cell) -> Option<Estimate> {
        self.figure(cell).map(|figure| figure.estimate).filter(|found| found.value.is_finite())
    }

    /// The title that the user chose, or else `own`.
    pub(super) fn title(&self, own: String) -> String {
        self.show.title.as_deref().map_or(own, text::clean)
    }
}

/// The different values of one varied key, in the order of the scenario.
pub(super) fn values<'c>(cells: impl IntoIterator<Item = &'c Cell>, key: usize) -> Vec<Value> {
    distinct(cells.into_iter().filter_map(|cell| cell.varied.get(key).cloned()))
}
