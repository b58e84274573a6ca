//! JSON lines.

use super::read::rows;
use crate::error::{Error, Result};
use polars::prelude::DataFrame;
use serde_json::{Map, Value};

/// Writes one object for each row.
pub(super) fn write(frame: &DataFrame) -> Result<Vec<u8>> {
    let table = rows(frame)?;
    let mut bytes = Vec::new();
    for row in table.rows {
        let object: Map<String, Value> = table.columns.iter().cloned().zip(row.into_iter().map(Value::from)).collect();
        serde_json::to_writer(&mut bytes, &object).map_err(|fault| Error::run(fault.to_string()))?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}
