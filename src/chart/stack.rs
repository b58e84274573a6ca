//! Stacked bars of how fighters end, from the best end to the worst, with a mark where "out of action" begins.

use super::axis::RoundScale;
use super::canvas::{Anchor, Area, Canvas, CanvasSheet, SMALL_SIZE};
use super::data::{ChartData, Series, widest_interval_note};
use super::frame::{Frame, MARGIN, SeriesKey, Swatch};
use super::palette::{INK, Rgb, ink_on, scale as shade, wound};
use super::rows::ChartRows;
use super::text;
use crate::measure::{Drawn, Levels};
use crate::stats::Estimate;
use std::borrow::Cow;

const BAR_HEIGHT: f64 = 28.0;
/// Height above a bar for the text at its mark, in pixels.
const MARK_TEXT_HEIGHT: f64 = 18.0;
/// The legend skips some names of a track with more levels than this.
const MAX_LEGEND_ENTRIES: usize = 10;

/// A part of a bar: the share of one outcome of a fighter, or of one number of fighters left.
struct Segment<'a> {
    label: Cow<'a, str>,
    share: &'a Estimate,
    color: Rgb,
    /// Rank from best to worst.
    level: i64,
    /// Whether these fighters are out of action.
    is_out: bool,
    /// Whether these fighters left the fight other than by wounds.
    is_exit: bool,
}

/// The chart of how fighters end, with a bar for each fighter in each cell; or of the fighters left, with a bar for
/// each side.
pub(super) fn stacks(data: &ChartData, mut frame: Frame, axis: &str) -> CanvasSheet {
    let bars: Vec<Vec<Segment<'_>>> = segments(data);
    let otherwise = |part: &Segment<'_>| part.is_exit && part.share.value > 0.0;
    let out: &[&str] = match data.chart.drawn {
        Drawn::Left => &["none left"],
        _ if bars.iter().flatten().any(otherwise) => &["out of action", "out"],
        _ => &["out of action from wounds", "out"],
    };
    frame.legend = legend(&bars, data.chart.drawn == Drawn::Left);
    frame.notes.extend(data.all_notes());
    frame.notes.extend(widest_interval(&bars));
    let rows =
        ChartRows::new(&frame, data.series.iter().map(|one| one.name.as_str()), MARK_TEXT_HEIGHT + BAR_HEIGHT, 230.0);
    let bottom = rows.bottom(bars.len().saturating_sub(1)) + 6.0;
    let area = Area::new(rows.left(), rows.top(), frame.width - MARGIN - 16.0, bottom);
    let scale = RoundScale::percentages();
    frame.sheet_above_axis(area, axis, |canvas| {
        scale.draw_horizontal_axis(canvas, area);
        for (number, (one, parts)) in data.series.iter().zip(&bars).enumerate() {
            let bottom = rows.bottom(number);
            let bar = Area::new(area.left, bottom - BAR_HEIGHT, area.right, bottom);
            rows.name(canvas, (&one.name, INK), number, bar.middle().1);
            draw_stack(canvas, one, parts, &scale, bar);
            draw_out_mark(canvas, parts, out, &scale, bar);
        }
    })
}

/// The segments of each bar, from left to right. Equal labels have equal colors, taken from the first bar with that
/// label.
fn segments(data: &ChartData) -> Vec<Vec<Segment<'_>>> {
    let mut known: Vec<(Cow<'_, str>, Rgb)> = Vec::new();
    let mut color_of = |label: &Cow<'_, str>, own| {
        let color = known.iter().find(|(name, _)| name == label).map(|(_, color)| *color);
        color.unwrap_or_else(|| {
            known.push((label.clone().into_owned().into(), own));
            own
        })
    };
    let most = data.values.last().map_or(0, |(value, _)| *value).max(0);
    let left = data.chart.drawn == Drawn::Left;
    let mut bars = Vec::new();
    for one in &data.series {
        let parts = one.points().map(|point| {
            let (value, share) = (point.value, &point.estimate);
            // "None left" has the color of out of action, and "all left" the color of unhurt.
            let (level, levels) =
                if left { (most - value, Some(Levels { count: most + 1, out: most })) } else { (value, one.levels()) };
            let own = levels.map_or_else(|| shade(value as f64 / most.max(1) as f64), |levels| wound(level, levels));
            let label = if left { fighters_left(value) } else { Cow::Owned(text::clean(&point.label())) };
            let color = color_of(&label, own);
            let is_out = levels.is_some_and(|levels| level >= levels.out);
            let is_exit = levels.is_some_and(|levels| level >= levels.count);
            Segment { label, share, color, level, is_out, is_exit }
        });
        let mut bar: Vec<Segment<'_>> = parts.collect();
        if left {
            bar.reverse();
        }
        bars.push(bar);
    }
    bars
}

