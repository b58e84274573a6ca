//! Comma-separated values.

use super::{MOST_COLUMNS, Read};
use crate::error::{Error, Result};
use crate::report::tidy::{Datum, Tidy};
use csv::{Reader, Writer};
use serde_json::Value;
use std::borrow::Cow;

/// Writes the table with a line of names; numbers get as many digits as it takes to read them back.
pub(super) fn write(table: &Tidy) -> Result<Vec<u8>> {
    let mut writer = Writer::from_writer(Vec::new());
    let names = table.fields.iter().map(|field| field.name.as_str());
    writer.write_record(names).map_err(|fault| Error::run(fault.to_string()))?;
    for row in &table.rows {
        writer.write_record(row.iter().map(field)).map_err(|fault| Error::run(fault.to_string()))?;
    }
    writer.into_inner().map_err(|fault| Error::run(fault.to_string()))
}

/// What stands in a field; numbers are written as in JSON.
fn field(datum: &Datum) -> Cow<'_, [u8]> {
    match datum {
        Datum::Null => Cow::Borrowed(&[]),
        Datum::Text(words) => Cow::Borrowed(words.as_bytes()),
        other => Cow::Owned(Value::from(other).to_string().into_bytes()),
    }
}

/// Reads every field as text, an empty one as null.
pub(super) fn read(bytes: &[u8]) -> Result<Read> {
    let fault = |fault: csv::Error| Error::input(fault.to_string());
    let mut reader = Reader::from_reader(bytes);
    let columns: Vec<String> = reader.headers().map_err(fault)?.iter().map(str::to_owned).collect();
    if columns.len() > MOST_COLUMNS {
        return Err(Error::input(format!("there are more than {MOST_COLUMNS} columns")));
    }
    let datum = |field: &str| if field.is_empty() { Datum::Null } else { Datum::Text(field.to_owned().into()) };
    let mut rows = Vec::new();
    for record in reader.records() {
        rows.push(record.map_err(fault)?.iter().map(datum).collect());
    }
    Ok(Read { columns, rows })
}
