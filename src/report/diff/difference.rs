//! The tables to compare, and the differences found.

use crate::report::formats::tidy::Datum;
use crate::study::Unit;

/// A table read from a data file. Its columns may be in any order, and some may be missing.
#[derive(Debug, Clone, PartialEq)]
pub struct DataTable {
    /// The scenario: the name of its folder, or empty if only one scenario is compared.
    pub scenario: String,
    /// `summary`, `differences`, or the name of a distribution, such as `relative-degrees`.
    pub name: String,
    pub columns: Vec<String>,
    /// A row may be shorter than `columns`: missing values are null.
    pub rows: Vec<Vec<Datum>>,
}

/// The largest difference at which two figures still count as equal.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AllowedDifference {
    /// An absolute difference. If this and `relative` are `None`, bounds, rounding and intervals decide.
    pub tolerance: Option<f64>,
    /// A share of the larger figure, or of 1 if both figures are below 1.
    pub relative: Option<f64>,
    /// A number of percentage points; takes precedence over the others, but for probabilities only.
    pub points: Option<f64>,
}

/// The outcome of comparing a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowVerdict {
    /// The figures differ, but by no more than allowed.
    Within,
    /// The figures differ by more than allowed.
    Differs,
    OnlyOld,
    OnlyNew,
}

/// A row that differs between the results, or that only one of them has.
#[derive(Debug, Clone, PartialEq)]
pub struct RowDifference {
    /// Empty if only one scenario is compared.
    pub scenario: String,
    pub table: String,
    /// The columns that identify the row, each with its value: variant, varied keys, figure, subject …
    pub identity: Vec<(String, String)>,
    /// The variant and the varied values in words; empty if there is one case.
    pub case: String,
    /// The figure's name in words.
    pub figure: String,
    pub unit: String,
    /// The old figure; `None` if it is unknown or the row is missing.
    pub old: Option<f64>,
    /// The new figure; `None` if it is unknown or the row is missing.
    pub new: Option<f64>,
    pub verdict: RowVerdict,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Diff {
    /// Number of figures that both results have.
    pub compared: usize,
    /// Number of scenarios that both results have.
    pub scenarios: usize,
    /// The rows that are not equal: first those that differ by more than allowed, the largest difference first; then
    /// those in one result only; then those that differ by less.
    pub rows: Vec<RowDifference>,
    /// Scenarios that only the old result has.
    pub old_scenarios: Vec<String>,
    /// Scenarios that only the new result has.
    pub new_scenarios: Vec<String>,
    /// Tables that only the old result has, each after its scenario, which both results have.
    pub old_tables: Vec<(String, String)>,
    /// Tables that only the new result has, each after its scenario, which both results have.
    pub new_tables: Vec<(String, String)>,
}

impl RowDifference {
    /// The distance between the two figures; infinite if one of them is unknown.
    pub fn size(&self) -> f64 {
        match (self.old, self.new) {
            (Some(old), Some(new)) => (new - old).abs(),
            _ => f64::INFINITY,
        }
    }

    pub(super) fn is_probability(&self) -> bool {
        self.unit == Unit::Probability.name()
    }

    /// The distance as shown: in percentage points for probabilities.
    pub(super) fn shown_size(&self) -> f64 {
        if self.is_probability() { self.size() * 100.0 } else { self.size() }
    }
}

impl Diff {
    /// Whether no figure differs by more than allowed and nothing is missing.
    pub fn is_same(&self) -> bool {
        let missing = [&self.old_scenarios, &self.new_scenarios].iter().any(|names| !names.is_empty())
            || [&self.old_tables, &self.new_tables].iter().any(|names| !names.is_empty());
        !missing && self.rows.iter().all(|row| row.verdict == RowVerdict::Within)
    }

    pub fn of(&self, verdict: RowVerdict) -> impl Iterator<Item = &RowDifference> {
        self.rows.iter().filter(move |row| row.verdict == verdict)
    }
}

impl RowVerdict {
    /// The name in tables and JSON documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Within => "within",
            Self::Differs => "differs",
            Self::OnlyOld => "only in old",
            Self::OnlyNew => "only in new",
        }
    }
}
