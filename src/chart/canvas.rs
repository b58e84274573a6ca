//! A sheet to draw on: plotters' SVG backend, in fractions of a pixel.

use super::palette::{Marker, Rgb, WHITE};
use super::text;
use crate::error::{Error, Result};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::cell::RefCell;

/// A place in pixels from the upper left corner.
pub(super) type Place = (f64, f64);

/// plotters draws at whole pixels: the sheet is drawn this many times larger and shown smaller.
const FINER: f64 = 10.0;

/// The texts' sizes, pixels to the em.
pub(super) const TITLE: f64 = 19.0;
pub(super) const SUBTITLE: f64 = 13.0;
pub(super) const BODY: f64 = 12.0;
pub(super) const SMALL: f64 = 11.0;

/// Where a text stands from its place; it is centered up and down in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    /// It begins there.
    Left,
    /// Its middle is there.
    Center,
    /// It ends there.
    Right,
    /// It ends there, reading upwards.
    UpToHere,
    /// Its middle is there, reading upwards.
    UpCentered,
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
    pub(super) fn around((x, y): Place) -> Self {
        Self::new(x - 8.0, y - 8.0, x + 8.0, y + 8.0)
    }

    pub(super) fn middle(&self) -> Place {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }
}

/// The sheet. What goes wrong in drawing is kept for the end.
pub(super) struct Canvas<'a> {
    /// How wide it is.
    pub width: f64,
    area: DrawingArea<SVGBackend<'a>, Shift>,
    fault: RefCell<Option<String>>,
    tips: RefCell<Vec<(Area, String)>>,
}

/// So many marks are described in words to those who cannot see the picture.
const MOST_DESCRIBED: usize = 24;
/// So many marks say what they show when pointed at: more would weigh more than the picture.
const MOST_TIPS: usize = 400;

/// Draws a sheet of so many pixels, and gives its SVG; `name` and what its marks show is what a screen reader says.
pub(super) fn sheet(size: (u32, u32), name: &str, draw: impl FnOnce(&Canvas<'_>)) -> Result<String> {
    let mut svg = String::new();
    let fine = (size.0.saturating_mul(FINER as u32), size.1.saturating_mul(FINER as u32));
    let tips = {
        let area = SVGBackend::with_string(&mut svg, fine).into_drawing_area();
        let canvas = Canvas { width: f64::from(size.0), area, fault: RefCell::default(), tips: RefCell::default() };
        canvas.rectangle(Area::new(0.0, 0.0, f64::from(size.0), f64::from(size.1)), WHITE);
        draw(&canvas);
        canvas.keep(canvas.area.present());
        if let Some(fault) = canvas.fault.into_inner() {
            return Err(Error::run(format!("cannot draw the chart {name}: {fault}")));
        }
        canvas.tips.into_inner()
    };
    let (_, body) = svg.split_once('>').ok_or_else(|| Error::run(format!("cannot draw the chart {name}")))?;
    let body = body.trim_end().trim_end_matches("</svg>");
    Ok(format!("{}{}{body}{}</svg>\n", opening(size, fine, name), description(&tips), pointed_at(&tips)))
}

/// What is to be seen, in words.
fn description(tips: &[(Area, String)]) -> String {
    let words: Vec<&str> = tips.iter().take(MOST_DESCRIBED).map(|(_, words)| words.as_str()).collect();
    let more = tips.len().saturating_sub(MOST_DESCRIBED);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    if words.is_empty() { String::new() } else { format!("<desc>{}{more}.</desc>", escaped(&words.join("; "))) }
}

/// What each mark says when pointed at: unseen boxes on top of the marks.
fn pointed_at(tips: &[(Area, String)]) -> String {
    let tip = |(area, words): &(Area, String)| {
        let [(x, y), (right, bottom)] = [fine((area.left, area.top)), fine((area.right, area.bottom))];
        format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"none\" pointer-events=\"all\"><title>{}</title></rect>\n",
            (right - x).max(1),
            (bottom - y).max(1),
            escaped(words)
        )
    };
    if tips.len() > MOST_TIPS { String::new() } else { tips.iter().map(tip).collect() }
}

fn escaped(text: &str) -> String {
    let mut safe = text::clean(text);
    for (sign, entity) in [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;")] {
        safe = safe.replace(sign, entity);
    }
    safe
}

/// The opening tag in place of plotters' own: shown at its true size, narrower where the page is, and with a name.
fn opening(size: (u32, u32), fine: (u32, u32), name: &str) -> String {
    let (width, height) = size;
    let safe = escaped(name);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{safe}\">",
        fine.0, fine.1
    )
}

