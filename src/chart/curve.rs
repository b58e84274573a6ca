//! Curves of cumulative distributions: the chance of at least each value, and the share of fights still going on.

use super::axis::{Labels, RoundScale, draw_horizontal_title};
use super::canvas::{Anchor, Area, BODY_SIZE, Canvas, CanvasSheet, PixelPosition, SMALL_SIZE};
use super::columns::{MAX_GROUPED_SERIES, draw_columns, legend};
use super::data::{ChartData, interval, interval_ends, slot_middles};
use super::frame::{Frame, MARGIN, Swatch};
use super::palette::{INK, SOFT_INK, marker, series as color_of};
use super::plot::{Plot, Spacing};
use super::text;
use crate::measure::Course;
use crate::stats::Estimate;
use crate::study::Unit;
use crate::subject::capitalized;

const LINE_WIDTH: f64 = 2.2;
/// Approximate distance between the markers of a long curve, in pixels.
const MARKERS_APART: f64 = 70.0;

/// The chart of the chance of each value or a higher one.
pub(super) fn at_least(data: &ChartData, mut frame: Frame, axis: &str) -> CanvasSheet {
    frame.legend = legend(data, Swatch::Line);
    frame.notes.extend(data.all_notes());
    let plot = Plot::new(&frame, RoundScale::percentages(), data.labels(), Spacing::Columns);
    plot.sheet(&frame, ["chance of at least this", axis], |canvas| {
        for (number, one) in data.series.iter().enumerate() {
            let shares = |value: i64| one.share_where(|other| other >= value);
            draw_curve(canvas, data, &shares, &plot.scale, plot.area, number);
        }
    })
}

/// The chart of how long fights or tasks last: the share that continues after each round and, for a few series, the
/// share that ends in it.
pub(super) fn durations(data: &ChartData, mut frame: Frame, course: &Course) -> CanvasSheet {
    frame.legend = legend(data, Swatch::Line);
    frame.notes.extend(data.all_notes());
    let both = data.series.len() <= MAX_GROUPED_SERIES;
    let whole = RoundScale::percentages();
    let by_step = RoundScale::covering([data.largest_share()], Unit::Probability);
    let left = MARGIN + 26.0 + whole.label_width().max(by_step.label_width());
    let apart = (frame.width - MARGIN - left) / data.values.len() as f64;
    let labels = Labels::new(data.labels(), apart);
    let upper =
        Area::new(left, frame.top() + 26.0, frame.width - MARGIN, frame.top() + if both { 192.0 } else { 312.0 });
    let lower = Area::new(left, upper.bottom + 54.0, frame.width - MARGIN, upper.bottom + 184.0);
    let last = if both { lower } else { upper };
    let height = (last.bottom + labels.height(apart) + 24.0 + frame.notes_height()).ceil();
    frame.sheet(height, |canvas| {
        draw_heading(canvas, &capitalized(&format!("{} after this {}", course.going_on, course.one)), upper);
        whole.draw_vertical_axis(canvas, upper);
        for (number, one) in data.series.iter().enumerate() {
            draw_curve(canvas, data, &|round| one.share_after(round), &whole, upper, number);
        }
        if both {
            draw_heading(canvas, &format!("{} in this {}", course.over, course.one), lower);
            by_step.draw_vertical_axis(canvas, lower);
            draw_columns(canvas, data, &data.series, &by_step, lower);
        }
        labels.draw(canvas, &slot_middles(data, last), last.bottom, apart);
        draw_horizontal_title(canvas, course.one, last.bottom + labels.height(apart) + 12.0, last);
    })
}

fn draw_heading(canvas: &Canvas, words: &str, area: Area) {
    canvas.text(words, BODY_SIZE, INK, Anchor::Left, (area.left, area.top - 22.0));
}

/// Lines with more points than this have no markers.
const MAX_MARKED_POINTS: usize = 30;

