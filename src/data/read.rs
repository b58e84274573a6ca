//! Data files, read back.

use crate::report::tidy::Datum;

/// A file may bring any number of columns; no table of ours has more than this.
pub(super) const MOST_COLUMNS: usize = 1000;

/// A table as it was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Read {
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows, each as long as `columns`.
    pub rows: Vec<Vec<Datum>>,
}

impl From<(Vec<String>, Vec<Vec<Datum>>)> for Read {
    fn from((columns, rows): (Vec<String>, Vec<Vec<Datum>>)) -> Self {
        Self { columns, rows }
    }
}
