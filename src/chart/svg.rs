//! Charts as SVG. plotters draws them through a [`Writer`] of our own, since its SVG backend cannot use CSS variables
//! as colors.

use super::canvas::{Anchor, Area, CanvasSheet, Mark, PixelPosition};
use super::palette::{Rgb, THEME, WHITE};
use super::text;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};
use std::convert::Infallible;
use std::fmt::Write as _;

/// The sheet is drawn this many times larger and shown smaller, because coordinates are whole numbers.
const SCALE: f64 = 10.0;

/// Maximum number of marks described for screen readers.
const MAX_DESCRIBED_MARKS: usize = 24;
/// With more marks than this there are no tooltips: they would outweigh the picture.
const MAX_TOOLTIPS: usize = 400;

/// The background of a picture, which decides its colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Background {
    /// White, for a separate file.
    White,
    /// A web page that has CSS variables for its paper and the colors of [`THEME`].
    Page,
}

/// A sheet as a complete SVG document. Screen readers read its name and the descriptions of its marks. It has no ids,
/// so that a page can contain several.
pub(super) fn svg(sheet: &CanvasSheet, background: Background) -> String {
    let ((width, height), name) = (sheet.size, text::escaped(&sheet.name));
    let [wide, high] = [width, height].map(|side| side.saturating_mul(SCALE as u32));
    let paper = if background == Background::Page { "var(--paper)".to_owned() } else { background.svg_color(WHITE) };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{name}\">{}\n\
         <rect x=\"0\" y=\"0\" width=\"{wide}\" height=\"{high}\" opacity=\"1\" fill=\"{paper}\" stroke=\"none\"/>\n",
        description(&sheet.tips)
    );
    let area = Writer { svg: &mut svg, size: (wide, high), background }.into_drawing_area();
    for mark in &sheet.marks {
        // Writing to a string cannot fail.
        let _ = draw(&area, mark);
    }
    drop(area);
    if sheet.tips.len() <= MAX_TOOLTIPS {
        sheet.tips.iter().for_each(|(area, words)| add_tooltip(&mut svg, *area, words));
    }
    svg + "</svg>\n"
}

impl Background {
    /// `color` in SVG: as `#RRGGBB`, or as a CSS variable if it is a color of the page's theme.
    fn svg_color(self, color: Rgb) -> String {
        let named = THEME.iter().find(|(own, _)| self == Self::Page && *own == color);
        let (r, g, b) = color;
        named.map_or_else(|| format!("#{r:02X}{g:02X}{b:02X}"), |(_, name)| format!("var(--{name})"))
    }
}

/// Writes what plotters draws as SVG elements, in the colors of `background`.
struct Writer<'w> {
    svg: &'w mut String,
    size: (u32, u32),
    background: Background,
}

/// Writing to a string cannot fail.
type WriteResult = std::result::Result<(), DrawingErrorKind<Infallible>>;

impl Writer<'_> {
    fn element(&mut self, name: &str, attributes: std::fmt::Arguments<'_>) -> WriteResult {
        let _ = writeln!(self.svg, "<{name} {attributes}/>");
        Ok(())
    }

    fn svg_color(&self, BackendColor { rgb, .. }: BackendColor) -> String {
        self.background.svg_color(rgb)
    }
}

