//! Charts as PNG, drawn by tiny-skia in the embedded font.

use super::canvas::{Anchor, Area, CanvasSheet, Mark, PixelPosition};
use super::drawing::FinishedChart;
use super::palette::{Rgb, WHITE};
use super::text;
use crate::error::{Error, Result};
use ab_glyph::{Font, OutlineCurve};
use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// Maximum side of a picture, in pixels.
const MAX_SIDE: f32 = 16_384.0;

/// A chart as a PNG file with `scale` pixels for each pixel of the SVG; 2 is good for print and sharp screens.
///
/// Letters missing from the embedded font (emoji, Chinese …) are left out; the SVG has them.
///
/// # Errors
/// If `scale` is not above 0, or a side of the picture would have more than 16,384 pixels.
pub fn png(chart: &FinishedChart, scale: f32) -> Result<Vec<u8>> {
    let fault = |what: &dyn std::fmt::Display| Error::run(format!("cannot draw the chart {}: {what}", chart.name));
    let (width, height) = chart.sheet().size;
    let (width, height) = (width as f32 * scale, height as f32 * scale);
    if !(scale > 0.0 && width.max(height) <= MAX_SIDE) {
        return Err(fault(&format!("at scale {scale} it would be {width} by {height} pixels"))
            .with_help("choose a smaller scale above 0"));
    }
    let pixmap = Pixmap::new((width.round() as u32).max(1), (height.round() as u32).max(1));
    let mut pixmap = pixmap.ok_or_else(|| fault(&"it has no room"))?;
    let CanvasSheet { size: (right, bottom), marks, .. } = chart.sheet();
    let paper = Area::new(0.0, 0.0, f64::from(*right), f64::from(*bottom));
    draw_all(&mut pixmap, &[Mark::Rectangle(paper, WHITE)], scale);
    draw_all(&mut pixmap, marks, scale);
    pixmap.encode_png().map_err(|error| fault(&error))
}

fn draw_all(pixmap: &mut Pixmap, marks: &[Mark], scale: f32) {
    marks.iter().for_each(|mark| draw(pixmap, mark, Transform::from_scale(scale, scale)));
}

/// Draws a mark; nothing if its size is 0.
fn draw(pixmap: &mut Pixmap, mark: &Mark, scale: Transform) {
    match mark {
        Mark::Rectangle(Area { left, top, right, bottom }, color) => {
            let rect = Rect::from_ltrb(*left as f32, *top as f32, *right as f32, *bottom as f32);
            fill(pixmap, rect.map(PathBuilder::from_rect), paint(*color, 1.0), scale);
        }
        Mark::Line(places, color, thickness) => {
            let stroke = Stroke { width: *thickness as f32, ..Stroke::default() };
            if let Some(path) = path_through(places).finish() {
                pixmap.stroke_path(&path, &paint(*color, 1.0), &stroke, scale, None);
            }
        }
        Mark::Shape(corners, color, opacity) => {
            let mut outline = path_through(corners);
            outline.close();
            fill(pixmap, outline.finish(), paint(*color, *opacity), scale);
        }
        Mark::Disc((x, y), radius, color) => {
            fill(pixmap, PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32), paint(*color, 1.0), scale);
        }
        Mark::Text { text, em, color, align, place } => {
            let (outline, width) = text_outline(text);
            let (x, y) = align.x_height_middle(*place, *em);
            let to_left = match align {
                Anchor::Left => 0.0,
                Anchor::Center | Anchor::RotatedCenter => width / 2.0,
                Anchor::Right | Anchor::RotatedEnd => width,
            };
            let turned = if align.is_upwards() { Transform::from_rotate(-90.0) } else { Transform::identity() };
            // A quarter of an em above the baseline is the middle of a lowercase x.
            let there = turned.pre_scale(*em as f32, *em as f32).pre_translate(-to_left, 0.25);
            let there = there.post_translate(x as f32, y as f32).post_concat(scale);
            fill(pixmap, outline, paint(*color, 1.0), there);
        }
    }
}

/// The outline of a text that starts at (0, 0), and its width, both in ems.
fn text_outline(text: &str) -> (Option<Path>, f32) {
    let Some(font) = text::INTER.as_ref() else { return (None, 0.0) };
    let em = font.units_per_em().unwrap_or(1.0);
    let (mut path, mut width) = (PathBuilder::new(), 0.0);
    for letter in text.chars().map(|letter| font.glyph_id(letter)).filter(|letter| letter.0 != 0) {
        let place = |point: ab_glyph::Point| (width + point.x / em, -point.y / em);
        let mut end = None;
        for curve in font.outline(letter).into_iter().flat_map(|outline| outline.curves) {
            let (from, to) = match curve {
                OutlineCurve::Line(from, to)
                | OutlineCurve::Quad(from, _, to)
                | OutlineCurve::Cubic(from, _, _, to) => (from, to),
            };
            // A letter can consist of several outlines, one after another.
            if end != Some(from) {
                let (x, y) = place(from);
                path.move_to(x, y);
            }
            let (x, y) = place(to);
            match curve {
                OutlineCurve::Line(..) => path.line_to(x, y),
                OutlineCurve::Quad(_, by, _) => {
                    let (bx, by) = place(by);
                    path.quad_to(bx, by, x, y);
                }
                OutlineCurve::Cubic(_, first, second, _) => {
                    let ((ax, ay), (bx, by)) = (place(first), place(second));
                    path.cubic_to(ax, ay, bx, by, x, y);
                }
            }
            end = Some(to);
        }
        width += font.h_advance_unscaled(letter) / em;
    }
    (path.finish(), width)
}

