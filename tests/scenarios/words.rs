//! Counts phrases that CONTRIBUTING.md advises against in comments, test names and commit subjects. A count may only go
//! down.

use super::files::root;
use regex::Regex;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The last commit whose subject is not checked.
const SINCE: &str = "71a0832";
/// Maximum length of a commit subject, in characters.
const LONGEST_SUBJECT: usize = 72;

/// Name and pattern of each phrase. The first applies only to the first word of a doc comment.
const PHRASES: &[(&str, &str)] = &[
    ("doc comments that begin with a relative pronoun", r"^(What|Who|Whom|Whose|Where|How|Which)\b"),
    ("free relatives", r"(?i)\b(whoever|whomever|of whom|to who)\b"),
    ("pronouns for roles", r"(?i)\b(somebody|nobody|anybody)\b"),
    ("negated existence", r"(?i)\b(none where|nothing where|is none)\b|\bthat (is|are) no\b"),
    ("verbs with another meaning", r"(?i)\b(comes? to|goes by|befall\w*|held to|heeds?)\b"),
    ("unnamed amounts", r"(?i)\bso (many|much)\b"),
];
const LONG_SUBJECTS: &str = "commit subjects that are too long";

/// Text that a developer reads.
#[derive(Debug, PartialEq)]
enum Text {
    /// The comment of an item or a module.
    Doc(String),
    /// Any other comment, a test name, or a commit subject.
    Other(String),
}

impl Text {
    /// Adds the number of matches of each phrase to `counts`.
    fn count(&self, phrases: &[(&'static str, Regex)], counts: &mut BTreeMap<&'static str, usize>) {
        for (place, (name, phrase)) in phrases.iter().enumerate() {
            let (is_doc, text) = match self {
                Self::Doc(text) => (true, text),
                Self::Other(text) => (false, text),
            };
            if place > 0 || is_doc {
                *counts.entry(name).or_default() += phrase.find_iter(text).count();
            }
        }
    }
}

/// Returns the comment blocks of a file, without comments that follow code, and the names of its tests.
fn texts(name: &str, source: &str) -> Vec<Text> {
    let is_rust = name.ends_with(".rs");
    let signs: &[&str] = if is_rust {
        &["///", "//!", "//"]
    } else if name.ends_with(".mjs") || name.ends_with(".js") {
        &["//"]
    } else {
        &["#"]
    };
    let mut texts: Vec<Text> = Vec::new();
    let mut block: Option<(&str, String)> = None;
    let mut is_test = false;
    let end = |block: Option<(&str, String)>, texts: &mut Vec<Text>| {
        if let Some((sign, text)) = block {
            texts.push(if is_rust && sign != "//" { Text::Doc(text) } else { Text::Other(text) });
        }
    };
    for line in source.lines().map(str::trim) {
        match signs.iter().find(|sign| line.starts_with(**sign)) {
            Some(sign) => {
                let words = line[sign.len()..].trim();
                match &mut block {
                    Some((begun, text)) if begun == sign => {
                        text.push(' ');
                        text.push_str(words);
                    }
                    _ => end(block.replace((*sign, words.to_owned())), &mut texts),
                }
            }
            None => {
                end(block.take(), &mut texts);
                if let Some(name) = test_name(name, line, is_test) {
                    texts.push(Text::Other(name));
                }
                is_test = line.starts_with("#[test]") || (is_test && line.starts_with("#["));
            }
        }
    }
    end(block, &mut texts);
    texts
}

/// Returns the name of the test that begins on a line, in words; `None` if no test begins there.
fn test_name(file: &str, line: &str, after_attribute: bool) -> Option<String> {
    let name = if file.ends_with(".rs") {
        line.strip_prefix("fn ").filter(|_| after_attribute)?.split('(').next()?
    } else if file.ends_with(".py") {
        line.strip_prefix("def ").filter(|name| name.starts_with("test_"))?.split('(').next()?
    } else {
        line.strip_prefix("test(\"")?.split('"').next()?
    };
    Some(name.replace('_', " "))
}

/// Adds the files below `folder` that may have comments to `found`.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() {
            if !["target", "node_modules", "dist", "out", ".git"].contains(&name.as_str()) {
                sources(&path, found);
            }
        } else if [".rs", ".mjs", ".js", ".py", ".sh"].iter().any(|ending| name.ends_with(ending))
            || folder.file_name().is_some_and(|folder| folder == ".ci")
        {
            found.push(path);
        }
    }
}

