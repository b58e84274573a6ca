//! `docs/rules.md` held to the registry, and the rows of the rule catalogue held to both.

use fudgelab::report::rulebook;
use fudgelab::rules::OPTIONS;
use std::collections::BTreeSet;
use std::path::Path;

/// The rows of fights that are built, and so must stay told.
fn named() -> Vec<String> {
    let range = |family: &str, last: u32| (1..=last).map(|number| format!("{family}{number}")).collect::<Vec<_>>();
    let records = ["W10", "W11", "W12", "W13", "W14", "W16", "W17", "W18", "W24", "W26", "W30"];
    let around_the_wound = ["W15", "W19", "W20", "W21", "W22", "W23", "W25", "W27", "W29"];
    let others = records.into_iter().chain(around_the_wound).map(str::to_owned).collect();
    [range("C", 14), range("M", 19), range("P", 7), range("R", 6), range("W", 9), others].concat()
}

/// Every word of the reference that could be an id.
fn mentioned(reference: &str) -> BTreeSet<&str> {
    reference.split(|letter: char| !letter.is_ascii_alphanumeric()).collect()
}

#[test]
fn the_committed_reference_is_the_registry_s() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md");
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(path, rulebook::reference()).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == rulebook::reference(),
        "docs/rules.md is not what the registry says; run `UPDATE=1 cargo test --test rulebook`"
    );
}

#[test]
fn every_row_of_an_option_stands_in_the_reference() {
    let reference = rulebook::reference();
    let mentioned = mentioned(&reference);
    for option in OPTIONS {
        assert!(reference.contains(&format!("\n### {}\n", option.key)), "{}", option.key);
        let absent: Vec<_> = option.rows.iter().filter(|row| !mentioned.contains(**row)).collect();
        assert!(absent.is_empty() && !option.rows.is_empty(), "{}: {absent:?}", option.key);
    }
}

#[test]
fn every_row_of_fights_is_built() {
    let reference = rulebook::reference();
    let mentioned = mentioned(&reference);
    let absent: Vec<String> = named().into_iter().filter(|row| !mentioned.contains(row.as_str())).collect();
    assert_eq!(absent, Vec::<String>::new(), "rows that nothing switches");
}
