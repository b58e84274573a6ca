//! Who fights, over all cases of a study: what is the same in all is said once, what differs is named.

use super::plan::Study;
use super::result::Value;
use super::setting::Setting;
use crate::document::{KeySpec, Keys, Kind, Node, Value as NodeValue};
use crate::ladder::Ladder;
use crate::subject::Introduced;

/// A stat block in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatBlock {
    /// Its name; several where cases differ in it.
    pub name: Fact,
    /// Its side, where that has another name.
    pub side: Fact,
    /// How many such there are.
    pub count: Fact,
    /// What it comes to, then what else is written of it.
    pub facts: Vec<Fact>,
    /// The wound levels, with what each takes from skill.
    pub track: Fact,
}

/// Something that is known of a stat block.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fact {
    /// What it is, by its key in words.
    pub what: String,
    /// Its values, each once, in the order of the cases; an empty one where a case has none.
    pub values: Vec<String>,
}

/// More cases are not looked at.
const MOST_CASES: usize = 300;

/// What is no property in a fight, or is said by what it comes to.
const LEFT_OUT: [&str; 15] = [
    "name",
    "side",
    "count",
    "skill",
    "offense",
    "defense",
    "like",
    "sheet",
    "kind",
    "traits",
    "source",
    "note",
    "printed_offense",
    "printed_defense",
    "printed_note",
];

/// The value of what is so.
pub const YES: &str = "yes";

/// Everybody, by the cases that differ from the first in one thing: one variant, or one varied value.
pub(super) fn roster(study: &Study) -> Vec<StatBlock> {
    let Some(first) = study.cells.first() else { return Vec::new() };
    let differs = |cell: &&(usize, &super::plan::Planned)| {
        let values = cell.1.varied.iter().zip(&first.varied).filter(|(own, first)| own != first).count();
        values + usize::from(cell.1.variant != first.variant) <= 1
    };
    let cells: Vec<_> = study.cells.iter().enumerate().collect();
    let mut blocks: Vec<StatBlock> = Vec::new();
    for (case, (number, planned)) in cells.iter().filter(differs).take(MOST_CASES).enumerate() {
        let introduced = study.subjects.introduce(*number, &study.words(planned));
        if introduced.is_empty() {
            return blocks;
        }
        let written = written(study, planned.variant.as_deref(), &planned.varied);
        for (place, one) in introduced.into_iter().enumerate() {
            let own = written.get(place).cloned().unwrap_or_default();
            if place == blocks.len() {
                blocks.push(StatBlock::unknown(case));
            }
            blocks[place].note(one, own, case);
        }
    }
    blocks
}

/// What is written of each in one case, by key.
fn written(study: &Study, variant: Option<&str>, varied: &[Value]) -> Vec<Vec<(String, String)>> {
    let info = study.subjects.info();
    let document = study.source.as_ref().and_then(|source| source.document(&Setting::of(variant, varied)).ok());
    let (Some(document), Kind::Map(Kind::Table(keys))) = (document, &info.key.kind) else { return Vec::new() };
    let table = document.as_table().and_then(|root| root.get(info.key.key)).and_then(Node::as_table);
    let own = |block: &Node| {
        let entries = block.as_table().map(|table| table.entries()).unwrap_or_default();
        let told = entries.iter().filter(|entry| !LEFT_OUT.contains(&entry.key.as_str()));
        let fact = |key: &str, node: &Node| Some((key.replace('_', " "), words(node, keys.find(key), &study.ladder)?));
        told.filter_map(|entry| fact(&entry.key, &entry.node)).collect()
    };
    table.map(|table| table.entries().iter().map(|entry| own(&entry.node)).collect()).unwrap_or_default()
}

/// A value in words; none where it says that something is not so. What is deep is said by its names.
fn words(node: &Node, key: Option<&KeySpec>, ladder: &Ladder) -> Option<String> {
    let is_level = key.is_some_and(|key| matches!(key.kind, Kind::Level));
    Some(match &node.value {
        NodeValue::Boolean(false) | NodeValue::Invalid => return None,
        NodeValue::Boolean(true) => YES.to_owned(),
        NodeValue::Integer(level) if is_level => ladder.trait_name(i32::try_from(*level).ok()?),
        NodeValue::Integer(number) => number.to_string().replace('-', "−"),
        NodeValue::Float(number) => number.to_string().replace('-', "−"),
        NodeValue::String(text) => text.clone(),
        NodeValue::Array(entries) => {
            let entries: Vec<String> = entries.iter().filter_map(|entry| words(entry, None, ladder)).collect();
            entries.join(" / ")
        }
        NodeValue::Table(table) => {
            let part = |key: &str, node: &Node| match &node.value {
                NodeValue::Table(_) | NodeValue::Array(_) | NodeValue::Boolean(true) => Some(key.replace('_', " ")),
                _ => Some(format!("{} {}", key.replace('_', " "), words(node, None, ladder)?)),
            };
            let name = table.get("name").and_then(Node::as_str).map(str::to_owned);
            let rest = table.entries().iter().filter(|entry| entry.key != "name" || name.is_none());
            let rest = rest.filter_map(|entry| part(&entry.key, &entry.node));
            name.into_iter().chain(rest).collect::<Vec<_>>().join(" and ")
        }
    })
}

impl StatBlock {
    /// One that so many cases before did not have.
    fn unknown(before: usize) -> Self {
        let named = |what: &str| Fact { what: what.to_owned(), values: Vec::new() };
        let absent = if before > 0 { vec!["0".to_owned()] } else { Vec::new() };
        let count = Fact { values: absent, ..named("count") };
        Self { name: named("name"), side: named("side"), count, facts: Vec::new(), track: named("wounds") }
    }

    /// Adds what is known of it in one more case.
    fn note(&mut self, one: Introduced, written: Vec<(String, String)>, case: usize) {
        self.side.note(if one.side == one.name { String::new() } else { one.side });
        self.name.note(one.name);
        self.count.note(one.count.to_string());
        self.track.note(one.track);
        let facts: Vec<(String, String)> =
            one.facts.into_iter().map(|(what, value)| (what.to_owned(), value)).chain(written).collect();
        for known in self.facts.iter_mut().filter(|known| facts.iter().all(|(what, _)| *what != known.what)) {
            known.note(String::new());
        }
        for (what, value) in facts {
            match self.facts.iter_mut().find(|known| known.what == what) {
                Some(known) => known.note(value),
                None if case == 0 => self.facts.push(Fact { what, values: vec![value] }),
                None => self.facts.push(Fact { what, values: vec![String::new(), value] }),
            }
        }
    }
}

impl Fact {
    fn note(&mut self, value: String) {
        if !self.values.contains(&value) {
            self.values.push(value);
        }
    }
}
