//! The processes that a document defines, by name.

use super::own_keys::KINDS;
use super::refusal::refuse;
use crate::document::{Entry, KeySpec, Kind, Node, Problems, Table, Value};

/// The names of the processes that a document defines.
pub fn defined(document: &Node) -> Vec<&Entry> {
    let all = document.as_table().and_then(|table| table.get("process")).and_then(Node::as_table);
    all.map_or(&[][..], Table::entries).iter().collect()
}

/// A table within a definition.
pub(super) fn part_of<'d>(process: &'d Entry, part: &str) -> Option<&'d Table> {
    process.node.as_table()?.get(part)?.as_table()
}

/// The default in the definition of a key.
pub fn default_of(key: &Node) -> Option<&Node> {
    match key.as_table() {
        Some(table) => table.entries().iter().find(|part| KINDS.contains(&part.key.as_str())).map(|part| &part.node),
        None => Some(key),
    }
}

/// The key of a process that a document defines, by its path: `ritual`, `difficulty`.
pub fn key_of(document: &Node, path: &[String]) -> Option<&'static KeySpec> {
    static LEVEL: KeySpec = KeySpec::new("a level", Kind::Level, "A level of a process.", "\"Good\"");
    static NUMBER: KeySpec =
        KeySpec::new("a number", Kind::Integer { min: -1000, max: 1000 }, "A number of a process.", "3");
    static TRUTH: KeySpec = KeySpec::new("a truth value", Kind::Boolean, "A truth value of a process.", "true");
    static OTHER: KeySpec = KeySpec::new("a value", Kind::Free, "A value of a process.", "[0, 1]");
    let [process, key] = path else { return None };
    let definition = defined(document).into_iter().find(|entry| entry.key == *process)?;
    let written = part_of(definition, "keys")?.get(key)?;
    let kind = written.as_table().and_then(|table| KINDS.into_iter().find(|kind| table.get(kind).is_some()));
    Some(match (kind, &default_of(written)?.value) {
        (Some("level"), _) | (None, Value::String(_)) => &LEVEL,
        (Some("number"), _) | (None, Value::Integer(_)) => &NUMBER,
        (Some("truth"), _) | (None, Value::Boolean(_)) => &TRUTH,
        _ => &OTHER,
    })
}

/// Refuses a process that is called like another section, unless it takes the place of that.
pub fn check_sections(document: &Node, is_section: impl Fn(&str) -> bool, problems: &mut Problems) {
    for entry in defined(document) {
        if is_section(&entry.key) && !REPLACES.contains(&entry.key.as_str()) {
            let place = format!("process.{}", entry.key);
            let help = format!("of other sections only {} may be replaced", REPLACES.join(", "));
            let message = "a section of a file has this name";
            refuse(problems, ("reserved", &place, entry.key_span), message, Some(help));
        }
    }
}

/// The subjects that a definition of the name replaces.
pub(crate) const REPLACES: [&str; 4] = ["task", "affliction", "healing", "experience"];
