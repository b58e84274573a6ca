//! Reads and writes CSV files.

use super::MAX_COLUMNS;
use crate::error::{Error, Result};
use crate::report::formats::tidy::{Datum, RawTable, TidyTable};
use csv::{Reader, Writer};
use std::borrow::Cow;

/// Writes the table with a header line; numbers get as many digits as it takes to read them back exactly.
pub(super) fn write(table: &TidyTable<'_>) -> Result<Vec<u8>> {
    let mut writer = Writer::from_writer(Vec::new());
    let names = table.fields.iter().map(|field| escape_formula(&field.name));
    let failed = |fault: csv::Error| Error::run(fault.to_string());
    writer.write_record(names.map(Cow::into_owned)).map_err(failed)?;
    for row in table.rows() {
        let fields = row.iter().map(field).collect::<Result<Vec<_>>>()?;
        writer.write_record(fields.iter().map(|field| field.as_bytes())).map_err(failed)?;
    }
    writer.into_inner().map_err(|fault| Error::run(fault.to_string()))
}

/// The text of a field; numbers are formatted as in JSON.
fn field(datum: &Datum) -> Result<Cow<'_, str>> {
    Ok(match datum {
        Datum::Null => Cow::Borrowed(""),
        Datum::Text(words) => escape_formula(words),
        other => Cow::Owned(serde_json::to_string(other).map_err(|fault| Error::run(fault.to_string()))?),
    })
}

/// First characters that make a spreadsheet read a field as a formula; the last four are full-width forms.
const FORMULA_STARTS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Whether a spreadsheet would calculate with `words` instead of showing them. Numbers are harmless.
fn is_formula(words: &str) -> bool {
    let is_number = || words.parse().is_ok_and(f64::is_finite);
    words.trim_start_matches('\'').starts_with(FORMULA_STARTS) && !is_number()
}

/// Puts a `'` before words that a spreadsheet would take for a formula, such as a fighter called `=HYPERLINK(…)` in a
/// file that a stranger wrote.
fn escape_formula(words: &str) -> Cow<'_, str> {
    if is_formula(words) { Cow::Owned(format!("'{words}")) } else { Cow::Borrowed(words) }
}

/// Undoes [`escape_formula`].
fn unescape_formula(field: &str) -> &str {
    field.strip_prefix('\'').filter(|words| is_formula(words)).unwrap_or(field)
}

/// Reads every field as text; an empty field is null.
pub(super) fn read(bytes: &[u8]) -> Result<RawTable> {
    let fault = |fault: csv::Error| Error::input(fault.to_string());
    let mut reader = Reader::from_reader(bytes);
    let columns: Vec<String> =
        reader.headers().map_err(fault)?.iter().map(unescape_formula).map(str::to_owned).collect();
    if columns.len() > MAX_COLUMNS {
        return Err(Error::input(format!("there are more than {MAX_COLUMNS} columns")));
    }
    let datum = |field: &str| {
        if field.is_empty() { Datum::Null } else { Datum::Text(unescape_formula(field).to_owned().into()) }
    };
    let mut rows = Vec::new();
    for record in reader.records() {
        rows.push(record.map_err(fault)?.iter().map(datum).collect());
    }
    Ok(RawTable { columns, rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_escaped_and_read_back() {
        let formulas = [
            "=HYPERLINK(\"http://a\")",
            "+1 to hit",
            "-2 (poor)",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "＝1",
            "'=1",
            "-",
            "-inf",
        ];
        for words in formulas {
            assert_eq!(escape_formula(words), format!("'{words}"));
            assert_eq!(unescape_formula(&escape_formula(words)), words);
        }
        for words in ["-2", "+1", "-1e5", "Ann", "'tis", "", "−2", "a=b", "4dF"] {
            assert_eq!(escape_formula(words), words);
            assert_eq!(unescape_formula(words), words);
        }
    }
}
