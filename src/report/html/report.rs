//! What stands on the page of a result: its answer, its charts, its tables, and what is folded away.

use super::{Content, page};
use crate::chart::Chart;
use crate::error::Result;
use crate::report::{answer, tables};
use crate::study::StudyResult;
use crate::study::replay::Typical;

/// How many charts are open where none leads.
const OPEN_CHARTS: usize = 2;
/// How many of the charts that lead are open.
const MOST_LEADING: usize = 4;

/// A table of more rows is folded, but for its first ones.
const LONG_TABLE: usize = 40;
const OPEN_ROWS: usize = 20;

/// The page of a result with all that it is about: the answer, every table, these charts, and a fight as it mostly goes.
///
/// # Errors
/// A failure of the template engine.
pub fn report(result: &StudyResult, charts: &[Chart], typical: Option<&Typical>) -> Result<String> {
    let (leading, others): (Vec<&Chart>, Vec<&Chart>) = charts.iter().partition(|chart| chart.leads);
    let open = if leading.is_empty() { OPEN_CHARTS } else { leading.len().min(MOST_LEADING) };
    let mut charts = [leading, others].concat();
    let more_charts = charts.split_off(open.min(charts.len()));
    // What was asked for stands open; else the first table, which is the headline's.
    let mut tables = tables::answers(result);
    let asked = result.replies.len() + result.answers.len();
    let mut more_tables = tables.split_off(asked.max(1).min(tables.len()));
    // Of a long one the first rows stand open, and all of them among the others.
    for table in tables.iter_mut().rev().filter(|table| table.rows.len() > LONG_TABLE) {
        more_tables.insert(0, table.clone());
        let all = table.rows.len();
        table.rows.truncate(OPEN_ROWS);
        table.title = format!("{} (the first {OPEN_ROWS} of {all})", table.title);
    }
    more_tables.extend(tables::details(result));
    page(result, &Content { answer: answer::sentences(result), charts, more_charts, tables, more_tables, typical })
}
