//! A plot with a horizontal axis below it and a vertical scale to its left.

use super::axis::{Labels, RoundScale, draw_horizontal_title, draw_vertical_title};
use super::canvas::{Area, Canvas, CanvasSheet};
use super::frame::{Frame, MARGIN};

/// The spacing of positions along the axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Spacing {
    /// Points from edge to edge, with this many pixels left free at the right.
    Points(f64),
    /// Columns side by side.
    Columns,
}

/// The position of a plot and its parts on the sheet.
pub(super) struct Plot {
    pub scale: RoundScale,
    pub area: Area,
    /// The x coordinates of the positions along the axis.
    pub xs: Vec<f64>,
    /// Distance between neighboring positions, in pixels.
    apart: f64,
    labels: Labels,
    /// Height reserved below the area, in pixels.
    below: f64,
}

impl Plot {
    pub(super) fn new(
        frame: &Frame,
        scale: RoundScale,
        labels: impl Iterator<Item = String>,
        spacing: Spacing,
    ) -> Self {
        let labels: Vec<String> = labels.collect();
        let count = labels.len();
        let (aside, gaps, first, bottom) = match spacing {
            Spacing::Points(aside) => (aside, count.saturating_sub(1).max(1), 0.0, 440.0),
            Spacing::Columns => (0.0, count, 0.5, 480.0),
        };
        let (left, right) = (MARGIN + 26.0 + scale.label_width(), frame.width - MARGIN - aside);
        let apart = (right - left) / gaps as f64;
        let labels = Labels::new(labels, apart);
        let below = labels.height(apart) + 24.0 + frame.notes_height();
        let area = Area::new(left, frame.top(), right, (bottom - below).max(frame.top() + 220.0));
        let xs = (0..count).map(|k| left + (k as f64 + first) * apart).collect();
        Self { scale, area, xs, apart, labels, below }
    }

    /// The sheet, with the titles of both axes: `vertical` at the left, `horizontal` below.
    pub(super) fn sheet(
        &self,
        frame: &Frame,
        [vertical, horizontal]: [&str; 2],
        picture: impl FnOnce(&Canvas),
    ) -> CanvasSheet {
        let Self { area, apart, labels, .. } = self;
        frame.sheet((area.bottom + self.below).ceil(), |canvas| {
            self.scale.draw_vertical_axis(canvas, *area);
            draw_vertical_title(canvas, vertical, MARGIN + 4.0, *area);
            picture(canvas);
            labels.draw(canvas, &self.xs, area.bottom, *apart);
            draw_horizontal_title(canvas, horizontal, area.bottom + labels.height(*apart) + 12.0, *area);
        })
    }

    /// For each position along the axis, the part of the area that is nearest to it.
    pub(super) fn stripes(&self) -> impl Iterator<Item = Area> {
        let Self { area, apart, .. } = self;
        let edges = move |x: &f64| [(x - apart / 2.0).max(area.left), (x + apart / 2.0).min(area.right)];
        self.xs.iter().map(edges).map(|[left, right]| Area { left, right, ..*area })
    }
}
