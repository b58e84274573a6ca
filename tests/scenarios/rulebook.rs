//! Tests that every row of the rule catalog belongs to something in the program, that the references of rules and keys
//! are complete, and that every cited reading is in `docs/readings.md`.

use fudgelab::dice::methods;
use fudgelab::reference::keys;
use fudgelab::reference::library::CHAPTERS;
use fudgelab::reference::questions::QUESTIONS;
use fudgelab::reference::rulebook::{self, EXAMPLES};
use fudgelab::rules::damage::PrintedOption;
use fudgelab::rules::{DamageRoll, OPTIONS, RuleOption, STANCES};
use fudgelab::scenario;
use std::collections::BTreeSet;
use std::path::Path;

/// The sections of the rule catalog, each with the number of its last row.
const SECTIONS: [(&str, u32); 12] = [
    ("D", 19),
    ("A", 18),
    ("C", 14),
    ("M", 19),
    ("R", 6),
    ("W", 30),
    ("H", 5),
    ("P", 7),
    ("X", 6),
    ("E", 7),
    ("B", 4),
    ("V", 20),
];

/// Returns the ids of all rows of the catalog.
fn rows() -> Vec<String> {
    let of = |(section, last): (&str, u32)| (1..=last).map(move |row| format!("{section}{row}")).collect::<Vec<_>>();
    SECTIONS.into_iter().flat_map(of).collect()
}

/// Returns the ids that options, keys, dice methods, parts of the library and worked examples name.
fn named_by_data() -> BTreeSet<String> {
    let options = OPTIONS.iter().flat_map(|option| option.rows);
    let keys = QUESTIONS.iter().flat_map(|question| question.keys).flat_map(|(_, rows)| *rows);
    let dice = methods().iter().map(|method| method.row);
    let parts = CHAPTERS.iter().flat_map(|part| part.rows.split(", "));
    let examples = EXAMPLES.iter().map(|[row, ..]| *row);
    options.chain(keys).copied().chain(dice).chain(parts).chain(examples).map(str::to_owned).collect()
}

#[test]
fn every_row_belongs_to_something_in_the_program() {
    assert_eq!(rows().len(), 155, "rows of the catalog");
    assert_eq!(named_by_data(), rows().into_iter().collect());
    let without: Vec<_> = OPTIONS.iter().filter(|option| option.rows.is_empty()).map(|option| option.key).collect();
    assert_eq!(without, Vec::<&str>::new(), "options without a row");
}

#[test]
fn rules_reference_has_every_option_dice_method_tactic_and_part() {
    let reference = rulebook::reference();
    let options = OPTIONS.iter().map(|option| format!("\n### {}\n", option.key));
    let links = OPTIONS.iter().map(|option| format!("[{0}](#{0})", option.key));
    let dice = methods().iter().map(|method| format!("\n| {} | {} |", method.name, method.source));
    let tactics = STANCES.iter().map(|tactic| format!("\n| {} | ", tactic.word));
    let parts = CHAPTERS.iter().map(|part| format!("\n| {} | {} |", part.title, part.source));
    let mut expected = options.chain(links).chain(dice).chain(tactics).chain(parts);
    assert_eq!(expected.find(|text| !reference.contains(text)), None);
}

#[test]
fn scenario_reference_has_every_table_and_key_but_options() {
    let reference = keys::reference();
    for table in scenario::tables() {
        let name = table.name();
        let (_, section) = reference.split_once(&format!("\n### {name}\n")).unwrap_or_else(|| panic!("{name}"));
        let section = section.split("\n## ").next().unwrap().split("\n### ").next().unwrap();
        let keys = table.specs().iter().map(|spec| spec.key);
        let mut keys = keys.filter(|key| name != "rules" || RuleOption::find(key).is_none());
        assert_eq!(keys.find(|key| !section.contains(&format!("\n| `{key}` | "))), None, "{name}");
        assert!(reference.contains(&format!("[{name}](#{})", name.replace(' ', "-"))), "{name} in the contents");
    }
}

/// Ids of the catalog, numbers of readings and paths of the project mean nothing to readers of these documents.
#[test]
fn references_have_no_ids_or_paths_of_the_project() {
    let ids: BTreeSet<String> = rows().into_iter().collect();
    for reference in [rulebook::reference(), keys::reference()] {
        let words = reference.split(|letter: char| !letter.is_ascii_alphanumeric());
        assert_eq!(words.filter(|word| ids.contains(*word)).collect::<Vec<_>>(), Vec::<&str>::new());
        assert_eq!(cited(&reference), BTreeSet::new());
        for path in ["src/", "tests/", "docs/", "scenarios/", "rule catalog"] {
            let lines: Vec<&str> = reference.lines().filter(|line| line.contains(path)).collect();
            assert!(lines.is_empty(), "{path}: {lines:?}");
        }
    }
}

#[test]
fn references_fold_long_tables() {
    for reference in [rulebook::reference(), keys::reference()] {
        assert_eq!(reference.matches("<details>").count(), reference.matches("</details>").count());
        let (mut is_folded, mut rows) = (false, 0);
        for line in reference.lines() {
            is_folded = line.starts_with("<details>") || is_folded && line != "</details>";
            rows = if line.starts_with('|') && !is_folded { rows + 1 } else { 0 };
            assert!(rows < 18, "{line}");
        }
    }
}

