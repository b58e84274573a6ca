//! The answers of analyses.

use super::setting::Setting;
use crate::measure::{Figure, Unit};
use crate::rules::Value;
use crate::stats::Estimate;

/// The answer of an analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The name of the analysis: `compare`, `tune` …
    pub kind: &'static str,
    /// The question, as a heading.
    pub title: String,
    /// The answer in sentences, the most important first.
    pub sentences: Vec<String>,
    /// The columns of the table with the details.
    pub columns: Vec<ReplyColumn>,
    /// The rows of the table, each as long as `columns`.
    pub rows: Vec<Vec<ReplyEntry>>,
    /// The trials of each case; `None` if everything is exact.
    pub trials: Option<u64>,
    /// The chart that shows the answer, if any.
    pub pictured: Option<Pictured>,
    /// The winning case, if the analysis has one. The rest of the result then shows this case.
    pub winning_case: Option<Setting>,
}

/// The chart that shows an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pictured {
    /// The change of a figure by each step, the largest on top. Columns: key, now, then, value, change.
    Tornado,
    /// Changes that add up. Columns: change, alone, last, on average. The last two rows are the total of all changes
    /// together, and that total minus the sum of the separate effects.
    Waterfall,
    /// Builds against each other. Columns: build, mean, one for each build.
    Matrix,
}

impl Pictured {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tornado => "tornado",
            Self::Waterfall => "waterfall",
            Self::Matrix => "matrix",
        }
    }
}

/// A column of the table in a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyColumn {
    /// The name in data files, where spaces become underscores.
    pub name: String,
    /// The heading for readers.
    pub heading: String,
    /// Whether the column has figures or differences. Each takes three columns of a data file: the value and both ends
    /// of its interval.
    pub figures: bool,
    /// Whether the column is only in data files.
    pub data: bool,
}

/// An entry of the table in a reply.
#[derive(Debug, Clone, PartialEq)]
pub enum ReplyEntry {
    /// Empty: it does not apply, or is not known.
    Nothing,
    Words(String),
    /// A plain number, whole or not.
    Number(f64),
    Is(bool),
    Figure(Estimate, Unit),
    /// A difference between figures, and whether it is real.
    Change(Estimate, Unit, bool),
}

impl Reply {
    /// An answer without any content.
    pub fn new(kind: &'static str, title: impl Into<String>) -> Self {
        let title = title.into();
        let (sentences, columns, rows) = (Vec::new(), Vec::new(), Vec::new());
        Self { kind, title, sentences, columns, rows, trials: None, pictured: None, winning_case: None }
    }
}

impl ReplyColumn {
    /// A column of words or plain numbers.
    pub fn plain(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { heading: name.clone(), name, figures: false, data: false }
    }

    /// A column of words or plain numbers whose heading is not its name in data files.
    pub fn headed(name: impl Into<String>, heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), ..Self::plain(name) }
    }

    /// A column of the units of figures, if they differ between rows. Only for data files, because readers see units
    /// next to the figures.
    pub fn units() -> Self {
        Self { data: true, ..Self::plain("unit") }
    }

    /// A column of figures or differences.
    pub fn figures(name: impl Into<String>) -> Self {
        Self { figures: true, ..Self::plain(name) }
    }
}

impl ReplyEntry {
    /// The unit of a figure or a difference; `None` for any other entry.
    pub fn unit(&self) -> Option<Unit> {
        match self {
            Self::Figure(_, unit) | Self::Change(_, unit, _) => Some(*unit),
            _ => None,
        }
    }

    /// The entry of a figure that may be missing.
    pub fn figure(figure: Option<&Figure>) -> Self {
        figure.map_or(Self::Nothing, |figure| Self::Figure(figure.estimate, figure.unit()))
    }
}

impl From<&str> for ReplyEntry {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

impl From<String> for ReplyEntry {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<&Value> for ReplyEntry {
    fn from(value: &Value) -> Self {
        match value {
            Value::Integer(number) => Self::Number(*number as f64),
            Value::Float(number) => Self::Number(*number),
            Value::Boolean(yes) => Self::Is(*yes),
            Value::Text(words) => Self::Words(words.clone()),
        }
    }
}