/// Draws a line through `values`, with markers if there are few. Returns the points of the line.
pub(super) fn draw_line(
    canvas: &Canvas,
    Plot { scale, area, xs, .. }: &Plot,
    values: &[f64],
    number: usize,
) -> Vec<PixelPosition> {
    let places: Vec<PixelPosition> = xs.iter().zip(values).map(|(x, value)| (*x, scale.y(*value, *area))).collect();
    canvas.line(&places, color_of(number), LINE_WIDTH);
    if places.len() <= MAX_MARKED_POINTS {
        places.iter().for_each(|place| canvas.marker(marker(number), *place, color_of(number)));
    }
    places
}

/// Draws one curve with its band and markers, and with figures if it is the only curve.
fn draw_curve(
    canvas: &Canvas,
    data: &ChartData,
    share: &dyn Fn(i64) -> Estimate,
    scale: &RoundScale,
    area: Area,
    number: usize,
) {
    let color = color_of(number);
    let xs = slot_middles(data, area);
    let shares: Vec<Estimate> = data.values.iter().map(|(value, _)| share(*value)).collect();
    let places: Vec<(f64, f64)> = xs.iter().zip(&shares).map(|(x, share)| (*x, scale.y(share.value, area))).collect();
    draw_band(canvas, &xs, &shares, scale, area, number);
    canvas.line(&places, color, LINE_WIDTH);
    let apart = area.width() / places.len().max(1) as f64;
    let every = (MARKERS_APART / apart).ceil().max(1.0) as usize;
    let every = if places.len() <= 30 { 1 } else { every };
    // Curves that overlap have their markers at different points.
    let first = if every > 1 { number * every / data.series.len().max(1) } else { 0 };
    let alone = data.series.len() == 1;
    for (k, (place, share)) in places.iter().zip(&shares).enumerate() {
        // Where several curves are close to 0, their markers would only hide each other.
        if k % every == first % every && (alone || share.value > 0.005) {
            canvas.marker(marker(number), *place, color);
        }
    }
    if alone {
        let room = apart - 8.0;
        let words = text::percents(shares.iter().map(|share| share.value), SMALL_SIZE, room);
        draw_figures(canvas, &places, &words, area);
    }
}

/// Writes figures next to the points of a single curve, on the free side. Writes none if one of them does not fit.
pub(super) fn draw_figures(canvas: &Canvas, places: &[PixelPosition], words: &[String], area: Area) {
    let gaps = places.windows(2).map(|pair| pair[1].0 - pair[0].0);
    let room = gaps.fold(area.width(), f64::min) - 8.0;
    if words.iter().any(|word| text::width(word, SMALL_SIZE) > room) {
        return;
    }
    for (k, ((x, y), word)) in places.iter().zip(words).enumerate() {
        let (before, after) = (places.get(k.saturating_sub(1)), places.get(k + 1).or(places.get(k)));
        let falls = before.zip(after).map_or(0.0, |(before, after)| after.1 - before.1);
        let below = y - 18.0 < area.top;
        let fits = x + 7.0 + text::width(word, SMALL_SIZE) < canvas.width - 6.0;
        let (align, aside) = match falls {
            slope if slope.abs() < 3.0 => (Anchor::Center, 0.0),
            slope if (slope > 0.0) != below && fits => (Anchor::Left, 7.0),
            slope if (slope > 0.0) != below => (Anchor::Center, 0.0),
            _ => (Anchor::Right, -7.0),
        };
        let off = if aside == 0.0 { 14.0 } else { 9.0 };
        canvas.text(word, SMALL_SIZE, SOFT_INK, align, (x + aside, if below { y + off } else { y - off }));
    }
}

/// Draws the 95 % band of a curve. Exact curves have none.
pub(super) fn draw_band(
    canvas: &Canvas,
    xs: &[f64],
    shares: &[Estimate],
    scale: &RoundScale,
    area: Area,
    number: usize,
) {
    if shares.iter().all(|share| interval(share).is_none()) || shares.len() < 2 {
        return;
    }
    let upper = xs.iter().zip(shares).map(|(x, share)| (*x, scale.y(interval_ends(share).1, area)));
    let lower = xs.iter().zip(shares).rev().map(|(x, share)| (*x, scale.y(interval_ends(share).0, area)));
    let around: Vec<(f64, f64)> = upper.chain(lower).collect();
    canvas.shape(&around, color_of(number), 0.2);
}
