//! Charts of the headline figure: lines along one varied key, or bars by variant.

use super::axis::{Labels, RoundScale, draw_horizontal_title, draw_vertical_title};
use super::canvas::{Anchor, Area, BODY_SIZE, Canvas, CanvasSheet, PixelPosition};
use super::curve::{draw_band, draw_figures};
use super::data::{interval, interval_ends};
use super::frame::{Frame, MARGIN, SeriesKey, Swatch};
use super::palette::{INK, WHITE, marker, mix, series as color_of};
use super::rows::ChartRows;
use super::view::{ChartView, values};
use super::{targets, text};
use crate::ladder::Ladder;
use crate::measure::number;
use crate::measure::same_words;
use crate::scenario::Order;
use crate::stats::Estimate;
use crate::study::{Cell, Figure, FigureLimit, StudyResult, Unit, Value};

const MAX_LINES: usize = 16;
const MAX_BARS: usize = 40;

/// A scale that covers the headline figures of all `cells`, with their intervals, and `extra_value`. Chances go from
/// 0 to 1.
pub(super) fn scale(cells: &[Cell], view: &ChartView<'_>, unit: Unit, extra_value: Option<f64>) -> RoundScale {
    if unit == Unit::Probability {
        return RoundScale::percentages();
    }
    let estimates = cells.iter().filter_map(|cell| view.figure(cell)).map(|figure| figure.estimate);
    let all = estimates.flat_map(|found| [interval_ends(&found).0, interval_ends(&found).1, found.value]);
    RoundScale::covering(all.chain(extra_value), unit)
}

/// One variant's estimates of a figure, one for each value of the varied key.
struct VariantLine {
    name: String,
    /// The title of the figure.
    figure: String,
    points: Vec<Option<Estimate>>,
}

/// The values along the axis, and their positions from 0 to 1.
struct AxisValues {
    values: Vec<Value>,
    positions: Vec<f64>,
    /// Whether the values have an order, so that lines join them.
    ordered: bool,
}

impl AxisValues {
    fn new(result: &StudyResult) -> Self {
        let values = values(&result.cells, 0);
        let even: Vec<f64> = (0..values.len()).map(|k| (k as f64 + 0.5) / values.len() as f64).collect();
        let ladder = Ladder::default();
        let numbers: Option<Vec<f64>> = values.iter().map(number).collect();
        let words = values.iter().all(|value| matches!(value, Value::Text(text) if ladder.parse(text).is_ok()));
        let places = numbers.as_deref().and_then(proportional).unwrap_or(even);
        Self { values, positions: places, ordered: numbers.is_some() || words }
    }
}

/// The number of a varied value; `None` for text, booleans and numbers that are not finite.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Float(number) => Some(*number).filter(|number| number.is_finite()),
        _ => None,
    }
}

/// Positions in proportion to `numbers`; `None` unless the numbers rise and are far enough apart for their labels.
fn proportional(numbers: &[f64]) -> Option<Vec<f64>> {
    let (first, last) = (numbers.first()?, numbers.last()?);
    let closest =
        numbers.windows(2).filter_map(|pair| Some(pair.get(1)? - pair.first()?)).fold(f64::INFINITY, f64::min);
    let half = 0.5 / numbers.len() as f64;
    let place = |number: &f64| half + (number - first) / (last - first) * (1.0 - 2.0 * half);
    let wide_enough = (last - first).is_finite() && closest > 0.0 && closest / (last - first) >= 0.4 * 2.0 * half;
    (numbers.len() > 1 && wide_enough).then(|| numbers.iter().map(place).collect())
}

