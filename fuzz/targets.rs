//! What is fuzzed. libFuzzer calls these (`fuzz_targets`), and so does `tests/core/fuzzed.rs`, which every build plays for a moment.

use fudgelab::Dice;
use fudgelab::scenario::{Overrides, Scenario, Source, read_source};
use fudgelab::study::{self, MethodChoice, Study};
use std::path::Path;

/// Larger studies take longer than a fuzzer should wait.
const MOST_CELLS: usize = 8;

/// Dice, by their notation: what is read is read again by its own name.
pub fn dice(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(dice) = Dice::parse(text) {
        let again = Dice::parse(dice.name()).unwrap_or_else(|error| panic!("`{text}` is `{}`: {error}", dice.name()));
        assert_eq!(again.pmf(), dice.pmf(), "`{text}` is `{}`", dice.name());
    }
}

/// A scenario file: read, or refused with a message.
pub fn scenario(bytes: &[u8]) {
    read(bytes);
}

/// A scenario file, and a few trials of what is read.
pub fn run(bytes: &[u8]) {
    let Some(scenario) = read(bytes) else { return };
    // Analyses look at many cells more.
    let study = Study {
        method: MethodChoice::Simulate,
        trials: 2,
        goal: None,
        analyses: Vec::new(),
        questions: Vec::new(),
        expectations: Vec::new(),
        ..scenario.study
    };
    if study.cells.len() <= MOST_CELLS {
        study::run(&study, &()).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn read(bytes: &[u8]) -> Option<Scenario> {
    let source = Source::from_bytes("fuzzed.toml", bytes.to_vec()).ok()?;
    match read_source(source, Path::new("no-such-folder"), &Overrides::default()) {
        Ok(scenario) => Some(scenario),
        Err(problems) => {
            assert!(problems.render(false).len() > 10);
            None
        }
    }
}
