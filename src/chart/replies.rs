//! Charts of the replies of analyses: tornado, waterfall and matchup matrix.

use super::axis::{Labels, RoundScale, draw_horizontal_title};
use super::canvas::{Anchor, Area, BODY_SIZE, Canvas, CanvasSheet, SMALL_SIZE};
use super::data::{interval, interval_ends, widest_interval_note};
use super::frame::{Frame, MARGIN};
use super::palette::{INK, NOTHING, Rgb, SOFT_INK, diverging_scale, ink_on, series as color_of};
use super::rows::ChartRows;
use super::text;
use crate::measure::number;
use crate::stats::Estimate;
use crate::study::{Pictured, Reply, ReplyEntry, Unit};

const MAX_ROWS: usize = 24;
const ROW_HEIGHT: f64 = 30.0;
const BAR_HEIGHT: f64 = 16.0;

/// The chart of a reply; `None` if there is nothing to draw.
pub(super) fn picture(reply: &Reply, pictured: Pictured, frame: Frame) -> Option<CanvasSheet> {
    match pictured {
        Pictured::Tornado => tornado(reply, frame),
        Pictured::Waterfall => waterfall(reply, frame),
        Pictured::Matrix => matrix(reply, frame),
    }
}

/// The difference in `entry`, with its unit; `None` for other entries.
fn change(entry: Option<&ReplyEntry>) -> Option<(Estimate, Unit)> {
    match entry {
        Some(ReplyEntry::Change(change, unit, _)) if change.value.is_finite() => Some((*change, *unit)),
        _ => None,
    }
}

fn words(entry: Option<&ReplyEntry>) -> String {
    match entry {
        Some(ReplyEntry::Words(words)) => text::clean(words),
        _ => String::new(),
    }
}

/// The unit of differences, for the axis.
fn axis_unit(unit: Unit) -> &'static str {
    if unit == Unit::Probability { "percentage points" } else { unit.name() }
}

/// Blue for a gain, orange for a loss.
fn change_color(value: f64) -> Rgb {
    color_of(if value < 0.0 { 4 } else { 0 })
}

/// A key with its current value, and its furthest step in each direction: the new value, and the change that it causes.
struct Lever {
    name: String,
    steps: Vec<(String, Estimate)>,
}