/// The chart of the headline figure along the one varied key, with a line for each variant.
pub(super) fn by_varied_key(
    result: &StudyResult,
    view: &ChartView<'_>,
    mut frame: Frame,
    axis: &str,
    unit: Unit,
) -> CanvasSheet {
    let (axis_values, targets) = (AxisValues::new(result), targets::of(result));
    let lines = lines(result, view, &axis_values, &targets);
    let scale = scale(&result.cells, view, unit, None);
    if lines.len() > MAX_LINES {
        frame.notes.push(format!("The first {MAX_LINES} of {} variants are shown.", lines.len()));
    }
    let shown = lines.get(..MAX_LINES).unwrap_or(&lines);
    let several = shown.len() > 1;
    frame.legend = shown
        .iter()
        .enumerate()
        .filter(|_| several)
        .map(|(number, line)| SeriesKey { name: line.name.clone(), swatch: Swatch::Line(number) })
        .collect();
    let left = MARGIN + 26.0 + scale.label_width();
    let apart = (frame.width - MARGIN - left) / axis_values.values.len().max(1) as f64;
    let labels = Labels::new(
        axis_values.values.iter().map(ToString::to_string),
        apart * if axis_values.ordered { 0.9 } else { 1.0 },
    );
    let below = labels.height(apart) + 24.0 + frame.notes_height();
    let area = Area::new(left, frame.top(), frame.width - MARGIN, (480.0 - below).max(frame.top() + 240.0));
    let height = (area.bottom + below).ceil();
    let xs: Vec<f64> = axis_values.positions.iter().map(|place| area.left + place * area.width()).collect();
    frame.sheet(height, |canvas| {
        scale.draw_vertical_axis(canvas, area);
        draw_vertical_title(canvas, axis, MARGIN + 4.0, area);
        for target in &targets {
            // If several variants share the limit, the color of one of them would be misleading.
            let of = |line: &&VariantLine| same_words(&line.figure, &target.figure);
            let color = match shown.iter().filter(of).count() {
                0 => continue,
                1 => shown.iter().position(|line| of(&line)).map_or(INK, color_of),
                _ => INK,
            };
            targets::draw(canvas, target, color, &scale, area, unit);
        }
        for (number, line) in shown.iter().enumerate() {
            // Dots of unordered values are drawn side by side, so that they do not hide each other.
            let aside = if axis_values.ordered {
                0.0
            } else {
                (number as f64 - (shown.len() as f64 - 1.0) / 2.0) * (apart * 0.7 / shown.len() as f64).min(14.0)
            };
            let moved: Vec<f64> = xs.iter().map(|x| x + aside).collect();
            let places = line.draw(canvas, &moved, &scale, area, number, axis_values.ordered);
            for ((value, point), x) in axis_values.values.iter().zip(&line.points).zip(&moved) {
                let Some(found) = point else { continue };
                let whose = if several { format!("{}, ", line.name) } else { String::new() };
                let place = Area::around_marker((*x, scale.y(found.value, area)));
                canvas.add_tooltip(place, format!("{whose}{value}: {}", number::figure(found, unit)));
            }
            if !several {
                let known = line.points.iter().flatten();
                draw_figures(
                    canvas,
                    &places,
                    &known.map(|found| rounded_figure(found.value, unit)).collect::<Vec<_>>(),
                    area,
                );
            }
        }
        labels.draw(canvas, &xs, area.bottom, apart);
        let key = text::clean(&result.axis(0));
        draw_horizontal_title(canvas, &key, area.bottom + labels.height(apart) + 12.0, area);
    })
}

/// One line for each variant. Without variants: the headline figure, and each other chance that has a limit.
fn lines(
    result: &StudyResult,
    view: &ChartView<'_>,
    axis_values: &AxisValues,
    targets: &[FigureLimit],
) -> Vec<VariantLine> {
    let line = |name: String, figure: String, variant: Option<&str>, of: &dyn Fn(&Cell) -> Option<Figure>| {
        let point = |value: &Value| {
            let cell =
                result.cells.iter().find(|c| c.variant.as_deref() == variant && c.varied.first() == Some(value))?;
            of(cell).map(|figure| figure.estimate).filter(|estimate| estimate.value.is_finite())
        };
        VariantLine { name: text::clean(&name), figure, points: axis_values.values.iter().map(point).collect() }
    };
    let headline = |cell: &Cell| view.figure(cell).cloned();
    let title = result.cells.iter().find_map(|cell| view.figure(cell)).map(Figure::title).unwrap_or_default();
    if !result.variants.is_empty() {
        let variants = result.variants.iter();
        return variants.map(|name| line(name.clone(), title.clone(), Some(name.as_str()), &headline)).collect();
    }
    let mut lines = vec![line(title.clone(), title, None, &headline)];
    for target in targets {
        let of = |cell: &Cell| cell.titled(&target.figure).filter(|figure| figure.unit() == Unit::Probability).cloned();
        let known = lines.iter().any(|line| same_words(&line.figure, &target.figure));
        if !known && result.cells.iter().any(|cell| of(cell).is_some()) {
            lines.push(line(target.figure.clone(), target.figure.clone(), None, &of));
        }
    }
    lines
}

