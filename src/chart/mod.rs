//! Charts of results, as SVG and as PNG (feature `png`).
//!
//! Every chart shows its units and its precision, and can be read without color. Equal results give equal bytes on
//! every machine.

mod axis;
mod bands;
mod canvas;
mod columns;
mod curve;
mod data;
mod differences;
mod drawing;
mod frame;
mod heat;
mod line;
mod means;
mod palette;
mod plot;
#[cfg(feature = "png")]
mod png;
mod quantiles;
mod replies;
mod rows;
mod running_total;
mod stack;
mod svg;
mod targets;
#[cfg(test)]
mod tests;
mod text;
mod view;

pub use drawing::FinishedChart;
#[cfg(feature = "png")]
pub use png::png;

use crate::measure::{Drawn, Measure, id};
use crate::scenario::{Order, Show};
use crate::stats::Estimate;
use crate::study::{Cell, Figure, Grid, StudyResult, Unit, Value};
use crate::subject::{self, capitalized};
use canvas::CanvasSheet;
use data::ChartData;
use frame::{Frame, NARROW, WIDE};
use view::ChartView;

/// Every chart that fits a result, depending on its figures, distributions and varied keys.
///
/// Empty if there is nothing to draw. If there are more series than a reader can tell apart, some are left out, and the
/// chart says so.
pub fn charts(result: &StudyResult) -> Vec<FinishedChart> {
    shown(result, &Show::default())
}

/// The charts that `show` selects: of one type, of another figure, sorted, with a title, or in another size. Empty if
/// nothing in the result fits.
pub fn shown(result: &StudyResult, show: &Show) -> Vec<FinishedChart> {
    let width = show.size.map_or(WIDE, f64::from);
    let [wide, narrow] = [width, NARROW].map(|width| drawn(result, &ChartView { width, show }));
    let both = wide.into_iter().zip(narrow);
    let asked_for = both.filter(|(wide, _)| show.chart.as_ref().is_none_or(|kind| wide.kind == kind));
    asked_for.map(|(wide, narrow)| wide.with_narrow(narrow)).collect()
}

/// A column chart of the chances of whole numbers. Each entry of `named` is a series: its name, and the chance of each
/// value.
pub fn of_numbers(title: &str, named: &[(String, Vec<(i64, f64)>)]) -> FinishedChart {
    let data = ChartData::of_numbers(named);
    exact(title, "columns", |frame| columns::columns(&data, frame, data.chart.axis))
}

/// A line chart of the chance of each whole number or a higher one, with a line for each name.
pub fn at_least_of_numbers(title: &str, named: &[(String, Vec<(i64, f64)>)]) -> FinishedChart {
    let data = ChartData::of_numbers(named);
    exact(title, "at least", |frame| curve::at_least(&data, frame, data.chart.axis))
}

/// A heat map of `chances`, which are listed row by row. `names` and values are those of two keys: the one across, then
/// the one down. `None` without values.
pub fn of_chances(
    title: &str,
    names: [&str; 2],
    [across, down]: [Vec<String>; 2],
    chances: &[f64],
) -> Option<FinishedChart> {
    let fields: Vec<_> = chances.iter().map(|chance| Some(Estimate::exact(*chance, 0.0))).collect();
    let (names, unit) = (names.map(str::to_owned), Unit::Probability);
    let map = heat::HeatMap { names, across, down, fields, scale: axis::RoundScale::percentages(), unit };
    (!map.fields.is_empty()).then(|| exact(title, "heat map", |frame| heat::heat_map(&map, frame)))
}

/// A chart of exact figures that are not from a study, in both widths.
fn exact(title: &str, kind: &'static str, draw: impl Fn(Frame) -> CanvasSheet) -> FinishedChart {
    let [wide, narrow] = [WIDE, NARROW].map(|width| {
        let (subtitle, notes) = (String::new(), vec![frame::precision_note(None)]);
        let frame = Frame { width, title: text::clean(title), subtitle, legend: Vec::new(), notes };
        FinishedChart::new(kind, "", draw(frame))
    });
    wide.with_narrow(narrow)
}

