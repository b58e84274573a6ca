//! Reads and writes JSON lines.

use super::MAX_COLUMNS;
use crate::error::{Error, Result};
use crate::report::formats::tidy::{Datum, RawTable, TidyTable};
use serde::Serializer;
use serde_json::{Map, Value};

/// Writes one object per row.
pub(super) fn write(table: &TidyTable<'_>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for row in table.rows() {
        let members = table.fields.iter().map(|field| &field.name).zip(&row);
        let written = serde_json::Serializer::new(&mut bytes).collect_map(members);
        written.map_err(|fault| Error::run(fault.to_string()))?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}

/// Reads one object per line. A row that lacks a column of other rows gets null there.
pub(super) fn read(bytes: &[u8]) -> Result<RawTable> {
    let text = std::str::from_utf8(bytes).map_err(|_| Error::input("it is not UTF-8 text"))?;
    let mut read = RawTable::default();
    for (place, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = |error: Error| error.context(format!("line {}", place + 1));
        let object: Map<String, Value> =
            serde_json::from_str(line).map_err(|fault| at(Error::input(fault.to_string())))?;
        let mut row = vec![Datum::Null; read.columns.len()];
        for (name, value) in object {
            let datum = datum(value).map_err(at)?;
            match read.columns.iter().position(|column| *column == name) {
                Some(column) => row[column] = datum,
                None if read.columns.len() == MAX_COLUMNS => {
                    return Err(at(Error::input(format!("there are more than {MAX_COLUMNS} columns"))));
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

fn datum(value: Value) -> Result<Datum> {
    Ok(match value {
        Value::Null => Datum::Null,
        Value::Bool(yes) => Datum::Boolean(yes),
        Value::String(words) => Datum::Text(words.into()),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(whole), ..) => Datum::Integer(whole),
            (_, Some(count), _) => Datum::Count(count),
            (.., Some(value)) if value.is_finite() => Datum::Number(value),
            _ => Datum::Null,
        },
        Value::Array(_) | Value::Object(_) => {
            return Err(Error::input("neither text nor a number: a list or a table"));
        }
    })
}
