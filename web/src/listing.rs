//! Lists all choices, for the page's forms and its help.

use super::rejection::Result;
use fudgelab::dice;
use fudgelab::ladder::Ladder;
use fudgelab::reference::lists::{ListItem, TOPICS, Topic, items, keys_in, names_at};
use fudgelab::reference::rulebook;
use fudgelab::report::difficulty::cut_points;
use fudgelab::rules::gear::{ARMOR, Protection, RANGED_WEAPONS, SHIELDS, WEAPONS};
use fudgelab::rules::names::CONTEXTS;
use fudgelab::rules::{GearFamily, OPTIONS, RuleOption};
use fudgelab::scenario::library::{self, LibraryBlock, SOURCES, Shelf};
use fudgelab::scenario::{DEFAULT_PRESET, Preset, presets, tables};
use fudgelab::starters::Starter;
use serde_json::{Value, json};

/// The starter scenarios that the page offers, in its order.
const STARTER_NAMES: [&str; 15] = [
    "duel",
    "party",
    "encounter",
    "campaign",
    "check",
    "opposed",
    "contest",
    "task",
    "group",
    "reaction",
    "affliction",
    "healing",
    "casting",
    "experience",
    "rules",
];

/// Shipped scenarios with processes, which the page offers as templates.
const PROCESSES: [(&str, &str); 3] = [
    ("chase", include_str!("../../scenarios/processes/foot-chase.toml")),
    ("ritual", include_str!("../../scenarios/processes/ritual.toml")),
    ("siege", include_str!("../../scenarios/processes/siege.toml")),
];

pub(crate) fn listing() -> Value {
    let ladder = Ladder::default();
    let level = |level: i32| json!({ "name": ladder.trait_name(level), "level": level });
    let factor = |gear: &Protection| json!({ "name": gear.name, "value": gear.value(GearFamily::Srd) });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "labels": cut_points(),
        "ladder": (ladder.lowest()..=ladder.superhuman_highest().min(ladder.highest() + 1)).map(level).collect::<Vec<_>>(),
        "weapons": WEAPONS.iter().map(|one| json!({ "name": one.name, "value": one.factor(GearFamily::Srd) })).collect::<Vec<_>>(),
        "launchers": RANGED_WEAPONS.iter().map(|one| one.name).collect::<Vec<_>>(),
        "armor": ARMOR.iter().map(factor).collect::<Vec<_>>(),
        "shields": SHIELDS.iter().map(factor).collect::<Vec<_>>(),
        "presets": presets().iter().map(preset).collect::<Vec<_>>(),
        "preset": DEFAULT_PRESET,
        "options": OPTIONS.iter().map(option).collect::<Vec<_>>(),
        "dice": dice::methods().iter().map(|one| json!({ "name": one.name, "meaning": one.meaning, "formula": one.formula })).collect::<Vec<_>>(),
        "sources": SOURCES.iter().map(|(tag, title)| json!({ "tag": tag, "title": title })).collect::<Vec<_>>(),
        "library": library::entries().iter().map(entry).collect::<Vec<_>>(),
        "starters": starters(),
    })
}

fn starters() -> Vec<Value> {
    let shipped = STARTER_NAMES.iter().filter_map(|name| Starter::named(name)).map(|one| (one.name, one.text));
    shipped.chain(PROCESSES).map(|(name, text)| json!({ "name": name, "text": text })).collect()
}

fn preset(one: &Preset) -> Value {
    json!({ "name": one.name, "meaning": one.meaning })
}

fn option(one: &RuleOption) -> Value {
    let choice = |(word, meaning): (String, String)| json!({ "word": word, "meaning": meaning });
    let setting = |preset: &Preset| json!([preset.name, one.setting(&preset.rules, &Ladder::default())]);
    let formula = format!("rules.{}", one.key);
    let is_its = |key: &&&str| key.strip_prefix(&formula).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    json!({
        "key": one.key,
        "meaning": one.meaning,
        // The option's key that takes a formula, if any, to look up the names it can use.
        "formula": CONTEXTS.iter().flat_map(|context| context.keys).find(is_its),
        "choices": rulebook::choices(one).into_iter().map(choice).collect::<Vec<_>>(),
        "presets": presets().iter().map(setting).collect::<Vec<_>>(),
    })
}

/// Returns a library entry as JSON. If its `fights` is false, it has no skill, and can fight only if a scenario sets one.
fn entry(one: &LibraryBlock) -> Value {
    let figures = one.figures();
    let figure = |name: &str| figures.iter().find(|(called, _)| *called == name).map(|(_, text)| text.clone());
    let of = ["attacks", "defense", "Scale"].into_iter().filter_map(|name| {
        let text = figure(name)?;
        (name != "Scale" || text != "0").then(|| {
            if name == "attacks" { text } else { format!("{} {}", name.to_lowercase(), text.replace('-', "\u{2212}")) }
        })
    });
    json!({
        "name": one.name,
        "like": one.full_name(),
        "source": one.source,
        "person": one.shelf == Shelf::People,
        "fights": one.can_fight(),
        "figures": of.collect::<Vec<_>>().join(" · "),
        "note": figure("note"),
    })
}

/// Returns the entries of all lists of `fudgelab list` except `names`; for `keys`, the keys of each table.
pub(crate) fn lists() -> Value {
    let mut entries = Vec::new();
    for (topic, word, _) in TOPICS {
        match topic {
            Topic::Keys => {
                for table in tables() {
                    let kind = format!("key of {}", table.name());
                    let keys = keys_in(table);
                    let others =
                        keys.iter().filter(|one| table.name() != "rules" || RuleOption::find(&one.name).is_none());
                    entries.extend(others.map(|one| item(&kind, one)));
                }
            }
            Topic::Names => {}
            _ => entries.extend(items(topic).iter().map(|one| item(word, one))),
        }
    }
    Value::Array(entries)
}

/// Returns the names that a key's formula can use, with their meanings.
pub(crate) fn names(key: &str) -> Result<Value> {
    Ok(names_at(key)?.iter().map(|one| json!({ "name": one.name, "meaning": one.meaning })).collect())
}

fn item(kind: &str, one: &ListItem) -> Value {
    let line = |(word, meaning): &(String, String)| match word.as_str() {
        "" => meaning.clone(),
        word => format!("{word}: {meaning}"),
    };
    let lines: Vec<String> = one.choices.iter().map(line).chain(one.formula.map(str::to_owned)).collect();
    json!({ "kind": kind, "name": one.name, "meaning": one.meaning, "source": one.source, "lines": lines })
}
