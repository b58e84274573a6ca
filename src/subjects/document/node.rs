//! The tree of a parsed document: values with their source positions.

use super::fingerprint::fingerprint;
use crate::rules::Value as Plain;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use super::problem::Span;

/// A value with its source position.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub value: Value,
    /// The source position; for a value set by `[vary]` or `[variants]`, the position there.
    pub span: Span,
}

/// A TOML value, of the types that a scenario can contain.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Table(Table),
    Array(Vec<Node>),
    String(String),
    Integer(i64),
    /// Always finite.
    Float(f64),
    Boolean(bool),
    /// A value that was rejected when it was read. Its error is already reported, so readers skip it.
    Invalid,
}

impl Value {
    /// The type of the value, for messages: `text`, `a table` …
    pub const fn noun(&self) -> &'static str {
        match self {
            Self::Table(_) => "a table",
            Self::Array(_) => "a list",
            Self::String(_) => "text",
            Self::Integer(_) => "a whole number",
            Self::Float(_) => "a number with a fraction",
            Self::Boolean(_) => "true or false",
            Self::Invalid => "not valid",
        }
    }
}

impl Node {
    /// Creates a node from a scalar value.
    pub fn of(value: &Plain, span: Span) -> Self {
        let value = match value {
            Plain::Integer(number) => Value::Integer(*number),
            Plain::Float(number) => Value::Float(*number),
            Plain::Boolean(yes) => Value::Boolean(*yes),
            Plain::Text(text) => Value::String(text.clone()),
        };
        Self { value, span }
    }

    /// The scalar value; `None` for tables, lists and invalid values.
    pub fn as_scalar(&self) -> Option<Plain> {
        match &self.value {
            Value::Integer(number) => Some(Plain::Integer(*number)),
            Value::Float(number) => Some(Plain::Float(*number)),
            Value::Boolean(yes) => Some(Plain::Boolean(*yes)),
            Value::String(text) => Some(Plain::Text(text.clone())),
            Value::Table(_) | Value::Array(_) | Value::Invalid => None,
        }
    }

    /// The fingerprint of the content, without source positions. Equal nodes have equal fingerprints; different nodes
    /// practically never do.
    pub fn fingerprint(&self) -> u128 {
        fingerprint(|hasher| self.hash_values(hasher))
    }

    fn hash_values(&self, hasher: &mut impl Hasher) {
        std::mem::discriminant(&self.value).hash(hasher);
        match &self.value {
            Value::Table(table) => {
                table.entries().len().hash(hasher);
                for entry in table.entries() {
                    entry.key.hash(hasher);
                    entry.node.hash_values(hasher);
                }
            }
            Value::Array(nodes) => {
                nodes.len().hash(hasher);
                nodes.iter().for_each(|node| node.hash_values(hasher));
            }
            Value::String(text) => text.hash(hasher),
            Value::Integer(number) => number.hash(hasher),
            Value::Float(number) => number.to_bits().hash(hasher),
            Value::Boolean(yes) => yes.hash(hasher),
            Value::Invalid => {}
        }
    }

    pub fn empty_table(span: Span) -> Self {
        Self { value: Value::Table(Table::default()), span }
    }

    pub fn as_table(&self) -> Option<&Table> {
        if let Value::Table(table) = &self.value { Some(table) } else { None }
    }

    pub fn as_table_mut(&mut self) -> Option<&mut Table> {
        if let Value::Table(table) = &mut self.value { Some(table) } else { None }
    }

