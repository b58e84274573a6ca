//! Results as tidy polars dataframes, and Parquet and Arrow files of them. The only place that knows polars.
//!
//! `docs/json.md` says what the columns mean.

pub mod arrow;
pub mod parquet;

mod read;

use crate::error::{Error, Result};
use crate::report::formats::tidy::{self, Datum, Kind, Tidy};
use crate::study::StudyResult;
/// The library of the dataframes, in the version that they come from.
pub use polars;
use polars::prelude::{AnyValue, Column, DataFrame, DataType, PolarsResult, Series};
use std::borrow::Cow;

pub use read::rows;

/// The dataframes of a result with their names: `summary`, `differences` where variants were compared, and one
/// for each kind of distribution, such as `rounds` or `relative-degrees`.
///
/// # Errors
/// Only if polars refuses what [`tidy::tables`] made, which is a fault of this program.
pub fn frames(result: &StudyResult) -> Result<Vec<(String, DataFrame)>> {
    let tables = tidy::tables(result);
    tables.map(|table| of(&table).map(|frame| (table.name, frame))).collect()
}

/// The dataframe of one table.
///
/// # Errors
/// Only if polars refuses a table of ours, which is a fault of this program.
pub fn of(table: &Tidy<'_>) -> Result<DataFrame> {
    let column = |(place, field): (usize, &tidy::Field)| {
        let values: Vec<AnyValue<'_>> = table.column(place).map(value).collect();
        Series::from_any_values_and_dtype(field.name.as_str().into(), &values, &dtype(field.kind), true)
            .map(Column::from)
    };
    let columns = table.fields.iter().enumerate().map(column).collect::<PolarsResult<Vec<_>>>();
    let frame = columns.and_then(|columns| DataFrame::new(table.len(), columns));
    frame.map_err(|fault| Error::run(fault.to_string()).context(&table.name))
}

/// The bytes that polars writes to a file. Its writers may change the layout of the frame, so they get one of their own.
fn bytes(frame: &DataFrame, write: impl FnOnce(&mut DataFrame, &mut Vec<u8>) -> PolarsResult<()>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let written = write(&mut frame.clone(), &mut bytes);
    written.map(|()| bytes).map_err(|fault| Error::run(fault.to_string()))
}

fn value(datum: Datum) -> AnyValue<'static> {
    match datum {
        Datum::Null => AnyValue::Null,
        Datum::Text(Cow::Borrowed(words)) => AnyValue::String(words),
        Datum::Text(Cow::Owned(words)) => AnyValue::StringOwned(words.into()),
        Datum::Integer(whole) => AnyValue::Int64(whole),
        Datum::Count(count) => AnyValue::UInt64(count),
        Datum::Number(number) => AnyValue::Float64(number),
        Datum::Boolean(yes) => AnyValue::Boolean(yes),
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
