//! A typed reader of tables, which knows every key and collects every fault.

use super::fault::{Fault, Faults, Span, excerpt};
use super::keys::{KeySpec, Kind, listed};
use super::nearest::{did_you_mean, nearest};
use super::node::{Entry, Node, Table, Value};

/// With more keys than this, a message does not list them all.
const MOST_LISTED: usize = 16;

/// Reads one table by its data table of keys.
///
/// Nothing stops at a fault: [`Reader::get`] reports it, gives nothing, and the reading goes on.
pub struct Reader<'r> {
    table: &'r Table,
    name: String,
    span: Span,
    keys: &'static [KeySpec],
    asked: Vec<&'static str>,
    faults: &'r mut Faults,
}

/// A value on its way through a decoder (see [`decode`](super::decode)).
pub struct Item<'r> {
    /// What the value is called in messages: its key, or `` entry 2 of `levels` ``.
    pub name: String,
    /// The value.
    pub node: &'r Node,
    /// What it must be.
    pub kind: &'static Kind,
    /// Where its key was written; for an entry of a list, where the entry was.
    pub key_span: Span,
    /// Where faults go.
    pub faults: &'r mut Faults,
}

impl<'r> Reader<'r> {
    /// Reads a table with a function; afterwards reports the keys that are not known, and those that were not asked for.
    ///
    /// `name` is what the table is called in messages. Gives nothing where the node is no table.
    pub fn read<T>(
        node: &Node,
        name: &str,
        keys: &'static [KeySpec],
        faults: &mut Faults,
        read: impl FnOnce(&mut Reader<'_>) -> Option<T>,
    ) -> Option<T> {
        let table = match &node.value {
            Value::Table(table) => table,
            Value::Invalid => return None,
            other => {
                let fault = Fault::new(format!("{name} must be a table")).at(node.span);
                faults.push(fault.label(format!("this is {}", other.noun())));
                return None;
            }
        };
        let mut reader = Reader { table, name: name.to_owned(), span: node.span, keys, asked: Vec::new(), faults };
        let value = read(&mut reader);
        reader.end();
        value
    }

    /// The value of a key, through a decoder; the key must be in the table of keys.
    ///
    /// Gives nothing where the key is absent, which is a fault where it is required, and where the value is at fault.
    /// A key that the table of keys does not have gives nothing.
    pub fn get<T>(&mut self, key: &str, decode: impl FnOnce(Item<'_>) -> Option<T>) -> Option<T> {
        let spec = self.keys.iter().find(|spec| spec.key == key);
        debug_assert!(spec.is_some(), "`{key}` is not in the table of keys of {}", self.name);
        let spec = spec?;
        self.asked.push(spec.key);
        let Some(Entry { node, key_span, .. }) = self.table.entry(key) else {
            if spec.required {
                self.missing(key);
            }
            return None;
        };
        if node.value == Value::Invalid {
            return None;
        }
        decode(Item { name: format!("`{key}`"), node, kind: &spec.kind, key_span: *key_span, faults: self.faults })
    }

    /// True where the table has this key, good or not.
    pub fn has(&self, key: &str) -> bool {
        self.table.entry(key).is_some()
    }

    /// The keys that the table may have.
    pub(crate) fn keys(&self) -> &'static [KeySpec] {
        self.keys
    }

    /// The table that is read.
    pub fn table(&self) -> &'r Table {
        self.table
    }

    /// Where the table was written.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Where the value of a key was written, or else the table.
    pub fn span_of(&self, key: &str) -> Span {
        self.table.get(key).map_or(self.span, |node| node.span)
    }

    /// Where faults go, for those that concern several keys.
    pub fn faults(&mut self) -> &mut Faults {
        self.faults
    }

    /// Reports that a key is missing; for keys that are required only beside certain others.
    pub fn missing(&mut self, key: &str) {
        // A misspelt key is reported as what it is, and is what is missing.
        let misspelt = |found: &str| !self.knows(found) && nearest(found, [key]).is_some();
        if self.faults.may_hide(key) || self.table.keys().any(misspelt) {
            return;
        }
        let fault = Fault::new(format!("{} has no `{key}`", self.name)).at(self.span);
        let spec = self.keys.iter().find(|spec| spec.key == key);
        let help = spec.map(|spec| format!("for example `{key} = {}`", spec.example));
        self.faults.push(match help {
            Some(help) => fault.help(help),
            None => fault,
        });
    }

    fn knows(&self, key: &str) -> bool {
        self.keys.iter().any(|spec| spec.key == key)
    }

    /// Reports keys that are not known, and known ones that nothing asked for.
    fn end(self) {
        let Self { table, name, keys, asked, faults, .. } = self;
        let all: Vec<&'static str> = keys.iter().map(|spec| spec.key).collect();
        let free: Vec<&'static str> = all.iter().copied().filter(|key| table.entry(key).is_none()).collect();
        let near = |key: &str, among: &[&'static str]| did_you_mean(key, among.iter().copied());
        for Entry { key, key_span, .. } in table.entries() {
            if asked.contains(&key.as_str()) {
                continue;
            }
            let key = key.as_str();
            if keys.iter().any(|spec| spec.key == key) {
                faults.push(Fault::new(format!("`{key}` has no effect here")).at(*key_span).help("leave it out"));
                continue;
            }
            let fault = Fault::new(format!("unknown key `{}` in {name}", excerpt(key))).at(*key_span);
            // A key that is set already is meant less likely; though it is where `[vary]` or a variant misspells it.
            let fault = fault.label_if(near(key, &free).or_else(|| near(key, &all)));
            let listable = (1..=MOST_LISTED).contains(&all.len());
            faults.push(if listable { fault.help(format!("known keys are {}", listed(&all))) } else { fault });
        }
    }
}

impl<'r> Item<'r> {
    /// Reports that the value is of the wrong kind; gives nothing, for the decoder to return.
    pub fn wrong<T>(self) -> Option<T> {
        let label = format!("this is {}", self.node.value.noun());
        self.unfit(label)
    }

    /// Reports that the value does not fit what is expected; `label` says why beside it.
    pub fn unfit<T>(self, label: impl Into<String>) -> Option<T> {
        let fault = Fault::new(format!("{} must be {}", self.name, self.kind.expected())).label(label);
        self.refuse(fault)
    }

    /// Reports a fault of the value, at its place.
    pub fn refuse<T>(self, fault: Fault) -> Option<T> {
        if self.node.value != Value::Invalid {
            self.faults.push(fault.at(self.node.span));
        }
        None
    }

    /// The same value, held to another kind; for values that may be one of several.
    pub fn as_kind(self, kind: &'static Kind) -> Self {
        Self { kind, ..self }
    }
}
