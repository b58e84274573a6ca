//! Heat map of the headline figure over two varied keys.

use super::axis::{Labels, RoundScale, draw_horizontal_title};
use super::canvas::{Anchor, Area, BODY_SIZE, Canvas, CanvasSheet, SMALL_SIZE};
use super::data::widest_interval_note;
use super::frame::{Frame, MARGIN};
use super::palette::{INK, NOTHING, Rgb, SOFT_INK, diverging_scale, ink_on, scale as shade};
use super::text;
use super::view::{ChartView, values};
use crate::measure::number::figure;
use crate::stats::Estimate;
use crate::study::{Cell, Grid, StudyResult, Unit, Value};

/// The data of a heat map: estimates over two varied keys.
pub(super) struct HeatMap {
    /// Names of the keys: the one whose values go across, then the one whose values go down.
    pub names: [String; 2],
    pub across: Vec<String>,
    pub down: Vec<String>,
    /// The estimates row by row; `None` if there is no estimate.
    pub fields: Vec<Option<Estimate>>,
    /// The scale, shared by all maps of a study.
    pub scale: RoundScale,
    pub unit: Unit,
}

impl HeatMap {
    /// The figure of `cells` over the two keys of `grid`; the cells share their variant and all other values. `None` if
    /// a key has no values.
    pub(super) fn of_cells(
        result: &StudyResult,
        cells: &[&Cell],
        view: &ChartView<'_>,
        grid: &Grid,
        unit: Unit,
    ) -> Option<Self> {
        let [across, down] = [grid.across, grid.down].map(|key| values(cells.iter().copied(), key));
        if across.is_empty() || down.is_empty() {
            return None;
        }
        let mut fields = vec![None; across.len() * down.len()];
        for cell in cells {
            let place =
                |values: &[Value], key: usize| values.iter().position(|value| cell.varied.get(key) == Some(value));
            let field = place(&across, grid.across).zip(place(&down, grid.down));
            if let Some(field) = field.and_then(|(column, row)| fields.get_mut(row * across.len() + column)) {
                *field = view.figure(cell).map(|figure| figure.estimate);
            }
        }
        let words = |values: &[Value]| values.iter().map(ToString::to_string).collect();
        Some(Self {
            names: [grid.across, grid.down].map(|key| text::clean(&result.axis(key))),
            across: words(&across),
            down: words(&down),
            fields,
            scale: super::line::scale(&result.cells, view, unit, None),
            unit,
        })
    }

    /// The color of a position on the scale, 0 to 1. Chances have one color below a half and another above.
    fn color(&self, share: f64) -> Rgb {
        if self.unit == Unit::Probability { diverging_scale(share) } else { shade(share) }
    }
}

/// The position of a map and its parts on the sheet.
struct Layout<'m> {
    map: &'m HeatMap,
    area: Area,
    labels: Labels,
}

/// Up to this number of rows, every row is labeled; with more, some labels are left out.
const MAX_LABELED_ROWS: usize = 60;

impl<'m> Layout<'m> {
    fn new(map: &'m HeatMap, sheet: f64, top: f64) -> Self {
        let HeatMap { across, down, .. } = map;
        let widest = down.iter().map(|value| text::width(&text::clean(value), BODY_SIZE)).fold(0.0, f64::max);
        let left = MARGIN + 22.0 + widest.clamp(30.0, 160.0) + 10.0;
        let wide = ((sheet - MARGIN - 84.0 - left) / across.len() as f64).min(110.0);
        // Up to that number, each row is high enough for its label and figures.
        let lowest = if down.len() <= MAX_LABELED_ROWS { 16.0 } else { 6.0 };
        let high = (330.0 / down.len() as f64).clamp(lowest, 46.0);
        let area = Area::new(left, top, left + wide * across.len() as f64, top + high * down.len() as f64);
        let labels = Labels::new(across.iter().cloned(), wide);
        Self { map, area, labels }
    }

    fn field_width(&self) -> f64 {
        self.area.width() / self.map.across.len() as f64
    }

    fn field_height(&self) -> f64 {
        self.area.height() / self.map.down.len() as f64
    }

    fn field(&self, column: usize, row: usize) -> Area {
        let (left, top) =
            (self.area.left + column as f64 * self.field_width(), self.area.top + row as f64 * self.field_height());
        // Small fields overlap slightly, so that no seams show.
        let gap = if self.field_height().min(self.field_width()) > 14.0 { 1.0 } else { -0.4 };
        Area::new(left, top, left + self.field_width() - gap, top + self.field_height() - gap)
    }
}

