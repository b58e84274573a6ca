//! Results as tidy polars dataframes, and the files written from them. The only place that knows polars.
//!
//! What the columns mean stands in [`Schema::columns`](crate::report::tidy::Schema::columns).

mod arrow;
mod csv;
mod jsonl;
mod parquet;
mod read;

use crate::error::{Error, Result};
use crate::report::tidy::{self, Datum, Kind, Tidy};
use crate::study::StudyResult;
use polars::prelude::{AnyValue, Column, DataFrame, DataType, PolarsResult, Series};

pub use read::{Read, read};

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values, UTF-8, with a line of names; null is an empty field.
    Csv,
    /// Apache Parquet.
    Parquet,
    /// Apache Arrow IPC file (Feather version 2).
    Arrow,
    /// JSON lines: one object for each row.
    JsonLines,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 4] = [Self::Csv, Self::Parquet, Self::Arrow, Self::JsonLines];

    /// The extension of its files, which is also its name: `csv`, `parquet`, `arrow`, `jsonl`.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::JsonLines => "jsonl",
        }
    }
}

/// The dataframes of a result with their names: `summary`, `differences` where variants were compared, and one
/// for each kind of distribution, such as `rounds` or `relative-degrees`.
///
/// # Errors
/// Only if polars refuses what [`tidy::tables`] made, which is a fault of this program.
pub fn frames(result: &StudyResult) -> Result<Vec<(String, DataFrame)>> {
    let named = |table: Tidy| match frame(&table) {
        Ok(frame) => Ok((table.name, frame)),
        Err(fault) => Err(Error::run(fault.to_string()).context(table.name)),
    };
    tidy::tables(result).into_iter().map(named).collect()
}

/// The bytes of a file that holds the dataframe; the same bytes for the same dataframe.
///
/// # Errors
/// Only if polars cannot write it.
pub fn write(frame: &DataFrame, format: Format) -> Result<Vec<u8>> {
    let by_polars = |write: fn(&mut DataFrame, &mut Vec<u8>) -> PolarsResult<()>| {
        let mut bytes = Vec::new();
        let written = write(&mut frame.clone(), &mut bytes);
        written.map(|()| bytes).map_err(|fault| Error::run(fault.to_string()))
    };
    let bytes = match format {
        Format::Csv => by_polars(|frame, out| csv::write(frame, out)),
        Format::Parquet => by_polars(|frame, out| parquet::write(frame, out)),
        Format::Arrow => by_polars(|frame, out| arrow::write(frame, out)),
        Format::JsonLines => jsonl::write(frame),
    };
    bytes.map_err(|error| error.context(format.extension()))
}

fn frame(table: &Tidy) -> PolarsResult<DataFrame> {
    let column = |(place, field): (usize, &tidy::Field)| {
        let values: Vec<AnyValue<'_>> =
            table.rows.iter().map(|row| row.get(place).map_or(AnyValue::Null, value)).collect();
        Series::from_any_values_and_dtype(field.name.as_str().into(), &values, &dtype(field.kind), true)
            .map(Column::from)
    };
    let columns = table.fields.iter().enumerate().map(column).collect::<PolarsResult<Vec<_>>>()?;
    DataFrame::new(table.rows.len(), columns)
}

fn value(datum: &Datum) -> AnyValue<'_> {
    match datum {
        Datum::Null => AnyValue::Null,
        Datum::Text(words) => AnyValue::String(words),
        Datum::Integer(whole) => AnyValue::Int64(*whole),
        Datum::Count(count) => AnyValue::UInt64(*count),
        Datum::Number(number) => AnyValue::Float64(*number),
        Datum::Boolean(yes) => AnyValue::Boolean(*yes),
    }
}

fn dtype(kind: Kind) -> DataType {
    match kind {
        Kind::Integer => DataType::Int64,
        Kind::Count => DataType::UInt64,
        Kind::Number => DataType::Float64,
        Kind::Boolean => DataType::Boolean,
        Kind::Text | Kind::AsVaried => DataType::String,
    }
}

#[cfg(test)]
mod tests;
