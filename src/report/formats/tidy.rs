//! TidyTable tables: one row for each figure or point, one column for each of its properties.
//!
//! [`Schema::columns`] defines the columns of dataframes, data files and `--json`: their names, their types, and the
//! code that fills them.

pub(in crate::report) mod answers;
mod columns;
mod table;

use crate::measure::{Measure, distinct};
use crate::stats::Estimate;
use crate::study::{Cell, Comparison, Distribution, Point, StudyResult, Value};
use columns::RowSource;
pub use columns::{Column, ColumnKind, Datum, RawTable, Schema, VARIED};
use table::{ColumnReader, Entries};
pub use table::{Field, TidyTable};

/// All tables of a result: [`figures`], then [`distributions`]. If the result is cross-checked, each cell's exact rows
/// come before its simulated ones.
pub fn tables(result: &StudyResult) -> impl Iterator<Item = TidyTable<'_>> {
    figures(result).chain(distributions(result))
}

/// `summary`, `differences` if there are any, `comparison` if the result is cross-checked, and the replies of analyses.
/// Each table is built only when the iterator reaches it, because even the records of a large grid fill memory.
pub fn figures(result: &StudyResult) -> impl Iterator<Item = TidyTable<'_>> {
    let varied = varied_fields(result);
    let schemas = [Schema::Summary, Schema::Differences, Schema::Comparison];
    let tables = schemas.into_iter().filter_map(move |schema| {
        let records = match schema {
            Schema::Summary => summary(result),
            Schema::Differences if !result.differences.is_empty() => differences(result),
            Schema::Comparison => result.cross_check.as_ref()?.comparisons.iter().map(comparison_row).collect(),
            Schema::Differences | Schema::Distribution | Schema::Answer => return None,
        };
        Some(build_table(schema.name(), schema, &varied, records))
    });
    tables.chain(answers::tables(result))
}

/// One table for each kind of distribution, built only when the iterator reaches it.
pub fn distributions(result: &StudyResult) -> impl Iterator<Item = TidyTable<'_>> {
    let varied = varied_fields(result);
    distribution_names(result)
        .into_iter()
        .map(move |name| build_table(&name.replace(' ', "-"), Schema::Distribution, &varied, points(result, name)))
}

/// The names of the distributions, in the order in which they first appear.
pub fn distribution_names(result: &StudyResult) -> Vec<&'static str> {
    distinct(result.distributions().map(|(_, one)| one.name()))
}

/// For each point, the probability of its value or a higher one.
///
/// Sums run from the highest value down, so that small tails keep their digits; shares of the same trials are added as
/// counts.
pub fn at_least(distribution: &Distribution) -> Vec<Estimate> {
    let (mut sum, mut bound) = (0.0, 0.0);
    let mut above: Vec<Estimate> = Vec::with_capacity(distribution.points.len());
    let first = distribution.points.iter().position(|point| point.estimate.value > 0.0).unwrap_or(0);
    for (place, Point { estimate, .. }) in distribution.points.iter().enumerate().rev() {
        sum += estimate.value;
        bound += estimate.bound().unwrap_or(0.0);
        let counted = estimate.share_of_same_trials(sum);
        // The sum of counts over their trials, without the rounding of the additions.
        sum = counted.map_or(sum, |share| share.value);
        // Every outcome is at least the lowest value that occurs.
        let rest = if place <= first { 0.0 } else { f64::MIN_POSITIVE };
        above.push(counted.unwrap_or_else(|| Estimate::exact_share(sum, rest, bound)));
    }
    above.reverse();
    above
}

fn build_table<'r>(name: &str, schema: Schema, varied: &[Field], records: Vec<RowSource<'r>>) -> TidyTable<'r> {
    let (mut fields, mut reads) = (Vec::new(), Vec::new());
    for column in schema.columns() {
        match column.kind {
            ColumnKind::AsVaried => {
                fields.extend_from_slice(varied);
                reads.extend((0..varied.len()).map(ColumnReader::Varied));
            }
            kind => {
                fields.push(Field { name: column.name.to_owned(), kind });
                reads.push(ColumnReader::By(column.read));
            }
        }
    }
    TidyTable::new(name.to_owned(), schema, fields, Entries::Read(records, reads))
}

