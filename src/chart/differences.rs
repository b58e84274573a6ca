//! Chart of the differences from the baseline: a dot and an interval for each variant, the largest gain first.

use super::axis::RoundScale;
use super::canvas::{Anchor, Area, BODY_SIZE, Canvas, CanvasSheet};
use super::data::{interval, interval_ends};
use super::frame::{Frame, MARGIN};
use super::palette::{INK, SOFT_INK, mix, series as color_of};
use super::rows::ChartRows;
use super::text;
use crate::measure::number;
use crate::scenario::{Order, Show};
use crate::stats::{Estimate, Sampling};
use crate::study::{Cell, Difference, Figure, StudyResult, Unit};

const MAX_ROWS: usize = 40;
const ROW_HEIGHT: f64 = 30.0;
/// Width reserved for a number at the right, in pixels.
const NUMBER_WIDTH: f64 = 108.0;

/// A row of the chart: a variant, or the baseline itself.
struct VariantRow {
    name: String,
    /// The difference from the baseline; `None` for the baseline itself.
    change: Option<Estimate>,
    figure: Estimate,
    /// Whether chance alone cannot explain the difference; true for the baseline.
    resolved: bool,
}

/// The chart of the differences in `figure`; `None` if there are none. Rows are in the order that `show` sets, or else
/// in `order`.
pub(super) fn differences(
    result: &StudyResult,
    figure: &Figure,
    show: &Show,
    order: Order,
    mut frame: Frame,
) -> Option<CanvasSheet> {
    let unit = figure.unit();
    let order = show.order.unwrap_or(order);
    let own = show.baseline.as_ref().filter(|name| Some(*name) != result.baseline.as_ref());
    let baseline = text::clean(own.or(result.baseline.as_ref()).map_or("the baseline", String::as_str));
    let mut rows = match own {
        Some(name) => rows_from(result, figure, name, order),
        None => rows(result, figure, order),
    };
    if rows.iter().all(|row| row.change.is_none()) {
        return None;
    }
    frame.keep_first(&mut rows, MAX_ROWS);
    if rows.iter().any(|row| !row.resolved) {
        frame.notes.push("A ring marks a difference that chance alone could explain.".to_owned());
    }
    if own.is_some() && rows.iter().any(|row| row.change.is_some_and(|change| !change.is_exact())) {
        frame
            .notes
            .push("The intervals of both figures are added, so they are wider than those of paired trials.".to_owned());
    }
    let values = rows
        .iter()
        .filter_map(|row| row.change.as_ref())
        .flat_map(|change| [interval_ends(change).0, interval_ends(change).1]);
    let scale = RoundScale::covering_changes(values, unit);
    let places = ChartRows::new(&frame, rows.iter().map(|row| row.name.as_str()), ROW_HEIGHT, frame.width * 0.3);
    let right = frame.width - MARGIN - NUMBER_WIDTH;
    let area = Area::new(places.left(), places.top(), right, places.bottom(rows.len().saturating_sub(1)));
    let what = if unit == Unit::Probability { "percentage points" } else { unit.name() };
    Some(frame.sheet_above_axis(area, &format!("difference from {baseline}, {what}"), |canvas| {
        scale.draw_axis_through_zero(canvas, area);
        for (number, row) in rows.iter().enumerate() {
            let y = places.middle(number);
            draw_difference(canvas, row, &|value| scale.x(value, area), y, unit);
            let ink = if row.change.is_some() { INK } else { SOFT_INK };
            places.name(canvas, (&row.name, ink), number, y);
            canvas.text_within(
                &row.number(unit),
                BODY_SIZE,
                ink,
                Anchor::Left,
                (area.right + 10.0, y),
                NUMBER_WIDTH - 10.0,
            );
            canvas.add_tooltip(frame.row(y, ROW_HEIGHT), format!("{}: {}", row.name, row.tooltip(unit)));
        }
    }))
}

