//! Tests that the generated documents are up to date and that every link in a document has a target.

use super::files::{compare, root};
use fudgelab::reference::{keys, library, rulebook};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn committed_documents_match_the_program() {
    let library = library::document();
    assert!(!library.contains('?'), "a stat block that cannot be read");
    for (path, text) in [
        ("docs/rules.md", rulebook::reference()),
        ("docs/library.md", library),
        ("docs/scenario.md", keys::reference()),
    ] {
        compare(&text, &root().join(path));
    }
}

/// Returns the README, the changelog and every page in `docs`.
fn pages() -> Vec<PathBuf> {
    let folder = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = folder.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    pages.chain(["README.md", "CHANGELOG.md"].map(|name| root().join(name))).collect()
}

/// Returns the anchors of a page: its headings in lower case, with hyphens for spaces and without other punctuation.
fn anchors(page: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(page).unwrap();
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let kept = |letter: char| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        letter if letter.is_alphanumeric() => Some(letter.to_ascii_lowercase()),
        _ => None,
    };
    headings.map(|heading| heading.chars().filter_map(kept).collect()).collect()
}

#[test]
fn every_link_has_a_target() {
    let mut links = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") || link.contains(char::is_whitespace) {
                continue;
            }
            links += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: {link}", page.display());
            assert!(anchor.is_empty() || anchors(&target).contains(anchor), "{}: {link}", page.display());
        }
    }
    assert!(links > 50, "{links} links");
}
