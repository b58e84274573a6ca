//! The frame of a chart: title, legend and notes.

use super::axis::draw_horizontal_title;
use super::canvas::{self, Anchor, Area, BODY_SIZE, Canvas, CanvasSheet, SMALL_SIZE, SUBTITLE_SIZE, TITLE_SIZE};
use super::palette::{INK, Rgb, SOFT_INK, marker, series};
use super::text;
use super::view::ChartView;
use crate::measure::thousands;
use crate::study::StudyResult;

/// Width of a sheet, in pixels. The height depends on the content.
pub(super) const WIDE: f64 = 800.0;
/// Width of a sheet for narrow screens, in pixels.
pub(super) const NARROW: f64 = 320.0;
/// White space at the edges, in pixels.
pub(super) const MARGIN: f64 = 24.0;

// Sizes in the title and the legend, in pixels.
const LEGEND_ROW_HEIGHT: f64 = 20.0;
const TITLE_LINE_HEIGHT: f64 = 22.0;
const SWATCH_WIDTH: f64 = 28.0;
const LEGEND_GAP: f64 = 20.0;
const MAX_NAME_WIDTH: f64 = 340.0;

/// An entry of the legend.
#[derive(Debug, Clone)]
pub(super) struct SeriesKey {
    /// The series' name, without characters that could break the file: see [`clean`](super::text::clean).
    pub name: String,
    pub swatch: Swatch,
}

/// The look of a series in the legend.
#[derive(Debug, Clone, Copy)]
pub(super) enum Swatch {
    /// A bar in the color and hatching of the series with this index.
    Bar(usize),
    /// A line with the marker of the series with this index.
    Line(usize),
    /// A part of a bar, in this color.
    Part(Rgb),
}

pub(super) struct Frame {
    /// Width of the sheet, in pixels.
    pub width: f64,
    pub title: String,
    pub subtitle: String,
    pub legend: Vec<SeriesKey>,
    pub notes: Vec<String>,
}

impl Frame {
    /// A frame with a title (`title`, unless the view sets another), the scenario's title below it, and a note on
    /// precision. `marks` explains in that note how intervals are drawn.
    pub(super) fn new(result: &StudyResult, view: &ChartView<'_>, title: String, marks: &str) -> Self {
        let (title, subtitle) = (view.title(title), text::clean(&result.title));
        Self {
            width: view.width,
            title,
            subtitle,
            legend: Vec::new(),
            notes: vec![result_precision_note(result, marks)],
        }
    }

    /// Whether names have to go above their rows, for lack of space at the left.
    pub(super) fn is_narrow(&self) -> bool {
        self.width < 560.0
    }

    /// Keeps the first `most` rows. If that drops any, a note below the picture says so.
    pub(super) fn keep_first<T>(&mut self, rows: &mut Vec<T>, most: usize) {
        if rows.len() > most {
            self.notes.push(format!("The first {most} of {} are shown.", rows.len()));
            rows.truncate(most);
        }
    }

    /// The y coordinate at which the picture begins.
    pub(super) fn top(&self) -> f64 {
        self.legend_top()
            + self.legend_rows().len() as f64 * LEGEND_ROW_HEIGHT
            + if self.legend.is_empty() { 12.0 } else { 16.0 }
    }

    /// The height of the notes below the picture, including the margin, in pixels.
    pub(super) fn notes_height(&self) -> f64 {
        MARGIN - 4.0 + self.note_lines().len() as f64 * 16.0
    }

    fn legend_top(&self) -> f64 {
        self.second_title_line() + if self.subtitle.is_empty() { 50.0 } else { 72.0 }
    }

    /// The title, on up to two lines.
    fn title_lines(&self) -> Vec<String> {
        text::wrap(&self.title, self.title_em(), self.width - 2.0 * MARGIN, 2)
    }

    fn title_em(&self) -> f64 {
        if self.is_narrow() { TITLE_SIZE - 3.0 } else { TITLE_SIZE }
    }

    /// The distance by which a second title line moves down everything below it, in pixels.
    fn second_title_line(&self) -> f64 {
        (self.title_lines().len() as f64 - 1.0) * TITLE_LINE_HEIGHT
    }

    /// The notes, wrapped into lines.
    fn note_lines(&self) -> Vec<String> {
        self.notes.iter().flat_map(|note| text::wrap(note, SMALL_SIZE, self.width - 2.0 * MARGIN, 2)).collect()
    }

    /// The legend in rows: each entry with its left edge.
    fn legend_rows(&self) -> Vec<Vec<(f64, &SeriesKey)>> {
        let mut rows: Vec<Vec<(f64, &SeriesKey)>> = Vec::new();
        let mut left = f64::INFINITY;
        for key in &self.legend {
            let wide = SWATCH_WIDTH + text::width(&key.name, BODY_SIZE).min(MAX_NAME_WIDTH) + LEGEND_GAP;
            if left + wide > self.width - MARGIN + LEGEND_GAP {
                rows.push(Vec::new());
                left = MARGIN;
            }
            rows.last_mut().into_iter().for_each(|row| row.push((left, key)));
            left += wide;
        }
        rows
    }

    /// A sheet of this `height` with the frame, and `picture` in it.
    pub(super) fn sheet(&self, height: f64, picture: impl FnOnce(&Canvas)) -> CanvasSheet {
        canvas::sheet((self.width as u32, height as u32), &self.title, |canvas| {
            self.draw(canvas, height);
            picture(canvas);
        })
    }

