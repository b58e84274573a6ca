//! What is written is what is read back.

use super::*;
use crate::report::fixture;
use crate::report::tidy::{Schema, VARIED};
use crate::study::Value;
use polars::prelude::{CsvReadOptions, IpcReader, ParquetReader, SchemaRef, SerReader};
use std::io::Cursor;

fn results() -> Vec<StudyResult> {
    vec![
        fixture::duel(),
        fixture::check(),
        fixture::variants(),
        fixture::both(5_600),
        fixture::series(),
        fixture::grid(),
        fixture::empty(),
    ]
}

fn read(bytes: Vec<u8>, format: Format, schema: &SchemaRef) -> PolarsResult<DataFrame> {
    let bytes = Cursor::new(bytes);
    match format {
        Format::Csv => {
            let options = CsvReadOptions::default().with_schema(Some(schema.clone()));
            options.into_reader_with_file_handle(bytes).finish()
        }
        Format::Parquet => ParquetReader::new(bytes).finish(),
        Format::Arrow => IpcReader::new(bytes).finish(),
        Format::JsonLines => unreachable!("polars does not write these"),
    }
}

/// Polars reads what it has written; JSON lines are read back by the next test.
#[test]
fn every_format_gives_back_the_frame() {
    for result in results() {
        for (name, frame) in frames(&result).unwrap() {
            for format in [Format::Csv, Format::Parquet, Format::Arrow] {
                let back = read(write(&frame, format).unwrap(), format, frame.schema()).unwrap();
                assert!(back.equals_missing(&frame), "{} {name} {format:?}", result.title);
                assert_eq!(back.schema(), frame.schema(), "{} {name} {format:?}", result.title);
            }
        }
    }
}

/// The entries as the comparison of results sees them: CSV holds text only.
fn plain(read: &Read) -> Vec<Vec<String>> {
    let entry = |datum: &Datum| match datum {
        Datum::Null => String::new(),
        Datum::Text(words) => words.clone(),
        Datum::Integer(whole) => (*whole as f64).to_string(),
        Datum::Count(count) => (*count as f64).to_string(),
        Datum::Number(number) => number.to_string(),
        Datum::Boolean(yes) => yes.to_string(),
    };
    let number = |text: String| text.parse().map_or(text, |number: f64| number.to_string());
    read.rows.iter().map(|row| row.iter().map(|datum| number(entry(datum))).collect()).collect()
}

#[test]
fn every_format_is_read_alike() {
    for result in results() {
        for (name, frame) in frames(&result).unwrap() {
            let [csv, parquet, arrow, jsonl] =
                Format::ALL.map(|format| super::read(write(&frame, format).unwrap(), format).unwrap());
            assert_eq!(parquet, arrow, "{name}");
            assert_eq!(plain(&csv), plain(&parquet), "{name}");
            // Without a row there is no line, and so no names of columns.
            let columns: &[String] = if frame.height() > 0 { &csv.columns } else { &[] };
            assert_eq!((columns, plain(&jsonl)), (&jsonl.columns[..], plain(&parquet)), "{name}");
        }
    }
}

/// Damaged files are read or refused, and nothing else.
#[test]
fn damaged_files_are_errors() {
    let (_, frame) = frames(&fixture::variants()).unwrap().remove(1);
    for format in Format::ALL {
        let good = write(&frame, format).unwrap();
        let mut refused = 0;
        let mut random = 1_u64;
        for round in 0..400 {
            let mut bytes = good.clone();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let place = (random >> 33) as usize % bytes.len();
            match round % 4 {
                0 => bytes.truncate(place),
                1 => drop(bytes.drain(place / 2..place)),
                _ => bytes[place] ^= 1 << (random >> 60 & 7),
            }
            refused += u32::from(super::read(bytes, format).is_err());
        }
        assert!(refused > 20, "{format:?}: {refused}");
        for hostile in [&b"\xff\xfe\0"[..], b"PAR1PAR1", b"ARROW1", b"[1]", b"{\"a\": [1]}", b"\"\n\"", b"a,b\n1,2,3\n"]
        {
            let _ = super::read(hostile.to_vec(), format);
        }
    }
    assert!(super::read(b"{\"a\": [1]}".to_vec(), Format::JsonLines).unwrap_err().message().contains("line 1"));
}

#[test]
fn the_same_result_gives_the_same_bytes() {
    let bytes = |result: &StudyResult| -> Vec<Vec<u8>> {
        let frames = frames(result).unwrap();
        frames.iter().flat_map(|(_, frame)| Format::ALL.map(|format| write(frame, format).unwrap())).collect()
    };
    for result in results() {
        assert_eq!(bytes(&result), bytes(&result.clone()));
    }
}

#[test]
fn frames_are_as_documented() {
    for result in results() {
        for (table, (_, frame)) in tidy::tables(&result).iter().zip(frames(&result).unwrap()) {
            let mut columns = frame.columns().iter();
            for documented in table.schema.columns() {
                let count = if documented.name == VARIED { result.varied.len() } else { 1 };
                for column in columns.by_ref().take(count) {
                    if documented.name != VARIED {
                        assert_eq!(column.name().as_str(), documented.name);
                        assert_eq!(column.dtype().to_string(), documented.kind.name().replace("string", "str"));
                    }
                }
            }
            assert!(columns.next().is_none());
        }
    }
}

