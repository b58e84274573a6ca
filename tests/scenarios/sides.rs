//! Tests that misspelled sides are noticed: one wrong letter makes another side, which gives an error or a warning.

use fudgelab::scenario::{Overrides, Source, read_source};
use std::fs;
use std::path::Path;

use super::files::{root, shipped};

/// Returns misspellings of a name: a letter replaced, left out or doubled, at the start, in the middle and at the end.
fn misspelled(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let places = [0, letters.len() / 2, letters.len() - 1];
    let changed = |place: usize| {
        let with =
            |middle: &[char]| letters[..place].iter().chain(middle).chain(&letters[place + 1..]).collect::<String>();
        let other = if letters[place] == 'o' { 'a' } else { 'o' };
        [with(&[other]), with(&[]), with(&[letters[place]; 2])]
    };
    places.into_iter().flat_map(changed).filter(|other| !other.is_empty() && other != name).collect()
}

/// Returns the error or the warnings of a scenario.
fn said(text: &str, path: &Path) -> String {
    let source = Source::from_bytes("misspelled.toml", text.as_bytes().to_vec()).unwrap();
    match read_source(source, path.parent().unwrap(), &Overrides::default()) {
        Err(problems) => problems.to_string(),
        Ok(scenario) => scenario.study.warnings.iter().map(|warning| format!("{}\n", warning.message())).collect(),
    }
}

#[test]
fn misspelled_side_gives_error_or_warning() {
    let (mut tried, mut silent) = (0, Vec::new());
    let studies = fs::read_dir(root().join("scenarios/studies")).unwrap().map(|entry| entry.unwrap().path());
    for path in shipped().into_iter().chain(studies) {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (place, line) in lines.iter().enumerate() {
            let Some(side) = line.strip_prefix("side = \"").and_then(|rest| rest.split('"').next()) else { continue };
            // Only if the side has several fighters and its name at least three letters.
            let others = lines.iter().filter(|other| other.starts_with(&format!("side = \"{side}\""))).count();
            if others < 2 || side.len() < 3 {
                continue;
            }
            for other in misspelled(side) {
                let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
                changed[place] = line.replace(side, &other);
                let said = said(&changed.join("\n"), &path);
                tried += 1;
                if !said.contains("two sides") {
                    silent.push(format!("{}: {side} as {other}: {said}", path.display()));
                }
            }
        }
    }
    assert!(silent.is_empty() && tried > 100, "{tried} tried, {silent:#?}");
}
