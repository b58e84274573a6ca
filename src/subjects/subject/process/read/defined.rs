//! Finds the processes that a document defines, and their keys.

use super::own_keys::{KeySort, sort_of};
use super::{SECTION, refuse};
use crate::document::{Entry, KeySpec, Kind, Node, Problems, Table, Value};

/// The processes that a document defines, by name.
pub fn defined(document: &Node) -> Vec<&Entry> {
    let all = document.as_table().and_then(|table| table.get(SECTION)).and_then(Node::as_table);
    all.map_or(&[][..], Table::entries).iter().collect()
}

/// The table `part` in the definition of a process; `None` if it is missing or not a table.
pub(super) fn part_of<'d>(process: &'d Entry, part: &str) -> Option<&'d Table> {
    process.node.as_table()?.get(part)?.as_table()
}

/// The default in the definition of a key; `None` if it has none.
pub fn default_of(key: &Node) -> Option<&Node> {
    sort_of(key).map(|(_, default)| default)
}

/// The process that a document plays. It is the one whose table `[NAME]` is in the document, or else the only one that
/// the document defines. `None` if that is ambiguous.
pub fn played(document: &Node) -> Option<&Entry> {
    let all = defined(document);
    let set: Vec<&Entry> = all.iter().filter(|entry| document.get(&entry.key).is_some()).copied().collect();
    match (&set[..], &all[..]) {
        ([one], _) | ([], [one]) => Some(one),
        _ => None,
    }
}

/// The names of the keys of a process.
pub fn keys_of(process: &Entry) -> impl Iterator<Item = &str> {
    part_of(process, "keys").into_iter().flat_map(Table::keys)
}

/// The key at `path` in the processes of a document; `None` if there is no such key.
///
/// It can be a key that the document can set, such as `ritual.difficulty`, or the default or a limit of such a key. It
/// can also be an entry of a list, or a number of a counter.
pub fn key_of(document: &Node, path: &[String]) -> Option<KeySpec> {
    const START: Kind = Kind::Any(&[NUMBER, Kind::Text]);
    let of = |name: &str| defined(document).into_iter().find(|entry| entry.key == *name);
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let kind = match path[..] {
        [SECTION, name, "counters", counter, "from" | "to" | "start"] => {
            part_of(of(name)?, "counters")?.get(counter)?;
            START
        }
        [SECTION, name, "keys", key, ref below @ ..] => {
            let definition = part_of(of(name)?, "keys")?.get(key)?;
            match (definition.as_table(), below) {
                (Some(_), ["from" | "to"]) => START,
                (Some(_), [part, below @ ..]) if KeySort::of_word(part).is_some() => kind_below(definition, below)?,
                (Some(_), _) => return None,
                (None, below) => kind_below(definition, below)?,
            }
        }
        [name, key, ref below @ ..] => kind_below(part_of(of(name)?, "keys")?.get(key)?, below)?,
        _ => return None,
    };
    Some(KeySpec::new("a key", kind, "A key of a process.", ""))
}

const NUMBER: Kind = Kind::Integer { min: -1000, max: 1000 };

/// The kind of a key according to its definition, or of an entry of its list. `below` is the rest of the path: empty
/// for the key, or the number of the entry.
fn kind_below(definition: &Node, below: &[&str]) -> Option<Kind> {
    const AMOUNT: Kind = Kind::Any(&[NUMBER, Kind::Text]);
    let (sort, default) = sort_of(definition)?;
    let limit = |key: &str, none: i64| match definition.get(key).map(|node| &node.value) {
        Some(Value::Integer(limit)) => *limit,
        _ => none,
    };
    let kind = match sort {
        KeySort::Level => Kind::Level,
        KeySort::Number => Kind::Integer { min: limit("from", -1000), max: limit("to", 1000) },
        KeySort::Truth => Kind::Boolean,
        KeySort::List => Kind::List(&Kind::Level),
        KeySort::Dice => Kind::Dice,
        // A decision is a formula, and cannot be varied in steps.
        KeySort::Choice if matches!(default.value, Value::Boolean(_)) => Kind::Text,
        KeySort::Choice => AMOUNT,
    };
    match (below, kind) {
        ([], kind) => Some(kind),
        ([entry], Kind::List(inner)) if entry.parse::<usize>().is_ok() => Some(*inner),
        _ => None,
    }
}

/// Rejects a process that has the name of another section, unless it can replace that section.
pub fn check_sections(document: &Node, is_section: impl Fn(&str) -> bool, problems: &mut Problems) {
    for entry in defined(document) {
        if is_section(&entry.key) && !REPLACES.contains(&entry.key.as_str()) {
            let place = format!("{SECTION}.{}", entry.key);
            let help = format!("of other sections only {} may be replaced", REPLACES.join(", "));
            let message = "a section of a file has this name";
            refuse(problems, ("reserved", &place, entry.key_span), message, Some(help));
        }
    }
}

/// The subjects that a process of the same name replaces.
pub(crate) const REPLACES: [&str; 4] = ["task", "affliction", "healing", "experience"];