/// Returns the subjects of the commits after [`SINCE`], or `None` if git or its history is missing.
fn subjects() -> Option<Vec<String>> {
    let range = format!("{SINCE}..HEAD");
    let log =
        Command::new("git").current_dir(root()).args(["log", "--no-merges", "--format=%s", &range]).output().ok()?;
    log.status.success().then(|| String::from_utf8_lossy(&log.stdout).lines().map(str::to_owned).collect())
}

fn phrases() -> Vec<(&'static str, Regex)> {
    PHRASES.iter().map(|(name, phrase)| (*name, Regex::new(phrase).unwrap())).collect()
}

/// Counts the phrases in all sources except this file, which has to list them, and in commit subjects.
fn counts() -> BTreeMap<&'static str, usize> {
    let phrases = phrases();
    let mut counts: BTreeMap<&str, usize> = PHRASES.iter().map(|(name, _)| (*name, 0)).collect();
    let mut paths = Vec::new();
    sources(root(), &mut paths);
    for path in paths.iter().filter(|path| !path.ends_with("scenarios/words.rs")) {
        let source = fs::read_to_string(path).unwrap();
        texts(&path.to_string_lossy(), &source).iter().for_each(|text| text.count(&phrases, &mut counts));
    }
    match subjects() {
        Some(subjects) => {
            let long = subjects.iter().filter(|subject| subject.chars().count() > LONGEST_SUBJECT);
            counts.insert(LONG_SUBJECTS, long.count());
            subjects.into_iter().for_each(|subject| Text::Other(subject).count(&phrases, &mut counts));
        }
        None => println!("SKIPPED: commit subjects since {SINCE}, which git does not show here"),
    }
    counts
}

fn committed(path: &Path) -> BTreeMap<String, usize> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| line.split_once(": "));
    lines.map(|(name, count)| (name.to_owned(), count.parse().unwrap())).collect()
}

#[test]
fn unwanted_phrases_do_not_increase() {
    let path = root().join("tests/words.txt");
    let mut committed = committed(&path);
    let mut wrong = Vec::new();
    for (name, count) in counts() {
        let limit = committed.get(name).copied().unwrap_or_else(|| panic!("tests/words.txt does not list {name}"));
        if count > limit {
            wrong.push(format!("{name}: {count}, at most {limit} allowed: find other words"));
        } else if count < limit && std::env::var_os("UPDATE").is_some() {
            committed.insert(name.to_owned(), count);
        } else if count < limit {
            wrong.push(format!("{name}: {count}, fewer than {limit}: run UPDATE=1 cargo test --test scenarios words"));
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        let lines: String = committed.iter().map(|(name, count)| format!("{name}: {count}\n")).collect();
        fs::write(&path, lines).unwrap();
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn phrases_are_found_in_comments_and_test_names() {
    let source = "//! What it does,\n//! for whoever asks.\n\nlet so_many = 1; // somebody\n// Nobody knows how many\n\
                  #[test]\n#[cfg(unix)]\nfn the_end_comes_to_nothing() {}\n/// Whether it is.\n/// Where.\nfn befalls() {}\n";
    let found = texts("a.rs", source);
    let doc = |text: &str| Text::Doc(text.to_owned());
    let other = |text: &str| Text::Other(text.to_owned());
    let names = [
        doc("What it does, for whoever asks."),
        other("Nobody knows how many"),
        other("the end comes to nothing"),
        doc("Whether it is. Where."),
    ];
    assert_eq!(found, names);
    let mut counts = BTreeMap::new();
    found.iter().for_each(|text| text.count(&phrases(), &mut counts));
    assert_eq!(counts.into_values().collect::<Vec<_>>(), [1, 1, 0, 1, 0, 1]);
    let python = texts("a.py", "# Somebody\ndef test_a_run_goes_by():\n    pass\n");
    assert_eq!(python, [other("Somebody"), other("test a run goes by")]);
}
