//! Dataframes of results: names, types, and round trips through files.

use super::*;
use crate::report::fixture;
use crate::report::formats::tidy::VARIED;
use crate::study::Value;

#[test]
fn files_read_back_equal_frames() {
    for result in fixture::all() {
        for (name, frame) in frames(&result).unwrap() {
            let files = [
                parquet::read(parquet::write(&frame).unwrap()).unwrap(),
                arrow::read(arrow::write(&frame).unwrap()).unwrap(),
            ];
            for back in files {
                assert!(back.equals_missing(&frame), "{} {name}", result.title);
                assert_eq!(back.schema(), frame.schema(), "{} {name}", result.title);
            }
        }
    }
}

#[test]
fn frames_match_documented_columns() {
    for result in fixture::all() {
        for (table, (_, frame)) in tidy::tables(&result).zip(frames(&result).unwrap()) {
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
fn frames_have_names_of_their_tables() {
    let names = |result| frames(&result).unwrap().into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(fixture::check()), ["summary", "relative-degrees"]);
    assert_eq!(names(fixture::variants()), ["summary", "differences", "rounds"]);
}

#[test]
fn varied_columns_have_type_of_their_values() {
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
fn varied_key_named_like_a_column_gets_a_prefix() {
    let mut result = fixture::grid();
    result.varied = vec!["value".to_owned(), "value".to_owned()];
    let (_, frame) = frames(&result).unwrap().remove(0);
    assert!(frame.column("vary.value").is_ok() && frame.column("vary.vary.value").is_ok());
}

#[test]
fn infinite_bounds_are_null() {
    let mut result = fixture::check();
    result.cells[0].figures[1].estimate = crate::stats::Estimate::mean(3, 9, 1);
    let (_, frame) = frames(&result).unwrap().remove(0);
    assert_eq!(frame.column("low").unwrap().null_count(), 1);
    assert_eq!(frame.column("value").unwrap().null_count(), 0);
}

#[test]
fn at_least_column_equals_sum_from_the_top() {
    let exact = frames(&fixture::duel()).unwrap().remove(1).1;
    let above = exact.column("at_least").unwrap().f64().unwrap().into_no_null_iter().collect::<Vec<_>>();
    assert_eq!(above[5], 0.204);
    assert!((above[0] - 1.0).abs() < 1e-15 && above[0] <= 1.0);
    let counted = frames(&fixture::check()).unwrap().remove(1).1;
    let above = counted.column("at_least").unwrap().f64().unwrap().into_no_null_iter().collect::<Vec<_>>();
    assert_eq!(above, [1.0, 1.0, 0.8766, 0.2766]);
}