impl DrawingBackend for Writer<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> WriteResult {
        Ok(())
    }

    fn present(&mut self) -> WriteResult {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> WriteResult {
        self.draw_rect((x, y), (x + 1, y + 1), &color, true)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        _fill: bool,
    ) -> WriteResult {
        let (width, height, fill) = (right - x, bottom - y, self.svg_color(style.color()));
        self.element(
            "rect",
            format_args!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" opacity=\"1\" fill=\"{fill}\" stroke=\"none\""),
        )
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> WriteResult {
        let (stroke, width) = (self.svg_color(style.color()), style.stroke_width());
        self.element(
            "polyline",
            format_args!(
                "fill=\"none\" opacity=\"1\" stroke=\"{stroke}\" stroke-width=\"{width}\" points=\"{}\"",
                points(path)
            ),
        )
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        _fill: bool,
    ) -> WriteResult {
        let fill = self.svg_color(style.color());
        self.element(
            "circle",
            format_args!(
                "cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" opacity=\"1\" fill=\"{fill}\" stroke=\"none\" stroke-width=\"1\""
            ),
        )
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> WriteResult {
        let (fill, opacity) = (self.svg_color(style.color()), style.color().alpha);
        self.element("polygon", format_args!("opacity=\"{opacity}\" fill=\"{fill}\" points=\"{}\"", points(corners)))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> WriteResult {
        let anchor = match style.anchor().h_pos {
            HPos::Left => "start",
            HPos::Center => "middle",
            HPos::Right => "end",
        };
        let turn = match style.transform() {
            FontTransform::Rotate270 => format!(" transform=\"rotate(270, {x}, {y})\""),
            _ => String::new(),
        };
        // plotters' font size is this many times the em.
        let (size, fill) = (style.size() / text::SIZE_PER_EM, self.svg_color(style.color()));
        let _ = writeln!(
            self.svg,
            "<text x=\"{x}\" y=\"{y}\" dy=\"0.5ex\" text-anchor=\"{anchor}\" font-family=\"{}\" font-size=\"{size}\" \
             opacity=\"1\" fill=\"{fill}\"{turn}>\n{}\n</text>",
            text::quoted(style.family().as_str()),
            text::quoted(text)
        );
        Ok(())
    }
}

fn points(places: impl IntoIterator<Item = BackendCoord>) -> String {
    places.into_iter().map(|(x, y)| format!("{x},{y} ")).collect()
}

type DrawResult = std::result::Result<(), DrawingAreaErrorKind<Infallible>>;

fn draw(area: &DrawingArea<Writer<'_>, Shift>, mark: &Mark) -> DrawResult {
    let all = |places: &[PixelPosition]| places.iter().copied().map(to_svg_coordinates).collect::<Vec<_>>();
    match mark {
        Mark::Rectangle(Area { left, top, right, bottom }, color) => {
            let corners = [to_svg_coordinates((*left, *top)), to_svg_coordinates((*right, *bottom))];
            if corners[0].0 < corners[1].0 && corners[0].1 < corners[1].1 {
                area.draw(&Rectangle::new(corners, rgb(*color).filled()))?;
            }
            Ok(())
        }
        Mark::Line(places, color, thickness) => {
            let style = ShapeStyle::from(&rgb(*color)).stroke_width((thickness * SCALE).round() as u32);
            area.draw(&PathElement::new(all(places), style))
        }
        Mark::Shape(corners, color, opacity) => area.draw(&Polygon::new(all(corners), rgb(*color).mix(*opacity))),
        Mark::Disc(middle, radius, color) => {
            area.draw(&Circle::new(to_svg_coordinates(*middle), (radius * SCALE) as i32, rgb(*color).filled()))
        }
        Mark::Text { text, em, color, align, place } => {
            let at = match align {
                Anchor::Left => HPos::Left,
                Anchor::Center | Anchor::RotatedCenter => HPos::Center,
                Anchor::Right | Anchor::RotatedEnd => HPos::Right,
            };
            let font = text::font(em * SCALE);
            let font = if align.is_upwards() { font.transform(FontTransform::Rotate270) } else { font };
            let color = rgb(*color);
            let style = TextStyle::from(font).color(&color).pos(Pos::new(at, VPos::Center));
            area.draw_text(text, &style, to_svg_coordinates(align.x_height_middle(*place, *em)))
        }
    }
}

fn rgb((r, g, b): Rgb) -> RGBColor {
    RGBColor(r, g, b)
}

/// The descriptions of the first marks, as a `<desc>` element; empty without any.
fn description(tips: &[(Area, String)]) -> String {
    let words: Vec<&str> = tips.iter().take(MAX_DESCRIBED_MARKS).map(|(_, words)| words.as_str()).collect();
    let more = tips.len().saturating_sub(MAX_DESCRIBED_MARKS);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    if words.is_empty() { String::new() } else { format!("<desc>{}{more}.</desc>", text::escaped(&words.join("; "))) }
}

/// Adds a tooltip: an invisible box on top of the marks.
fn add_tooltip(svg: &mut String, area: Area, words: &str) {
    // The corners, rounded as in the drawing.
    let [(x, y), (right, bottom)] =
        [to_svg_coordinates((area.left, area.top)), to_svg_coordinates((area.right, area.bottom))];
    svg.push_str(&format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"none\" pointer-events=\"all\"><title>{}</title></rect>\n",
        (right - x).max(1),
        (bottom - y).max(1),
        text::escaped(words)
    ));
}

fn to_svg_coordinates((x, y): PixelPosition) -> (i32, i32) {
    // Casting limits numbers that are too large, and turns NaN into 0.
    ((x * SCALE).round() as i32, (y * SCALE).round() as i32)
}