/// All charts of a result, in the width of the view.
fn drawn(result: &StudyResult, view: &ChartView<'_>) -> Vec<FinishedChart> {
    let mut found = Vec::new();
    for reply in result.replies.iter().filter(|_| view.show.figure.is_none()) {
        let Some(pictured) = reply.pictured else { continue };
        let frame = Frame::new(result, view, capitalized(&text::clean(&reply.title)), NO_INTERVALS);
        let frame = Frame { notes: vec![frame::precision_note(reply.trials)], ..frame };
        let sheet = replies::picture(reply, pictured, frame);
        let chart = sheet.map(|sheet| FinishedChart { leads: true, ..FinishedChart::new(pictured.name(), "", sheet) });
        found.extend(chart.map(|chart| chart.with_unique_name(&found)));
    }
    found.extend(headline(result, view));
    let outdone = |measure: &Measure| {
        let unasked = view.show.chart.is_none();
        unasked
            && result
                .distributions()
                .filter(|(_, one)| one.name() == measure.id)
                .all(|(cell, one)| cell.is_replaced(one))
    };
    if view.show.figure.is_none() {
        for measure in subject::distributions().into_iter().filter(|measure| !outdone(measure)) {
            let data = ChartData::of(result, measure);
            found.extend(data.iter().flat_map(|data| distribution(result, view, measure.id, data)));
        }
        let sheet = means::means(result, Frame::new(result, view, "Mean after each step".to_owned(), NO_INTERVALS));
        found.extend(sheet.map(|sheet| FinishedChart::new("course", "", sheet)));
    }
    found
}

/// The charts of the view's figure: over the grid, along the one varied key, or by variant.
fn headline(result: &StudyResult, view: &ChartView<'_>) -> Vec<FinishedChart> {
    let known = |cell: &&Cell| view.estimate(cell).is_some();
    let Some(figure) = result.cells.iter().find(known).and_then(|cell| view.figure(cell)) else {
        return Vec::new();
    };
    let title = figure_title(figure);
    let axis = if figure.unit() == Unit::Probability { "chance" } else { figure.unit().name() };
    if let Some(grid) = &result.grid {
        return heat_maps(result, view, grid, figure);
    }
    let frame = |title: String| Frame::new(result, view, title, INTERVALS);
    let changes = |title: String, order| {
        let sheet = differences::differences(result, figure, view.show, order, frame(title))?;
        Some(FinishedChart::new("differences", "", sheet))
    };
    match (result.varied.as_slice(), result.cells.len()) {
        ([_], 2..) => {
            let key = text::clean(&result.axis(0));
            let sheet = line::by_varied_key(result, view, frame(format!("{title} by {key}")), axis, figure.unit());
            let mut charts = vec![FinishedChart::new("line", "", sheet)];
            if view.show.baseline.is_some() && result.variants.is_empty() {
                charts.extend(changes(format!("{title}: what each {key} changes"), Order::Listed));
            }
            charts
        }
        ([], 2..) => {
            let bars = line::comparison(result, view, frame(format!("{title}, by variant")), axis, figure.unit());
            let changes = changes(format!("{title}: what each variant changes"), Order::Falling);
            let mut charts: Vec<FinishedChart> = changes.into_iter().collect();
            let bars = FinishedChart::new("comparison", "", bars);
            // The table also has the figure of each variant, so the differences come first.
            charts.push(FinishedChart { leads: charts.is_empty() || view.show.chart.is_some(), ..bars });
            charts
        }
        _ => Vec::new(),
    }
}

/// Describes how intervals are drawn.
const INTERVALS: &str = "; thin strokes and bands are 95 % intervals";
/// Like [`INTERVALS`], for charts that cannot show intervals.
const NO_INTERVALS: &str = "";

