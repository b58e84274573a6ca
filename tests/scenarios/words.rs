//! Phrases that CONTRIBUTING.md advises against, in comments, test names and commit subjects.

use super::files::root;
use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The last commit whose subject is not checked.
const SINCE: &str = "1cec4741";
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

/// Text that a developer reads.
#[derive(Debug, PartialEq)]
enum Text {
    /// The comment of an item or a module.
    Doc(String),
    /// Any other comment, a test name, or a commit subject.
    Other(String),
}

impl Text {
    /// The names of the phrases that it contains.
    fn unwanted(&self, phrases: &[(&'static str, Regex)]) -> Vec<&'static str> {
        let (is_doc, text) = match self {
            Self::Doc(text) => (true, text),
            Self::Other(text) => (false, text),
        };
        let applies = phrases.iter().enumerate().filter(|(place, _)| *place > 0 || is_doc);
        applies.filter(|(_, (_, phrase))| phrase.is_match(text)).map(|(_, (name, _))| *name).collect()
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

#[test]
fn no_comment_or_test_name_has_unwanted_phrases() {
    let phrases = phrases();
    let (mut paths, mut wrong) = (Vec::new(), Vec::new());
    sources(root(), &mut paths);
    // This file has to list the phrases.
    for path in paths.iter().filter(|path| !path.ends_with("scenarios/words.rs")) {
        let name = path.strip_prefix(root()).unwrap().to_string_lossy();
        for text in texts(&name, &fs::read_to_string(path).unwrap()) {
            wrong.extend(text.unwanted(&phrases).into_iter().map(|phrase| format!("{name}: {phrase}: {text:?}")));
        }
    }
    assert!(wrong.is_empty(), "find other words: {wrong:#?}");
}

#[test]
fn commit_subjects_are_short_and_have_no_unwanted_phrases() {
    let Some(subjects) = subjects() else {
        println!("SKIPPED: commit subjects since {SINCE}, which git does not show here");
        return;
    };
    let phrases = phrases();
    let is_wrong = |subject: &String| {
        subject.chars().count() > LONGEST_SUBJECT || !Text::Other(subject.clone()).unwanted(&phrases).is_empty()
    };
    let wrong: Vec<String> = subjects.into_iter().filter(is_wrong).collect();
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
    let unwanted: Vec<_> = found.iter().flat_map(|text| text.unwanted(&phrases())).collect();
    let expected = [PHRASES[0].0, "free relatives", "pronouns for roles", "verbs with another meaning"];
    assert_eq!(unwanted, expected);
    let python = texts("a.py", "# Somebody\ndef test_a_run_goes_by():\n    pass\n");
    assert_eq!(python, [other("Somebody"), other("test a run goes by")]);
}
