//! A tidy table, and the sources of its entries.

use super::columns::{ColumnKind, Datum, RowSource, Schema, number};
use crate::measure::BY_SUBJECT;
use crate::study::Value;
use crate::text::clean;

/// A table of a result in tidy form: one row for each figure, difference or point. Entries are computed when they are
/// read, because all entries of a large grid would fill memory.
pub struct TidyTable<'r> {
    /// `summary`, `differences`, `comparison`, or the name of an analysis or a distribution, such as
    /// `relative-degrees`.
    pub name: String,
    pub schema: Schema,
    pub fields: Vec<Field>,
    rows: Entries<'r>,
}

/// The source of a table's entries.
pub(super) enum Entries<'r> {
    /// Read from records, with a reader for each column.
    Read(Vec<RowSource<'r>>, Vec<ColumnReader>),
    /// Computed in advance.
    Computed(Vec<Vec<Datum>>),
}

/// Reads a column from a record.
#[derive(Clone, Copy)]
pub(super) enum ColumnReader {
    By(fn(&RowSource<'_>) -> Datum),
    /// The varied value with this index.
    Varied(usize),
}

/// A column of a filled table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The name, unique in the table.
    pub name: String,
    /// Never [`ColumnKind::AsVaried`].
    pub kind: ColumnKind,
}

impl<'r> TidyTable<'r> {
    /// A small table with rows computed in advance, each as long as `fields`. Text from users must already be
    /// [`clean`].
    pub fn from_rows(name: String, schema: Schema, fields: Vec<Field>, rows: Vec<Vec<Datum>>) -> Self {
        Self::new(name, schema, fields, Entries::Computed(rows))
    }

    pub(super) fn new(name: String, schema: Schema, mut fields: Vec<Field>, rows: Entries<'r>) -> Self {
        fields.iter_mut().for_each(|field| field.name = clean(&field.name).into_owned());
        Self { name, schema, fields, rows }
    }

    pub fn len(&self) -> usize {
        match &self.rows {
            Entries::Read(records, _) => records.len(),
            Entries::Computed(rows) => rows.len(),
        }
    }

    /// Whether its distributions are named by their subjects.
    pub(in crate::report) fn is_by_subject(&self) -> bool {
        matches!(&self.rows, Entries::Read(records, _) if records.first().is_some_and(|one| one.measure.title == BY_SUBJECT))
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows, each as long as `fields`.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Vec<Datum>> {
        (0..self.len()).map(|row| (0..self.fields.len()).map(|column| self.entry(row, column)).collect())
    }

    /// The entries of a column, one for each row.
    pub fn column(&self, column: usize) -> impl ExactSizeIterator<Item = Datum> {
        (0..self.len()).map(move |row| self.entry(row, column))
    }

    /// The rows as JSON objects, with the names of the columns as keys.
    pub fn objects(&self) -> impl Iterator<Item = serde_json::Value> {
        let entry = |(field, datum): (&Field, &Datum)| (field.name.clone(), serde_json::json!(datum));
        self.rows().map(move |row| serde_json::Value::Object(self.fields.iter().zip(&row).map(entry).collect()))
    }

    fn entry(&self, row: usize, column: usize) -> Datum {
        match &self.rows {
            Entries::Computed(rows) => rows[row].get(column).cloned().unwrap_or(Datum::Null),
            Entries::Read(records, reads) => match reads[column] {
                ColumnReader::By(read) => read(&records[row]),
                ColumnReader::Varied(place) => entry(records[row].varied.get(place), self.fields[column].kind),
            }
            .clean(),
        }
    }
}

fn entry(value: Option<&Value>, kind: ColumnKind) -> Datum {
    match (value, kind) {
        (None, _) => Datum::Null,
        (Some(value), ColumnKind::Text) => Datum::Text(value.to_string().into()),
        (Some(Value::Integer(whole)), ColumnKind::Number) => number(Some(*whole as f64)),
        (Some(Value::Integer(whole)), _) => Datum::Integer(*whole),
        (Some(Value::Float(value)), _) => number(Some(*value)),
        (Some(Value::Boolean(yes)), _) => Datum::Boolean(*yes),
        (Some(Value::Text(words)), _) => Datum::Text(words.clone().into()),
    }
}