/// A row for each key, the most influential one on top. Columns of the reply: key, now, then, value, change.
fn tornado(reply: &Reply, mut frame: Frame) -> Option<CanvasSheet> {
    let mut levers: Vec<Lever> = Vec::new();
    let mut unit = Unit::Probability;
    for row in &reply.rows {
        let Some((found, of)) = change(row.get(4)) else { continue };
        unit = of;
        let name = format!("{} ({})", words(row.first()).replace(['.', '_'], " "), words(row.get(1)));
        let step = (words(row.get(2)), found);
        match levers.iter_mut().find(|lever| lever.name == name) {
            // Rows are sorted by the size of the change, so the first row in each direction is the furthest step.
            Some(lever) if lever.steps.iter().all(|(_, own)| (own.value < 0.0) != (found.value < 0.0)) => {
                lever.steps.push(step);
            }
            Some(_) => {}
            None => levers.push(Lever { name, steps: vec![step] }),
        }
    }
    if levers.is_empty() {
        return None;
    }
    frame.keep_first(&mut levers, MAX_ROWS);
    frame.notes.push("In brackets: the current value. At each bar: the new value.".to_owned());
    let steps = || levers.iter().flat_map(|lever| &lever.steps);
    let all = steps().flat_map(|(_, change)| [interval_ends(change).0, interval_ends(change).1, change.value]);
    let scale = RoundScale::covering_changes(all, unit);
    let rows = ChartRows::new(&frame, levers.iter().map(|lever| lever.name.as_str()), ROW_HEIGHT, 300.0);
    // New values are written at the ends of bars, on the free side.
    let room = steps().map(|(to, _)| text::width(to, SMALL_SIZE)).fold(0.0, f64::max).min(110.0) + 12.0;
    let bottom = rows.bottom(levers.len() - 1);
    let area = Area::new(rows.left() + room, rows.top(), frame.width - MARGIN - room, bottom);
    Some(frame.sheet_above_axis(area, &format!("change, {}", axis_unit(unit)), |canvas| {
        let zero = scale.draw_axis_through_zero(canvas, area);
        for (number, lever) in levers.iter().enumerate() {
            let y = rows.middle(number);
            rows.name(canvas, (&lever.name, INK), number, y);
            for (to, change) in &lever.steps {
                let x = scale.x(change.value, area);
                canvas.rectangle(
                    Area::new(x.min(zero), y - BAR_HEIGHT / 2.0, x.max(zero), y + BAR_HEIGHT / 2.0),
                    change_color(change.value),
                );
                let mut end = x;
                if let Some((low, high)) = interval(change) {
                    let (low, high) = (scale.x(low, area), scale.x(high, area));
                    canvas.interval((low, y), (high, y), INK);
                    end = if change.value < 0.0 { low.min(x) } else { high.max(x) };
                }
                let (align, aside) = if change.value < 0.0 { (Anchor::Right, -6.0) } else { (Anchor::Left, 6.0) };
                canvas.text_within(to, SMALL_SIZE, SOFT_INK, align, (end + aside, y), room - 8.0);
            }
            let told = lever.steps.iter().map(|(to, change)| format!("{to} {}", number::change(change, unit)));
            canvas.add_tooltip(
                frame.row(y, ROW_HEIGHT),
                format!("{}: {}", lever.name, told.collect::<Vec<_>>().join(", ")),
            );
        }
    }))
}

/// A row for each change, beginning where the previous one ends, and then the total. Columns of the reply: change,
/// alone, last, on average. Its last two rows are the total, and what exceeds the sum of each change alone.
fn waterfall(reply: &Reply, mut frame: Frame) -> Option<CanvasSheet> {
    let (changes, [total, _]) = reply.rows.split_last_chunk::<2>()?;
    let mut steps: Vec<(String, f64, Estimate)> = Vec::new();
    let (mut before, mut unit) = (0.0, Unit::Probability);
    for row in changes {
        let Some((share, of)) = change(row.get(3)) else { continue };
        steps.push((words(row.first()), before, share));
        (before, unit) = (before + share.value, of);
    }
    let (all, _) = change(total.get(3)).filter(|_| !steps.is_empty() && steps.len() <= MAX_ROWS)?;
    steps.push((words(total.first()), 0.0, all));
    frame.notes.push("What each change does on average over the orders in which they can be made.".to_owned());
    let ends = steps.iter().flat_map(|(_, from, change)| [*from, from + change.value]);
    let scale = RoundScale::covering_changes(ends, unit);
    let rows = ChartRows::new(&frame, steps.iter().map(|(name, ..)| name.as_str()), ROW_HEIGHT, 260.0);
    let numbers = 104.0;
    let bottom = rows.bottom(steps.len() - 1);
    let area = Area::new(rows.left() + 4.0, rows.top(), frame.width - MARGIN - numbers, bottom);
    Some(frame.sheet_above_axis(area, &format!("change, {}", axis_unit(unit)), |canvas| {
        scale.draw_axis_through_zero(canvas, area);
        for (number, (name, from, change)) in steps.iter().enumerate() {
            let y = rows.middle(number);
            let (start, end) = (scale.x(*from, area), scale.x(from + change.value, area));
            let last = number + 1 == steps.len();
            let shade = if last { INK } else { change_color(change.value) };
            canvas.rectangle(
                Area::new(
                    start.min(end),
                    y - BAR_HEIGHT / 2.0,
                    start.max(end).max(start.min(end) + 1.0),
                    y + BAR_HEIGHT / 2.0,
                ),
                shade,
            );
            if !last {
                canvas.line(
                    &[(end, y + BAR_HEIGHT / 2.0), (end, y + rows.row_distance() - BAR_HEIGHT / 2.0)],
                    SOFT_INK,
                    1.0,
                );
            }
            rows.name(canvas, (name, INK), number, y);
            let words = number::difference(change, unit, true);
            canvas.text_within(&words, BODY_SIZE, INK, Anchor::Left, (area.right + 10.0, y), numbers - 8.0);
            canvas.add_tooltip(frame.row(y, ROW_HEIGHT), format!("{name}: {}", number::change(change, unit)));
        }
    }))
}

