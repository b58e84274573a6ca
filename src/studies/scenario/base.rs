//! `rules.base` that names a file: a preset of one's own.

use super::definitions::{CONSTANTS, DICE};
use super::preset::{Preset, read_file, start};
use super::resolve::{ROOT, RULES_KEY};
use super::rules::BASE;
use crate::document::include::{Bases, is_file};
use crate::document::key::AnyKey;
use crate::document::node::{Entry, Node, Table, Value};
use crate::document::path::Path;
use crate::document::problem::{Problem, excerpt};
use crate::document::reader::{Item, Reader};
use crate::rules::Rules;
use crate::study::Warning;

/// The tables of a preset that are merged under those of the file that names it.
const DEFINITIONS: [&dyn AnyKey; 2] = [&DICE, &CONSTANTS];

/// Puts the file that `rules.base` names in the place of its name: a table with one key, the name. Its `[dice]` and `[constants]` go under
/// those of the document, and what else it holds is left out: fights, and what is asked about them.
pub(super) fn put(document: &mut Node, bases: &Bases) {
    let path = Path::of(["rules", "base"].map(str::to_owned).to_vec());
    let Some(named) = path.find(document) else { return };
    let (Some(name), Some(root), span) = (named.as_str(), bases.of(named), named.span) else { return };
    let (name, mut root) = (name.to_owned(), root.clone());
    put(&mut root, bases);
    if let Some(table) = root.as_table_mut() {
        lend(table, document);
        let known = |key: &str| key != RULES_KEY.spec().key && key != LADDER && ROOT.find(key).is_some();
        let entries = std::mem::take(table).into_entries().into_iter();
        *table = Table::new(entries.filter(|entry| !known(&entry.key)).collect());
    }
    let value = Value::Table(Table::new(vec![Entry { key: name, key_span: span, node: root }]));
    // `rules` is a table: it has the base.
    let _ = path.set(document, Node { value, span }, span);
}

/// The table of levels, which is the scenario's own.
const LADDER: &str = "ladder";

/// Puts the definitions of a preset under those of a document.
fn lend(preset: &mut Table, document: &mut Node) {
    let Some(document) = document.as_table_mut() else { return };
    for key in DEFINITIONS.map(|key| key.spec().key) {
        let Some(mut lent) = preset.remove(key) else { continue };
        let own = document.get_or_insert(key, lent.key_span, || Node::empty_table(lent.node.span));
        let over = std::mem::replace(own, Node::empty_table(lent.node.span));
        lent.node.overlay(over);
        *own = lent.node;
    }
}

/// The preset that a table of rules starts from, if it names one: its name and its rules.
pub(super) fn read_base(reader: &mut Reader<'_>, notes: &mut Vec<Warning>) -> Option<(String, Rules)> {
    reader.read_with(&BASE, |item| {
        let node = item.node;
        match &node.value {
            Value::String(name) if is_file(name) => item.refuse(unread(name)),
            Value::String(name) => match Preset::find(name) {
                Ok((preset, rules)) => Some((preset.name.to_owned(), rules.clone())),
                Err(error) => item.refuse(error.into()),
            },
            Value::Table(table) => match table.entries() {
                // A table that was written there by hand is invalid.
                [file] if file.node.span.source != node.span.source => own(file, item, notes),
                _ => item.wrong(),
            },
            _ => item.wrong(),
        }
    })
}

fn unread(name: &str) -> Problem {
    Problem::new(format!("the file `{}` cannot be a preset here", excerpt(name)))
        .help("name it as `base` in the `[rules]`, `[variants]` or `[vary]` of a scenario file")
}

/// The rules of a file that is a preset.
fn own(file: &Entry, item: Item<'_>, notes: &mut Vec<Warning>) -> Option<(String, Rules)> {
    let name = &file.key;
    let rules =
        read_file(&file.node, &format!("`{}`", excerpt(name)), start(), item.context, item.problems, notes)?.1.rules;
    if file.node.as_table().is_some_and(|table| table.get(LADDER).is_some()) {
        let reason = "a preset gives its rules, dice and constants";
        let remedy = "write the ladder into this file as well, or include a file that has it";
        notes.push(Warning::idle(&format!("the `[ladder]` of `{name}`"), reason, remedy.to_owned()));
    }
    Some((name.clone(), rules))
}
