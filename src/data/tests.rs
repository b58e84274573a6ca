//! Round trips of tables through data files.

use super::*;
use crate::report::fixture;
use crate::report::formats::tidy::{self, ColumnKind, Datum, Field, Schema};
use crate::study::StudyResult;

/// The entries as text, with numbers normalized: CSV holds text only.
fn plain(read: &RawTable) -> Vec<Vec<String>> {
    let entry = |datum: &Datum| match datum {
        Datum::Null => String::new(),
        Datum::Text(words) => words.to_string(),
        Datum::Integer(whole) => (*whole as f64).to_string(),
        Datum::Count(count) => (*count as f64).to_string(),
        Datum::Number(number) => number.to_string(),
        Datum::Boolean(yes) => yes.to_string(),
    };
    let number = |text: String| text.parse().map_or(text, |number: f64| number.to_string());
    read.rows.iter().map(|row| row.iter().map(|datum| number(entry(datum))).collect()).collect()
}

#[test]
fn every_format_reads_back_equal_rows() {
    for result in fixture::all() {
        for table in tidy::tables(&result) {
            let columns: Vec<String> = table.fields.iter().map(|field| field.name.clone()).collect();
            let written = RawTable { columns, rows: table.rows().collect() };
            for format in Format::ALL {
                let back = read(write(&table, format).unwrap(), format).unwrap();
                assert_eq!(plain(&back), plain(&written), "{} {format:?}", table.name);
                // Without a row, JSON lines have no line and so no column names.
                if !(format == Format::JsonLines && table.is_empty()) {
                    assert_eq!(back.columns, written.columns, "{} {format:?}", table.name);
                }
            }
        }
    }
}

/// Damaged files are read or rejected; none causes a panic.
#[test]
fn damaged_files_are_read_or_rejected() {
    let result = fixture::variants();
    let table = tidy::tables(&result).nth(1).unwrap();
    for format in Format::ALL {
        let good = write(&table, format).unwrap();
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
            refused += u32::from(read(bytes, format).is_err());
        }
        assert!(refused > 20, "{format:?}: {refused}");
        for hostile in [&b"\xff\xfe\0"[..], b"PAR1PAR1", b"ARROW1", b"[1]", b"{\"a\": [1]}", b"\"\n\"", b"a,b\n1,2,3\n"]
        {
            let _ = read(hostile.to_vec(), format);
        }
    }
    assert!(read(b"{\"a\": [1]}".to_vec(), Format::JsonLines).unwrap_err().message().contains("line 1"));
}

#[test]
fn equal_results_give_equal_bytes() {
    let bytes = |result: &StudyResult| -> Vec<Vec<u8>> {
        let tables: Vec<_> = tidy::tables(result).collect();
        tables.iter().flat_map(|table| Format::ALL.map(|format| write(table, format).unwrap())).collect()
    };
    for result in fixture::all() {
        assert_eq!(bytes(&result), bytes(&result.clone()));
    }
}

#[test]
fn schema_columns_match_snapshot() {
    let names = |schema: Schema| schema.columns().iter().map(|column| column.name).collect::<Vec<_>>().join(" ");
    insta::assert_snapshot!(Schema::ALL.map(names).join("\n"), @r"
    variant <varied key> figure subject label unit value low high level method bound trials title
    variant baseline <varied key> figure subject label unit value change low high level method bound trials p_adjusted resolved title
    variant <varied key> subject value label probability low high level method bound trials at_least
    variant baseline <varied key> figure subject label unit exact bound simulated difference trials test p p_adjusted detectable agrees title
    ");
}

#[test]
fn csv_of_simulated_check_matches_snapshot() {
    let result = fixture::check();
    let tables: Vec<_> = tidy::tables(&result).collect();
    let text = |k: usize| String::from_utf8(write(&tables[k], Format::Csv).unwrap()).unwrap();
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

/// A table with everything that CSV fields and JSON values must escape or keep precise.
fn odd() -> TidyTable<'static> {
    let fields =
        [("words, \"quoted\"", ColumnKind::Text), ("number", ColumnKind::Number), ("count", ColumnKind::Count)];
    let words = ["", "a,b", "say \"ho\"", "two\nlines", "two\r\nlines", " spaced ", "−½ ≤ 🐉", "#no comment"];
    let numbers = [0.0, -0.0, 1.0, 0.1 + 0.2, 1e-5, 1e15, 1e16, 1.5e-300];
    let rows = words
        .iter()
        .zip(numbers)
        .map(|(words, number)| vec![Datum::Text((*words).into()), Datum::Number(number), Datum::Count(u64::MAX)]);
    let mut rows: Vec<Vec<Datum>> = rows.collect();
    rows.push(vec![Datum::Null; 3]);
    let fields = fields.map(|(name, kind)| Field { name: name.to_owned(), kind }).to_vec();
    TidyTable::from_rows("odd".to_owned(), Schema::Summary, fields, rows)
}

#[test]
fn csv_keeps_odd_words_and_numbers() {
    let text = String::from_utf8(write(&odd(), Format::Csv).unwrap()).unwrap();
    assert_eq!(
        text,
        [
            "\"words, \"\"quoted\"\"\",number,count\n",
            ",0.0,18446744073709551615\n",
            "\"a,b\",-0.0,18446744073709551615\n",
            "\"say \"\"ho\"\"\",1.0,18446744073709551615\n",
            "\"two\nlines\",0.30000000000000004,18446744073709551615\n",
            "\"two\r\nlines\",0.00001,18446744073709551615\n",
            " spaced ,1000000000000000.0,18446744073709551615\n",
            "−½ ≤ 🐉,1e+16,18446744073709551615\n",
            "#no comment,1.5e-300,18446744073709551615\n",
            ",,\n",
        ]
        .concat()
    );
    let back = read(text.into_bytes(), Format::Csv).unwrap();
    assert_eq!(plain(&back), plain(&RawTable { rows: odd().rows().collect(), ..RawTable::default() }));
}

#[test]
fn json_lines_keep_odd_words_and_numbers() {
    let back = read(write(&odd(), Format::JsonLines).unwrap(), Format::JsonLines).unwrap();
    assert_eq!(back.rows, odd().rows().collect::<Vec<_>>());
}

#[test]
fn csv_rejects_too_many_columns() {
    let many = (0..=MAX_COLUMNS).map(|k| k.to_string()).collect::<Vec<_>>().join(",");
    assert!(read(many.into_bytes(), Format::Csv).unwrap_err().message().contains("1000 columns"));
}
