//! Reads the keys of a process: their definitions, and the values that a scenario sets.

use super::formula::ProcessScope;
use super::refusal::{refuse, unknown_part};
use super::{DefinitionReader, KeyValue, OwnKey};
use crate::document::{Node, Table, Value, did_you_mean};

/// Maximum number of entries in a list.
const MOST_ENTRIES: usize = 100;

/// The words for the kinds of keys.
pub(super) const KINDS: [&str; 6] = ["level", "number", "truth", "list", "dice", "choice"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeySort {
    Level,
    Number,
    Truth,
    List,
    Dice,
    Choice,
}

impl DefinitionReader<'_, '_> {
    /// Reads the key `name` from its definition `node`. `set` is the value that the scenario sets; `None` for the
    /// default. The default of a number can be a formula of earlier keys.
    pub(super) fn key(&mut self, name: &str, node: &Node, set: Option<&Node>) -> Option<OwnKey> {
        let place = format!("process.{}.keys.{name}", self.name);
        let (sort, default, limits) = self.sort(node, &place)?;
        let (written, from) = match set {
            Some(set) => (set, format!("{}.{name}", self.name)),
            None => (default, place.clone()),
        };
        let holds = match sort {
            KeySort::Truth => match &written.value {
                Value::Boolean(truth) => KeyValue::Truth(*truth),
                _ => return self.wrong_kind(written, &from, "`true` or `false`"),
            },
            KeySort::Level | KeySort::Number => {
                let number = self.number(sort, written, &from, set.is_none())?;
                for (limit, sign) in [("from", -1), ("to", 1)] {
                    let Some(node) = limits.and_then(|table| table.get(limit)) else { continue };
                    let bound = self.number(sort, node, &format!("{place}.{limit}"), true)?;
                    if (number - bound) * sign > 0 {
                        let words = if sign < 0 { "at least" } else { "at most" };
                        let message = format!("{number} is out of range: it is {words} {bound}");
                        refuse(self.problems, ("out-of-range", &from, written.span), &message, None);
                        return None;
                    }
                }
                KeyValue::Number(number)
            }
            KeySort::List => {
                let Value::Array(entries) = &written.value else {
                    return self.wrong_kind(written, &from, "a list of levels or numbers");
                };
                if entries.is_empty() || entries.len() > MOST_ENTRIES {
                    let message = format!("a list has 1 to {MOST_ENTRIES} entries");
                    refuse(self.problems, ("out-of-range", &from, written.span), &message, None);
                    return None;
                }
                let entry = |entry: &Node| self.number(KeySort::Level, entry, &from, false);
                KeyValue::List(entries.iter().map(entry).collect::<Option<_>>()?)
            }
            KeySort::Dice => match &written.value {
                Value::String(_) | Value::Integer(_) => KeyValue::Dice(written.clone(), from),
                _ => return self.wrong_kind(written, &from, "dice as text"),
            },
            KeySort::Choice => KeyValue::Choice { set: (written.clone(), from), default: default.clone() },
        };
        Some(OwnKey { name: name.to_owned(), holds })
    }

    /// The kind of a key, its default, and the table that can limit it. The table is `None` if the definition is just a
    /// default.
    fn sort<'n>(&mut self, node: &'n Node, place: &str) -> Option<(KeySort, &'n Node, Option<&'n Table>)> {
        match &node.value {
            Value::Table(table) => {
                let mut found = None;
                for entry in table.entries() {
                    let sort = match entry.key.as_str() {
                        "level" => KeySort::Level,
                        "number" => KeySort::Number,
                        "truth" => KeySort::Truth,
                        "list" => KeySort::List,
                        "dice" => KeySort::Dice,
                        "choice" => KeySort::Choice,
                        "means" | "from" | "to" => continue,
                        _ => {
                            let known = [&KINDS[..], &["means", "from", "to"]].concat();
                            unknown_part(self.problems, entry, place, &known, "no such part of a key");
                            return None;
                        }
                    };
                    if found.replace((sort, &entry.node, Some(table))).is_some() {
                        refuse(self.problems, ("kind", place, node.span), "a key has one default", None);
                        return None;
                    }
                }
                if found.is_none() {
                    let help = format!("give one of {}", KINDS.join(", "));
                    refuse(self.problems, ("missing", place, node.span), "the default is missing", Some(help));
                }
                found
            }
            Value::String(_) => Some((KeySort::Level, node, None)),
            Value::Integer(_) => Some((KeySort::Number, node, None)),
            Value::Boolean(_) => Some((KeySort::Truth, node, None)),
            Value::Array(_) => Some((KeySort::List, node, None)),
            _ => self.wrong_kind(node, place, "a level, a number, `true` or `false`, or a list"),
        }
    }

    /// Reads a level by its word, or a number. If `by_formula` is true, the number can be a formula of earlier keys.
    fn number(&mut self, sort: KeySort, node: &Node, place: &str, by_formula: bool) -> Option<i64> {
        match &node.value {
            Value::Integer(number) => Some(*number),
            Value::String(word) => {
                if let Ok(level) = self.ladder.parse(word) {
                    return Some(level.into());
                }
                if sort == KeySort::Number && by_formula {
                    return self.fixed(node, place);
                }
                let words: Vec<String> = (-3..=3).map(|level| self.ladder.degree_name(level)).collect();
                let near = did_you_mean(word, words.iter().map(String::as_str));
                let message = format!("`{word}` is no level");
                let kind = if sort == KeySort::Number { "kind" } else { "unknown-level" };
                refuse(self.problems, (kind, place, node.span), &message, near);
                None
            }
            _ => self.wrong_kind(node, place, "a level or a whole number"),
        }
    }

    /// The value of a formula that uses only keys.
    pub(super) fn fixed(&mut self, node: &Node, place: &str) -> Option<i64> {
        let amount = self.amount(node, place, ProcessScope::KEYS)?;
        let mut board = self.layout.of(&vec![0; self.layout.counters], 0);
        match amount.value(&self.layout, &mut board) {
            Ok(value) => Some(value),
            Err(trouble) => {
                refuse(self.problems, (trouble.kind, place, node.span), &trouble.message, None);
                None
            }
        }
    }

    /// Reports that `node`, at the path `place`, is not `wanted`. Returns `None`.
    pub(super) fn wrong_kind<T>(&mut self, node: &Node, place: &str, wanted: &str) -> Option<T> {
        if node.value == Value::Invalid {
            self.problems.note_invalid();
        } else {
            let message = format!("this is {}; needed is {wanted}", node.value.noun());
            refuse(self.problems, ("kind", place, node.span), &message, None);
        }
        None
    }
}
