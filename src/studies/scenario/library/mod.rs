//! The library: creatures and people from the sources, as stat blocks that fighters copy with `like` (B1, B4).
//!
//! The files are written like a user's own `[cast.*]`, and read by the same code.

mod figures;
pub(super) mod printed;

use crate::document::{Node, Problems, Span, parse::parse_as, same_word};
use std::collections::HashSet;
use std::sync::LazyLock;

/// Short names of the sources, with their titles.
pub const SOURCES: [(&str, &str); 6] = [
    ("SRD", "Fudge System Reference Document (2005)"),
    ("FF", "Fantasy Fudge, in the same document"),
    ("F93", "FUDGE, July 1993"),
    ("LITE", "Fudge Lite 3.12"),
    ("KAER", "a campaign's house rules"),
    (OURS, "suggestions of this program, where the sources print no skill"),
];

/// The tag of this program's own suggestions, which no source prints.
pub(super) const OURS: &str = "OURS";

/// The shelf of the library that a stat block belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shelf {
    /// Creatures, animals, and nameless foes such as thugs.
    Creatures,
    /// The sources' sample characters.
    People,
}

/// The files: shelf, name and text.
const FILES: &[(Shelf, &str, &str)] = &[
    (Shelf::Creatures, "creatures/srd.toml", include_str!("creatures/srd.toml")),
    (Shelf::Creatures, "creatures/fantasy.toml", include_str!("creatures/fantasy.toml")),
    (Shelf::Creatures, "creatures/fudge-1993.toml", include_str!("creatures/fudge-1993.toml")),
    (Shelf::Creatures, "creatures/lite.toml", include_str!("creatures/lite.toml")),
    (Shelf::Creatures, "creatures/kaer.toml", include_str!("creatures/kaer.toml")),
    (Shelf::Creatures, "creatures/ours.toml", include_str!("creatures/ours.toml")),
    (Shelf::People, "people/srd.toml", include_str!("people/srd.toml")),
    (Shelf::People, "people/fantasy.toml", include_str!("people/fantasy.toml")),
    (Shelf::People, "people/fudge-1993.toml", include_str!("people/fudge-1993.toml")),
    (Shelf::People, "people/kaer.toml", include_str!("people/kaer.toml")),
];

#[derive(Debug, Clone)]
pub struct LibraryBlock {
    /// The name to use with `like`.
    pub name: String,
    pub shelf: Shelf,
    /// The source and the section in it: `SRD 6.5`.
    pub source: String,
    /// The keys as written in a scenario, without the line with the table's name.
    pub text: &'static str,
    pub(super) node: Node,
}

static ENTRIES: LazyLock<Vec<LibraryBlock>> =
    LazyLock::new(|| FILES.iter().flat_map(|(shelf, name, text)| read(*shelf, name, text).0).collect());

/// All stat blocks: creatures first, then people, each in the order of the sources.
pub fn entries() -> &'static [LibraryBlock] {
    &ENTRIES
}

/// The stat blocks with this name, with or without the source in front: `dragon`, `SRD dragon`. If one of several is
/// this program's suggestion, the others cannot fight, and only that one is returned.
pub fn find(name: &str) -> Vec<&'static LibraryBlock> {
    let named = |entry: &&LibraryBlock| same_word(&entry.name, name) || same_word(&entry.full_name(), name);
    let found: Vec<&LibraryBlock> = entries().iter().filter(named).collect();
    let ours = found.iter().copied().find(|entry| entry.tag() == OURS);
    ours.map_or(found, |ours| vec![ours])
}

/// All names that identify exactly one stat block, without duplicates.
pub fn names() -> &'static [String] {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let mut seen = HashSet::new();
        let alone = |name: &String| find(name).len() == 1 && seen.insert(name.clone());
        entries().iter().flat_map(|entry| [entry.name.clone(), entry.full_name()]).filter(alone).collect()
    });
    &NAMES
}

impl LibraryBlock {
    /// The short name of the source: `SRD`, `FF` for its Fantasy Fudge, `F93` for FUDGE of 1993, `LITE`.
    pub fn tag(&self) -> &str {
        self.source.split(' ').next().unwrap_or_default()
    }

    /// The unique name, with the source: `SRD dragon`.
    pub fn full_name(&self) -> String {
        format!("{} {}", self.tag(), self.name)
    }

    /// The stat block as TOML to paste into a scenario. `table` is `fighters` (it fights) or `cast` (other stat blocks
    /// copy it with `like`).
    pub fn stat_block(&self, table: &str) -> String {
        let bare = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        let name = if self.name.chars().all(bare) { self.name.clone() } else { format!("{:?}", self.name) };
        format!("[{table}.{name}]\n{}\n", self.text)
    }
}

/// Reads one file. The problems are for the tests, which reject files with errors.
fn read(shelf: Shelf, name: &str, text: &'static str) -> (Vec<LibraryBlock>, Problems) {
    let mut problems = Problems::new();
    let root = parse_as(name, text, &mut problems);
    let blocks = root.entries_of("cast");
    let starts: Vec<usize> = blocks.iter().map(|block| line_start(text, block.key_span)).collect();
    let entry = |(at, block): (usize, &crate::document::Entry)| LibraryBlock {
        name: block.key.clone(),
        shelf,
        source: block.node.text_of("source").unwrap_or_default().to_owned(),
        text: keys_of(&text[starts[at]..starts.get(at + 1).copied().unwrap_or(text.len())]),
        node: block.node.clone(),
    };
    (blocks.iter().enumerate().map(entry).collect(), problems)
}

/// The byte offset at which the line with a block's name begins.
fn line_start(text: &str, span: Span) -> usize {
    text[..span.start].rfind('\n').map_or(0, |end| end + 1)
}

/// The lines of a block, without the line that names it, and without the comments before the next block.
fn keys_of(block: &'static str) -> &'static str {
    let keys = block.split_once('\n').map_or("", |(_, keys)| keys).trim_end();
    let mut end = keys.len();
    for line in keys.split_inclusive('\n').rev() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            break;
        }
        end = keys[..end].trim_end().rfind('\n').map_or(0, |at| at);
    }
    keys[..end].trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ladder::Ladder;

    #[test]
    fn library_has_no_errors_or_duplicate_names() {
        for (shelf, name, text) in FILES {
            let (entries, mut problems) = read(*shelf, name, text);
            entries.iter().for_each(|entry| printed::check(&entry.node, &Ladder::default(), &mut problems));
            assert!(problems.is_empty(), "{problems}");
        }
        let mut names: Vec<String> = entries().iter().map(|entry| entry.full_name().to_lowercase()).collect();
        names.sort();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
