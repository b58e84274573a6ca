//! Runs a whole scenario as the command line does, and returns the files that it would write.

use super::rejection::{Rejection, Result};
use super::watch::Watch;
use fudgelab::chart::{self, FinishedChart};
use fudgelab::data::{self, Format};
use fudgelab::report::answers::{agreement, answer};
use fudgelab::report::formats::{json as document, tidy};
use fudgelab::report::table::{Align, Table};
use fudgelab::report::{html, tables};
use fudgelab::scenario::Scenario;
use fudgelab::study::replay::typical;
use fudgelab::study::{self, Study, StudyResult, Warning};
use serde_json::{Value, json};
use std::cell::RefCell;

/// The last run, kept so that the page can request its files.
struct LastRun {
    study: Study,
    file: String,
    result: StudyResult,
    charts: Vec<FinishedChart>,
}

thread_local! {
    static LAST_RUN: RefCell<Option<LastRun>> = const { RefCell::new(None) };
}

/// Maximum number of rows shown of a table; the files have all rows.
const MAX_ROWS: usize = 400;

/// Runs a scenario and returns everything that the page shows.
pub(crate) fn run(Scenario { study, .. }: Scenario, file: &str) -> Result<Value> {
    let total = study.trials.saturating_mul(study.cells.len() as u64);
    let seconds = study.goal.as_ref().and_then(|goal| goal.max_seconds);
    let result = study::run(&study, &Watch::of(total, seconds))?;
    let charts = chart::charts(&result);
    let picture = |chart: &FinishedChart| {
        let [wide, narrow] = chart.on_page();
        json!({ "name": chart.name, "title": chart.title, "wide": wide, "narrow": narrow })
    };
    let files = ["report.html".to_owned(), "result.json".to_owned()].into_iter();
    let files = files.chain(tidy::tables(&result).map(|table| format!("{}.csv", table.name)));
    let shown = json!({
        "title": result.title,
        "base": result.provenance.base(),
        "exact": result.is_exact(),
        "trials": result.provenance.trials,
        "seed": result.provenance.seed,
        "sentences": answer::sentences(&result),
        "agreement": agreement::sentence(&result).map(|(_, words)| words),
        "warnings": warnings(&result.warnings),
        "answers": tables::answers(&result).iter().map(table).collect::<Vec<_>>(),
        "details": tables::details(&result).iter().map(table).collect::<Vec<_>>(),
        "charts": charts.iter().map(picture).collect::<Vec<_>>(),
        "files": files.chain(charts.iter().map(|chart| format!("{}.svg", chart.name))).collect::<Vec<_>>(),
    });
    LAST_RUN.set(Some(LastRun { study, file: file.to_owned(), result, charts }));
    Ok(shown)
}

/// Returns warnings as JSON, each with its remedy.
pub(crate) fn warnings<'w>(all: impl IntoIterator<Item = &'w Warning>) -> Vec<Value> {
    all.into_iter().map(|one| json!({ "message": one.message(), "help": one.remedy })).collect()
}

/// Returns a file of the last run.
pub(crate) fn file(name: &str) -> Result<Value> {
    LAST_RUN.with_borrow(|last| {
        let last = last.as_ref().ok_or_else(|| Rejection::plain("no scenario has been run yet"))?;
        let text = match name.rsplit_once('.') {
            Some(("report", "html")) => {
                let typical = typical(&last.study, &last.result)?;
                Some(html::report(&last.result, &last.charts, typical.as_ref())?)
            }
            Some(("result", "json")) => Some(document::text(&last.result, &last.file)),
            Some((stem, "csv")) => match tidy::tables(&last.result).find(|table| table.name == stem) {
                Some(table) => Some(String::from_utf8_lossy(&data::write(&table, Format::Csv)?).into_owned()),
                None => None,
            },
            Some((stem, "svg")) => last.charts.iter().find(|chart| chart.name == stem).map(|chart| chart.svg()),
            _ => None,
        };
        text.map(Value::from).ok_or_else(|| Rejection::plain(format!("the last run has no file `{name}`")))
    })
}

/// Returns a table as JSON. Its key `numbers` marks numeric columns, and `more` is the number of rows left out.
pub(crate) fn table(table: &Table) -> Value {
    json!({
        "title": table.title,
        "columns": table.columns.iter().map(|heading| &heading.text).collect::<Vec<_>>(),
        "numbers": table.columns.iter().map(|heading| heading.align == Align::Right).collect::<Vec<_>>(),
        "rows": table.rows.iter().take(MAX_ROWS).collect::<Vec<_>>(),
        "more": table.rows.len().saturating_sub(MAX_ROWS),
    })
}
