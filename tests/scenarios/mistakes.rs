//! Tests of shipped scenarios with one mistake in them: each mistake gives one error, and each suggestion is accepted.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fudgelab::document::Problems;
use fudgelab::scenario::{self, Overrides, Source};

use super::files::{casts, root, shipped, stem};

/// The kind of a mistake, and the lines of a file with that mistake.
type Mistake = (&'static str, Vec<String>);

/// Returns every shipped scenario, including casts and claims.
fn scenarios() -> Vec<PathBuf> {
    let claims = fs::read_dir(root().join("scenarios/claims")).unwrap().map(|entry| entry.unwrap().path());
    let claims = claims.filter(|path| path.extension().is_some_and(|end| end == "toml"));
    let mut all: Vec<PathBuf> = shipped().into_iter().chain(casts()).chain(claims).collect();
    all.sort();
    all
}

fn problems(text: &str, folder: &Path) -> Option<Problems> {
    let source = Source::from_bytes("mistake.toml", text.as_bytes().to_vec()).unwrap();
    let overrides = Overrides { allow_outside: true, ..Overrides::default() };
    scenario::read_source(source, folder, &overrides).err()
}

/// Returns the name without its second letter, which makes it unknown.
fn misspelt(name: &str) -> String {
    name.chars().enumerate().filter(|(at, _)| *at != 1).map(|(_, letter)| letter).collect()
}

/// Returns all mistakes that can be made in line `at`.
fn mistakes(lines: &[String], at: usize) -> Vec<Mistake> {
    let line = &lines[at];
    let with = |line: String| [&lines[..at], &[line], &lines[at + 1..]].concat();
    if line.starts_with('[') {
        let name = line.trim_matches(['[', ']']).split('.').next().unwrap_or_default();
        let mut found = vec![("header misspelt", with(line.replacen(name, &misspelt(name), 1)))];
        if !line.starts_with("[[") {
            let end = lines[at + 1..].iter().position(|line| line.starts_with('[')).map_or(lines.len(), |n| at + 1 + n);
            found.push(("block twice", [&lines[..end], &lines[at..]].concat()));
        }
        return found;
    }
    let Some((key, value)) = line.split_once(" = ") else { return Vec::new() };
    if key.is_empty() || !key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_') {
        return Vec::new();
    }
    let mut found = vec![
        ("key misspelt", with(format!("{} = {value}", misspelt(key)))),
        ("key unknown", with(format!("xyzzy = {value}"))),
    ];
    let word = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).filter(|word| !word.contains('"'));
    if let Some(word) = word {
        found.push(("key twice", [&lines[..at], std::slice::from_ref(line), &lines[at..]].concat()));
        found.push(("word misspelt", with(format!("{key} = \"{}\"", misspelt(word)))));
        found.push(("no quote", with(format!("{key} = \"{word}"))));
        found.push(("wrong type", with(format!("{key} = [true]"))));
    } else if value.parse::<i64>().is_ok() {
        found.push(("wrong type", with(format!("{key} = \"xyzzy\""))));
    }
    found
}

/// Calls `each` once for every kind of mistake in every key of every kind of table, with a name for the mistake, the
/// text and its folder.
fn every_mistake(mut each: impl FnMut(&str, &str, &Path)) {
    let mut seen = BTreeSet::new();
    for path in scenarios() {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut table = String::new();
        for (at, line) in lines.iter().enumerate() {
            if line.starts_with('[') {
                let header = line.trim_matches(['[', ']']);
                table = header.rsplit_once('.').map_or(header, |(above, _)| above).to_owned();
            }
            let key = line.split(" = ").next().filter(|_| !line.starts_with('[')).unwrap_or_default();
            for (kind, mistaken) in mistakes(&lines, at) {
                if seen.insert((kind, table.clone(), key.to_owned())) {
                    let name = format!("{kind}: {}, line {}: {line}", stem(&path), at + 1);
                    each(&name, &mistaken.join("\n"), path.parent().unwrap());
                }
            }
        }
    }
    assert!(seen.len() > 600, "{} mistakes", seen.len());
}

#[test]
fn one_mistake_gives_one_error() {
    let mut wrong = Vec::new();
    every_mistake(|name, text, folder| {
        let Some(problems) = problems(text, folder) else { return };
        let messages: Vec<&str> = problems.iter().map(|problem| problem.message()).collect();
        if messages.len() != 1 {
            wrong.push(format!("{name}\n    {}", messages.join("\n    ")));
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_suggestion_is_accepted() {
    let (mut suggestions, mut wrong) = (0, Vec::new());
    every_mistake(|name, text, folder| {
        let Some(found) = problems(text, folder) else { return };
        for problem in found.iter() {
            let texts = [problem.label_text(), problem.help_text()].into_iter().flatten();
            let Some(said) = texts.filter_map(|text| text.strip_prefix("did you mean ")).next() else { continue };
            let Some(span) = problem.span().filter(|span| span.source == 0 && span.end > 0) else { continue };
            let quote = if text[span.start..].starts_with('"') { "\"" } else { "" };
            for meant in said.split('`').skip(1).step_by(2) {
                suggestions += 1;
                let mended = format!("{}{quote}{meant}{quote}{}", &text[..span.start], &text[span.end..]);
                let Some(again) = problems(&mended, folder) else { continue };
                let unknown = again.iter().filter(|other| other.span().is_some_and(|other| other.start == span.start));
                // The suggested word may still contradict others, but it must be known.
                let unknown = unknown
                    .filter(|other| other.message().contains("unknown") || other.message().contains(" cannot be "));
                wrong.extend(unknown.map(|other| format!("{name}: `{meant}`: {}", other.message())));
            }
        }
    });
    assert!(wrong.is_empty() && suggestions > 150, "{suggestions} suggestions\n{}", wrong.join("\n"));
}
