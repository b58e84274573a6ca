//! Reads rows from the dataframes of data files, which may hold anything or be damaged.

use crate::error::{Error, Result};
use crate::report::formats::tidy::{Datum, RawTable};
use polars::prelude::{AnyValue, DataFrame, PolarsError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of polars readers at work; while there are any, panics are not printed.
static READING: AtomicUsize = AtomicUsize::new(0);
static HOOK: Once = Once::new();

/// Runs a polars reader. Some readers panic on damaged files; a panic becomes an error.
pub(super) fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if READING.load(Ordering::Relaxed) == 0 {
                before(info);
            }
        }));
    });
    READING.fetch_add(1, Ordering::Relaxed);
    let done = catch_unwind(AssertUnwindSafe(read));
    READING.fetch_sub(1, Ordering::Relaxed);
    done.unwrap_or_else(|_| Err(Error::input("the file is damaged")))
}

pub(super) fn unreadable(fault: PolarsError) -> Error {
    Error::input(fault.to_string())
}

/// The column names and rows of a dataframe.
///
/// # Errors
/// If it holds values that no table of ours has, such as lists, or was read from a damaged file.
pub fn rows(frame: &DataFrame) -> Result<RawTable> {
    guarded(|| {
        let columns: Vec<String> = frame.columns().iter().map(|column| column.name().to_string()).collect();
        let mut rows = vec![Vec::with_capacity(columns.len()); frame.height()];
        for column in frame.columns() {
            let series = column.as_materialized_series();
            for (row, value) in rows.iter_mut().zip(series.iter()) {
                row.push(datum(&value).map_err(|error| error.context(format!("column `{}`", column.name())))?);
            }
        }
        Ok(RawTable { columns, rows })
    })
}

fn datum(value: &AnyValue<'_>) -> Result<Datum> {
    Ok(match value {
        AnyValue::Null => Datum::Null,
        AnyValue::String(words) => Datum::Text((*words).to_owned().into()),
        AnyValue::StringOwned(words) => Datum::Text(words.to_string().into()),
        AnyValue::Boolean(yes) => Datum::Boolean(*yes),
        AnyValue::UInt64(count) => Datum::Count(*count),
        AnyValue::Float64(number) => finite(*number),
        AnyValue::Float32(number) => finite(f64::from(*number)),
        other => match other.try_extract::<i64>() {
            Ok(whole) if other.is_integer() => Datum::Integer(whole),
            _ => return Err(Error::input(format!("neither text nor a number: {}", other.dtype()))),
        },
    })
}

fn finite(number: f64) -> Datum {
    if number.is_finite() { Datum::Number(number) } else { Datum::Null }
}
