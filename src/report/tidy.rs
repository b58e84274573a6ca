//! Tidy tables: one row for each figure or point, one column for each thing known about it.
//!
//! [`Schema::columns`] defines the columns of dataframes, data files and `--json`: name and kind of each, and the code
//! that fills it.

mod columns;

use crate::measure::{BY_SUBJECT, Measure, distinct};
use crate::stats::Estimate;
use crate::study::{Cell, Comparison, Distribution, Point, StudyResult, Value};
use crate::text::clean;
pub use columns::{Column, Datum, Kind, RawTable, Schema, VARIED};
use columns::{Record, number};

/// A table filled from a result. Its entries are made as they are read: those of a large grid would fill memory.
pub struct Tidy<'r> {
    /// Its name: `summary`, `differences`, or the distribution's, such as `relative-degrees`.
    pub name: String,
    /// What its columns mean.
    pub schema: Schema,
    /// Its columns.
    pub fields: Vec<Field>,
    rows: Rows<'r>,
}

/// Where the entries of a table come from.
enum Rows<'r> {
    /// Read off records, each column in its way.
    Read(Vec<Record<'r>>, Vec<Read>),
    /// Made already.
    Made(Vec<Vec<Datum>>),
}

/// How a column is read off a record.
#[derive(Clone, Copy)]
enum Read {
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
        Self::new(name, schema, fields, Rows::Made(rows))
    }

    fn new(name: String, schema: Schema, mut fields: Vec<Field>, rows: Rows<'r>) -> Self {
        fields.iter_mut().for_each(|field| field.name = clean(&field.name).into_owned());
        Self { name, schema, fields, rows }
    }

    /// How many rows it has.
    pub fn len(&self) -> usize {
        match &self.rows {
            Rows::Read(records, _) => records.len(),
            Rows::Made(rows) => rows.len(),
        }
    }

    /// Whether its distributions go by the names of what they are about.
    pub(super) fn is_by_subject(&self) -> bool {
        matches!(&self.rows, Rows::Read(records, _) if records.first().is_some_and(|one| one.measure.title == BY_SUBJECT))
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
            Rows::Made(rows) => rows[row].get(column).cloned().unwrap_or(Datum::Null),
            Rows::Read(records, reads) => match reads[column] {
                Read::By(read) => read(&records[row]),
                Read::Varied(place) => entry(records[row].varied.get(place), self.fields[column].kind),
            }
            .clean(),
        }
    }
}

/// Every table of a result: those of [`figures`], then those of [`distributions`]. Where both were asked for, each cell's exact rows
/// stand before its simulated ones.
pub fn tables(result: &StudyResult) -> impl Iterator<Item = Tidy<'_>> {
    figures(result).chain(distributions(result))
}

/// `summary`, `differences` where there are any, `comparison` where exact and simulated were asked for, and the answers; each is made when it is
/// its turn, since even the records of a large grid fill memory.
pub fn figures(result: &StudyResult) -> impl Iterator<Item = Tidy<'_>> {
    let varied = varied_fields(result);
    let schemas = [Schema::Summary, Schema::Differences, Schema::Comparison];
    let tables = schemas.into_iter().filter_map(move |schema| {
        let records = match schema {
            Schema::Summary => summary(result),
            Schema::Differences if !result.differences.is_empty() => differences(result),
            Schema::Comparison => result.cross_check.as_ref()?.comparisons.iter().map(compared).collect(),
            Schema::Differences | Schema::Distribution | Schema::Answer => return None,
        };
        Some(fill(schema.name(), schema, &varied, records))
    });
    tables.chain(super::replies::tidy(result))
}

/// One table for each kind of distribution, made when it is its turn.
pub fn distributions(result: &StudyResult) -> impl Iterator<Item = Tidy<'_>> {
    let varied = varied_fields(result);
    distribution_names(result)
        .into_iter()
        .map(move |name| fill(&name.replace(' ', "-"), Schema::Distribution, &varied, points(result, name)))
}

/// The names of the distributions, in the order in which they first appear.
pub fn distribution_names(result: &StudyResult) -> Vec<&'static str> {
    distinct(result.distributions().map(|(_, one)| one.name()))
}

/// For each point, the probability of its value or a higher one.
///
/// Sums run from the highest value down, so that small tails keep their digits; shares of the same trials are
/// added as the counts they are.
pub fn at_least(distribution: &Distribution) -> Vec<Estimate> {
    let (mut sum, mut bound) = (0.0, 0.0);
    let mut above: Vec<Estimate> = Vec::with_capacity(distribution.points.len());
    let first = distribution.points.iter().position(|point| point.estimate.value > 0.0).unwrap_or(0);
    for (place, Point { estimate, .. }) in distribution.points.iter().enumerate().rev() {
        sum += estimate.value;
        bound += estimate.bound().unwrap_or(0.0);
        let counted = estimate.share_of_same(sum);
        // A sum of counts over their trials, without what the additions rounded.
        sum = counted.map_or(sum, |share| share.value);
        // Everything is at least the least value that occurs.
        let rest = if place <= first { 0.0 } else { f64::MIN_POSITIVE };
        above.push(counted.unwrap_or_else(|| Estimate::exact_share(sum, rest, bound)));
    }
    above.reverse();
    above
}

