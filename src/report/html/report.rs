//! What stands on the page of a result: its answer, its tables, its charts.

use super::{ColumnAlign, Page, PageTable, page};
use crate::chart::Chart;
use crate::error::Result;
use crate::report::table::{Align, Table};
use crate::report::{most, number, party, replies, tables};
use crate::study::{Cell, Figure, StudyResult, Unit};

/// A report shows no table of more rows; the files hold them all.
const MOST_ROWS: usize = 400;

/// The page of a result with all that it is about: the answer, every table, and these charts.
///
/// # Errors
/// A failure of the template engine.
pub fn report(result: &StudyResult, charts: &[Chart]) -> Result<String> {
    let tables: Vec<PageTable> = tables::all(result).into_iter().map(page_table).collect();
    page(result, &Page { answer: &answer(result), tables: &tables, charts })
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
    if !result.replies.is_empty() {
        return result.replies.iter().map(replies::words).collect::<Vec<_>>().join(" ");
    }
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
