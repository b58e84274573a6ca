//! Comma-separated values.

use super::MOST_COLUMNS;
use crate::error::{Error, Result};
use crate::report::formats::tidy::{Datum, RawTable, Tidy};
use csv::{Reader, Writer};
use std::borrow::Cow;

/// Writes the table with a line of names; numbers get as many digits as it takes to read them back.
pub(super) fn write(table: &Tidy<'_>) -> Result<Vec<u8>> {
    let mut writer = Writer::from_writer(Vec::new());
    let names = table.fields.iter().map(|field| shielded(&field.name));
    let failed = |fault: csv::Error| Error::run(fault.to_string());
    writer.write_record(names.map(Cow::into_owned)).map_err(failed)?;
    for row in table.rows() {
        let fields = row.iter().map(field).collect::<Result<Vec<_>>>()?;
        writer.write_record(fields.iter().map(|field| field.as_bytes())).map_err(failed)?;
    }
    writer.into_inner().map_err(|fault| Error::run(fault.to_string()))
}

/// What stands in a field; numbers are written as in JSON.
fn field(datum: &Datum) -> Result<Cow<'_, str>> {
    Ok(match datum {
        Datum::Null => Cow::Borrowed(""),
        Datum::Text(words) => shielded(words),
        other => Cow::Owned(serde_json::to_string(other).map_err(|fault| Error::run(fault.to_string()))?),
    })
}

/// What a spreadsheet takes for the beginning of a formula, some of it in other scripts.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Whether a spreadsheet would calculate with these words instead of showing them. Numbers it may take for numbers.
fn is_formula(words: &str) -> bool {
    let is_number = || words.parse().is_ok_and(f64::is_finite);
    words.trim_start_matches('\'').starts_with(FORMULA) && !is_number()
}

/// Words with a `'` before them where a spreadsheet would take them for a formula: they come from files that other people wrote, and a
/// fighter may be called `=HYPERLINK(…)`.
fn shielded(words: &str) -> Cow<'_, str> {
    if is_formula(words) { Cow::Owned(format!("'{words}")) } else { Cow::Borrowed(words) }
}

/// The words as they were before [`shielded`].
fn bare(field: &str) -> &str {
    field.strip_prefix('\'').filter(|words| is_formula(words)).unwrap_or(field)
}

/// Reads every field as text, an empty one as null.
pub(super) fn read(bytes: &[u8]) -> Result<RawTable> {
    let fault = |fault: csv::Error| Error::input(fault.to_string());
    let mut reader = Reader::from_reader(bytes);
    let columns: Vec<String> = reader.headers().map_err(fault)?.iter().map(bare).map(str::to_owned).collect();
    if columns.len() > MOST_COLUMNS {
        return Err(Error::input(format!("there are more than {MOST_COLUMNS} columns")));
    }
    let datum = |field: &str| if field.is_empty() { Datum::Null } else { Datum::Text(bare(field).to_owned().into()) };
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
    fn formulas_are_shown_as_text_and_read_back() {
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
            assert_eq!(shielded(words), format!("'{words}"));
            assert_eq!(bare(&shielded(words)), words);
        }
        for words in ["-2", "+1", "-1e5", "Ann", "'tis", "", "−2", "a=b", "4dF"] {
            assert_eq!(shielded(words), words);
            assert_eq!(bare(words), words);
        }
    }
}