/// A row and a column for each build: the chance that the row's build beats the column's. Columns of the reply: build,
/// mean, then one for each build, in the order of the rows.
fn matrix(reply: &Reply, mut frame: Frame) -> Option<CanvasSheet> {
    let count = reply.rows.len();
    if !(2..=MAX_ROWS).contains(&count) || reply.columns.len() < count + 2 {
        return None;
    }
    let names: Vec<String> = reply.rows.iter().map(|row| words(row.first())).collect();
    let score = |row: usize, column: usize| match reply.rows[row].get(column + 2) {
        Some(ReplyEntry::Figure(estimate, _)) => Some(*estimate),
        _ => None,
    };
    let all = (0..count).flat_map(|row| (0..count).map(move |column| (row, column)));
    let halves = all.filter_map(|(row, column)| score(row, column)?.interval()).map(|(low, high)| (high - low) / 2.0);
    frame.notes.extend(widest_interval_note(halves));
    let widest = names.iter().map(|name| text::width(name, BODY_SIZE)).fold(0.0, f64::max).min(frame.width * 0.3);
    let left = MARGIN + widest + 10.0;
    let wide = ((frame.width - MARGIN - left) / count as f64).min(150.0);
    let high = (420.0 / count as f64).clamp(18.0, 40.0);
    let labels = Labels::new(names.iter().cloned(), wide);
    let top = frame.top() + 6.0;
    let area = Area::new(left, top, left + wide * count as f64, top + high * count as f64);
    let height = (area.bottom + labels.height(wide) + 24.0 + frame.notes_height()).ceil();
    Some(frame.sheet(height, |canvas| {
        for (row, name) in names.iter().enumerate() {
            let y = area.top + (row as f64 + 0.5) * high;
            canvas.text_within(name, BODY_SIZE, INK, Anchor::Right, (left - 10.0, y), widest + 4.0);
            for (column, against) in names.iter().enumerate() {
                let corner = (left + column as f64 * wide, area.top + row as f64 * high);
                let field = Area::new(corner.0, corner.1, corner.0 + wide - 1.0, corner.1 + high - 1.0);
                let Some(found) = score(row, column) else {
                    canvas.rectangle(field, NOTHING);
                    continue;
                };
                draw_matrix_field(canvas, &found, field);
                canvas.add_tooltip(
                    field,
                    format!("{name} against {against}: {}", number::figure(&found, Unit::Probability)),
                );
            }
        }
        let slot_middles: Vec<f64> = (0..count).map(|column| left + (column as f64 + 0.5) * wide).collect();
        labels.draw(canvas, &slot_middles, area.bottom, wide);
        draw_horizontal_title(canvas, "against", area.bottom + labels.height(wide) + 12.0, area);
    }))
}

fn draw_matrix_field(canvas: &Canvas, found: &Estimate, field: Area) {
    let color = diverging_scale(found.value);
    canvas.rectangle(field, color);
    if let Some(words) =
        text::percent_words(found.value).iter().find(|words| text::width(words, SMALL_SIZE) + 6.0 <= field.width())
    {
        canvas.text(words, SMALL_SIZE, ink_on(color), Anchor::Center, field.middle());
    }
}
