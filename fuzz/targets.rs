//! Fuzz targets, called by libFuzzer (`fuzz_targets`) and by `tests/core/fuzzed.rs`, which plays them briefly in every
//! test run.

use fudgelab::formula::{Formula, FormulaScope, Outcomes};
use fudgelab::scenario::{Overrides, Scenario, Source, read_source};
use fudgelab::study::{self, MethodChoice, Study};
use fudgelab::{Dice, Error};
use std::path::Path;

/// Maximum number of cells of a study that is run; larger ones take too long for a fuzzer.
const MOST_CELLS: usize = 8;

/// Parses dice notation. The name of the parsed dice must parse to the same distribution.
pub fn dice(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(dice) = Dice::parse(text) {
        let again = Dice::parse(dice.name()).unwrap_or_else(|error| panic!("`{text}` is `{}`: {error}", dice.name()));
        assert_eq!(again.pmf(), dice.pmf(), "`{text}` is `{}`", dice.name());
    }
}

/// Parses a formula, then notes, rolls and weighs it. A rolled value must be among the weighed ones.
pub fn formula(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let word = |word: &str, _: Option<&str>| (word == "Good").then_some(1);
    let method = |name: &str| match name {
        "2d6-table" => Ok(vec![(-1, 1), (0, 34), (1, 1)]),
        _ => Err(Error::input(format!("the method `{name}` is not known here"))),
    };
    let names = ["need", "degree", "armor"];
    let Ok(formula) =
        Formula::read(text, &FormulaScope { names: &names, word: &word, method: &method, ..FormulaScope::empty() })
    else {
        return;
    };
    formula.notes(&[Some((2, 2)), None, Some((0, 3))]);
    let inputs = [2, 1, 3];
    // Pseudorandom numbers that depend only on the text.
    let mut state = text.len() as u64;
    let mut below = |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) % limit
    };
    let rolled = formula.roll(&inputs, &mut below);
    let Ok(outcomes) = formula.weigh(&inputs) else { return };
    let (values, sum): (Vec<i64>, f64) = match outcomes {
        Outcomes::Exact(items, total) => {
            assert_eq!(items.iter().map(|(_, weight)| weight).sum::<u128>(), total, "`{text}`");
            (items.into_iter().map(|(value, _)| value).collect(), 1.0)
        }
        Outcomes::Rounded(items) => {
            (items.iter().map(|(value, _)| *value).collect(), items.iter().map(|(_, chance)| chance).sum())
        }
    };
    assert!((sum - 1.0).abs() < 1e-9, "the chances of `{text}` add up to {sum}");
    // A roll may fail alone, since it has its own limit of steps.
    if let Ok(value) = rolled {
        assert!(values.binary_search(&value).is_ok(), "`{text}` is never {value}");
    }
}

/// Reads a scenario file; if it is invalid, there must be a message.
pub fn scenario(bytes: &[u8]) {
    read(bytes);
}

/// Reads a scenario file and simulates a few trials.
pub fn run(bytes: &[u8]) {
    let Some(scenario) = read(bytes) else { return };
    // Without analyses, which run many more cells.
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