/// One map for each variant and each combination of the keys other than the grid's two.
fn heat_maps(result: &StudyResult, view: &ChartView<'_>, grid: &Grid, figure: &Figure) -> Vec<FinishedChart> {
    const MAX_MAPS: usize = 12;
    let others = |cell: &Cell| -> Vec<Value> {
        let beyond = cell.varied.iter().enumerate().filter(|(key, _)| *key != grid.across && *key != grid.down);
        beyond.map(|(_, value)| value.clone()).collect()
    };
    let mut slices: Vec<(Option<String>, Vec<Value>, Vec<&Cell>)> = Vec::new();
    for cell in &result.cells {
        let (variant, values) = (&cell.variant, others(cell));
        match slices.iter_mut().find(|slice| slice.0 == *variant && slice.1 == values) {
            Some(slice) => slice.2.push(cell),
            None => slices.push((variant.clone(), values, vec![cell])),
        }
    }
    let (all, mut charts) = (slices.len(), Vec::new());
    for (variant, values, cells) in slices.into_iter().take(MAX_MAPS) {
        let parts = variant.into_iter().chain(values.iter().map(ToString::to_string)).map(|part| text::clean(&part));
        let place = parts.collect::<Vec<_>>().join(", ");
        let key = |number: usize| text::clean(&result.axis(number));
        let title = format!("{} by {} and {}", figure_title(figure), key(grid.across), key(grid.down));
        let mut frame = Frame::new(result, view, title, NO_INTERVALS);
        if !place.is_empty() {
            frame.title += &format!(" · {place}");
        }
        if all > MAX_MAPS {
            frame.notes.push(format!("One of the first {MAX_MAPS} of {all} maps."));
        }
        let map = heat::HeatMap::of_cells(result, &cells, view, grid, figure.unit());
        let ending = if all > 1 { format!("-{}", charts.len() + 1) } else { String::new() };
        charts.extend(map.map(|map| FinishedChart::new("heat map", &ending, heat::heat_map(&map, frame))));
    }
    charts
}

/// The charts of one distribution: the main chart, and an "at least" chart if the measure has one.
fn distribution(
    result: &StudyResult,
    view: &ChartView<'_>,
    kind: &'static str,
    data: &ChartData,
) -> Vec<FinishedChart> {
    let lone = if data.about.is_empty() { String::new() } else { format!(": {}", data.about) };
    let manner = &data.chart;
    let frame = |title: &str, marks: &str| Frame::new(result, view, format!("{title}{lone}"), marks);
    let title = manner.title;
    let sheet = match manner.drawn {
        Drawn::Course(course) if data.series.len() > quantiles::MAX_CURVES => {
            let mut frame = frame(title, NO_INTERVALS);
            let keys: Vec<String> = (0..result.varied.len()).map(|key| text::clean(&result.axis(key))).collect();
            frame.notes.extend((!keys.is_empty()).then(|| format!("A row for each {}.", keys.join(" and "))));
            quantiles::quantiles(data, frame, &course)
        }
        Drawn::Course(course) => curve::durations(data, frame(title, INTERVALS), &course),
        Drawn::Stack | Drawn::Left => stack::stacks(data, frame(title, NO_INTERVALS), manner.axis),
        Drawn::Climb => running_total::chart(data, frame(title, NO_INTERVALS), manner.axis, "mean wound level"),
        Drawn::Columns => columns::columns(data, frame(title, INTERVALS), manner.axis),
        Drawn::Bands => {
            let rounds = subject::measures().find(|measure| measure.id == id::ROUNDS && measure.chart.is_some());
            let rounds = rounds.and_then(|measure| ChartData::of(result, measure));
            let (Some(rounds), [cell]) = (rounds, result.cells.as_slice()) else { return Vec::new() };
            let sheet = bands::chart(cell, &rounds, Frame::new(result, view, title.to_owned(), NO_INTERVALS));
            return sheet
                .map(|sheet| FinishedChart { leads: true, ..FinishedChart::new(kind, "", sheet) })
                .into_iter()
                .collect();
        }
    };
    let leads = matches!(manner.drawn, Drawn::Stack | Drawn::Left) && result.cells.len() == 1;
    let mut charts = vec![FinishedChart { leads, ..FinishedChart::new(kind, "", sheet) }];
    if !manner.at_least.is_empty() {
        let sheet = curve::at_least(data, frame(manner.at_least, INTERVALS), manner.axis);
        charts.push(FinishedChart::new("at least", &format!("-{kind}"), sheet));
    }
    charts
}

/// The title of a figure, capitalized, such as `Snorri wins`.
fn figure_title(figure: &Figure) -> String {
    capitalized(text::clean(&figure.title()).trim())
}