fn fill(pixmap: &mut Pixmap, outline: Option<Path>, paint: Paint<'_>, transform: Transform) {
    if let Some(outline) = outline {
        pixmap.fill_path(&outline, &paint, FillRule::Winding, transform, None);
    }
}

fn path_through(places: &[PixelPosition]) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (number, (x, y)) in places.iter().enumerate() {
        let go = if number == 0 { PathBuilder::move_to } else { PathBuilder::line_to };
        go(&mut path, *x as f32, *y as f32);
    }
    path
}

fn paint((r, g, b): Rgb, opacity: f64) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, (opacity * 255.0).round() as u8);
    paint
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::palette::INK;

    /// Left, top, right and bottom of the area that `mark` covers on 200 by 200 pixels.
    fn inked(mark: Mark) -> [u32; 4] {
        let mut pixmap = Pixmap::new(200, 200).unwrap();
        draw_all(&mut pixmap, &[mark], 1.0);
        let dots = (0..200).flat_map(|y| (0..200).map(move |x| (x, y)));
        let dark = |&(x, y): &(u32, u32)| pixmap.pixel(x, y).is_some_and(|dot| dot.alpha() > 32);
        dots.filter(dark).fold([u32::MAX, u32::MAX, 0, 0], |[left, top, right, bottom], (x, y)| {
            [left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)]
        })
    }

    fn text(text: &str, align: Anchor) -> [u32; 4] {
        inked(Mark::Text { text: text.to_owned(), em: 20.0, color: INK, align, place: (100.0, 100.0) })
    }

    #[test]
    fn text_alignment_matches_anchor() {
        // H is 0.73 em high and has white space at its sides, hence the tolerance of two pixels.
        let near = |found: u32, place: u32| found.abs_diff(place) <= 2;
        let [left, top, right, bottom] = text("HHH", Anchor::Left);
        assert!(near(left, 101) && right > 140 && near(top, 92) && near(bottom, 107), "{left} {top} {right} {bottom}");
        let wide = right - left;
        let [left, _, right, _] = text("HHH", Anchor::Right);
        assert!(near(right, 99) && near(right - left, wide), "{left} {right}");
        let [left, _, right, _] = text("HHH", Anchor::Center);
        assert!(near(left + right, 200) && near(right - left, wide), "{left} {right}");
        let [left, top, right, bottom] = text("HHH", Anchor::RotatedEnd);
        assert!(near(top, 101) && near(bottom - top, wide) && near(left, 92) && near(right, 107), "{top} {bottom}");
        let [_, top, _, bottom] = text("HHH", Anchor::RotatedCenter);
        assert!(near(top + bottom, 200), "{top} {bottom}");
    }

    #[test]
    fn letters_missing_from_font_are_left_out() {
        assert_eq!(text("H\u{9F8D}H", Anchor::Left), text("HH", Anchor::Left));
        assert_eq!(text("\u{9F8D}", Anchor::Left), [u32::MAX, u32::MAX, 0, 0]);
    }

    #[test]
    fn letter_o_is_transparent_inside() {
        let mut pixmap = Pixmap::new(200, 200).unwrap();
        let (align, place) = (Anchor::Center, (100.0, 100.0));
        draw_all(&mut pixmap, &[Mark::Text { text: "O".into(), em: 100.0, color: INK, align, place }], 1.0);
        assert_eq!(pixmap.pixel(100, 100).unwrap().alpha(), 0);
    }

    #[test]
    fn marks_fill_their_area() {
        assert_eq!(inked(Mark::Rectangle(Area::new(10.0, 20.0, 30.0, 50.0), INK)), [10, 20, 30, 50]);
        assert_eq!(inked(Mark::Line(vec![(10.0, 20.0), (30.0, 20.0)], INK, 4.0)), [10, 18, 30, 22]);
        assert_eq!(inked(Mark::Shape(vec![(10.0, 10.0), (40.0, 10.0), (10.0, 40.0)], INK, 1.0))[..2], [10, 10]);
        assert_eq!(inked(Mark::Disc((100.0, 100.0), 10.0, INK)), [90, 90, 110, 110]);
        // Marks without extent draw nothing.
        assert_eq!(inked(Mark::Rectangle(Area::new(10.0, 20.0, 10.0, 50.0), INK)), [u32::MAX, u32::MAX, 0, 0]);
        assert_eq!(inked(Mark::Rectangle(Area::new(30.0, 20.0, 10.0, 50.0), INK)), [u32::MAX, u32::MAX, 0, 0]);
    }
}
