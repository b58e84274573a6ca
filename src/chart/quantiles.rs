//! Chart of how long fights or tasks last, for many series: a row each, with the median, the quartiles, and the range
//! from 10 to 90 %.

use super::axis::RoundScale;
use super::canvas::{Anchor, Area, Canvas, CanvasSheet, SMALL_SIZE};
use super::data::{ChartData, Series};
use super::frame::{Frame, MARGIN};
use super::palette::{INK, SOFT_INK, WHITE, mix, series as color_of};
use super::rows::ChartRows;
use crate::measure::Course;
use crate::study::Unit;

/// Maximum number of series drawn as curves; with more, quantiles are drawn.
pub(super) const MAX_CURVES: usize = 6;

const ROW_HEIGHT: f64 = 24.0;
/// Width reserved for the median at the right, in pixels.
const MEDIAN_WIDTH: f64 = 40.0;
/// The quantiles that are drawn.
const QUANTILES: [f64; 5] = [0.1, 0.25, 0.5, 0.75, 0.9];

/// The chart of quantiles, with a row for each series.
pub(super) fn quantiles(data: &ChartData, mut frame: Frame, course: &Course) -> CanvasSheet {
    frame.notes.extend(data.notes.iter().cloned());
    frame.notes.push(format!(
        "Thin line: from 10 to 90 % {}. Thick line: the middle half. Number and stroke: the median.",
        course.over.to_lowercase()
    ));
    let rows: Vec<[Option<i64>; 5]> =
        data.series.iter().map(|one| QUANTILES.map(|share| one.quantile(share))).collect();
    let end = data.values.last().map_or(1, |(value, _)| *value);
    let runs_off = rows.iter().flatten().any(|value| value.is_none_or(|value| value > end));
    if runs_off {
        frame.notes.push(format!("Lines that run off the axis are longer than {end} {}s.", course.one));
    }
    let longest = rows.iter().flatten().filter_map(|value| value.filter(|value| *value <= end)).max().unwrap_or(end);
    let longest = if runs_off { end } else { longest };
    let scale = RoundScale::whole_numbers(longest as f64, Unit::Rounds);
    let places = ChartRows::new(&frame, data.series.iter().map(|one| one.name.as_str()), ROW_HEIGHT, 250.0);
    let bottom = places.bottom(rows.len().saturating_sub(1)) + 4.0;
    let area = Area::new(places.left(), places.top(), frame.width - MARGIN - MEDIAN_WIDTH, bottom);
    frame.sheet_above_axis(area, course.one, |canvas| {
        scale.draw_horizontal_axis(canvas, area);
        for (number, (one, values)) in data.series.iter().zip(&rows).enumerate() {
            let y = places.middle(number);
            places.name(canvas, (&one.name, INK), number, y);
            draw_row(canvas, values, |value| scale.x(value.unwrap_or(i64::MAX) as f64, area), y);
            let words = values[2].map_or("–".to_owned(), |median| median.to_string());
            canvas.text(&words, SMALL_SIZE, SOFT_INK, Anchor::Left, (area.right + 10.0, y));
            canvas.add_tooltip(frame.row(y, ROW_HEIGHT), tooltip(one, values, course));
        }
    })
}

fn draw_row(canvas: &Canvas, values: &[Option<i64>; 5], x: impl Fn(Option<i64>) -> f64, y: f64) {
    let [low, lower, median, upper, high] = values.map(x);
    let color = color_of(0);
    canvas.line(&[(low, y), (high, y)], mix(color, WHITE, 0.3), 2.0);
    // Stays visible if the middle half of all fights end in the same round.
    canvas.rectangle(Area::new(lower - 1.5, y - 5.0, upper + 1.5, y + 5.0), mix(color, WHITE, 0.45));
    canvas.line(&[(median, y - 8.0), (median, y + 8.0)], INK, 2.4);
}

/// The tooltip of a row, such as `srd: half over by round 4, 10 % by 2, 90 % by 9`.
fn tooltip(one: &Series, values: &[Option<i64>; 5], course: &Course) -> String {
    let word = |value: Option<i64>| value.map_or("never".to_owned(), |value| value.to_string());
    let [low, .., high] = values.map(word);
    let whose = if one.name.is_empty() { String::new() } else { format!("{}: ", one.name) };
    format!(
        "{whose}half {} by {} {}, 10 % by {low}, 90 % by {high}",
        course.over.to_lowercase(),
        course.one,
        word(values[2])
    )
}