/// W6: every damage roll of the sources is named in the reference and in a test.
#[test]
fn every_damage_roll_is_documented_and_tested() {
    let reference = rulebook::reference();
    let tests = tests_of_the_project().concat();
    assert_eq!(DamageRoll::words().len(), 10, "nine ways and Min-Mid-Max");
    for way in DamageRoll::words() {
        assert!(reference.contains(&format!("| {} ", way.word)), "{way:?}");
        assert!(tests.contains(&format!("\"{}\"", way.word)), "no test has {way:?}");
    }
}

/// The comments of tests name the rows that they test.
#[test]
fn every_row_is_named_by_a_test() {
    let named: BTreeSet<String> = tests_of_the_project().iter().flat_map(|code| named_in(code)).collect();
    let untested: Vec<String> = rows().into_iter().filter(|row| !named.contains(row)).collect();
    assert_eq!(untested, Vec::<String>::new(), "rows that no comment of a test names");
}

/// Module comments, code and other words do not name rows.
#[test]
fn only_comments_name_rows() {
    let named = |code: &str| named_in(code).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(named("/// W1 to W3 (SRD 4.54), A17: Kaer's C4."), "A17 C4 W1 W2 W3");
    assert_eq!(named("let a = 1; // M7, not R2D2 nor W to W9"), "M7 W9");
    assert_eq!(named("//! All of W1.\nlet w2 = \"W2\"; // of F93\n"), "F93");
}

/// Returns the code of all tests outside this file: test files, and everything below `#[cfg(test)]` in other files.
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
    files(folder, &mut |path| {
        if path.extension().is_some_and(|extension| extension == "rs") {
            found(path);
        }
    });
}

/// Returns the row ids in comments other than `//!`; `W1 to W3` gives three.
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

/// Splits a row id into its letter and number; `None` if the word is not an id.
fn id(word: &str) -> Option<(char, u32)> {
    let (section, row) = word.split_at_checked(1)?;
    let section = section.chars().next().filter(char::is_ascii_uppercase)?;
    row.bytes().all(|digit| digit.is_ascii_digit()).then(|| row.parse().ok()).flatten().map(|row| (section, row))
}

/// A comment with the word "reading" and a number refers to a heading of `docs/readings.md`.
#[test]
fn cited_readings_are_explained() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let explained = explained(&std::fs::read_to_string(root.join("docs/readings.md")).unwrap());
    assert!(explained.len() > 30, "{explained:?}");
    let mut unknown = BTreeSet::new();
    for place in ["src", "scenarios", "docs", "tests", "README.md"] {
        files(&root.join(place), &mut |path| {
            let text = std::fs::read(path).unwrap();
            for reading in cited(&String::from_utf8_lossy(&text)) {
                if !explained.contains(&reading) {
                    unknown.insert(format!("{}: {reading}", path.strip_prefix(root).unwrap().display()));
                }
            }
        });
    }
    assert!(unknown.is_empty(), "docs/readings.md has no such readings: {unknown:#?}");
}

#[test]
fn citations_of_readings_are_found() {
    let found = |text: &str| cited(&text.replace('_', "reading")).into_iter().collect::<Vec<_>>();
    assert_eq!(
        found("/// So it is (C9, _ 4; _\n    /// 91).\n//! _s 6 and 7, _s 13, 14, 19."),
        [4, 6, 7, 13, 14, 19, 91]
    );
    assert_eq!(found("_s 34 to 36; _ 5, 3 of them; a _ of 8"), [5, 34, 35, 36]);
    assert_eq!(explained("# 1. Title\n### 19. All-out attack\n### x\n").into_iter().collect::<Vec<_>>(), [19]);
}

/// Returns the numbers of headings such as `### 19. …`.
fn explained(text: &str) -> BTreeSet<u32> {
    let headings = text.lines().filter_map(|line| line.strip_prefix("### ")?.split_once(". "));
    headings.filter_map(|(number, _)| number.parse().ok()).collect()
}

/// Returns the readings that a text cites, even if a comment line ends between the word and the number.
fn cited(text: &str) -> BTreeSet<u32> {
    let markers = ["///", "//!", "//", "#"];
    let unmarked = |line: &str| {
        let line = line.trim();
        markers.iter().find_map(|marker| line.strip_prefix(marker)).unwrap_or(line).trim().to_owned()
    };
    let text = text.to_lowercase().lines().map(unmarked).collect::<Vec<_>>().join(" ");
    let mut cited = BTreeSet::new();
    for after in text.split("reading").skip(1) {
        let (plural, mut rest) = match after.strip_prefix("s ") {
            Some(rest) => (true, rest),
            None => (false, after.strip_prefix(' ').unwrap_or("")),
        };
        let mut range_from = None;
        while let Some((number, tail)) = leading_number(rest) {
            cited.extend(range_from.unwrap_or(number)..=number);
            let next = [", ", " and ", " to "].into_iter().find_map(|join| Some((join, tail.strip_prefix(join)?)));
            let Some((join, tail)) = next.filter(|_| plural) else { break };
            range_from = (join == " to ").then_some(number);
            rest = tail;
        }
    }
    cited
}

fn leading_number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

fn files(place: &Path, found: &mut impl FnMut(&Path)) {
    if place.is_file() {
        return found(place);
    }
    for entry in std::fs::read_dir(place).unwrap() {
        files(&entry.unwrap().path(), found);
    }
}
