//! Describes the fighters over all cases of a study. Properties that are the same in all cases appear once, others with
//! their different values.

use super::plan::{PlannedCell, Study};
use super::result::{Fact, StatBlock};
use super::setting::Setting;
use crate::document::{KeySpec, Kind, Node, Value as NodeValue};
use crate::ladder::Ladder;
use crate::rules::Value;
use crate::subject::{FactValue, Introduced};
use crate::text::true_minus;

/// Maximum number of cases that are examined.
const MOST_CASES: usize = 300;

/// Keys that are not shown as properties, because they have no effect in a fight or are part of a computed figure.
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

/// Maximum length of a nested value in characters. Of a longer value, only the name is shown.
const LONGEST: usize = 60;

/// The fighters, from the cases that differ from the first one only by their variant or by a single varied value.
pub(super) fn roster(study: &Study) -> Vec<StatBlock> {
    let Some(first) = study.cells.first() else { return Vec::new() };
    let near = |(_, cell): &(usize, &PlannedCell)| {
        let values = cell.varied.iter().zip(&first.varied).filter(|(own, first)| own != first).count();
        values + usize::from(cell.variant != first.variant) <= 1
    };
    let mut blocks: Vec<StatBlock> = Vec::new();
    for (number, planned) in study.cells.iter().enumerate().filter(near).take(MOST_CASES) {
        let introduced = study.subjects.transcribed(number).introduce(&study.words(planned));
        if introduced.is_empty() {
            return blocks;
        }
        let written = written_properties(study, planned.variant.as_deref(), &planned.varied);
        let case = case_label(planned, first);
        let mut met: Vec<String> = Vec::new();
        for (place, one) in introduced.into_iter().enumerate() {
            let fight = one.fight.as_ref().map(|(fight, _)| fight.clone()).unwrap_or_default();
            let before = met.iter().filter(|met| **met == fight).count();
            let known = blocks.iter().enumerate().filter(|(_, block)| block.fight == fight).nth(before);
            let block = known.map_or(blocks.len(), |(block, _)| block);
            if block == blocks.len() {
                blocks.push(StatBlock::new(fight.clone(), number > 0));
            }
            blocks[block].add_case(one, written.get(place).cloned().unwrap_or_default(), &case);
            met.push(fight);
        }
    }
    // Fair is the default of a trait.
    let fair = [FactValue::Words(study.ladder.trait_name(0))];
    blocks.iter_mut().for_each(|block| block.written.retain(|fact| fact.values != fair));
    blocks
}

/// The name of a case: the varied value or the variant in which it differs from the first case. For the first case
/// itself, its variant, or its first varied value if it has no variant.
fn case_label(planned: &PlannedCell, first: &PlannedCell) -> String {
    let value = planned.varied.iter().zip(&first.varied).find(|(own, first)| own != first).map(|(own, _)| own);
    match value.or(first.varied.first().filter(|_| first.variant.is_none())) {
        Some(value) => value.to_string(),
        None => planned.variant.clone().unwrap_or_default(),
    }
}

/// The properties set for each fighter in one case, by key.
fn written_properties(study: &Study, variant: Option<&str>, varied: &[Value]) -> Vec<Vec<(String, FactValue)>> {
    let info = study.subjects.info();
    let document = study.source.as_ref().and_then(|source| source.document(&Setting::of(variant, varied)).ok());
    let (Some(document), Kind::Map(Kind::Table(keys))) = (document, &info.key.kind) else { return Vec::new() };
    let own = |block: &Node| {
        let told = block.entries().iter().filter(|entry| !LEFT_OUT.contains(&entry.key.as_str()));
        let fact = |key: &str, node: &Node| {
            let known = shown_value(node, keys.find(key), &study.ladder)?;
            (known != FactValue::Words(String::new())).then(|| (key.replace('_', " "), known))
        };
        told.filter_map(|entry| fact(&entry.key, &entry.node)).collect()
    };
    document.entries_of(info.key.key).iter().map(|entry| own(&entry.node)).collect()
}

