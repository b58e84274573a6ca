//! A tidy table, and how its entries are read.

use super::columns::{Datum, Kind, Record, Schema, number};
use crate::measure::BY_SUBJECT;
use crate::study::Value;
use crate::text::clean;

/// A table filled from a result. Its entries are made as they are read: those of a large grid would fill memory.
pub struct Tidy<'r> {
    /// Its name: `summary`, `differences`, or the distribution's, such as `relative-degrees`.
    pub name: String,
    /// What its columns mean.
    pub schema: Schema,
    /// Its columns.
    pub fields: Vec<Field>,
    rows: Entries<'r>,
}

/// Where the entries of a table come from.
pub(super) enum Entries<'r> {
    /// Read off records, each column in its way.
    Read(Vec<Record<'r>>, Vec<ColumnReader>),
    /// Made already.
    Made(Vec<Vec<Datum>>),
}

/// How a column is read off a record.
#[derive(Clone, Copy)]
pub(super) enum ColumnReader {
    By(fn(&Record<'_>) -> Datum),
    /// The varied value of this number.
    Varied(usize),
}

/// One column of a filled table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name, different from every other in the table.
    pub name: String,
    /// What it holds; never [`Kind::AsVaried`].
    pub kind: Kind,
}

impl<'r> Tidy<'r> {
    /// A small table whose rows are made already, each as long as `fields`. Words that other people wrote are to be [`clean`] already.
    pub fn made(name: String, schema: Schema, fields: Vec<Field>, rows: Vec<Vec<Datum>>) -> Self {
        Self::new(name, schema, fields, Entries::Made(rows))
    }

    pub(super) fn new(name: String, schema: Schema, mut fields: Vec<Field>, rows: Entries<'r>) -> Self {
        fields.iter_mut().for_each(|field| field.name = clean(&field.name).into_owned());
        Self { name, schema, fields, rows }
    }

    /// How many rows it has.
    pub fn len(&self) -> usize {
        match &self.rows {
            Entries::Read(records, _) => records.len(),
            Entries::Made(rows) => rows.len(),
        }
    }

    /// Whether its distributions go by the names of what they are about.
    pub(in crate::report) fn is_by_subject(&self) -> bool {
        matches!(&self.rows, Entries::Read(records, _) if records.first().is_some_and(|one| one.measure.title == BY_SUBJECT))
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its rows, each as long as `fields`.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Vec<Datum>> {
        (0..self.len()).map(|row| (0..self.fields.len()).map(|column| self.entry(row, column)).collect())
    }

    /// The entries of a column, one for each row.
    pub fn column(&self, column: usize) -> impl ExactSizeIterator<Item = Datum> {
        (0..self.len()).map(move |row| self.entry(row, column))
    }

    /// Each row as an object in JSON, by the names of its columns.
    pub fn objects(&self) -> impl Iterator<Item = serde_json::Value> {
        let entry = |(field, datum): (&Field, &Datum)| (field.name.clone(), serde_json::json!(datum));
        self.rows().map(move |row| serde_json::Value::Object(self.fields.iter().zip(&row).map(entry).collect()))
    }

    fn entry(&self, row: usize, column: usize) -> Datum {
        match &self.rows {
            Entries::Made(rows) => rows[row].get(column).cloned().unwrap_or(Datum::Null),
            Entries::Read(records, reads) => match reads[column] {
                ColumnReader::By(read) => read(&records[row]),
                ColumnReader::Varied(place) => entry(records[row].varied.get(place), self.fields[column].kind),
            }
            .clean(),
        }
    }
}

fn entry(value: Option<&Value>, kind: Kind) -> Datum {
    match (value, kind) {
        (None, _) => Datum::Null,
        (Some(value), Kind::Text) => Datum::Text(value.to_string().into()),
        (Some(Value::Integer(whole)), Kind::Number) => number(Some(*whole as f64)),
        (Some(Value::Integer(whole)), _) => Datum::Integer(*whole),
        (Some(Value::Float(value)), _) => number(Some(*value)),
        (Some(Value::Boolean(yes)), _) => Datum::Boolean(*yes),
        (Some(Value::Text(words)), _) => Datum::Text(words.clone().into()),
    }
}
