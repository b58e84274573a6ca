//! Hostile input: any bytes lead to errors quickly, and never to a panic.

use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::Edits;
use crate::document::assembly::{VARIANTS, VARY};
use crate::document::{Context, DOCUMENT, LoadOptions, Reader, Source, decode, load_source};
use crate::ladder::Ladder;

/// Runs everything that this layer does with a text, and returns the rendered problems. `None` if the bytes are not
/// text.
fn put_through(bytes: Vec<u8>) -> Option<String> {
    let source = Source::from_bytes("stdin", bytes).ok()?;
    let mut document = load_source(source, Path::new("no-such-folder"), LoadOptions::default());
    Reader::open(&document.root, "the scenario", &DOCUMENT, Context::plain(), &mut document.problems, |reader| {
        reader.read_with(&VARY, decode::map(decode::number));
        reader.read_with(&VARIANTS, decode::map(decode::map(decode::count)))
    });
    let edits = Edits::plan(document.root, &Ladder::default(), &mut document.problems);
    assert!(edits.iter().take(100).count() == edits.cells().min(100));
    document.problems.render(true);
    Some(document.problems.render(false))
}

const SAMPLE: &str = r#"title = "Success rates" # é
include = ["cast/barroom.toml"]
[check]
trait = "Fair"
difficulty = 1.5e3
[[show]]
while = { "party wins" = ">= 70 %", x = [1, 2, { y = '''z''' }] }
[variants]
"no roll" = { rules.damage_roll = "none" }
[vary]
"rules.dice" = ["4dF", "3d6-table"]
check.difficulty = { from = "Terrible", to = "Superb", step = 1 }
combine = "cross"
"#;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_bytes_cause_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        put_through(bytes);
    }

    #[test]
    fn random_toml_signs_cause_no_panic(text in r#"([\[\]{}=.,"'\\#\n\r é]|a|vary|from|to|1|-|'''|""")*"#) {
        put_through(text.into_bytes());
    }

    #[test]
    fn mutated_scenarios_cause_no_panic(
        cuts in proptest::collection::vec((0..SAMPLE.len(), 0..8_usize, r#"[\[\]{}=.,"'\\\n0-9a-z]{0,4}"#), 1..6)
    ) {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        for (at, length, insert) in cuts {
            let start = at.min(bytes.len());
            let end = (start + length).min(bytes.len());
            bytes.splice(start..end, insert.into_bytes());
        }
        put_through(bytes);
    }
}

#[test]
fn large_invalid_files_report_errors() {
    let keys: String = (0..60_000).map(|number| format!("k{number}=1\n")).collect();
    let texts = [
        "a = [".to_owned() + &"1,".repeat(500_000),
        "= ".repeat(200_000),
        "\"".repeat(1_000_000),
        "a = \n".repeat(50_000),
        "[a]\n".repeat(100_000),
        keys.clone(),
        format!("[vary]\n{keys}"),
        format!("[variants]\n{}", keys.replace("=1", "={}")),
    ];
    for text in texts {
        let said = put_through(text.clone().into_bytes());
        assert!(said.is_some_and(|said| said.starts_with("error: ")), "{}", &text[..20]);
    }
}
