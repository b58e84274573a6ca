//! What a study leaves behind: dataframes, tables, charts and the report, as bytes under their names.

use crate::chart::{self, Chart};
use crate::error::Result;
use crate::frame::{self, Format};
use crate::report::html::{self, ColumnAlign, Page, PageTable};
use crate::report::table::{Align, Table};
use crate::report::{markdown, number, tables};
use crate::scenario::Scenario;
use crate::study::{Cell, Figure, StudyResult, Unit};

/// How many pixels of a PNG stand for one of the SVG: sharp in print.
const SCALE: f32 = 2.0;
/// A report shows no table of more rows; the files hold them all.
const MOST_ROWS: usize = 400;

/// Files to be written.
pub(super) struct Written {
    /// Each a name and its bytes.
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// How many charts there are among them.
    pub(super) charts: usize,
    /// How many dataframes.
    pub(super) tables: usize,
    /// The kinds of charts that were asked for and do not fit the result.
    pub(super) absent: Vec<String>,
}

/// Makes all files of a study. No formats stand for every format.
///
/// # Errors
/// Something cannot be drawn or encoded.
pub(super) fn files(scenario: &Scenario, result: &StudyResult, formats: &[Format], drawn: bool) -> Result<Written> {
    let formats = if formats.is_empty() { &Format::ALL } else { formats };
    let frames = frame::frames(result)?;
    let mut files = Vec::new();
    for (name, data) in &frames {
        for format in formats {
            files.push((format!("{name}.{}", format.extension()), frame::write(data, *format)?));
        }
    }
    let all = tables::all(result);
    let text = format!("# {}\n\n{}", markdown::escaped(&result.title), markdown::tables(&all));
    files.push(("tables.md".to_owned(), text.into_bytes()));
    let (charts, absent) = if drawn { charts(scenario, result)? } else { (Vec::new(), Vec::new()) };
    for chart in &charts {
        files.push((format!("{}.png", chart.name), chart::png(chart, SCALE)?));
        files.push((format!("{}.svg", chart.name), chart.svg.clone().into_bytes()));
    }
    if drawn {
        let tables: Vec<PageTable> = all.into_iter().map(page_table).collect();
        let page = Page { answer: &answer(result), tables: &tables, charts: &charts };
        files.push(("report.html".to_owned(), html::page(result, &page)?.into_bytes()));
    }
    Ok(Written { files, charts: charts.len(), tables: frames.len(), absent })
}

/// The charts that the scenario asks for, or all that fit where it asks for none; and what it asks for in vain.
fn charts(scenario: &Scenario, result: &StudyResult) -> Result<(Vec<Chart>, Vec<String>)> {
    let asked: Vec<&str> = scenario.shows.iter().filter_map(|show| show.chart.as_deref()).collect();
    let mut charts = chart::charts(result)?;
    charts.retain(|chart| asked.is_empty() || asked.contains(&chart.kind));
    let is_drawn = |kind: &&&str| charts.iter().any(|chart| chart.kind == **kind);
    let absent = asked.iter().filter(|kind| !is_drawn(kind)).map(|kind| (*kind).to_owned()).collect();
    Ok((charts, absent))
}

fn page_table(mut table: Table) -> PageTable {
    let left = table.rows.len().saturating_sub(MOST_ROWS);
    table.rows.truncate(MOST_ROWS);
    let more =
        if left > 0 { format!(" (the first {MOST_ROWS} rows; {left} more in the files)") } else { String::new() };
    let align = |align| match align {
        Align::Left => ColumnAlign::Left,
        Align::Right => ColumnAlign::Right,
    };
    PageTable {
        caption: format!("{}{more}", table.title),
        align: table.columns.iter().map(|heading| align(heading.align)).collect(),
        headers: table.columns.into_iter().map(|heading| heading.text).collect(),
        rows: table.rows,
    }
}

/// The answer in a sentence: the chances of the one cell, or between what the first figure lies.
fn answer(result: &StudyResult) -> String {
    let said =
        |figure: &Figure| format!("{}: {}", tables::figure_name(figure), number::figure(&figure.estimate, figure.unit));
    if let [cell] = result.cells.as_slice() {
        let shares = cell.figures.iter().take_while(|figure| figure.unit == Unit::Probability);
        let chances: Vec<String> = shares.map(said).collect();
        let sentence = if chances.is_empty() { cell.headline().map(said) } else { Some(chances.join("; ")) };
        return sentence.map(|words| format!("{words}.")).unwrap_or_default();
    }
    let known: Vec<(&Cell, &Figure)> = result.cells.iter().filter_map(|cell| Some((cell, cell.headline()?))).collect();
    let by_value =
        |one: &&(&Cell, &Figure), two: &&(&Cell, &Figure)| one.1.estimate.value.total_cmp(&two.1.estimate.value);
    let (Some(lowest), Some(highest)) = (known.iter().min_by(by_value), known.iter().max_by(by_value)) else {
        return String::new();
    };
    let at = |(cell, figure): &(&Cell, &Figure)| {
        format!("{} ({})", number::figure(&figure.estimate, figure.unit), cell.label())
    };
    format!("{}: from {} to {}.", tables::figure_name(lowest.1), at(lowest), at(highest))
}
