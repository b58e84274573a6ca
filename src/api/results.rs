//! The results of a study, as rows.

use crate::data::{self, Format};
use crate::error::{Error, Result};
use crate::report::answers::brief;
use crate::report::formats::terminal::Style;
use crate::report::formats::{json, markdown, tidy};
use crate::report::tables;
use crate::stats::Estimate;
use crate::study::{self, Cell, Difference, Distribution, Figure, StudyResult, Value};
use crate::text;
use std::fmt;

/// All results of a study. [`Display`](fmt::Display) writes the page that `fudgelab run` prints.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    result: StudyResult,
}

/// One figure of one cell (a case).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// The variant; `None` if the study has no variants.
    pub variant: Option<String>,
    /// The varied keys, and their values in this cell.
    pub varied: Vec<(String, Value)>,
    /// The measure's name in data files: `wins`.
    pub figure: &'static str,
    /// The fighter, side or other subject of the figure; empty if it is about the whole fight or check.
    pub subject: String,
    /// The figure's name in words: `Snorri wins`.
    pub title: String,
    /// The unit: `probability` (a fraction of 1), `rounds` …
    pub unit: &'static str,
    /// The figure; in [`Results::changes`], its change from the baseline.
    pub value: f64,
    /// The 95 % confidence interval; `None` if the figure is exact, or if all trials were equal.
    pub interval: Option<(f64, f64)>,
}

/// One value of a distribution in one cell.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Point {
    /// The variant; `None` if the study has no variants.
    pub variant: Option<String>,
    /// The varied keys, and their values in this cell.
    pub varied: Vec<(String, Value)>,
    /// The fighter, side or other subject of the distribution; empty if it is about the whole fight or check.
    pub subject: String,
    /// The value: a number of rounds, a level …
    pub value: i64,
    /// The value in words.
    pub label: String,
    /// The probability of the value.
    pub probability: f64,
}

