//! Texts that tests compare with committed ones, many to a file, each under a heading with its name.
//!
//! After an intended change, `UPDATE=1 cargo test …` rewrites the files; `git diff` shows the changes.

use std::collections::BTreeMap;
use std::path::Path;

/// Compares named texts with `tests/<file>`, byte for byte; writes that file if the environment variable `UPDATE` is
/// set.
///
/// # Panics
///
/// If a text is new, missing or different, which the message shows, or if two have the same name.
pub fn held(file: &str, texts: &[(String, String)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let now: String = texts.iter().map(|(name, text)| section(name, text)).collect();
    let named: BTreeMap<&str, &str> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    assert_eq!(named.len(), texts.len(), "{file}: two texts of one name");
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(&path, now).unwrap();
    }
    let was = std::fs::read_to_string(&path).unwrap_or_default();
    if now == was {
        return;
    }
    let committed = sections(&was);
    let mut moved = String::new();
    for (name, text) in &named {
        match committed.get(name) {
            Some(old) if old == text => {}
            Some(old) => moved += &format!("\n{name}\n--- was\n{old}\n--- now\n{text}\n"),
            None => moved += &format!("\n{name}\n--- is new\n{text}\n"),
        }
    }
    for name in committed.keys().filter(|name| !named.contains_key(*name)) {
        moved += &format!("\n{name}\n--- is gone\n");
    }
    let moved = if moved.is_empty() { "\ntheir order".to_owned() } else { moved };
    panic!("tests/{file} has changed:\n{moved}\nif this is meant, run the test with UPDATE=1");
}

fn section(name: &str, text: &str) -> String {
    assert!(!text.lines().any(is_heading), "{name}: a line of the text looks like a heading");
    format!("=== {name} ===\n{text}\n\n")
}

fn is_heading(line: &str) -> bool {
    line.starts_with("=== ") && line.ends_with(" ===")
}

/// The texts of a file by name.
fn sections(all: &str) -> BTreeMap<&str, &str> {
    let mut found = BTreeMap::new();
    let mut begun: Option<(&str, usize)> = None;
    let mut at = 0;
    for line in all.split_inclusive('\n') {
        if is_heading(line.trim_end()) {
            if let Some((name, start)) = begun {
                found.insert(name, body(&all[start..at]));
            }
            begun = Some((line.trim_end().trim_start_matches("=== ").trim_end_matches(" ==="), at + line.len()));
        }
        at += line.len();
    }
    if let Some((name, start)) = begun {
        found.insert(name, body(&all[start..]));
    }
    found
}

fn body(text: &str) -> &str {
    text.strip_suffix("\n\n").unwrap_or(text)
}
