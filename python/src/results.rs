//! The results of a study.

use crate::arrow::Table;
use crate::error::Result;
use fudgelab::chart;
use fudgelab::report::answers::{answer, brief};
use fudgelab::report::formats::terminal::Style;
use fudgelab::report::formats::{json, markdown, tidy};
use fudgelab::report::table::{Align, Table as Shown, Words};
use fudgelab::report::{html, tables};
use fudgelab::study::replay::typical;
use fudgelab::study::{Study, StudyResult};
use pyo3::prelude::*;

/// The width of printed pages, in characters.
pub(crate) const WIDTH: usize = 80;

/// Kind, name, title and SVG of a chart.
type Chart = (&'static str, String, String, String);

/// A printed table: title, columns (name and whether it is numeric), rows.
pub(crate) type PrintedTable = (String, Vec<(String, bool)>, Vec<Vec<String>>);

/// The results of a run.
#[pyclass(frozen, module = "fudgelab._core")]
pub(crate) struct Results {
    plan: Study,
    result: StudyResult,
    file: String,
}

impl Results {
    pub(crate) fn new(plan: Study, result: StudyResult, file: String) -> Self {
        Self { plan, result, file }
    }
}

#[pymethods]
impl Results {
    /// Everything as one JSON document.
    fn json(&self, py: Python<'_>) -> String {
        py.detach(|| json::text(&self.result, &self.file))
    }

    /// The page that the command line prints.
    fn page(&self) -> String {
        brief::page(&self.result).text(&Style::plain(WIDTH))
    }

    /// The answer in sentences.
    fn sentences(&self) -> Vec<String> {
        answer::sentences(&self.result)
    }

    /// Every printed table as Markdown.
    fn markdown(&self, py: Python<'_>) -> String {
        py.detach(|| markdown::tables(&tables::all(&self.result)))
    }

    /// The first table that answers the question, if any.
    fn headline(&self) -> Option<PrintedTable> {
        tables::answers(&self.result).into_iter().next().map(to_printed_table)
    }

    /// Every chart that suits the results.
    fn charts(&self, py: Python<'_>) -> Result<Vec<Chart>> {
        let charts = py.detach(|| chart::charts(&self.result));
        let parts = |chart: chart::FinishedChart| {
            let svg = chart.svg();
            (chart.kind, chart.name, chart.title, svg)
        };
        Ok(charts.into_iter().map(parts).collect())
    }

    /// The HTML report.
    fn html(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            Ok(html::report(&self.result, &chart::charts(&self.result), typical(&self.plan, &self.result)?.as_ref())?)
        })
    }

    /// The names of the data tables.
    fn names(&self) -> Vec<String> {
        tidy::tables(&self.result).map(|table| table.name).collect()
    }

    /// The data table with this name, if there is one.
    fn table(&self, py: Python<'_>, name: &str) -> Result<Option<Table>> {
        let found = || tidy::tables(&self.result).find(|table| table.name == name).map(|table| Table::of(&table));
        Ok(py.detach(|| found().transpose())?)
    }
}

/// Converts a printed table to plain data.
pub(crate) fn to_printed_table(table: Shown) -> PrintedTable {
    let columns = table.columns.into_iter().map(|heading| (heading.text, heading.align == Align::Right)).collect();
    let texts = |row: Vec<Words>| row.into_iter().map(|words| words.text).collect();
    (table.title, columns, table.rows.into_iter().map(texts).collect())
}
