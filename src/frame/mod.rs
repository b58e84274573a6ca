//! Results as tidy polars dataframes, and as Parquet and Arrow files. No other module uses polars.
//!
//! `docs/json.md` explains the columns.

pub mod arrow;
pub mod parquet;

mod read_back;

use crate::error::{Error, Result};
use crate::report::formats::tidy::{self, ColumnKind, Datum, TidyTable};
use crate::study::StudyResult;
/// The dataframe library, in the version used here.
pub use polars;
use polars::prelude::{AnyValue, Column, DataFrame, DataType, PolarsResult, Series};
use std::borrow::Cow;

pub use read_back::rows;

/// The dataframes of a result with their names: `summary`, `differences` if variants were compared, and one for each
/// kind of distribution, such as `rounds` or `relative-degrees`.
///
/// # Errors
/// Only if polars rejects a table from [`tidy::tables`], which is a bug in this program.
pub fn frames(result: &StudyResult) -> Result<Vec<(String, DataFrame)>> {
    let tables = tidy::tables(result);
    tables.map(|table| from_table(&table).map(|frame| (table.name, frame))).collect()
}

/// Converts one table to a dataframe.
///
/// # Errors
/// Only if polars rejects the table, which is a bug in this program.
pub fn from_table(table: &TidyTable<'_>) -> Result<DataFrame> {
    let column = |(place, field): (usize, &tidy::Field)| {
        let values: Vec<AnyValue<'_>> = table.column(place).map(any_value).collect();
        Series::from_any_values_and_dtype(field.name.as_str().into(), &values, &dtype(field.kind), true)
            .map(Column::from)
    };
    let columns = table.fields.iter().enumerate().map(column).collect::<PolarsResult<Vec<_>>>();
    let frame = columns.and_then(|columns| DataFrame::new(table.len(), columns));
    frame.map_err(|fault| Error::run(fault.to_string()).context(&table.name))
}

/// Returns the bytes of a file that polars writes. `write` gets a copy of the frame, because polars' writers may change
/// its layout.
fn file_bytes(
    frame: &DataFrame,
    write: impl FnOnce(&mut DataFrame, &mut Vec<u8>) -> PolarsResult<()>,
) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let written = write(&mut frame.clone(), &mut bytes);
    written.map(|()| bytes).map_err(|fault| Error::run(fault.to_string()))
}

fn any_value(datum: Datum) -> AnyValue<'static> {
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

fn dtype(kind: ColumnKind) -> DataType {
    match kind {
        ColumnKind::Integer => DataType::Int64,
        ColumnKind::Count => DataType::UInt64,
        ColumnKind::Number => DataType::Float64,
        ColumnKind::Boolean => DataType::Boolean,
        ColumnKind::Text | ColumnKind::AsVaried => DataType::String,
    }
}

#[cfg(test)]
mod tests;
