//! Data files, read back: whatever is in them, as plain rows or as an error.

use super::Format;
use crate::error::{Error, Result};
use crate::report::tidy::Datum;
use polars::prelude::{AnyValue, CsvReadOptions, DataFrame, IpcReader, ParquetReader, PolarsResult, SerReader};
use serde_json::{Map, Value};
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Every row of JSON lines may bring keys of its own; no table of ours has as many columns.
const MOST_COLUMNS: usize = 1000;

/// A table as it was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Read {
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows, each as long as `columns`.
    pub rows: Vec<Vec<Datum>>,
}

/// Reads the bytes of a data file. CSV knows no kinds: everything in it is text.
///
/// # Errors
/// The bytes are no such file, or hold what no table of ours does, such as lists.
pub fn read(bytes: Vec<u8>, format: Format) -> Result<Read> {
    if bytes.is_empty() {
        // JSON lines of a table without rows.
        return Ok(Read::default());
    }
    match format {
        Format::JsonLines => json_lines(&bytes),
        Format::Csv => by_polars(|| {
            let options = CsvReadOptions::default().with_infer_schema_length(Some(0));
            options.into_reader_with_file_handle(Cursor::new(bytes)).finish()
        }),
        Format::Parquet => by_polars(|| ParquetReader::new(Cursor::new(bytes)).finish()),
        Format::Arrow => by_polars(|| IpcReader::new(Cursor::new(bytes)).finish()),
    }
}

/// How many readers run whose panics are nobody's business.
static READING: AtomicUsize = AtomicUsize::new(0);
static HOOK: Once = Once::new();

/// Reads by polars, whose readers panic on some damaged files: that is an error like any other.
fn by_polars(read: impl FnOnce() -> PolarsResult<DataFrame>) -> Result<Read> {
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if READING.load(Ordering::Relaxed) == 0 {
                before(info);
            }
        }));
    });
    READING.fetch_add(1, Ordering::Relaxed);
    let done = catch_unwind(AssertUnwindSafe(|| read().map(|frame| rows(&frame))));
    READING.fetch_sub(1, Ordering::Relaxed);
    match done {
        Ok(Ok(read)) => read,
        Ok(Err(fault)) => Err(Error::input(fault.to_string())),
        Err(_) => Err(Error::input("the file is damaged")),
    }
}

/// The rows of a dataframe.
pub(super) fn rows(frame: &DataFrame) -> Result<Read> {
    let columns: Vec<String> = frame.columns().iter().map(|column| column.name().to_string()).collect();
    let mut rows = vec![Vec::with_capacity(columns.len()); frame.height()];
    for column in frame.columns() {
        let series = column.as_materialized_series();
        for (row, value) in rows.iter_mut().zip(series.iter()) {
            row.push(datum(&value).map_err(|error| error.context(format!("column `{}`", column.name())))?);
        }
    }
    Ok(Read { columns, rows })
}

fn datum(value: &AnyValue<'_>) -> Result<Datum> {
    Ok(match value {
        AnyValue::Null => Datum::Null,
        AnyValue::String(words) => Datum::Text((*words).to_owned()),
        AnyValue::StringOwned(words) => Datum::Text(words.to_string()),
        AnyValue::Boolean(yes) => Datum::Boolean(*yes),
        AnyValue::UInt64(count) => Datum::Count(*count),
        AnyValue::Float64(number) => finite(*number),
        AnyValue::Float32(number) => finite(f64::from(*number)),
        other => match other.try_extract::<i64>() {
            Ok(whole) if other.is_integer() => Datum::Integer(whole),
            _ => return Err(Error::input(format!("neither words nor a number: {}", other.dtype()))),
        },
    })
}

fn finite(number: f64) -> Datum {
    if number.is_finite() { Datum::Number(number) } else { Datum::Null }
}

fn json_lines(bytes: &[u8]) -> Result<Read> {
    let text = std::str::from_utf8(bytes).map_err(|_| Error::input("it is no text in UTF-8"))?;
    let mut read = Read::default();
    for (place, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = |error: Error| error.context(format!("line {}", place + 1));
        let object: Map<String, Value> =
            serde_json::from_str(line).map_err(|fault| at(Error::input(fault.to_string())))?;
        let mut row = vec![Datum::Null; read.columns.len()];
        for (name, value) in object {
            let datum = json_datum(value).map_err(at)?;
            match read.columns.iter().position(|column| *column == name) {
                Some(column) => row[column] = datum,
                None if read.columns.len() == MOST_COLUMNS => {
                    return Err(at(Error::input(format!("there are more than {MOST_COLUMNS} columns"))));
                }
                None => {
                    read.columns.push(name);
                    row.push(datum);
                }
            }
        }
        read.rows.push(row);
    }
    let columns = read.columns.len();
    for row in &mut read.rows {
        row.resize(columns, Datum::Null);
    }
    Ok(read)
}

fn json_datum(value: Value) -> Result<Datum> {
    Ok(match value {
        Value::Null => Datum::Null,
        Value::Bool(yes) => Datum::Boolean(yes),
        Value::String(words) => Datum::Text(words),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(whole), ..) => Datum::Integer(whole),
            (_, Some(count), _) => Datum::Count(count),
            (.., Some(value)) => finite(value),
            _ => Datum::Null,
        },
        Value::Array(_) | Value::Object(_) => {
            return Err(Error::input("neither words nor a number: a list or a table"));
        }
    })
}