/// One row for each variant and one for the baseline, sorted by gain as `order` says.
fn rows(result: &StudyResult, figure: &Figure, order: Order) -> Vec<VariantRow> {
    let of_figure = |one: &&Difference| one.figure.identity() == figure.identity() && one.change.value.is_finite();
    let mut rows: Vec<VariantRow> = result
        .differences
        .iter()
        .filter(of_figure)
        .map(|one| VariantRow {
            name: text::clean(&one.variant),
            change: Some(one.change),
            figure: one.figure.estimate,
            resolved: one.resolved,
        })
        .collect();
    let baseline = result.cells.iter().find(|cell| result.baseline.is_some() && cell.variant == result.baseline);
    let own = baseline.and_then(|cell| cell.figures.iter().find(|one| one.identity() == figure.identity()));
    rows.extend(own.map(|own| VariantRow {
        name: text::clean(result.baseline.as_deref().unwrap_or_default()),
        change: None,
        figure: own.estimate,
        resolved: true,
    }));
    let listed = |row: &VariantRow| result.variants.iter().position(|name| text::clean(name) == row.name);
    if order == Order::Listed {
        rows.sort_by_key(listed);
    }
    order.sort(&mut rows, VariantRow::gain);
    rows
}

/// Like [`rows`], with `baseline` in place of the result's baseline: a variant, or a value of the only varied key. The
/// differences are not from paired trials, so the interval of each one is the sum of the intervals of both figures.
fn rows_from(result: &StudyResult, figure: &Figure, baseline: &str, order: Order) -> Vec<VariantRow> {
    let name = |cell: &Cell| cell.variant.clone().or_else(|| cell.varied.first().map(ToString::to_string));
    let found = |cell: &Cell| Some(cell.matching_figure(figure)?.estimate).filter(|found| found.value.is_finite());
    let named = result.cells.iter().filter_map(|cell| Some((name(cell)?, found(cell)?)));
    let all: Vec<(String, Estimate)> = named.collect();
    let Some(own) = all.iter().find(|(name, _)| name == baseline).map(|(_, own)| *own) else { return Vec::new() };
    let row = |(name, figure): (String, Estimate)| {
        let change = unpaired_difference(&figure, &own);
        let resolved = change.value.abs() > change.bound().unwrap_or_else(|| change.half_width());
        let is_own = name == baseline;
        VariantRow {
            name: text::clean(&name),
            change: (!is_own).then_some(change),
            figure,
            resolved: is_own || resolved,
        }
    };
    let mut rows: Vec<VariantRow> = all.into_iter().map(row).collect();
    order.sort(&mut rows, VariantRow::gain);
    rows
}

/// The difference between two figures. Its interval or error bound is the sum of both.
fn unpaired_difference(one: &Estimate, other: &Estimate) -> Estimate {
    let value = one.value - other.value;
    match (one.trials(), interval(one), interval(other)) {
        (Some(trials), Some(one), Some(other)) => {
            Estimate::sampled(Sampling::Paired, (value, one.0 - other.1, one.1 - other.0), trials)
        }
        _ => Estimate::exact(value, one.bound().unwrap_or(0.0) + other.bound().unwrap_or(0.0)),
    }
}

impl VariantRow {
    fn gain(&self) -> f64 {
        self.change.map_or(0.0, |change| change.value)
    }

    /// The number at the right: the difference, or the figure of the baseline.
    fn number(&self, unit: Unit) -> String {
        match &self.change {
            Some(change) => number::difference(change, unit, true),
            None => number::figure(&self.figure, unit),
        }
    }

    fn tooltip(&self, unit: Unit) -> String {
        let own = number::figure(&self.figure, unit);
        match &self.change {
            Some(change) => format!("{own}, a difference of {}", number::difference(change, unit, self.resolved)),
            None => format!("{own}, the baseline"),
        }
    }
}

fn draw_difference(canvas: &Canvas, row: &VariantRow, x: &dyn Fn(f64) -> f64, y: f64, unit: Unit) {
    let Some(change) = &row.change else { return };
    let color = color_of(if change.value < 0.0 && unit == Unit::Probability { 4 } else { 0 });
    canvas.line(&[(x(0.0), y), (x(change.value), y)], mix(color, super::palette::WHITE, 0.55), 3.0);
    if let Some((low, high)) = interval(change) {
        canvas.interval((x(low), y), (x(high), y), mix(color, INK, 0.4));
    }
    if row.resolved {
        canvas.marker(super::palette::Marker::Disc, (x(change.value), y), color);
    } else {
        canvas.ring((x(change.value), y), color);
    }
}