    /// The value of `key`; `None` if the node is not a table or has no such key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_table()?.get(key)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        self.as_table_mut()?.get_mut(key)
    }

    /// The value of the key `segment` in a table, or the entry with the number `segment` in a list, counted from 1.
    /// `None` if it does not exist.
    pub(super) fn below(&self, segment: &str) -> Option<&Self> {
        match &self.value {
            Value::Array(entries) => entries.get(entry_of(segment, entries.len())?),
            _ => self.get(segment),
        }
    }

    /// Like [`below`](Self::below), but mutable.
    pub(super) fn below_mut(&mut self, segment: &str) -> Option<&mut Self> {
        match &mut self.value {
            Value::Array(entries) => {
                let entry = entry_of(segment, entries.len())?;
                entries.get_mut(entry)
            }
            Value::Table(table) => table.get_mut(segment),
            _ => None,
        }
    }

    /// The text of `key`; `None` if it is missing or not text.
    pub fn text_of(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_str()
    }

    /// The entries of a table in order; empty for other values.
    pub fn entries(&self) -> &[Entry] {
        self.as_table().map_or(&[], Table::entries)
    }

    /// The entries of the table `key`; empty if it is missing or not a table.
    pub fn entries_of(&self, key: &str) -> &[Entry] {
        self.get(key).map_or(&[], Self::entries)
    }

    /// A copy with all source positions replaced by `span`.
    pub fn moved_to(&self, span: Span) -> Self {
        let moved = |entry: &Entry| Entry { key: entry.key.clone(), key_span: span, node: entry.node.moved_to(span) };
        let value = match &self.value {
            Value::Table(table) => Value::Table(Table::new(table.entries.iter().map(moved).collect())),
            Value::Array(nodes) => Value::Array(nodes.iter().map(|node| node.moved_to(span)).collect()),
            other => other.clone(),
        };
        Self { value, span }
    }

    /// The number of values in the tree, including this one.
    pub fn count(&self) -> usize {
        1 + match &self.value {
            Value::Table(table) => table.entries.iter().map(|entry| entry.node.count()).sum(),
            Value::Array(nodes) => nodes.iter().map(Self::count).sum::<usize>(),
            _ => 0,
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        if let Value::String(text) = &self.value { Some(text) } else { None }
    }

    /// Merges `over` into this value: two tables merge key by key, and anything else is replaced by `over`.
    ///
    /// Existing keys keep their order, and new ones follow. A merged table keeps its source position.
    pub fn overlay(&mut self, over: Self) {
        match (&mut self.value, over.value) {
            (Value::Table(under), Value::Table(over)) => under.overlay(over),
            (value, over_value) => {
                *value = over_value;
                self.span = over.span;
            }
        }
    }
}

/// Keys and values, in file order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub key: String,
    /// The source position of the key.
    pub key_span: Span,
    pub node: Node,
}

impl Table {
    /// Creates a table. The keys of `entries` must be distinct.
    pub fn new(entries: Vec<Entry>) -> Self {
        Self { entries }
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.key.as_str())
    }

    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.entries.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.node)
    }

    pub fn entries_mut(&mut self) -> impl Iterator<Item = &mut Entry> {
        self.entries.iter_mut()
    }

    pub fn into_entries(self) -> Vec<Entry> {
        self.entries
    }

    pub fn nodes_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        self.entries.iter_mut().map(|entry| &mut entry.node)
    }

    /// The value of `key`. If the key is missing, it is added with the value that `node` returns.
    pub fn get_or_insert(&mut self, key: &str, key_span: Span, node: impl FnOnce() -> Node) -> &mut Node {
        let at = self.entries.iter().position(|entry| entry.key == key).unwrap_or_else(|| {
            self.entries.push(Entry { key: key.to_owned(), key_span, node: node() });
            self.entries.len() - 1
        });
        &mut self.entries[at].node
    }

    pub fn remove(&mut self, key: &str) -> Option<Entry> {
        let at = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(at))
    }

    fn overlay(&mut self, over: Self) {
        let places: BTreeMap<String, usize> =
            self.entries.iter().enumerate().map(|(at, entry)| (entry.key.clone(), at)).collect();
        for entry in over.entries {
            match places.get(&entry.key).and_then(|at| self.entries.get_mut(*at)) {
                Some(under) => {
                    under.key_span = entry.key_span;
                    under.node.overlay(entry.node);
                }
                None => self.entries.push(entry),
            }
        }
    }
}

/// The index of the list entry `segment`, which counts from 1. `None` if a list of `length` entries has no such entry.
pub(super) fn entry_of(segment: &str, length: usize) -> Option<usize> {
    let number: usize = segment.parse().ok()?;
    number.checked_sub(1).filter(|entry| *entry < length)
}

#[cfg(test)]
mod tests {
    use super::super::parsed::{parsed, shown};

    #[test]
    fn overlay_merges_tables_and_replaces_other_values() {
        let mut under = parsed("a = 1\n[t]\nx = 1\ny = [1, 2]\n[t.u]\nz = 1\n");
        under.overlay(parsed("b = 2\n[t]\ny = [3]\nw = { v = 1 }\n[t.u]\nz = { q = 2 }\n"));
        assert_eq!(shown(&under), "{a=1 t={x=1 y=[3] u={z={q=2}} w={v=1}} b=2}");
    }

    #[test]
    fn overlay_replaces_a_table_by_a_scalar_and_back() {
        let mut under = parsed("a = 1\nb = { c = 1 }");
        under.overlay(parsed("a = { c = 1 }\nb = 1"));
        assert_eq!(shown(&under), "{a={c=1} b=1}");
    }
}