fn fill<'r>(name: &str, schema: Schema, varied: &[Field], records: Vec<Record<'r>>) -> Tidy<'r> {
    let (mut fields, mut reads) = (Vec::new(), Vec::new());
    for column in schema.columns() {
        match column.kind {
            Kind::AsVaried => {
                fields.extend_from_slice(varied);
                reads.extend((0..varied.len()).map(Read::Varied));
            }
            kind => {
                fields.push(Field { name: column.name.to_owned(), kind });
                reads.push(Read::By(column.read));
            }
        }
    }
    Tidy::new(name.to_owned(), schema, fields, Rows::Read(records, reads))
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

/// One field for each varied key. A key that is called like a column of any schema gets `vary.` before it.
fn varied_fields(result: &StudyResult) -> Vec<Field> {
    let mut taken: Vec<String> =
        Schema::ALL.iter().flat_map(|schema| schema.columns()).map(|column| column.name.to_owned()).collect();
    let mut fields = Vec::new();
    for (place, path) in result.varied.iter().enumerate() {
        let mut name = path.clone();
        while taken.contains(&name) {
            name.insert_str(0, "vary.");
        }
        taken.push(name.clone());
        let values = result.cells.iter().filter_map(|cell| cell.varied.get(place));
        fields.push(Field { name, kind: common_kind(values) });
    }
    fields
}

fn common_kind<'a>(values: impl Iterator<Item = &'a Value>) -> Kind {
    let kinds = values.map(|value| match value {
        Value::Integer(_) => Kind::Integer,
        Value::Float(_) => Kind::Number,
        Value::Boolean(_) => Kind::Boolean,
        Value::Text(_) => Kind::Text,
    });
    let joined = kinds.reduce(|one, other| match (one, other) {
        (one, other) if one == other => one,
        (Kind::Integer, Kind::Number) | (Kind::Number, Kind::Integer) => Kind::Number,
        _ => Kind::Text,
    });
    joined.unwrap_or(Kind::Text)
}

fn summary(result: &StudyResult) -> Vec<Record<'_>> {
    let figures = cells(result).flat_map(|cell| cell.figures.iter().map(move |figure| (cell, figure)));
    figures
        .map(|(cell, figure)| Record {
            label: &figure.label,
            ..about(place(cell), (figure.measure, &figure.subject), &figure.estimate)
        })
        .collect()
}

fn differences(result: &StudyResult) -> Vec<Record<'_>> {
    let simulated = result.cross_check.iter().flat_map(|check| &check.differences);
    let records = result.differences.iter().chain(simulated).map(|difference| Record {
        baseline: result.baseline.as_deref(),
        label: &difference.figure.label,
        value: difference.figure.estimate.value,
        difference: Some(difference),
        ..about(
            (Some(&difference.variant), &difference.varied),
            (difference.figure.measure, &difference.figure.subject),
            &difference.change,
        )
    });
    records.collect()
}

fn points<'a>(result: &'a StudyResult, name: &str) -> Vec<Record<'a>> {
    let mut records = Vec::new();
    for cell in cells(result) {
        for distribution in cell.distributions.iter().filter(|distribution| distribution.name() == name) {
            let above = at_least(distribution);
            records.extend(distribution.points.iter().zip(above).map(|(point, above)| Record {
                point: Some((point, above.value)),
                ..about(place(cell), (distribution.measure, &distribution.subject), &point.estimate)
            }));
        }
    }
    records
}

fn compared(comparison: &Comparison) -> Record<'_> {
    let place = (comparison.variant.as_deref(), &comparison.varied[..]);
    Record {
        label: &comparison.label,
        comparison: Some(comparison),
        ..about(place, (comparison.measure, &comparison.subject), &comparison.exact)
    }
}

/// Each cell, and behind it the same one simulated where both were asked for.
fn cells(result: &StudyResult) -> impl Iterator<Item = &Cell> {
    let simulated = result.cross_check.as_ref().map_or(&[][..], |check| &check.cells);
    result.cells.iter().enumerate().flat_map(|(place, cell)| std::iter::once(cell).chain(simulated.get(place)))
}

/// A cell: its variant and its varied values.
type Place<'a> = (Option<&'a str>, &'a [Value]);

fn place(cell: &Cell) -> Place<'_> {
    (cell.variant.as_deref(), &cell.varied)
}

fn about<'a>(
    (variant, varied): Place<'a>,
    (measure, subject): (&'static Measure, &'a str),
    trust: &'a Estimate,
) -> Record<'a> {
    Record {
        variant,
        baseline: None,
        varied,
        measure,
        subject,
        label: "",
        value: trust.value,
        trust,
        point: None,
        difference: None,
        comparison: None,
    }
}
