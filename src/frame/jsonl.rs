//! JSON lines.

use super::read::rows;
use crate::error::{Error, Result};
use crate::report::tidy::Datum;
use polars::prelude::DataFrame;
use serde_json::{Map, Value};

/// Writes one object for each row.
pub(super) fn write(frame: &DataFrame) -> Result<Vec<u8>> {
    let table = rows(frame)?;
    let mut bytes = Vec::new();
    for row in table.rows {
        let object: Map<String, Value> = table.columns.iter().cloned().zip(row.into_iter().map(value)).collect();
        serde_json::to_writer(&mut bytes, &object).map_err(|fault| Error::run(fault.to_string()))?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}

fn value(datum: Datum) -> Value {
    match datum {
        Datum::Null => Value::Null,
        Datum::Text(words) => words.into(),
        Datum::Integer(whole) => whole.into(),
        Datum::Count(count) => count.into(),
        Datum::Number(number) => number.into(),
        Datum::Boolean(yes) => yes.into(),
    }
}