fn fighters_left(count: i64) -> Cow<'static, str> {
    if count == 0 { "none left".into() } else { format!("{count} left").into() }
}

/// The legend, with each label once: levels still in action first, then the others, each grouped by track. With
/// `numbers`, all bars count as one track.
fn legend(bars: &[Vec<Segment<'_>>], numbers: bool) -> Vec<SeriesKey> {
    // For each bar, the levels that no earlier bar has.
    let mut tracks: Vec<Vec<&Segment<'_>>> = Vec::new();
    for bar in bars {
        let known = |label: &str| tracks.iter().flatten().any(|known| known.label == label);
        let new: Vec<&Segment<'_>> = bar.iter().filter(|part| !known(&part.label)).collect();
        match tracks.last_mut().filter(|_| numbers) {
            Some(all) => all.extend(new),
            None => tracks.push(new),
        }
    }
    let mut keys: Vec<(usize, &Segment<'_>)> = Vec::new();
    for (track, mut parts) in tracks.into_iter().enumerate() {
        parts.sort_by_key(|part| (part.is_out, part.level));
        let every = parts.len().div_ceil(MAX_LEGEND_ENTRIES).max(1);
        let last = parts.len().saturating_sub(1);
        let shown = parts.into_iter().enumerate().filter(|(place, _)| place % every == 0 || *place == last);
        keys.extend(shown.map(|(_, part)| (track, part)));
    }
    keys.sort_by_key(|(track, part)| (part.is_out, *track, part.level));
    keys.into_iter()
        .map(|(_, part)| SeriesKey { name: part.label.to_string(), swatch: Swatch::Part(part.color) })
        .collect()
}

fn draw_stack(canvas: &Canvas, one: &Series, parts: &[Segment<'_>], scale: &RoundScale, bar: Area) {
    let mut before = 0.0;
    for Segment { label, share: estimate, color, .. } in parts.iter().filter(|part| part.share.value > 0.0) {
        let share = estimate.value;
        let (left, right) = (scale.x(before, bar), scale.x(before + share, bar));
        before += share;
        // A white line between segments shows where one ends, even if their shades are close.
        let gap = if right - left > 3.0 { 0.6 } else { 0.0 };
        let part = Area::new(left + gap, bar.top, right - gap, bar.bottom);
        canvas.rectangle(part, *color);
        canvas.add_tooltip(part, one.tooltip(label, estimate));
        let words = [format!("{} %", text::percent(share, 1)), text::percent(share, 0)];
        if let Some(words) = words.iter().find(|words| text::width(words, SMALL_SIZE) + 8.0 <= right - left) {
            canvas.text(words, SMALL_SIZE, ink_on(*color), Anchor::Center, ((left + right) / 2.0, bar.middle().1));
        }
    }
}

/// Draws a mark where the fighters out of action begin, with their total share.
fn draw_out_mark(canvas: &Canvas, parts: &[Segment<'_>], out_is: &[&str], scale: &RoundScale, bar: Area) {
    let share = |out: bool| parts.iter().filter(|part| part.is_out == out).map(|part| part.share.value).sum::<f64>();
    let out = share(true).min(1.0);
    if parts.iter().all(|part| !part.is_out) || out <= 0.0 {
        return;
    }
    let x = scale.x(share(false), bar);
    canvas.line(&[(x, bar.top - MARK_TEXT_HEIGHT + 4.0), (x, bar.bottom + 3.0)], INK, 1.6);
    let y = bar.top - MARK_TEXT_HEIGHT / 2.0;
    let right = |words: &String| x + 6.0 + text::width(words, SMALL_SIZE) <= canvas.width - 6.0;
    let left = |words: &String| x - 6.0 - text::width(words, SMALL_SIZE) >= bar.left;
    let all: Vec<String> = out_is.iter().map(|words| format!("{words} {} %", text::percent(out, 1))).collect();
    if let Some(words) = all.iter().find(|words| right(words) || left(words)) {
        let (align, aside) = if right(words) { (Anchor::Left, 6.0) } else { (Anchor::Right, -6.0) };
        canvas.text(words, SMALL_SIZE, INK, align, (x + aside, y));
    }
}

/// A note on the widest interval, since stacked bars cannot show intervals.
fn widest_interval(bars: &[Vec<Segment<'_>>]) -> Option<String> {
    let intervals = bars.iter().flatten().filter_map(|part| part.share.interval());
    widest_interval_note(intervals.map(|(low, high)| (high - low) / 2.0))
}
