//! Charts as SVG, by plotters.

use super::canvas::{Align, Area, Mark, Place, Sheet};
use super::palette::Rgb;
use super::text;
use crate::error::{Error, Result};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// plotters draws at whole pixels: the sheet is drawn this many times larger and shown smaller.
const FINER: f64 = 10.0;

/// So many marks are described in words to those who cannot see the picture.
const MOST_DESCRIBED: usize = 24;
/// So many marks say what they show when pointed at: more would weigh more than the picture.
const MOST_TIPS: usize = 400;

/// A sheet as a whole SVG document; its name and what its marks show is what a screen reader says.
pub(super) fn svg(sheet: &Sheet) -> Result<String> {
    let fault = |what: &dyn std::fmt::Display| Error::run(format!("cannot draw the chart {}: {what}", sheet.name));
    let mut svg = String::new();
    let (width, height) = sheet.size;
    let size = (width.saturating_mul(FINER as u32), height.saturating_mul(FINER as u32));
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let drawn = sheet.marks.iter().try_for_each(|mark| draw(&area, mark));
        drawn.and_then(|()| area.present()).map_err(|what| fault(&what))?;
    }
    let (_, body) = svg.split_once('>').ok_or_else(|| fault(&"it is not an SVG"))?;
    let body = body.trim_end().trim_end_matches("</svg>");
    let (opening, words, tips) = (opening(sheet, size), description(&sheet.tips), pointed_at(&sheet.tips));
    Ok(format!("{opening}{words}{body}{tips}</svg>\n"))
}

type Drawn = std::result::Result<(), DrawingAreaErrorKind<std::io::Error>>;

fn draw(area: &DrawingArea<SVGBackend<'_>, Shift>, mark: &Mark) -> Drawn {
    let all = |places: &[Place]| places.iter().copied().map(fine).collect::<Vec<_>>();
    match mark {
        Mark::Rectangle(Area { left, top, right, bottom }, color) => {
            let corners = [fine((*left, *top)), fine((*right, *bottom))];
            if corners[0].0 < corners[1].0 && corners[0].1 < corners[1].1 {
                area.draw(&Rectangle::new(corners, ShapeStyle::from(&rgb(*color)).filled()))?;
            }
            Ok(())
        }
        Mark::Line(places, color, thickness) => {
            area.draw(&PathElement::new(all(places), rgb(*color).stroke_width((thickness * FINER).round() as u32)))
        }
        Mark::Shape(corners, color, opacity) => area.draw(&Polygon::new(all(corners), rgb(*color).mix(*opacity))),
        Mark::Disc(middle, radius, color) => {
            area.draw(&Circle::new(fine(*middle), (radius * FINER) as i32, rgb(*color).filled()))
        }
        Mark::Text { text, em, color, align, place } => {
            let at = match align {
                Align::Left => HPos::Left,
                Align::Center | Align::UpCentered => HPos::Center,
                Align::Right | Align::UpToHere => HPos::Right,
            };
            let font = text::font(em * FINER);
            let font = if align.is_upwards() { font.transform(FontTransform::Rotate270) } else { font };
            let color = rgb(*color);
            let style = TextStyle::from(font).color(&color).pos(Pos::new(at, VPos::Center));
            area.draw_text(text, &style, fine(align.middle(*place, *em)))
        }
    }
}

/// The opening tag in place of plotters' own: shown at its true size, narrower where the page is, and with a name.
fn opening(sheet: &Sheet, fine: (u32, u32)) -> String {
    let ((width, height), name) = (sheet.size, escaped(&sheet.name));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{name}\">",
        fine.0, fine.1
    )
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

fn fine((x, y): Place) -> (i32, i32) {
    // A float too large for the target is cut to its ends, a not-a-number to 0.
    ((x * FINER).round() as i32, (y * FINER).round() as i32)
}

fn rgb((r, g, b): Rgb) -> RGBColor {
    RGBColor(r, g, b)
}
