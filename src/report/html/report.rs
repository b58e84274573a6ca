//! What stands on the page of a result: its answer, its charts, its tables, and what is folded away.

use super::{Content, page};
use crate::chart::{self, Chart};
use crate::error::Result;
use crate::report::{answer, tables};
use crate::study::StudyResult;

/// So many charts stand open where none shows the headline figure.
const OPEN_CHARTS: usize = 2;
/// So many charts of the headline figure stand open.
const OPEN_HEADLINES: usize = 4;

/// The page of a result with all that it is about: the answer, every table, and these charts.
///
/// # Errors
/// A failure of the template engine.
pub fn report(result: &StudyResult, charts: &[Chart]) -> Result<String> {
    let leading = charts.iter().take_while(|chart| chart.is_headline).count();
    let open = if leading > 0 { leading.min(OPEN_HEADLINES) } else { OPEN_CHARTS.min(charts.len()) };
    let (charts, more_charts) = charts.split_at(open);
    // What was asked for stands open; else the first table, which is the headline's.
    let mut tables = tables::answers(result);
    let asked = result.replies.len() + result.answers.len();
    let mut more_tables = tables.split_off(asked.max(1).min(tables.len()));
    more_tables.extend(tables::details(result));
    let narrow = chart::narrow(result)?;
    page(result, &Content { answer: answer::sentences(result), charts, more_charts, narrow, tables, more_tables })
}