/// One field for each varied key. A key named like a column of any schema gets the prefix `vary.`.
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

fn common_kind<'a>(values: impl Iterator<Item = &'a Value>) -> ColumnKind {
    let kinds = values.map(|value| match value {
        Value::Integer(_) => ColumnKind::Integer,
        Value::Float(_) => ColumnKind::Number,
        Value::Boolean(_) => ColumnKind::Boolean,
        Value::Text(_) => ColumnKind::Text,
    });
    let joined = kinds.reduce(|one, other| match (one, other) {
        (one, other) if one == other => one,
        (ColumnKind::Integer, ColumnKind::Number) | (ColumnKind::Number, ColumnKind::Integer) => ColumnKind::Number,
        _ => ColumnKind::Text,
    });
    joined.unwrap_or(ColumnKind::Text)
}

fn summary(result: &StudyResult) -> Vec<RowSource<'_>> {
    let figures = cells(result).flat_map(|cell| cell.figures.iter().map(move |figure| (cell, figure)));
    figures
        .map(|(cell, figure)| RowSource {
            label: &figure.label,
            ..row_source(case_of(cell), (figure.measure, &figure.subject), &figure.estimate)
        })
        .collect()
}

fn differences(result: &StudyResult) -> Vec<RowSource<'_>> {
    let simulated = result.cross_check.iter().flat_map(|check| &check.differences);
    let records = result.differences.iter().chain(simulated).map(|difference| RowSource {
        baseline: result.baseline.as_deref(),
        label: &difference.figure.label,
        value: difference.figure.estimate.value,
        difference: Some(difference),
        ..row_source(
            (Some(&difference.variant), &difference.varied),
            (difference.figure.measure, &difference.figure.subject),
            &difference.change,
        )
    });
    records.collect()
}

fn points<'a>(result: &'a StudyResult, name: &str) -> Vec<RowSource<'a>> {
    let mut records = Vec::new();
    for cell in cells(result) {
        for distribution in cell.distributions.iter().filter(|distribution| distribution.name() == name) {
            let above = at_least(distribution);
            records.extend(distribution.points.iter().zip(above).map(|(point, above)| RowSource {
                point: Some((point, above.value)),
                ..row_source(case_of(cell), (distribution.measure, &distribution.subject), &point.estimate)
            }));
        }
    }
    records
}

fn comparison_row(comparison: &Comparison) -> RowSource<'_> {
    let place = (comparison.variant.as_deref(), &comparison.varied[..]);
    RowSource {
        label: &comparison.label,
        comparison: Some(comparison),
        ..row_source(place, (comparison.measure, &comparison.subject), &comparison.exact)
    }
}

/// Each cell, followed by its simulated counterpart if the result is cross-checked.
fn cells(result: &StudyResult) -> impl Iterator<Item = &Cell> {
    let simulated = result.cross_check.as_ref().map_or(&[][..], |check| &check.cells);
    result.cells.iter().enumerate().flat_map(|(place, cell)| std::iter::once(cell).chain(simulated.get(place)))
}

/// A case: its variant and its varied values.
type CaseOf<'a> = (Option<&'a str>, &'a [Value]);

fn case_of(cell: &Cell) -> CaseOf<'_> {
    (cell.variant.as_deref(), &cell.varied)
}

/// The data of a row about a case, a measure and a subject, with the value of `estimate`. The other fields are empty.
fn row_source<'a>(
    (variant, varied): CaseOf<'a>,
    (measure, subject): (&'static Measure, &'a str),
    estimate: &'a Estimate,
) -> RowSource<'a> {
    RowSource {
        variant,
        baseline: None,
        varied,
        measure,
        subject,
        label: "",
        value: estimate.value,
        estimate,
        point: None,
        difference: None,
        comparison: None,
    }
}
