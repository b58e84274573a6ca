//! The tables that are compared, and the differences found.

use crate::report::formats::tidy::Datum;
use crate::study::Unit;

/// A table as it was read from a data file. Its columns may be in any order, and some may be missing.
#[derive(Debug, Clone, PartialEq)]
pub struct DataTable {
    /// The scenario it belongs to: the name of its folder, or empty where only one scenario is compared.
    pub scenario: String,
    /// Its name: `summary`, `differences`, or a distribution's, such as `relative-degrees`.
    pub name: String,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows. A row may be shorter than `columns`: what is missing is null.
    pub rows: Vec<Vec<Datum>>,
}

/// How far two figures may be apart and still count as the same.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Allowed {
    /// A difference of this size. If this and `relative` are `None`, what bounds, rounding and intervals allow.
    pub tolerance: Option<f64>,
    /// A difference of this part of the larger figure, or of 1 if both are below 1.
    pub relative: Option<f64>,
    /// This many percentage points, for probabilities only.
    pub points: Option<f64>,
}

/// What became of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The figures differ, but by no more than is allowed.
    Within,
    /// The figures differ by more than is allowed.
    Differs,
    /// Only the old result has the row.
    OnlyOld,
    /// Only the new result has the row.
    OnlyNew,
}

/// A row that is not the same in both results.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The scenario; empty where only one is compared.
    pub scenario: String,
    /// The table.
    pub table: String,
    /// The columns that identify the row, each with its value: variant, varied keys, figure, subject …
    pub identity: Vec<(String, String)>,
    /// The case, for people: the variant and the varied values. Empty where there is one case.
    pub case: String,
    /// The figure, for people.
    pub figure: String,
    /// What it is measured in.
    pub unit: String,
    /// The old figure; `None` if it is unknown or the row is missing.
    pub old: Option<f64>,
    /// The new figure; `None` if it is unknown or the row is missing.
    pub new: Option<f64>,
    /// What became of the row.
    pub verdict: Verdict,
}

/// Two results, compared.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Diff {
    /// The figures that are in both.
    pub compared: usize,
    /// The scenarios that are in both.
    pub scenarios: usize,
    /// The rows that are not the same: what differs by more than is allowed, the largest first, then what is in one result only,
    /// then what differs by less.
    pub rows: Vec<Found>,
    /// The scenarios that only the old result has.
    pub old_scenarios: Vec<String>,
    /// The scenarios that only the new result has.
    pub new_scenarios: Vec<String>,
    /// The tables that only the old result has, each with its scenario, which is in both.
    pub old_tables: Vec<(String, String)>,
    /// The tables that only the new result has, each with its scenario, which is in both.
    pub new_tables: Vec<(String, String)>,
}

impl Found {
    /// How far the two figures are apart; infinite where one of them is unknown.
    pub fn size(&self) -> f64 {
        match (self.old, self.new) {
            (Some(old), Some(new)) => (new - old).abs(),
            _ => f64::INFINITY,
        }
    }

    pub(super) fn is_probability(&self) -> bool {
        self.unit == Unit::Probability.name()
    }

    /// The size as people read it: percentage points for probabilities.
    pub(super) fn shown_size(&self) -> f64 {
        if self.is_probability() { self.size() * 100.0 } else { self.size() }
    }
}

impl Diff {
    /// True where nothing differs by more than is allowed and nothing is missing.
    pub fn is_same(&self) -> bool {
        let missing = [&self.old_scenarios, &self.new_scenarios].iter().any(|names| !names.is_empty())
            || [&self.old_tables, &self.new_tables].iter().any(|names| !names.is_empty());
        !missing && self.rows.iter().all(|row| row.verdict == Verdict::Within)
    }

    /// The rows with a verdict.
    pub fn of(&self, verdict: Verdict) -> impl Iterator<Item = &Found> {
        self.rows.iter().filter(move |row| row.verdict == verdict)
    }
}

impl Verdict {
    /// Its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Within => "within",
            Self::Differs => "differs",
            Self::OnlyOld => "only in old",
            Self::OnlyNew => "only in new",
        }
    }
}
