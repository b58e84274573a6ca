//! `docs/rules.md` held to the registry, and the rows of the rule catalogue held to both.

use fudgelab::report::rulebook;
use fudgelab::rules::{Choice, DamageRoll, OPTIONS};
use std::collections::BTreeSet;
use std::path::Path;

/// The rows of actions, pacing, melee, missiles, wounds and Fudge points; W28, the effects of creatures, goes by ability.
fn rows() -> Vec<String> {
    let sections = [("A", 18), ("C", 14), ("M", 19), ("R", 6), ("W", 30), ("P", 7)];
    let ids = sections.into_iter().flat_map(|(section, last)| (1..=last).map(move |row| format!("{section}{row}")));
    ids.filter(|id| id != "W28").collect()
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
        "docs/rules.md is not what the registry says; run `UPDATE=1 cargo test --test scenarios rulebook`"
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
fn every_row_stands_in_the_reference() {
    let reference = rulebook::reference();
    let mentioned = mentioned(&reference);
    let absent: Vec<String> = rows().into_iter().filter(|row| !mentioned.contains(row.as_str())).collect();
    assert_eq!(absent, Vec::<String>::new(), "rows that nothing switches");
}

/// W6: what the sources have for damage rolls stands in the reference and in a test, each by its name.
#[test]
fn every_damage_roll_is_told_and_tested() {
    let reference = rulebook::reference();
    let tests = tests_of_the_project().concat();
    assert_eq!(DamageRoll::ALL.len(), 10, "nine ways and Min-Mid-Max");
    for way in DamageRoll::ALL {
        assert!(reference.contains(&format!("| {} ", way.word())), "{way:?}");
        assert!(tests.contains(&format!("DamageRoll::{way:?}")), "no test has {way:?}");
    }
}

/// Comments of tests say which rows they exercise.
#[test]
fn every_row_is_named_by_a_test() {
    let named: BTreeSet<String> = tests_of_the_project().iter().flat_map(|code| named_in(code)).collect();
    let untested: Vec<String> = rows().into_iter().filter(|row| !named.contains(row)).collect();
    assert_eq!(untested, Vec::<String>::new(), "rows that no comment of a test names");
}

/// Teeth: headings of files, code and other words name no row.
#[test]
fn rows_are_named_in_comments_alone() {
    let named = |code: &str| named_in(code).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(named("/// W1 to W3 (SRD 4.54), A17: Kaer's C4."), "A17 C4 W1 W2 W3");
    assert_eq!(named("let a = 1; // M7, not R2D2 nor W to W9"), "M7 W9");
    assert_eq!(named("//! All of W1.\nlet w2 = \"W2\"; // of F93\n"), "F93");
}

/// The code of all tests but this file's: files of tests, and what stands below `#[cfg(test)]` in others.
fn tests_of_the_project() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut code = Vec::new();
    for (folder, all) in [("tests", true), ("src", false)] {
        rust_files(&root.join(folder), &mut |path| {
            let text = std::fs::read_to_string(path).unwrap();
            let whole = all || path.components().any(|part| part.as_os_str().to_string_lossy().contains("tests"));
            let tests =
                if whole { Some(text.as_str()) } else { text.split_once("#[cfg(test)]").map(|(_, tests)| tests) };
            code.extend(tests.filter(|_| !path.ends_with("rulebook.rs")).map(str::to_owned));
        });
    }
    code
}

fn rust_files(folder: &Path, found: &mut impl FnMut(&Path)) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.extension() {
            _ if path.is_dir() => rust_files(&path, found),
            Some(extension) if extension == "rs" => found(&path),
            _ => {}
        }
    }
}

/// The ids in comments, `W1 to W3` being three of them.
fn named_in(code: &str) -> BTreeSet<String> {
    let comments = code.lines().filter(|line| !line.trim_start().starts_with("//!"));
    let comments = comments.filter_map(|line| line.split_once("//")).map(|(_, comment)| comment);
    let mut named = BTreeSet::new();
    for comment in comments {
        let words: Vec<&str> = comment.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        named.extend(words.iter().filter_map(|word| id(word)).map(|(section, row)| format!("{section}{row}")));
        for range in words.windows(3).filter(|range| range[1] == "to") {
            if let (Some((section, first)), Some((other, last))) = (id(range[0]), id(range[2])) {
                named.extend((first..=last).filter(|_| section == other).map(|row| format!("{section}{row}")));
            }
        }
    }
    named
}

/// A letter and a number.
fn id(word: &str) -> Option<(char, u32)> {
    let (section, row) = word.split_at_checked(1)?;
    let section = section.chars().next().filter(char::is_ascii_uppercase)?;
    row.bytes().all(|digit| digit.is_ascii_digit()).then(|| row.parse().ok()).flatten().map(|row| (section, row))
}
