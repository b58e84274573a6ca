//! Reads rows from the dataframes of data files, which may hold anything or be damaged.

use crate::error::{Error, Result};
use crate::report::formats::tidy::{Datum, RawTable};
use polars::prelude::{AnyValue, DataFrame, PolarsError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of polars readers that are running. While it is above 0, panics are not printed.
static ACTIVE_READERS: AtomicUsize = AtomicUsize::new(0);
static PANIC_HOOK: Once = Once::new();

/// Runs a polars reader. Some readers panic on damaged files; a panic becomes an error.
pub(super) fn catching_panics<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    PANIC_HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if ACTIVE_READERS.load(Ordering::Relaxed) == 0 {
                before(info);
            }
        }));
    });
    ACTIVE_READERS.fetch_add(1, Ordering::Relaxed);
    let done = catch_unwind(AssertUnwindSafe(read));
    ACTIVE_READERS.fetch_sub(1, Ordering::Relaxed);
    done.unwrap_or_else(|_| Err(Error::input("the file is damaged")))
}

pub(super) fn read_error(fault: PolarsError) -> Error {
    Error::input(fault.to_string())
}

/// The column names and rows of a dataframe.
///
/// # Errors
/// If it has values that this program never writes, such as lists, or was read from a damaged file.
pub fn rows(frame: &DataFrame) -> Result<RawTable> {
    catching_panics(|| {
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
        AnyValue::Float64(number) => finite_or_null(*number),
        AnyValue::Float32(number) => finite_or_null(f64::from(*number)),
        other => match other.try_extract::<i64>() {
            Ok(whole) if other.is_integer() => Datum::Integer(whole),
            _ => return Err(Error::input(format!("neither text nor a number: {}", other.dtype()))),
        },
    })
}

/// A number as a datum; null if it is infinite or NaN.
fn finite_or_null(number: f64) -> Datum {
    if number.is_finite() { Datum::Number(number) } else { Datum::Null }
}
