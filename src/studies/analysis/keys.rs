//! The keys of a case that an analysis can change, among those that `[vary]` accepts: numbers and words that the file
//! sets, including entries of lists, and the values in force for some keys that it leaves out.

use super::in_force::{ValuesInForce, is_stat_block};
use super::steps::leaves;
use crate::document::{Node, Path, Value};
use crate::rules::{OPTIONS, RuleOption};
use crate::study::Lab;
use crate::subject::process::read as process;

/// The keys that are changed in every fighter, whether or not the file sets them. If a factor is computed from other
/// keys, one of those is changed instead.
const FIGHTER_KEYS: [FighterKey; 3] = [
    FighterKey { key: "skill", parts: &[], instead: "" },
    FighterKey { key: "offense", parts: &["strength", "thrown_unskilled", "weapon"], instead: "strength" },
    FighterKey { key: "defense", parts: &["armor", "mass", "tough_hide"], instead: "tough_hide" },
];

/// A key of a fighter that can be changed.
struct FighterKey {
    key: &'static str,
    /// The keys that it is computed from if it is not set itself.
    parts: &'static [&'static str],
    /// The part that is changed in that case.
    instead: &'static str,
}

impl FighterKey {
    /// The key to change in the table of `fighter`.
    fn key_to_change(&self, fighter: &Node) -> &'static str {
        let has = |key: &&str| fighter.get(key).is_some();
        if !has(&self.key) && self.parts.iter().any(has) { self.instead } else { self.key }
    }
}

/// The keys of a case that an analysis can change, each once. `[cast]` and `[sides]` are skipped because each fighter
/// has their keys. Of the rules that the file does not set, only the dice are included, unless `all` is true.
pub(super) fn keys(lab: &Lab<'_>, case: &ValuesInForce<'_, '_>, all: bool) -> Vec<Path> {
    let info = lab.study.subjects.info();
    let process = process::played(&case.document);
    let played = process.map(|process| process.key.as_str());
    let subject = Some(info.key.key).filter(|_| process.is_none());
    let mut keys: Vec<Vec<String>> = Vec::new();
    for entry in case.document.entries() {
        let name = Some(entry.key.as_str());
        if [subject, played, Some("rules"), Some("constants")].contains(&name) {
            keys.extend(value_paths(&entry.node, std::slice::from_ref(&entry.key)));
        }
    }
    for_each_stat_block(&case.document, &mut Vec::new(), &mut |path, block| {
        keys.extend(FIGHTER_KEYS.iter().map(|one| [path, &[one.key_to_change(block).to_owned()]].concat()));
    });
    if let Some(process) = process {
        for key in process::keys_of(process) {
            let path = vec![process.key.clone(), key.to_owned()];
            match case.value(&Path::of(&path)) {
                Some(node) => keys.extend(value_paths(&node, &path)),
                None => keys.push(path),
            }
        }
        let starts = |path: &Vec<String>| path.last().is_some_and(|part| part == "start");
        let counters = ["process", &process.key, "counters"].map(str::to_owned);
        let below =
            Path::of(&counters).find(&case.document).map(|node| value_paths(node, &counters)).unwrap_or_default();
        // Only the start of a counter is moved: its limits define the counter itself.
        keys.extend(below.into_iter().filter(starts));
    }
    let tried = |option: &&RuleOption| info.heeds.contains(&option.scope) && (all || option.key == "dice");
    keys.extend(OPTIONS.iter().filter(tried).map(|option| ["rules", option.key].map(str::to_owned).to_vec()));
    // A part of a key that is moved as a whole, such as a factor, would repeat the step.
    let is_part = |path: &Vec<String>| (1..path.len()).any(|length| keys.contains(&path[..length].to_vec()));
    let mut known: Vec<Path> = Vec::new();
    for path in keys.iter().filter(|path| !is_part(path)).map(Path::of) {
        if !known.contains(&path) {
            known.push(path);
        }
    }
    known
}

/// Calls `each` with the path and the node of every stat block that fights.
fn for_each_stat_block(node: &Node, path: &mut Vec<String>, each: &mut impl FnMut(&[String], &Node)) {
    if is_stat_block(path) && path[0] != "cast" {
        return each(path, node);
    }
    for entry in node.entries() {
        path.push(entry.key.clone());
        for_each_stat_block(&entry.node, path, each);
        path.pop();
    }
}

/// The paths of all values below `node`, prefixed with `before`. Tables and lists are followed down to their single
/// values, and list entries are numbered from 1. An option of the rules is one value even if it is a list.
fn value_paths(node: &Node, before: &[String]) -> Vec<Vec<String>> {
    let whole =
        |path: &Vec<String>| matches!(&path[..], [table, key] if table == "rules" && RuleOption::find(key).is_some());
    let mut paths = Vec::new();
    for path in leaves(node, before) {
        let below = Path::of(&path[before.len()..]);
        let value = if path.len() == before.len() { Some(node) } else { below.find(node) };
        match value.map(|node| &node.value) {
            Some(Value::Array(list)) if !whole(&path) => {
                for (place, entry) in list.iter().enumerate() {
                    paths.extend(value_paths(entry, &[&path[..], &[(place + 1).to_string()]].concat()));
                }
            }
            _ => paths.push(path),
        }
    }
    paths
}
