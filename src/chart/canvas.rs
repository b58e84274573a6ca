//! The canvas that charts are drawn on. It stores marks, which [`svg`](super::svg) and [`png`](super::png) turn into
//! pictures.

use super::palette::{Marker, Rgb, WHITE};
use super::text;
use std::cell::RefCell;

/// A point: x and y in pixels from the upper left corner.
pub(super) type PixelPosition = (f64, f64);

/// Font sizes, in pixels per em.
pub(super) const TITLE_SIZE: f64 = 19.0;
pub(super) const SUBTITLE_SIZE: f64 = 13.0;
pub(super) const BODY_SIZE: f64 = 12.0;
pub(super) const SMALL_SIZE: f64 = 11.0;

/// Alignment of a text at its point. Across the reading direction, texts are always centered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    /// Starts at the point.
    Left,
    /// Centered on the point.
    Center,
    /// Ends at the point.
    Right,
    /// Reads upwards and ends at the point.
    RotatedEnd,
    /// Reads upwards, centered on the point.
    RotatedCenter,
}

impl Anchor {
    pub(super) fn is_upwards(self) -> bool {
        matches!(self, Self::RotatedEnd | Self::RotatedCenter)
    }

    /// The middle of a lowercase x, chosen so that capitals and digits are centered on the point.
    pub(super) fn x_height_middle(self, (x, y): PixelPosition, em: f64) -> PixelPosition {
        let down = em * 0.1;
        if self.is_upwards() { (x + down, y) } else { (x, y + down) }
    }
}

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    pub(super) fn new(left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self { left, top, right, bottom }
    }

    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// The area around a marker.
    pub(super) fn around_marker((x, y): PixelPosition) -> Self {
        Self::new(x - 8.0, y - 8.0, x + 8.0, y + 8.0)
    }

    pub(super) fn middle(&self) -> PixelPosition {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }
}

/// Something drawn on a sheet. Later marks cover earlier ones.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Mark {
    /// A filled rectangle.
    Rectangle(Area, Rgb),
    /// A line through points, with its thickness in pixels.
    Line(Vec<PixelPosition>, Rgb, f64),
    /// A filled polygon, with its opacity from 0 to 1.
    Shape(Vec<PixelPosition>, Rgb, f64),
    /// A filled circle, with its center and radius.
    Disc(PixelPosition, f64, Rgb),
    /// A text of `em` pixels per em.
    Text { text: String, em: f64, color: Rgb, align: Anchor, place: PixelPosition },
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct CanvasSheet {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The drawing's name for screen readers.
    pub name: String,
    pub marks: Vec<Mark>,
    /// Descriptions of the marks, by area, for tooltips and screen readers.
    pub tips: Vec<(Area, String)>,
}

/// Returns a sheet of `size` pixels with everything that `draw` draws.
pub(super) fn sheet(size: (u32, u32), name: &str, draw: impl FnOnce(&Canvas)) -> CanvasSheet {
    let canvas = Canvas { width: f64::from(size.0), marks: RefCell::default(), tips: RefCell::default() };
    draw(&canvas);
    CanvasSheet { size, name: name.to_owned(), marks: canvas.marks.into_inner(), tips: canvas.tips.into_inner() }
}

/// A sheet that is being drawn.
pub(super) struct Canvas {
    /// Width of the sheet, in pixels.
    pub width: f64,
    marks: RefCell<Vec<Mark>>,
    tips: RefCell<Vec<(Area, String)>>,
}

impl Canvas {
    fn add(&self, mark: Mark) {
        self.marks.borrow_mut().push(mark);
    }

    pub(super) fn rectangle(&self, area: Area, color: Rgb) {
        self.add(Mark::Rectangle(area, color));
    }

    pub(super) fn line(&self, places: &[PixelPosition], color: Rgb, thickness: f64) {
        self.add(Mark::Line(places.to_vec(), color, thickness));
    }

    /// Draws a filled polygon; `opacity` is from 0 to 1.
    pub(super) fn shape(&self, places: &[PixelPosition], color: Rgb, opacity: f64) {
        self.add(Mark::Shape(places.to_vec(), color, opacity));
    }

    /// Draws the marker of a series, with a thin white rim that sets it off from lines.
    pub(super) fn marker(&self, marker: Marker, (x, y): PixelPosition, color: Rgb) {
        for (size, color) in [(5.6, WHITE), (4.2, color)] {
            let outline = |corners: &[PixelPosition]| {
                let places: Vec<PixelPosition> = corners.iter().map(|(a, b)| (x + a * size, y + b * size)).collect();
                self.shape(&places, color, 1.0);
            };
            match marker {
                Marker::Disc => self.add(Mark::Disc((x, y), size, color)),
                Marker::Square => outline(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
                Marker::Triangle => outline(&[(0.0, -1.15), (1.1, 0.85), (-1.1, 0.85)]),
                Marker::Diamond => outline(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]),
                Marker::Wedge => outline(&[(0.0, 1.15), (1.1, -0.85), (-1.1, -0.85)]),
                Marker::Cross => {
                    outline(&[(-1.2, -0.4), (1.2, -0.4), (1.2, 0.4), (-1.2, 0.4)]);
                    outline(&[(-0.4, -1.2), (0.4, -1.2), (0.4, 1.2), (-0.4, 1.2)]);
                }
            }
        }
    }

    /// Draws a ring instead of a marker, for a result that chance may explain.
    pub(super) fn ring(&self, place: PixelPosition, color: Rgb) {
        for (size, color) in [(5.6, WHITE), (4.4, color), (2.4, WHITE)] {
            self.add(Mark::Disc(place, size, color));
        }
    }

    /// Adds a description of the mark in `area`, for tooltips and screen readers.
    pub(super) fn add_tooltip(&self, area: Area, words: String) {
        self.tips.borrow_mut().push((area, words));
    }

    /// Draws a 95 % interval: a thin line with end caps, vertical or horizontal.
    pub(super) fn interval(&self, from: PixelPosition, to: PixelPosition, color: Rgb) {
        let upright = from.0 == to.0;
        let end =
            |(x, y): PixelPosition| if upright { [(x - 3.0, y), (x + 3.0, y)] } else { [(x, y - 3.0), (x, y + 3.0)] };
        for stroke in [[from, to], end(from), end(to)] {
            self.line(&stroke, color, 1.2);
        }
    }

    /// Draws a text. User input must go through [`text::clean`] first.
    pub(super) fn text(&self, text: &str, em: f64, color: Rgb, align: Anchor, place: PixelPosition) {
        if text.is_empty() {
            return;
        }
        self.add(Mark::Text { text: text.to_owned(), em, color, align, place });
    }

    /// Draws a text, shortened to `room` pixels.
    pub(super) fn text_within(&self, text: &str, em: f64, color: Rgb, align: Anchor, place: PixelPosition, room: f64) {
        self.text(&text::shorten(text, em, room), em, color, align, place);
    }
}