impl Results {
    /// The answers to the file's `[[ask]]` tables in sentences: one entry for each analysis, such as `tune`.
    ///
    /// ```
    /// use fudgelab::Study;
    ///
    /// let file = "[fighters]\nada = { skill = 1 }\nbo = { skill = 0 }\n\
    ///             [[ask]]\ntune = 'fighters.bo.skill'\nto = 'ada wins = 50 %'\n";
    /// let results = Study::parse(file)?.run()?;
    /// assert_eq!(results.answers()[0], "bo's skill = Good comes nearest to ada wins = 50 %: ada wins 50.00 %.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answers(&self) -> Vec<String> {
        self.result.replies.iter().map(crate::report::answers::replies::words).collect()
    }

    pub(super) fn new(result: StudyResult) -> Self {
        Self { result }
    }

    /// All figures of all cells, each cell's headline figure first.
    pub fn rows(&self) -> Vec<Row> {
        let row = |cell: &Cell, figure: &Figure| self.row(cell.variant.clone(), &cell.varied, figure, &figure.estimate);
        self.result.figures().map(|(cell, figure)| row(cell, figure)).collect()
    }

    /// The value of the figure `title`, such as `Snorri wins`, in the first cell that has it. For a variant, use
    /// [`value_in`](Self::value_in).
    ///
    /// # Errors
    /// If no figure has this name (the error suggests the nearest one), or the figure has no value because it is a mean
    /// over no trials.
    pub fn value(&self, title: &str) -> Result<f64> {
        value(&self.result.cells.iter().collect::<Vec<_>>(), title)
    }

    /// Like [`value`](Self::value), in the first cell of `variant` that has the figure.
    ///
    /// # Errors
    /// If [`value`](Self::value) would fail, or no variant has this name.
    pub fn value_in(&self, variant: &str, title: &str) -> Result<f64> {
        let own: Vec<&Cell> =
            self.result.cells.iter().filter(|cell| cell.variant.as_deref() == Some(variant)).collect();
        if own.is_empty() {
            return Err(unknown_name("variant", variant, self.result.variants.iter().map(String::as_str)));
        }
        value(&own, title)
    }

    /// The distributions of a measure, such as `rounds`, in all cells: one row per value.
    pub fn points(&self, measure: &str) -> Vec<Point> {
        let named = self.result.distributions().filter(|(_, one)| one.name() == measure);
        let points = named.flat_map(|(cell, one)| one.points.iter().map(move |point| (cell, one, point)));
        let row = |(cell, one, point): (&Cell, &Distribution, &study::Point)| Point {
            variant: cell.variant.clone(),
            varied: self.varied(&cell.varied),
            subject: one.subject.clone(),
            value: point.value,
            label: point.label().into_owned(),
            probability: point.estimate.value,
        };
        points.map(row).collect()
    }

    /// The change of each compared figure from the baseline, for every variant: rows with the change in place of the
    /// figure.
    pub fn changes(&self) -> Vec<Row> {
        let row = |one: &Difference| self.row(Some(one.variant.clone()), &one.varied, &one.figure, &one.change);
        self.result.differences.iter().map(row).collect()
    }

    /// The row of a figure. `estimate` is its value, or its change from the baseline.
    fn row(&self, variant: Option<String>, varied: &[Value], figure: &Figure, estimate: &Estimate) -> Row {
        // If all trials were equal, the interval says nothing.
        let interval = estimate.interval().filter(|(low, high)| low.is_finite() && high.is_finite());
        Row {
            variant,
            varied: self.varied(varied),
            figure: figure.name(),
            subject: figure.subject.clone(),
            title: figure.title(),
            unit: figure.unit().name(),
            value: estimate.value,
            interval,
        }
    }

    /// Caveats to read before quoting a figure: pairs of a warning and its remedy.
    pub fn warnings(&self) -> Vec<(String, String)> {
        self.result.warnings.iter().map(|one| (one.message(), one.remedy.clone())).collect()
    }

    /// Whether nothing was simulated.
    pub fn is_exact(&self) -> bool {
        self.result.is_exact()
    }

    /// The tables as CSV files, by name: `summary`, `differences` if there are variants, and one for each kind of
    /// distribution.
    ///
    /// # Errors
    /// Only if this library has a bug.
    pub fn csv(&self) -> Result<Vec<(String, String)>> {
        let text = |table: tidy::TidyTable<'_>| {
            let bytes = data::write(&table, Format::Csv)?;
            Ok((table.name, String::from_utf8_lossy(&bytes).into_owned()))
        };
        tidy::tables(&self.result).map(text).collect()
    }

    /// The results as one JSON document, as `fudgelab run --json` prints it.
    pub fn json(&self) -> String {
        json::text(&self.result, "")
    }

    /// The tables in Markdown.
    pub fn markdown(&self) -> String {
        markdown::tables(&tables::all(&self.result))
    }

    /// A self-contained HTML page with every chart.
    ///
    /// # Errors
    /// If a chart cannot be drawn.
    #[cfg(feature = "svg")]
    pub fn html(&self) -> Result<String> {
        crate::report::html::report(&self.result, &crate::chart::charts(&self.result), None)
    }

    /// The tables as polars dataframes, by name.
    ///
    /// # Errors
    /// Only if this library has a bug.
    #[cfg(feature = "frames")]
    pub fn frames(&self) -> Result<Vec<(String, crate::frame::polars::prelude::DataFrame)>> {
        crate::frame::frames(&self.result)
    }

    fn varied(&self, values: &[Value]) -> Vec<(String, Value)> {
        self.result.varied.iter().cloned().zip(values.iter().cloned()).collect()
    }
}

/// The value of the figure `title` in the first of `cells` that has it.
fn value(cells: &[&Cell], title: &str) -> Result<f64> {
    let Some(figure) = cells.iter().find_map(|cell| cell.titled(title)) else {
        let titles: Vec<String> = cells.iter().flat_map(|cell| &cell.figures).map(Figure::title).collect();
        return Err(unknown_name("figure", title, titles.iter().map(String::as_str)));
    };
    let value = figure.estimate.value;
    Some(value).filter(|value| !value.is_nan()).ok_or_else(|| {
        Error::run(format!("`{title}` has no value: its condition was never met"))
            .with_help("simulate more trials, or ask for a condition that can be met")
    })
}

/// The error for an unknown name; it suggests the nearest known one, or lists them all.
fn unknown_name<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str> + Clone) -> Error {
    let all = || format!("{what}s are {}", known.clone().collect::<Vec<_>>().join(", "));
    text::unknown_word(format!("there is no {what} `{name}`"), name, known.clone(), all)
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&brief::page(&self.result).text(&Style::plain(80)))
    }
}