/// A value as shown to readers; `None` if it is `false`. Long nested values are left out, and only their names are
/// shown.
fn shown_value(node: &Node, key: Option<&KeySpec>, ladder: &Ladder) -> Option<FactValue> {
    let is_level = key.is_some_and(|key| matches!(key.kind, Kind::Level));
    Some(FactValue::Words(match &node.value {
        NodeValue::Boolean(false) | NodeValue::Invalid => return None,
        NodeValue::Boolean(true) => return Some(FactValue::So),
        NodeValue::Integer(level) if is_level => ladder.trait_name(i32::try_from(*level).ok()?),
        NodeValue::Integer(number) => return Some(FactValue::Number(*number)),
        NodeValue::Float(number) => true_minus(number),
        NodeValue::String(text) => text.clone(),
        NodeValue::Array(entries) => {
            let entries = entries.iter().filter_map(|entry| Some(shown_value(entry, None, ladder)?.to_string()));
            entries.collect::<Vec<_>>().join(" / ")
        }
        NodeValue::Table(table) => {
            let part = |key: &str, node: &Node| {
                let (key, value) = (key.replace('_', " "), shown_value(node, None, ladder)?);
                let words = value.to_string();
                let alone = value == FactValue::So || words.is_empty() || words.chars().count() > LONGEST;
                Some(if alone { key } else { format!("{key} {words}") })
            };
            let name = table.get("name").and_then(Node::as_str).unwrap_or_default();
            let rest = table.entries().iter().filter(|entry| entry.key != "name" || name.is_empty());
            let rest: Vec<String> = rest.filter_map(|entry| part(&entry.key, &entry.node)).collect();
            match (name, rest.join(", ")) {
                (name, rest) if rest.is_empty() => name.to_owned(),
                ("", rest) if table.entries().len() == 1 => rest,
                ("", rest) => format!("({rest})"),
                (name, rest) => format!("{name} ({rest})"),
            }
        }
    }))
}

impl StatBlock {
    /// A stat block of this fight without any facts. `late` is true if there are earlier cases, which do not have the
    /// stat block.
    fn new(fight: String, late: bool) -> Self {
        let named = |what: &str| Fact { what: what.to_owned(), values: Vec::new() };
        let count = Fact { values: if late { vec![FactValue::Number(0)] } else { Vec::new() }, ..named("count") };
        let [figures, written] = [Vec::new(), Vec::new()];
        let times = named("fights");
        Self { name: named("name"), side: named("side"), count, fight, times, figures, written, tracks: Vec::new() }
    }

    /// Adds the facts of one more case, whose name is `case`.
    fn add_case(&mut self, one: Introduced, written: Vec<(String, FactValue)>, case: &str) {
        let late = !self.tracks.is_empty();
        self.side.add_value(if one.side == one.name { FactValue::Not } else { FactValue::Words(one.side) });
        self.name.add_value(FactValue::Words(one.name));
        self.count.add_value(FactValue::Number(one.count as i64));
        one.fight.into_iter().for_each(|(_, times)| self.times.add_value(FactValue::Number(times.into())));
        self.tracks.push((case.to_owned(), one.track));
        add_facts(
            &mut self.figures,
            one.facts.into_iter().map(|(what, value)| (what.to_owned(), value)).collect(),
            late,
        );
        add_facts(&mut self.written, written, late);
    }
}

/// Adds the facts of one more case to `known`; `late` is true if there were cases before.
fn add_facts(known: &mut Vec<Fact>, facts: Vec<(String, FactValue)>, late: bool) {
    for one in known.iter_mut().filter(|one| facts.iter().all(|(what, _)| *what != one.what)) {
        one.add_value(FactValue::Not);
    }
    for (what, value) in facts {
        match known.iter_mut().find(|one| one.what == what) {
            Some(one) => one.add_value(value),
            None if late => known.push(Fact { what, values: vec![FactValue::Not, value] }),
            None => known.push(Fact { what, values: vec![value] }),
        }
    }
}

impl Fact {
    /// Adds a value, unless it is already known.
    fn add_value(&mut self, value: FactValue) {
        if !self.values.contains(&value) {
            self.values.push(value);
        }
    }
}
