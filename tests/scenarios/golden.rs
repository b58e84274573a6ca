//! The figures of every shipped scenario, held against committed ones.

use std::collections::BTreeSet;
use std::fs;

use fudgelab::report::tidy::{self, Datum, Schema, Tidy};
use fudgelab::scenario::Overrides;
use fudgelab::study::MethodChoice;

use super::files::{compare, root, run, shipped, stem};

/// The ways each scenario is run: exactly where that can be, and by so many trials.
const METHODS: [(MethodChoice, &str); 2] = [(MethodChoice::Auto, ""), (MethodChoice::Simulate, "simulated.")];
const TRIALS: u64 = 20_000;

#[test]
fn every_shipped_scenario_gives_the_committed_figures() {
    let folder = root().join("tests/golden");
    let mut known = BTreeSet::from(["README.md".to_owned()]);
    for path in shipped() {
        for (method, mark) in METHODS {
            let overrides = Overrides { trials: Some(TRIALS), method: Some(method), ..Overrides::default() };
            let tables = tidy::tables(&run(&path, &overrides));
            for table in tables.iter().filter(|table| table.schema != Schema::Distribution) {
                assert!(!table.rows.is_empty(), "{}", path.display());
                let name = format!("{}.{mark}{}.csv", stem(&path), table.name);
                compare(&csv(table), &folder.join(&name));
                known.insert(name);
            }
        }
    }
    let present = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(present.collect::<BTreeSet<_>>(), known);
}

/// A table as CSV, numbers to full double precision.
fn csv(table: &Tidy) -> String {
    let names = table.fields.iter().map(|field| quoted(&field.name));
    let rows = table.rows.iter().map(|row| line(row.iter().map(entry)));
    std::iter::once(line(names)).chain(rows).collect()
}

fn line(entries: impl Iterator<Item = String>) -> String {
    entries.collect::<Vec<_>>().join(",") + "\n"
}

fn entry(datum: &Datum) -> String {
    match datum {
        Datum::Null => String::new(),
        Datum::Text(words) => quoted(words),
        Datum::Integer(whole) => whole.to_string(),
        Datum::Count(count) => count.to_string(),
        Datum::Number(number) => number.to_string(),
        Datum::Boolean(yes) => yes.to_string(),
    }
}

fn quoted(words: &str) -> String {
    if words.contains([',', '"', '\n']) { format!("\"{}\"", words.replace('"', "\"\"")) } else { words.to_owned() }
}
