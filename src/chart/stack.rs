//! How fighters end: shares of wound levels, laid end to end.

use super::axis::{Scale, title_lying};
use super::canvas::{Align, Area, BODY, Canvas, SMALL, sheet};
use super::data::{Series, Spread, widest_note};
use super::frame::{Frame, Key, MARGIN, Swatch};
use super::palette::{INK, Rgb, ink_on, scale as shade};
use super::text;
use crate::error::Result;

const ROW: f64 = 40.0;
const BAR: f64 = 28.0;

/// The chart of final wounds; one bar for each fighter in each cell.
pub(super) fn stacks(spread: &Spread, mut frame: Frame, axis: &str) -> Result<String> {
    let shades = shades(spread.values.len());
    let keys = spread.values.iter().zip(&shades);
    frame.legend = keys.map(|((_, name), color)| Key { name: name.clone(), swatch: Swatch::Part(*color) }).collect();
    frame.notes.extend(spread.notes.iter().cloned());
    frame.notes.extend(widest_interval(spread));
    let widest = spread.series.iter().map(|one| text::width(&one.name, BODY)).fold(0.0, f64::max).min(230.0);
    let top = frame.top();
    let area =
        Area::new(MARGIN + widest + 12.0, top, frame.width - MARGIN - 16.0, top + ROW * spread.series.len() as f64);
    let scale = Scale::whole();
    let height = (area.bottom + 52.0 + frame.foot()).ceil();
    sheet((frame.width as u32, height as u32), &frame.title, |canvas| {
        frame.draw(canvas, height);
        scale.draw_lying(canvas, area);
        for (number, one) in spread.series.iter().enumerate() {
            let y = area.top + (number as f64 + 0.5) * ROW;
            canvas.text_within(&one.name, BODY, INK, Align::Right, (area.left - 10.0, y), widest + 4.0);
            stack(canvas, spread, one, &shades, &scale, Area::new(area.left, y - BAR / 2.0, area.right, y + BAR / 2.0));
        }
        title_lying(canvas, axis, area.bottom + 36.0, area);
    })
}

/// Shades from hardly hurt to worst, even where there are few.
fn shades(count: usize) -> Vec<Rgb> {
    let place = |k: usize| if count > 1 { 0.08 + 0.92 * k as f64 / (count - 1) as f64 } else { 0.5 };
    (0..count).map(|k| shade(place(k))).collect()
}

fn stack(canvas: &Canvas<'_>, spread: &Spread, one: &Series, shades: &[Rgb], scale: &Scale, bar: Area) {
    let mut before = 0.0;
    for ((value, name), color) in spread.values.iter().zip(shades) {
        let Some(estimate) = one.share(*value).filter(|share| share.value > 0.0) else { continue };
        let share = estimate.value;
        let (left, right) = (scale.x(before, bar), scale.x(before + share, bar));
        before += share;
        // A white line between parts shows where one ends whatever the shades.
        let gap = if right - left > 3.0 { 0.6 } else { 0.0 };
        let part = Area::new(left + gap, bar.top, right - gap, bar.bottom);
        canvas.rectangle(part, *color);
        canvas.tip(part, one.told(name, estimate));
        let words = [format!("{} %", text::percent(share, 1)), text::percent(share, 0)];
        if let Some(words) = words.iter().find(|words| text::width(words, SMALL) + 8.0 <= right - left) {
            canvas.text(words, SMALL, ink_on(*color), Align::Center, ((left + right) / 2.0, bar.middle().1));
        }
    }
}

/// How wide the widest interval is, since a stack cannot show them.
fn widest_interval(spread: &Spread) -> Option<String> {
    let shares = spread.series.iter().flat_map(|one| spread.values.iter().filter_map(|(value, _)| one.share(*value)));
    let halves = shares.filter_map(|share| share.interval()).map(|(low, high)| (high - low) / 2.0);
    widest_note(halves)
}