    /// A sheet with `picture` in `area`, above a horizontal axis with this title.
    pub(super) fn sheet_above_axis(&self, area: Area, title: &str, picture: impl FnOnce(&Canvas)) -> CanvasSheet {
        self.sheet((area.bottom + 52.0 + self.notes_height()).ceil(), |canvas| {
            picture(canvas);
            draw_horizontal_title(canvas, title, area.bottom + 36.0, area);
        })
    }

    /// The row from edge to edge, `high` pixels high and centered at `y`.
    pub(super) fn row(&self, y: f64, high: f64) -> Area {
        Area::new(MARGIN, y - high / 2.0, self.width - MARGIN, y + high / 2.0)
    }

    fn draw(&self, canvas: &Canvas, height: f64) {
        let room = self.width - 2.0 * MARGIN;
        for (number, line) in self.title_lines().iter().enumerate() {
            let place = (MARGIN, 30.0 + number as f64 * TITLE_LINE_HEIGHT);
            canvas.text(line, self.title_em(), INK, Anchor::Left, place);
        }
        let below = 53.0 + self.second_title_line();
        canvas.text_within(&self.subtitle, SUBTITLE_SIZE, SOFT_INK, Anchor::Left, (MARGIN, below), room);
        for (number, row) in self.legend_rows().iter().enumerate() {
            let y = self.legend_top() + 10.0 + number as f64 * LEGEND_ROW_HEIGHT;
            for (left, key) in row {
                key.draw(canvas, *left, y);
            }
        }
        let lines = self.note_lines();
        let first = height - MARGIN + 8.0 - (lines.len() as f64 - 1.0) * 16.0;
        for (number, line) in lines.iter().enumerate() {
            canvas.text(line, SMALL_SIZE, SOFT_INK, Anchor::Left, (MARGIN, first + number as f64 * 16.0));
        }
    }
}

impl SeriesKey {
    fn draw(&self, canvas: &Canvas, left: f64, y: f64) {
        match self.swatch {
            Swatch::Bar(number) => bar(canvas, Area::new(left + 2.0, y - 6.0, left + 20.0, y + 6.0), number),
            Swatch::Part(color) => {
                let box_ = Area::new(left + 2.0, y - 6.0, left + 20.0, y + 6.0);
                canvas.rectangle(box_, SOFT_INK);
                let inside = Area::new(box_.left + 0.5, box_.top + 0.5, box_.right - 0.5, box_.bottom - 0.5);
                canvas.rectangle(inside, color);
            }
            Swatch::Line(number) => {
                canvas.line(&[(left, y), (left + 22.0, y)], series(number), 2.0);
                canvas.marker(marker(number), (left + 11.0, y), series(number));
            }
        }
        canvas.text_within(&self.name, BODY_SIZE, INK, Anchor::Left, (left + SWATCH_WIDTH, y), MAX_NAME_WIDTH);
    }
}

/// Draws a bar in the color of series `number`, hatched in white so that it can be recognized without color.
pub(super) fn bar(canvas: &Canvas, area: Area, number: usize) {
    const STROKE_SPACING: f64 = 6.0;
    let color = series(number);
    canvas.rectangle(area, color);
    if area.width() < 3.0 || area.height() < 2.0 {
        return;
    }
    let pale = super::palette::mix(color, super::palette::WHITE, 0.55);
    match number % 4 {
        1 => diagonals(area, STROKE_SPACING).iter().for_each(|stroke| canvas.line(stroke, pale, 1.1)),
        2 => {
            let count = (area.height() / STROKE_SPACING) as usize;
            for k in 1..=count {
                let y = area.bottom - (k as f64 - 0.5) * STROKE_SPACING;
                canvas.line(&[(area.left, y), (area.right, y)], pale, 1.1);
            }
        }
        3 => {
            for stroke in diagonals(area, STROKE_SPACING) {
                let mirrored = stroke.map(|(x, y)| (area.left + area.right - x, y));
                canvas.line(&mirrored, pale, 1.1);
            }
        }
        _ => {}
    }
}

/// Rising diagonal strokes that fill a rectangle, cut at its edges.
fn diagonals(area: Area, apart: f64) -> Vec<[(f64, f64); 2]> {
    let (wide, high) = (area.width(), area.height());
    let count = ((wide + high) / apart) as usize;
    let stroke = |k: usize| {
        // The stroke where x + y = sum, with x from the left edge and y from the top.
        let sum = (k as f64 - 0.5) * apart;
        let (from, to) = ((sum - high).max(0.0), sum.min(wide));
        let place = |x: f64| (area.left + x, area.top + (sum - x));
        (from < to).then(|| [place(from), place(to)])
    };
    (1..=count).filter_map(stroke).collect()
}

/// A note on the precision of an analysis with this number of trials; `None` means that it is exact.
pub(super) fn precision_note(trials: Option<u64>) -> String {
    match trials {
        None => "Exact, to double precision.".to_owned(),
        Some(trials) => {
            format!("{} simulated trials in each case; thin strokes are 95 % intervals.", thousands(trials))
        }
    }
}

/// A note on the precision of a result. `marks` explains how intervals are drawn.
fn result_precision_note(result: &StudyResult, marks: &str) -> String {
    let interrupted = if result.provenance.interrupted { " Interrupted: fewer trials than asked for." } else { "" };
    // Charts of a study that was solved and simulated show the exact figures.
    match result.trials_in_words().filter(|_| result.cross_check.is_none()) {
        None => precision_note(None),
        Some(trials) => {
            let each = if result.cells.len() > 1 { " in each case" } else { "" };
            format!("{trials} simulated trials{each}{marks}.{interrupted}")
        }
    }
}