#[test]
fn the_columns_are_these() {
    let names = |schema: Schema| schema.columns().iter().map(|column| column.name).collect::<Vec<_>>().join(" ");
    insta::assert_snapshot!(Schema::ALL.map(names).join("\n"), @r"
    variant <varied key> figure subject label unit value low high level method bound trials title
    variant baseline <varied key> figure subject label unit value change low high level method bound trials p_adjusted resolved title
    variant <varied key> subject value label probability low high level method bound trials at_least
    variant baseline <varied key> figure subject label unit exact bound simulated difference trials test p p_adjusted detectable agrees title
    ");
    for column in Schema::ALL.iter().flat_map(|schema| schema.columns()) {
        assert!(!column.meaning.is_empty());
        assert_eq!(column.unit.is_empty(), column.kind == Kind::Text, "{}", column.name);
    }
}

#[test]
fn a_simulated_summary_and_a_distribution_as_csv() {
    let frames = frames(&fixture::check()).unwrap();
    let text = |k: usize| String::from_utf8(write(&frames[k].1, Format::Csv).unwrap()).unwrap();
    insta::assert_snapshot!(format!("{}{}", text(0), text(1)), @r"
    variant,figure,subject,label,unit,value,low,high,level,method,bound,trials,title
    ,success,,,probability,0.8766,0.87000876276723,0.8829020096599763,0.95,wilson,,10000,success
    ,margin,,,levels,-0.1532,-0.18075633689846984,-0.12564366310153016,0.95,mean,,10000,margin
    variant,subject,value,label,probability,low,high,level,method,bound,trials,at_least
    ,,-2,Bad,0.0,0.0,0.0003688199146,0.95,clopper-pearson,,10000,1.0
    ,,-1,Poor,0.1234,0.11709799034002366,0.12999123723276992,0.95,wilson,,10000,1.0
    ,,0,Fair,0.6,0.5903615437302925,0.6095616565955722,0.95,wilson,,10000,0.8766
    ,,1,Good,0.2766,0.2679197981237997,0.28545177234821856,0.95,wilson,,10000,0.2766
    ");
}

#[test]
fn frames_are_named_after_what_they_hold() {
    let names = |result| frames(&result).unwrap().into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(fixture::check()), ["summary", "relative-degrees"]);
    assert_eq!(names(fixture::variants()), ["summary", "differences", "rounds"]);
}

#[test]
fn varied_columns_take_the_kind_of_their_values() {
    let cases = [
        (vec![Value::Integer(1), Value::Integer(2)], DataType::Int64),
        (vec![Value::Integer(1), Value::Float(1.5)], DataType::Float64),
        (vec![Value::Boolean(true), Value::Boolean(false)], DataType::Boolean),
        (vec![Value::Integer(1), Value::Text("Fair".into())], DataType::String),
        (vec![Value::Boolean(true), Value::Float(0.5)], DataType::String),
    ];
    for (values, dtype) in cases {
        let mut result = fixture::series();
        result.cells.truncate(2);
        for (cell, value) in result.cells.iter_mut().zip(values) {
            cell.varied = vec![value];
        }
        let (_, frame) = frames(&result).unwrap().remove(0);
        assert_eq!(frame.column("check.difficulty").unwrap().dtype(), &dtype);
    }
}

#[test]
fn a_key_called_like_a_column_gets_a_name_of_its_own() {
    let mut result = fixture::grid();
    result.varied = vec!["value".to_owned(), "value".to_owned()];
    let (_, frame) = frames(&result).unwrap().remove(0);
    assert!(frame.column("vary.value").is_ok() && frame.column("vary.vary.value").is_ok());
}

#[test]
fn what_is_not_finite_is_null() {
    let mut result = fixture::check();
    result.cells[0].figures[1].estimate = crate::stats::Estimate::mean(3, 9, 1);
    let (_, frame) = frames(&result).unwrap().remove(0);
    assert_eq!(frame.column("low").unwrap().null_count(), 1);
    assert_eq!(frame.column("value").unwrap().null_count(), 0);
}

#[test]
fn at_least_adds_from_the_top_and_counts_in_whole_trials() {
    let exact = frames(&fixture::duel()).unwrap().remove(1).1;
    let above = exact.column("at_least").unwrap().f64().unwrap().into_no_null_iter().collect::<Vec<_>>();
    assert_eq!(above[5], 0.204);
    assert!((above[0] - 1.0).abs() < 1e-15 && above[0] <= 1.0);
    let counted = frames(&fixture::check()).unwrap().remove(1).1;
    let above = counted.column("at_least").unwrap().f64().unwrap().into_no_null_iter().collect::<Vec<_>>();
    assert_eq!(above, [1.0, 1.0, 0.8766, 0.2766]);
}