impl VariantLine {
    /// Draws the line. Returns the points that have a value.
    fn draw(
        &self,
        canvas: &Canvas,
        xs: &[f64],
        scale: &RoundScale,
        area: Area,
        number: usize,
        joined: bool,
    ) -> Vec<PixelPosition> {
        let color = color_of(number);
        let known: Vec<(f64, Estimate)> =
            xs.iter().zip(&self.points).filter_map(|(x, point)| point.map(|estimate| (*x, estimate))).collect();
        let places: Vec<(f64, f64)> = known.iter().map(|(x, found)| (*x, scale.y(found.value, area))).collect();
        if joined {
            let (xs, shares): (Vec<f64>, Vec<Estimate>) = known.iter().copied().unzip();
            draw_band(canvas, &xs, &shares, scale, area, number);
            canvas.line(&places, color, 2.2);
        }
        for ((x, found), place) in known.iter().zip(&places) {
            if let Some((low, high)) = interval(found) {
                canvas.interval((*x, scale.y(low, area)), (*x, scale.y(high, area)), mix(color, INK, 0.4));
            }
            canvas.marker(marker(number), *place, color);
        }
        places
    }
}

/// The figure as printed next to its point or bar.
fn rounded_figure(value: f64, unit: Unit) -> String {
    if unit == Unit::Probability { format!("{} %", text::percent(value, 1)) } else { text::number(value, 2) }
}

/// The headline figure of each variant as horizontal bars.
pub(super) fn comparison(
    result: &StudyResult,
    view: &ChartView<'_>,
    mut frame: Frame,
    axis: &str,
    unit: Unit,
) -> CanvasSheet {
    const ROW_HEIGHT: f64 = 34.0;
    // Bars begin at 0.
    let scale = scale(&result.cells, view, unit, Some(0.0));
    let mut rows: Vec<(String, Option<Estimate>)> =
        result.cells.iter().map(|cell| (text::clean(&cell.label()), view.estimate(cell))).collect();
    let value = |row: &(String, Option<Estimate>)| row.1.map_or(f64::NAN, |found| found.value);
    view.show.order.unwrap_or(Order::Listed).sort(&mut rows, value);
    frame.keep_first(&mut rows, MAX_BARS);
    let places = ChartRows::new(&frame, rows.iter().map(|(name, _)| name.as_str()), ROW_HEIGHT, 230.0);
    let right = frame.width - MARGIN - 12.0;
    let area = Area::new(places.left(), places.top(), right, places.bottom(rows.len().saturating_sub(1)));
    frame.sheet_above_axis(area, axis, |canvas| {
        scale.draw_horizontal_axis(canvas, area);
        let zero = scale.x(0.0, area);
        for (number, (name, found)) in rows.iter().enumerate() {
            let y = places.middle(number);
            places.name(canvas, (name, INK), number, y);
            let Some(found) = found else { continue };
            let x = scale.x(found.value, area);
            canvas.rectangle(Area::new(x.min(zero), y - 10.0, x.max(zero), y + 10.0), color_of(0));
            let mut end = x.max(zero);
            if let Some((low, high)) = interval(found) {
                end = end.max(scale.x(high, area));
                canvas.interval((scale.x(low, area), y), (scale.x(high, area), y), INK);
            }
            canvas.add_tooltip(
                Area::new(x.min(zero), y - 10.0, end, y + 10.0),
                format!("{name}: {}", number::figure(found, unit)),
            );
            draw_figure(canvas, &rounded_figure(found.value, unit), (x.min(zero), end), y, area);
        }
    })
}

/// Writes a bar's figure after its end, or inside the bar if there is no more space on the sheet.
fn draw_figure(canvas: &Canvas, words: &str, (start, end): (f64, f64), y: f64, area: Area) {
    if end + text::width(words, BODY_SIZE) + 8.0 <= area.right {
        canvas.text(words, BODY_SIZE, INK, Anchor::Left, (end + 8.0, y));
    } else {
        canvas.text(words, BODY_SIZE, WHITE, Anchor::Left, (start + 10.0, y));
    }
}
