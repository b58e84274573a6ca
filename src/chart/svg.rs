//! Charts as SVG.

use super::canvas::{Align, Area, Mark, Place, Sheet};
use super::palette::{Rgb, THEME, WHITE};
use super::text;
use std::fmt::Write as _;

/// Places are whole numbers: the sheet is drawn this many times larger and shown smaller.
const FINER: f64 = 10.0;

/// So many marks are described in words to those who cannot see the picture.
const MOST_DESCRIBED: usize = 24;
/// So many marks say what they show when pointed at: more would weigh more than the picture.
const MOST_TIPS: usize = 400;

/// Where a picture stands, which decides its colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    /// In a file of its own.
    White,
    /// On a page that has CSS variables for the colors of [`THEME`] and for its paper.
    Page,
}

/// A sheet as a whole SVG document; its name and what its marks show is what a screen reader says. It has no ids, so that several can
/// stand in one page.
pub(super) fn svg(sheet: &Sheet, ground: Ground) -> String {
    let ((width, height), name) = (sheet.size, text::escaped(&sheet.name));
    let [wide, high] = [width, height].map(|side| side.saturating_mul(FINER as u32));
    let paper = if ground == Ground::Page { "var(--paper)".to_owned() } else { ground.color(WHITE) };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{name}\">{}\n\
         <rect x=\"0\" y=\"0\" width=\"{wide}\" height=\"{high}\" opacity=\"1\" fill=\"{paper}\" stroke=\"none\"/>\n",
        description(&sheet.tips)
    );
    sheet.marks.iter().for_each(|mark| draw(&mut svg, mark, ground));
    if sheet.tips.len() <= MOST_TIPS {
        sheet.tips.iter().for_each(|(area, words)| point_out(&mut svg, *area, words));
    }
    svg + "</svg>\n"
}

impl Ground {
    fn color(self, color: Rgb) -> String {
        let named = THEME.iter().find(|(own, _)| self == Self::Page && *own == color);
        let (r, g, b) = color;
        named.map_or_else(|| format!("#{r:02X}{g:02X}{b:02X}"), |(_, name)| format!("var(--{name})"))
    }
}

fn draw(svg: &mut String, mark: &Mark, ground: Ground) {
    let points =
        |places: &[Place]| -> String { places.iter().copied().map(fine).map(|(x, y)| format!("{x},{y} ")).collect() };
    // Writing into text cannot fail.
    let _ = match mark {
        Mark::Rectangle(area, color) => match corner_and_size(*area) {
            (x, y, width @ 1.., height @ 1..) => writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" opacity=\"1\" fill=\"{}\" stroke=\"none\"/>",
                ground.color(*color)
            ),
            _ => Ok(()),
        },
        Mark::Line(places, color, thickness) => writeln!(
            svg,
            "<polyline fill=\"none\" opacity=\"1\" stroke=\"{}\" stroke-width=\"{}\" points=\"{}\"/>",
            ground.color(*color),
            (thickness * FINER).round() as u32,
            points(places)
        ),
        Mark::Shape(corners, color, opacity) => writeln!(
            svg,
            "<polygon opacity=\"{opacity}\" fill=\"{}\" points=\"{}\"/>",
            ground.color(*color),
            points(corners)
        ),
        Mark::Disc(middle, radius, color) => {
            let (x, y) = fine(*middle);
            let (radius, color) = ((radius * FINER) as i32, ground.color(*color));
            writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" opacity=\"1\" fill=\"{color}\" stroke=\"none\" stroke-width=\"1\"/>"
            )
        }
        Mark::Text { text, em, color, align, place } => {
            let (x, y) = fine(align.middle(*place, *em));
            let anchor = match align {
                Align::Left => "start",
                Align::Center | Align::UpCentered => "middle",
                Align::Right | Align::UpToHere => "end",
            };
            let turn = if align.is_upwards() { format!(" transform=\"rotate(270, {x}, {y})\"") } else { String::new() };
            writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" dy=\"0.5ex\" text-anchor=\"{anchor}\" font-family=\"{}\" font-size=\"{}\" \
                 opacity=\"1\" fill=\"{}\"{turn}>\n{}\n</text>",
                text::quoted(text::FAMILY),
                em * FINER * text::SIZE_PER_EM / text::SIZE_PER_EM,
                ground.color(*color),
                text::quoted(text)
            )
        }
    };
}

/// What is to be seen, in words.
fn description(tips: &[(Area, String)]) -> String {
    let words: Vec<&str> = tips.iter().take(MOST_DESCRIBED).map(|(_, words)| words.as_str()).collect();
    let more = tips.len().saturating_sub(MOST_DESCRIBED);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    if words.is_empty() { String::new() } else { format!("<desc>{}{more}.</desc>", text::escaped(&words.join("; "))) }
}

/// What a mark says when pointed at: an unseen box on top of the marks.
fn point_out(svg: &mut String, area: Area, words: &str) {
    let (x, y, width, height) = corner_and_size(area);
    svg.push_str(&format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"none\" pointer-events=\"all\"><title>{}</title></rect>\n",
        width.max(1),
        height.max(1),
        text::escaped(words)
    ));
}

/// The upper left corner, the width and the height, as they are drawn.
fn corner_and_size(Area { left, top, right, bottom }: Area) -> (i32, i32, i32, i32) {
    let [(x, y), (right, bottom)] = [fine((left, top)), fine((right, bottom))];
    (x, y, right - x, bottom - y)
}

fn fine((x, y): Place) -> (i32, i32) {
    // A float too large for the target is cut to its ends, a not-a-number to 0.
    ((x * FINER).round() as i32, (y * FINER).round() as i32)
}
