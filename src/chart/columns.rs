//! Column charts of distributions: grouped columns for a few series, a small panel each for more.

use super::axis::{Labels, RoundScale, draw_horizontal_title};
use super::canvas::{Anchor, Area, BODY_SIZE, Canvas, CanvasSheet, SMALL_SIZE};
use super::data::{ChartData, Series, interval, slot_middles};
use super::frame::{Frame, MARGIN, SeriesKey, Swatch, bar};
use super::palette::{AXIS, INK, SOFT_INK, WHITE, mix, series as color_of};
use super::plot::{Plot, Spacing};
use super::text;
use crate::study::Unit;

/// Maximum number of series drawn side by side; with more, each gets its own panel.
pub(super) const MAX_GROUPED_SERIES: usize = 4;
/// Columns narrower than this many pixels are drawn as one area.
const MIN_COLUMN_WIDTH: f64 = 2.5;

/// The chart of a distribution as columns.
pub(super) fn columns(data: &ChartData, mut frame: Frame, axis: &str) -> CanvasSheet {
    frame.notes.extend(data.all_notes());
    if data.series.len() > MAX_GROUPED_SERIES { panels(data, &frame, axis) } else { grouped(data, frame, axis) }
}

fn grouped(data: &ChartData, mut frame: Frame, axis: &str) -> CanvasSheet {
    frame.legend = legend(data, Swatch::Bar);
    let scale = RoundScale::covering([data.largest_share()], Unit::Probability);
    let plot = Plot::new(&frame, scale, data.labels(), Spacing::Columns);
    plot.sheet(&frame, ["chance", axis], |canvas| {
        draw_columns(canvas, data, &data.series, &plot.scale, plot.area);
    })
}

/// A chart with one small panel for each series, all on the same scale.
fn panels(data: &ChartData, frame: &Frame, axis: &str) -> CanvasSheet {
    const PANEL_HEIGHT: f64 = 130.0;
    let across = match data.series.len() {
        _ if frame.is_narrow() => 1,
        7.. => 3,
        _ => 2,
    };
    let scale = RoundScale::covering([data.largest_share()], Unit::Probability);
    let inset = 14.0 + scale.label_width();
    let wide = (frame.width - 2.0 * MARGIN + 16.0) / across as f64;
    let apart = (wide - 16.0 - inset) / data.values.len() as f64;
    let labels = Labels::new(data.labels(), apart);
    let row = 24.0 + PANEL_HEIGHT + labels.height(apart) + 14.0;
    let rows = data.series.len().div_ceil(across);
    let end = frame.top() + rows as f64 * row;
    let height = (end + 12.0 + frame.notes_height()).ceil();
    frame.sheet(height, |canvas| {
        for (number, one) in data.series.iter().enumerate() {
            let corner = (MARGIN + (number % across) as f64 * wide, frame.top() + (number / across) as f64 * row);
            let area =
                Area::new(corner.0 + inset, corner.1 + 24.0, corner.0 + wide - 16.0, corner.1 + 24.0 + PANEL_HEIGHT);
            canvas.text_within(&one.name, BODY_SIZE, INK, Anchor::Left, (area.left, corner.1 + 8.0), area.width());
            scale.draw_vertical_axis(canvas, area);
            let slot_middles = draw_columns(canvas, data, std::slice::from_ref(one), &scale, area);
            labels.draw(canvas, &slot_middles, area.bottom, apart);
        }
        let all = Area::new(MARGIN, end, frame.width - MARGIN, end);
        draw_horizontal_title(canvas, axis, end + 2.0, all);
    })
}

/// The legend. Empty for a single series, which the title names.
pub(super) fn legend(data: &ChartData, swatch: fn(usize) -> Swatch) -> Vec<SeriesKey> {
    let keys = data.series.iter().enumerate();
    let keys = keys.filter(|_| data.series.len() > 1);
    keys.map(|(number, series)| SeriesKey { name: series.name.clone(), swatch: swatch(number) }).collect()
}

/// Draws columns side by side. Returns the x coordinate of the middle of each value's slot.
pub(super) fn draw_columns(
    canvas: &Canvas,
    data: &ChartData,
    series: &[Series],
    scale: &RoundScale,
    area: Area,
) -> Vec<f64> {
    let apart = area.width() / data.values.len() as f64;
    let wide = (apart * 0.78 / series.len() as f64).min(64.0);
    let slot_middles = slot_middles(data, area);
    for (number, one) in series.iter().enumerate() {
        if wide < MIN_COLUMN_WIDTH {
            draw_outline(canvas, data, one, scale, area, number);
            continue;
        }
        let words = match series.len() {
            1 => text::percents(data.values.iter().map(|(value, _)| one.value(*value)), SMALL_SIZE, apart - 6.0),
            _ => Vec::new(),
        };
        for (k, ((value, label), middle)) in data.values.iter().zip(&slot_middles).enumerate() {
            let Some(share) = one.share(*value) else { continue };
            let left = middle + (number as f64 - series.len() as f64 / 2.0) * wide;
            let gap = if series.len() > 1 { 0.5 } else { 0.0 };
            let top = scale.y(share.value, area);
            let column = Area::new(left + gap, top, left + wide - gap, area.bottom);
            bar(canvas, column, number);
            canvas.add_tooltip(Area { top: column.top.min(area.bottom - 12.0), ..column }, one.tooltip(label, share));
            let mut above = top;
            if let Some((low, high)) = interval(share) {
                let x = left + wide / 2.0;
                above = scale.y(high, area);
                if wide >= 8.0 {
                    canvas.interval((x, scale.y(low, area)), (x, above), INK);
                }
            }
            if let Some(word) = words.get(k) {
                canvas.text(word, SMALL_SIZE, SOFT_INK, Anchor::Center, (left + wide / 2.0, above - 9.0));
            }
        }
    }
    canvas.line(&[(area.left, area.bottom), (area.right, area.bottom)], AXIS, 1.0);
    slot_middles
}

/// Draws very many columns as one filled outline.
fn draw_outline(canvas: &Canvas, data: &ChartData, one: &Series, scale: &RoundScale, area: Area, number: usize) {
    let apart = area.width() / data.values.len() as f64;
    let mut edge = Vec::new();
    for (k, (value, _)) in data.values.iter().enumerate() {
        let y = scale.y(one.value(*value), area);
        let x = area.left + k as f64 * apart;
        edge.extend([(x, y), (x + apart, y)]);
    }
    let mut filled = edge.clone();
    filled.extend([(area.right, area.bottom), (area.left, area.bottom)]);
    canvas.shape(&filled, mix(color_of(number), WHITE, 0.5), 0.5);
    canvas.line(&edge, color_of(number), 1.4);
}