impl Canvas<'_> {
    fn keep<E: std::fmt::Display>(&self, outcome: std::result::Result<(), E>) {
        if let Err(fault) = outcome {
            self.fault.borrow_mut().get_or_insert(fault.to_string());
        }
    }

    /// A filled rectangle.
    pub(super) fn rectangle(&self, area: Area, color: Rgb) {
        let corners = [fine((area.left, area.top)), fine((area.right, area.bottom))];
        if corners[0].0 < corners[1].0 && corners[0].1 < corners[1].1 {
            self.keep(self.area.draw(&Rectangle::new(corners, ShapeStyle::from(&rgb(color)).filled())));
        }
    }

    /// A line through places.
    pub(super) fn line(&self, places: &[Place], color: Rgb, thickness: f64) {
        let style = rgb(color).stroke_width((thickness * FINER).round() as u32);
        self.keep(self.area.draw(&PathElement::new(places.iter().copied().map(fine).collect::<Vec<_>>(), style)));
    }

    /// A filled shape, see-through where `opacity` is below 1.
    pub(super) fn shape(&self, places: &[Place], color: Rgb, opacity: f64) {
        let corners: Vec<_> = places.iter().copied().map(fine).collect();
        self.keep(self.area.draw(&Polygon::new(corners, rgb(color).mix(opacity))));
    }

    /// A marker of a series, with a thin white rim that sets it off from lines.
    pub(super) fn marker(&self, marker: Marker, (x, y): Place, color: Rgb) {
        for (size, color) in [(5.6, WHITE), (4.2, color)] {
            let outline = |corners: &[Place]| {
                let places: Vec<Place> = corners.iter().map(|(a, b)| (x + a * size, y + b * size)).collect();
                self.shape(&places, color, 1.0);
            };
            match marker {
                Marker::Disc => {
                    let disc = Circle::new(fine((x, y)), (size * FINER) as i32, rgb(color).filled());
                    self.keep(self.area.draw(&disc));
                }
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

    /// A ring where a marker would be: something that is not sure.
    pub(super) fn ring(&self, place: Place, color: Rgb) {
        for (size, color) in [(5.6, WHITE), (4.4, color), (2.4, WHITE)] {
            self.keep(self.area.draw(&Circle::new(fine(place), (size * FINER) as i32, rgb(color).filled())));
        }
    }

    /// What the mark in this place says when it is pointed at, and to those who cannot see it.
    pub(super) fn tip(&self, area: Area, words: String) {
        self.tips.borrow_mut().push((area, words));
    }

    /// A 95 % interval: a thin stroke with ends, upright at `x` or lying at `y`.
    pub(super) fn interval(&self, from: Place, to: Place, color: Rgb) {
        let upright = from.0 == to.0;
        let end = |(x, y): Place| if upright { [(x - 3.0, y), (x + 3.0, y)] } else { [(x, y - 3.0), (x, y + 3.0)] };
        for stroke in [[from, to], end(from), end(to)] {
            self.line(&stroke, color, 1.2);
        }
    }

    /// A text; what a user wrote goes through [`text::clean`] before.
    pub(super) fn text(&self, text: &str, em: f64, color: Rgb, align: Align, (x, y): Place) {
        if text.is_empty() {
            return;
        }
        let upwards = matches!(align, Align::UpToHere | Align::UpCentered);
        let h_pos = match align {
            Align::Left => HPos::Left,
            Align::Center | Align::UpCentered => HPos::Center,
            Align::Right | Align::UpToHere => HPos::Right,
        };
        // The backend puts the middle of a small x in its place; capitals and figures are to stand in the middle.
        let down = em * 0.1;
        let (x, y) = if upwards { (x + down, y) } else { (x, y + down) };
        let mut font = text::font(em * FINER);
        if upwards {
            font = font.transform(FontTransform::Rotate270);
        }
        let color = rgb(color);
        let style = TextStyle::from(font).color(&color).pos(Pos::new(h_pos, VPos::Center));
        self.keep(self.area.draw_text(text, &style, fine((x, y))));
    }

    /// A text, shortened to its room.
    pub(super) fn text_within(&self, text: &str, em: f64, color: Rgb, align: Align, place: Place, room: f64) {
        self.text(&text::shorten(text, em, room), em, color, align, place);
    }
}

fn fine((x, y): Place) -> (i32, i32) {
    // A float too large for the target is cut to its ends, a not-a-number to 0.
    ((x * FINER).round() as i32, (y * FINER).round() as i32)
}

fn rgb((r, g, b): Rgb) -> RGBColor {
    RGBColor(r, g, b)
}