/// The chart of one map, which must not be empty.
pub(super) fn heat_map(map: &HeatMap, mut frame: Frame) -> CanvasSheet {
    let layout = Layout::new(map, frame.width, frame.top() + 6.0);
    frame.notes.extend(widest_interval(map));
    let foot = layout.labels.height(layout.field_width()) + 24.0 + frame.notes_height();
    let height = (layout.area.bottom.max(frame.top() + 130.0) + foot).ceil();
    frame.sheet(height, |canvas| {
        draw_fields(canvas, &layout);
        let slot_middles: Vec<f64> = (0..map.across.len()).map(|k| layout.field(k, 0).middle().0).collect();
        layout.labels.draw(canvas, &slot_middles, layout.area.bottom, layout.field_width());
        let below = layout.area.bottom + layout.labels.height(layout.field_width()) + 12.0;
        draw_horizontal_title(canvas, &map.names[0], below, layout.area);
        super::axis::draw_vertical_title(canvas, &map.names[1], MARGIN + 4.0, layout.area);
        draw_color_bar(canvas, map, &layout);
    })
}

fn draw_fields(canvas: &Canvas, layout: &Layout<'_>) {
    let map = layout.map;
    let every = (13.0 / layout.field_height()).ceil().max(1.0) as usize;
    for (row, down) in map.down.iter().enumerate() {
        let field = layout.field(0, row);
        if row % every == 0 {
            let place = (layout.area.left - 10.0, field.middle().1);
            canvas.text_within(&text::with_true_minus(&text::clean(down)), BODY_SIZE, INK, Anchor::Right, place, 160.0);
        }
        for (column, across) in map.across.iter().enumerate() {
            let estimate = map.fields.get(row * map.across.len() + column).copied().flatten();
            draw_field(canvas, map, estimate, layout.field(column, row));
            if let Some(estimate) = estimate {
                let words = format!("{across}, {down}: {}", figure(&estimate, map.unit));
                canvas.add_tooltip(layout.field(column, row), words);
            }
        }
    }
}

fn draw_field(canvas: &Canvas, map: &HeatMap, estimate: Option<Estimate>, field: Area) {
    let known = estimate.map(|estimate| estimate.value).filter(|value| value.is_finite());
    let color = known.map_or(NOTHING, |value| map.color(map.scale.position(value)));
    canvas.rectangle(field, color);
    let texts = match known {
        Some(value) if map.unit == Unit::Probability => text::percent_words(value).to_vec(),
        Some(value) => vec![text::number(value, 1), text::number(value, 0)],
        None => vec!["–".to_owned()],
    };
    let em = if field.height() >= 30.0 && field.width() >= 48.0 { BODY_SIZE + 1.0 } else { SMALL_SIZE };
    let fits = |text: &&String| text::width(text, em) + 6.0 <= field.width() && em + 3.0 <= field.height();
    if let Some(text) = texts.iter().find(fits) {
        canvas.text(text, em, ink_on(color), Anchor::Center, field.middle());
    }
}

/// Draws the color bar that shows which shade means which figure.
fn draw_color_bar(canvas: &Canvas, map: &HeatMap, layout: &Layout<'_>) {
    const STEPS: u32 = 60;
    let left = layout.area.right + 24.0;
    let bottom = layout.area.bottom.min(layout.area.top + 240.0).max(layout.area.top + 120.0);
    let area = Area::new(left, layout.area.top, left + 14.0, bottom);
    let y = |k: u32| area.bottom - area.height() * f64::from(k) / f64::from(STEPS);
    canvas.rectangle(Area::new(area.left - 0.5, area.top - 0.5, area.right + 0.5, area.bottom + 0.5), SOFT_INK);
    for k in 0..STEPS {
        // A slight overlap leaves no seam if a viewer smooths edges.
        let overlap = if k == 0 { 0.0 } else { 0.5 };
        canvas.rectangle(
            Area::new(area.left, y(k + 1), area.right, y(k) + overlap),
            map.color(f64::from(k) / f64::from(STEPS - 1)),
        );
    }
    for (value, label) in map.scale.grid_lines() {
        canvas.text(&label, SMALL_SIZE, SOFT_INK, Anchor::Left, (area.right + 7.0, map.scale.y(value, area)));
    }
}

/// A note on the widest interval, since shades cannot show intervals.
fn widest_interval(map: &HeatMap) -> Option<String> {
    let halves = map.fields.iter().flatten().filter_map(Estimate::interval).map(|(low, high)| (high - low) / 2.0);
    if map.unit == Unit::Probability {
        return widest_interval_note(halves);
    }
    let widest = halves.filter(|half| half.is_finite()).fold(0.0, f64::max);
    let words = text::number((widest * 100.0).ceil() / 100.0, 2);
    (widest > 0.0).then(|| format!("95 % intervals reach at most {words} {} to either side.", map.unit.name()))
}
