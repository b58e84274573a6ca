//! The answers of analyses.

use super::setting::Setting;
use crate::measure::{Figure, Unit};
use crate::rules::Value;
use crate::stats::Estimate;

/// The answer of an analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The analysis: `compare`, `tune` …
    pub kind: &'static str,
    /// What was asked, as a heading.
    pub title: String,
    /// The answer in sentences, the most important first.
    pub sentences: Vec<String>,
    /// What the answer rests on.
    pub columns: Vec<Column>,
    /// Its rows, each as long as the columns.
    pub rows: Vec<Vec<Entry>>,
    /// The trials of each case; none where all is exact.
    pub trials: Option<u64>,
    /// How it is drawn, if it is.
    pub pictured: Option<Pictured>,
    /// The winning case, which the rest of a result then shows.
    pub settled: Option<Setting>,
}

/// How an answer is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pictured {
    /// How far each step moves a figure, the largest on top. Columns: key, now, then, value, change.
    Tornado,
    /// How changes add up. Columns: change, alone, last, on average; the last two rows are all of them, and what is beyond their sum.
    Waterfall,
    /// Who beats whom. Columns: build, mean, one for each build.
    Matrix,
}

impl Pictured {
    /// The kind of chart.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tornado => "tornado",
            Self::Waterfall => "waterfall",
            Self::Matrix => "matrix",
        }
    }
}

/// A column of an answer's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name in data files, where spaces become underscores.
    pub name: String,
    /// Its heading for people.
    pub heading: String,
    /// Whether it holds figures or differences, which take three columns of a data file: with the ends of their intervals.
    pub figures: bool,
    /// Whether it is for data files alone.
    pub data: bool,
}

/// An entry of an answer's table.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// Nothing: it does not apply, or is not known.
    Nothing,
    /// Words.
    Words(String),
    /// A plain number, whole or not.
    Number(f64),
    /// Yes or no.
    Is(bool),
    /// A figure.
    Figure(Estimate, Unit),
    /// A difference of figures, and whether it is one.
    Change(Estimate, Unit, bool),
}

impl Reply {
    /// An answer without anything in it yet.
    pub fn new(kind: &'static str, title: impl Into<String>) -> Self {
        let title = title.into();
        let (sentences, columns, rows) = (Vec::new(), Vec::new(), Vec::new());
        Self { kind, title, sentences, columns, rows, trials: None, pictured: None, settled: None }
    }
}

impl Column {
    /// A column of words or plain numbers.
    pub fn plain(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { heading: name.clone(), name, figures: false, data: false }
    }

    /// A column of words or plain numbers that people see under another name than data files have it.
    pub fn headed(name: impl Into<String>, heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), ..Self::plain(name) }
    }

    /// The units of figures in rows that differ in them, for data files alone: people see them beside the figures.
    pub fn units() -> Self {
        Self { data: true, ..Self::plain("unit") }
    }

    /// A column of figures or differences.
    pub fn figures(name: impl Into<String>) -> Self {
        Self { figures: true, ..Self::plain(name) }
    }
}

impl Entry {
    /// The unit of a figure or a difference.
    pub fn unit(&self) -> Option<Unit> {
        match self {
            Self::Figure(_, unit) | Self::Change(_, unit, _) => Some(*unit),
            _ => None,
        }
    }

    /// A figure that may be missing.
    pub fn figure(figure: Option<&Figure>) -> Self {
        figure.map_or(Self::Nothing, |figure| Self::Figure(figure.estimate, figure.unit()))
    }
}

impl From<&str> for Entry {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

impl From<String> for Entry {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<&Value> for Entry {
    fn from(value: &Value) -> Self {
        match value {
            Value::Integer(number) => Self::Number(*number as f64),
            Value::Float(number) => Self::Number(*number),
            Value::Boolean(yes) => Self::Is(*yes),
            Value::Text(words) => Self::Words(words.clone()),
        }
    }
}
