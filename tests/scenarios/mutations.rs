//! Tests of shipped scenarios with random changes: each is rejected or has sound results.

use std::fs;

use fudgelab::scenario::{self, Overrides, Source};
use fudgelab::study::{self, Figure, StudyResult, Unit};
use jsonschema::Validator;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

use super::files::{casts, root, shipped};
use super::toml_json::json_of;

/// Replacements for [`Mutation::Value`].
const VALUES: [&str; 24] = [
    "0",
    "1",
    "2",
    "-1",
    "60",
    "1e3",
    "9223372036854775807",
    "nan",
    "1.5",
    "true",
    "\"\"",
    "\"Fair\"",
    "\"Good\"",
    "\"Legendary\"",
    "\"4dF\"",
    "\"open-ended 4dF\"",
    "\"none\"",
    "\"axe\"",
    "[]",
    "{}",
    "[1, 2]",
    "{ from = -2, to = 2 }",
    "{ weights = { \"-1\" = 1, \"2\" = 3 } }",
    "{ faces = [-1, 0, 1], count = 3 }",
];

#[derive(Debug, Clone)]
enum Mutation {
    /// Removes a line.
    Cut(Index),
    /// Copies a line to another position.
    Copy(Index, Index),
    /// Replaces the value of a line.
    Value(Index, Index),
    /// Inserts a few characters.
    Signs(Index, String),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    prop_oneof![
        1 => any::<Index>().prop_map(Mutation::Cut),
        1 => any::<(Index, Index)>().prop_map(|(from, to)| Mutation::Copy(from, to)),
        4 => any::<(Index, Index)>().prop_map(|(line, value)| Mutation::Value(line, value)),
        1 => (any::<Index>(), r#"[\[\]{}=.,"'0-9a-z\n]{1,3}"#).prop_map(|(at, signs)| Mutation::Signs(at, signs)),
    ]
}

fn mutated(text: &str, mutations: &[Mutation]) -> String {
    let mut text = text.to_owned();
    for mutation in mutations {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines.is_empty() {
            break;
        }
        match mutation {
            Mutation::Cut(line) => drop(lines.remove(line.index(lines.len()))),
            Mutation::Copy(from, to) => lines.insert(to.index(lines.len()), lines[from.index(lines.len())].clone()),
            Mutation::Value(line, value) => {
                let settings: Vec<usize> = (0..lines.len()).filter(|line| lines[*line].contains(" = ")).collect();
                if !settings.is_empty() {
                    let line = &mut lines[settings[line.index(settings.len())]];
                    let key = line.split(" = ").next().unwrap_or_default();
                    *line = format!("{key} = {}", VALUES[value.index(VALUES.len())]);
                }
            }
            Mutation::Signs(at, signs) => {
                let line = at.index(lines.len());
                let place = lines[line].floor_char_boundary(signs.len() * 7);
                lines[line].insert_str(place, signs);
            }
        }
        text = lines.join("\n");
    }
    text
}

/// Asserts that the chances of each cell's outcomes add up to 1.
fn assert_sound(result: &StudyResult, text: &str) {
    for cell in &result.cells {
        // The chances before the first mean cover all outcomes.
        let parts = cell.figures.iter().take_while(|figure| figure.unit() == Unit::Probability);
        let parts: f64 = parts.map(|figure| figure.estimate.value).sum();
        let fine = cell.figures.iter().any(|figure| figure.name() == "success") || (parts - 1.0).abs() < 1e-9;
        assert!(fine, "{parts}: {:?}\n{text}", cell.figures);
        for distribution in &cell.distributions {
            let sum: f64 = distribution.points.iter().map(|point| point.estimate.value).sum();
            // Wins by round add up to the side's chance to win.
            let wins = |one: &&Figure| one.name() == "wins" && one.subject == distribution.subject;
            let whole = match distribution.name() {
                "wins by round" => cell.figures.iter().find(wins).map_or(f64::NAN, |wins| wins.estimate.value),
                _ => 1.0,
            };
            assert!((sum - whole).abs() < 1e-9, "{} {sum}, not {whole}\n{text}", distribution.name());
        }
    }
}

fn put_through(text: &str, schema: &Validator) -> bool {
    let Ok(source) = Source::from_bytes("mutated.toml", text.as_bytes().to_vec()) else { return false };
    let overrides = Overrides { trials: Some(50), ..Overrides::default() };
    match scenario::read_source(source, &root().join("scenarios"), &overrides) {
        Err(faults) => {
            assert!(faults.render(true).len() > 10);
            false
        }
        Ok(scenario) => {
            // Values that a variant or a varied value replaces are not validated.
            let json = json_of(text);
            let edited = json.get("vary").is_some() || json.get("variants").is_some();
            assert!(
                edited || schema.is_valid(&json),
                "read, but not in the schema: {:?}\n{text}",
                schema.validate(&json)
            );
            if scenario.study.cells.len() <= 80 {
                let result = study::run(&scenario.study, &()).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_sound(&result, text);
            }
            true
        }
    }
}

#[test]
fn mutated_scenarios_are_rejected_or_sound() {
    // A cast is a scenario too: a fight with default settings.
    let texts: Vec<String> = shipped().iter().chain(&casts()).map(|path| fs::read_to_string(path).unwrap()).collect();
    let schema = jsonschema::draft202012::new(&scenario::schema()).unwrap();
    let cases = 3_000;
    let config =
        ProptestConfig { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() };
    let read = std::cell::Cell::new(0);
    let mutations = (any::<Index>(), proptest::collection::vec(mutation(), 1..4));
    proptest::test_runner::TestRunner::new(config)
        .run(&mutations, |(which, mutations)| {
            let text = mutated(&texts[which.index(texts.len())], &mutations);
            read.set(read.get() + u32::from(put_through(&text, &schema)));
            Ok(())
        })
        .unwrap();
    // Both results must be frequent enough for a meaningful test.
    assert!((cases / 10..cases * 9 / 10).contains(&read.get()), "{} of {cases} were read", read.get());
}
