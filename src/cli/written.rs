//! The files of a study: dataframes, tables, charts and the report, as names and bytes.

use crate::chart::{self, Chart};
use crate::error::Result;
use crate::frame::{self, Format};
use crate::report::html::{self, ColumnAlign, Page, PageTable};
use crate::report::table::{Align, Table};
use crate::report::{agreement, markdown, most, number, party, tables};
use crate::scenario::Scenario;
use crate::study::{Cell, Figure, StudyResult, Unit};
use crate::subject;
use std::fs;
use std::path::Path;

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

/// Makes all files of a study, its dataframes in each of the formats.
///
/// # Errors
/// Something cannot be drawn or encoded.
pub(super) fn files(scenario: &Scenario, result: &StudyResult, formats: &[Format], drawn: bool) -> Result<Written> {
    let frames = if formats.is_empty() { Vec::new() } else { frame::frames(result)? };
    let mut files = Vec::new();
    for (name, data) in &frames {
        for format in formats {
            files.push((format!("{name}.{}", format.extension()), frame::write(data, *format)?));
        }
    }
    let all = tables::all(result);
    let agreement =
        agreement::sentence(result).map(|(_, words)| markdown::escaped(&words) + "\n\n").unwrap_or_default();
    let answers: String = most::tables(result).iter().map(|(_, words)| markdown::escaped(words) + "\n\n").collect();
    let text = format!("# {}\n\n{answers}{agreement}{}", markdown::escaped(&result.title), markdown::tables(&all));
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

/// Removes what an earlier run left in the folder and this one has not written again, so that no two files there
/// contradict each other. Files with names that no study writes stay.
pub(super) fn remove_stale(folder: &Path, files: &[(String, Vec<u8>)]) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    for name in names.filter(|name| is_ours(name) && files.iter().all(|(new, _)| new != name)) {
        // What cannot be removed is left; the new files are good either way.
        let _ = fs::remove_file(folder.join(name));
    }
}

/// Whether some study writes a file of this name.
fn is_ours(name: &str) -> bool {
    let Some((stem, extension)) = name.split_once('.') else { return false };
    let file_stem = |name: &str| name.replace(' ', "-");
    match extension {
        "svg" | "png" => {
            let kind = stem.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches('-');
            let known = |name: &str| file_stem(name) == kind || file_stem(&format!("at least {name}")) == kind;
            subject::charts().iter().any(|kind| known(kind.name))
        }
        "md" | "html" => ["tables.md", "report.html"].contains(&name),
        _ => {
            let spreads = subject::distributions().into_iter().map(|one| one.id);
            let frames = ["summary", "differences", "comparison"].into_iter().chain(spreads);
            let is_frame = frames.map(file_stem).any(|frame| frame == stem);
            is_frame && Format::ALL.iter().any(|format| format.extension() == extension)
        }
    }
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
    let said = |figure: &Figure| format!("{}: {}", figure.title(), number::figure(&figure.estimate, figure.unit()));
    if let [cell] = result.cells.as_slice() {
        let shares = cell.figures.iter().take_while(|figure| figure.unit() == Unit::Probability);
        let chances: Vec<String> = shares.map(said).collect();
        let sentence = if chances.is_empty() { cell.headline().map(said) } else { Some(chances.join("; ")) };
        let meaning = party::verdict(cell).map(|words| format!(" {}", words.join(" "))).unwrap_or_default();
        return sentence.map(|words| format!("{words}.{meaning}")).unwrap_or_default();
    }
    if !result.answers.is_empty() {
        return most::tables(result).into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(" ");
    }
    let known: Vec<(&Cell, &Figure)> = result.cells.iter().filter_map(|cell| Some((cell, cell.headline()?))).collect();
    let by_value =
        |one: &&(&Cell, &Figure), two: &&(&Cell, &Figure)| one.1.estimate.value.total_cmp(&two.1.estimate.value);
    let (Some(lowest), Some(highest)) = (known.iter().min_by(by_value), known.iter().max_by(by_value)) else {
        return String::new();
    };
    let at = |(cell, figure): &(&Cell, &Figure)| {
        format!("{} ({})", number::figure(&figure.estimate, figure.unit()), cell.label())
    };
    format!("{}: from {} to {}.", lowest.1.title(), at(lowest), at(highest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_study_writes_is_taken_for_stale() {
        for name in ["rounds.csv", "relative-degrees.parquet", "heat-map-2.png", "at-least-degrees.svg", "report.html"]
        {
            assert!(is_ours(name), "{name}");
        }
        for name in
            ["notes.md", "rounds.txt", "party.csv", "photo.png", "rounds", ".rounds.csv.1.tmp", "report.html.bak"]
        {
            assert!(!is_ours(name), "{name}");
        }
    }
}
