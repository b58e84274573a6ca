//! Tests the editor schema against the shipped scenarios, the rules and its own examples.

use std::collections::BTreeMap;
use std::fs;

use fudgelab::document::{Keys, Kind, schema_text};
use fudgelab::rules::OPTIONS;
use fudgelab::scenario;
use jsonschema::Validator;
use serde_json::{Value as Json, json};

use super::files::{casts, compare, root, shipped};
use super::toml_json::json_of;

fn validator() -> Validator {
    jsonschema::draft202012::new(&scenario::schema()).unwrap()
}

#[test]
fn committed_schema_matches_the_program() {
    let text = schema_text(&scenario::schema());
    assert_eq!(serde_json::from_str::<Json>(&text).unwrap(), scenario::schema(), "the text is the whole schema");
    assert!(text.len() < 160_000, "{} bytes: put what occurs several times into `$defs`", text.len());
    compare(&text, &root().join("docs/scenario.schema.json"));
}

#[test]
fn every_shipped_scenario_matches_and_names_the_schema() {
    let validator = validator();
    for path in shipped().into_iter().chain(casts()) {
        let text = fs::read_to_string(&path).unwrap();
        if let Err(error) = validator.validate(&json_of(&text)) {
            panic!("{}: {}: {error}", path.display(), error.instance_path());
        }
        if let Some(named) = text.lines().next().and_then(|line| line.strip_prefix("#:schema ")) {
            let named = path.parent().unwrap().join(named).canonicalize().unwrap();
            assert_eq!(named, root().join("docs/scenario.schema.json").canonicalize().unwrap());
        } else {
            assert!(path.parent().unwrap().ends_with("cast"), "{} names no schema", path.display());
        }
    }
}

#[test]
fn schema_rejects_invalid_values() {
    let validator = validator();
    let text = fs::read_to_string(root().join("scenarios/con-game.toml")).unwrap();
    assert!(validator.is_valid(&json_of(&text)));
    for (place, value) in [
        ("/tilte", json!("a")),
        ("/title", json!(1)),
        ("/run", json!({ "trails": 10 })),
        ("/run", json!({ "trials": 0 })),
        ("/run", json!({ "seed": -1 })),
        ("/rules", json!({ "damage_rol": "none" })),
        ("/rules", json!({ "damage_roll": "nnoe" })),
        ("/rules", json!({ "round_limit": 0 })),
        ("/opposed/ties", json!("statusquo")),
        ("/opposed/active/trait", json!(1.5)),
        ("/opposed/active/modifiers", json!({ "disguise": "good" })),
        ("/fighters", json!({ "hans": { "skil": 1 } })),
        ("/fighters", json!({ "hans": { "skill": 1, "count": 0 } })),
        ("/show", json!([{ "chart": "pie" }])),
        ("/ladder", json!({ "names": [1] })),
        ("/include", json!("cast/barroom.toml")),
        ("/variants", json!({ "a": 1 })),
    ] {
        let mut document = json_of(&text);
        let (parent, key) = place.rsplit_once('/').unwrap();
        document.pointer_mut(parent).unwrap()[key] = value.clone();
        assert!(!validator.is_valid(&document), "{place} = {value}");
    }
    let accepts = |process: &Json| {
        let mut document = json_of(&text);
        document["process"] = json!({ "climb": process });
        validator.is_valid(&document)
    };
    let right = json!({
        "keys": { "trait": { "level": 100 } },
        "counters": { "up": { "to": 1 } },
        "step": [{ "roll": "grip", "trait": 5 }, { "when": true, "up": 1 }],
        "ends": { "top": "up = 1" },
    });
    assert!(accepts(&right));
    for wrong in [
        json!({ "keys": { "trait": { "level": 500 } } }),
        json!({ "counters": { "up": { "too": 1 } } }),
        json!({ "step": [{ "roll": 5 }] }),
        json!({ "step": [{ "when": 3, "up": 1 }] }),
        json!({ "step": [{ "up": [1] }] }),
        json!({ "ends": { "top": 3 } }),
    ] {
        assert!(!accepts(&wrong), "{wrong}");
    }
}

#[test]
fn schema_requires_keys_in_lists_but_not_in_tables() {
    let validator = validator();
    let part = json!({ "include": ["cast/a.toml"], "fighters": { "hans": { "weapon": "axe" } }, "check": {} });
    assert!(validator.is_valid(&part));
    assert!(!validator.is_valid(&json!({ "check": { "outcomes": [{ "from": 1 }] } })));
}

#[test]
fn schema_has_every_rule_option() {
    let schema = scenario::schema();
    let rules = schema.pointer("/properties/rules/properties").and_then(Json::as_object).unwrap();
    assert_eq!(rules.len(), OPTIONS.len() + 7, "the options, `base`, `policies` and the five rules by formulas");
    for option in OPTIONS {
        assert_eq!(rules[option.key]["description"], option.meaning, "{}", option.key);
    }
}

#[test]
fn schema_accepts_its_examples_and_defaults() {
    fn check(schema: &Json, defs: &Json, place: &str) -> usize {
        let mut checked = 0;
        if let Some(examples) = schema.get("examples").and_then(Json::as_array) {
            let mut whole = schema.clone();
            whole["$defs"] = defs.clone();
            let validator = jsonschema::draft202012::new(&whole).unwrap();
            assert!(schema.get("default").is_none_or(|default| validator.is_valid(default)), "the default of {place}");
            assert!(!examples.is_empty() && examples.iter().all(|example| validator.is_valid(example)), "{place}");
            checked = 1;
        }
        let inner: Vec<(String, &Json)> = match schema {
            Json::Object(map) => map.iter().map(|(key, value)| (key.clone(), value)).collect(),
            Json::Array(list) => list.iter().enumerate().map(|(k, value)| (k.to_string(), value)).collect(),
            _ => Vec::new(),
        };
        checked + inner.iter().map(|(key, value)| check(value, defs, &format!("{place}/{key}"))).sum::<usize>()
    }
    let schema = scenario::schema();
    let all = check(&schema, &schema["$defs"], "");
    assert!(all > 2 * OPTIONS.len(), "{all}");
}

/// Tables are identified by name in `$defs` and in `fudgelab list keys`.
#[test]
fn table_names_and_their_keys_are_unique() {
    fn walk(keys: &Keys, seen: &mut BTreeMap<&'static str, Vec<&'static str>>) {
        let names: Vec<&str> = keys.specs().iter().map(|spec| spec.key).collect();
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), names.len(), "{}", keys.name());
        for spec in keys.specs() {
            assert!(!spec.meaning.is_empty() && !spec.example.is_empty(), "{} of {}", spec.key, keys.name());
        }
        if let Some(known) = seen.insert(keys.name(), names.clone()) {
            assert_eq!(known, names, "{}", keys.name());
        } else {
            keys.specs().iter().for_each(|spec| walk_kind(&spec.kind, seen));
        }
    }
    fn walk_kind(kind: &Kind, seen: &mut BTreeMap<&'static str, Vec<&'static str>>) {
        match kind {
            Kind::Table(keys) => walk(keys, seen),
            Kind::List(kind) | Kind::Map(kind) => walk_kind(kind, seen),
            Kind::Open(keys, others) => {
                walk(keys, seen);
                walk_kind(others, seen);
            }
            Kind::Any(kinds) => kinds.iter().for_each(|kind| walk_kind(kind, seen)),
            _ => {}
        }
    }
    let mut seen = BTreeMap::new();
    walk(scenario::tables()[0], &mut seen);
    assert_eq!(seen.len(), scenario::tables().len());
}

/// Editors complete the names of weapons, armor, presets and creatures; other names are allowed.
#[test]
fn schema_offers_names() {
    let schema = fudgelab::scenario::schema();
    let at = |path: &str| schema.pointer(path).unwrap_or_else(|| panic!("{path}"));
    let text = |path: &str| {
        // A key shared by several tables is defined once.
        let shared = at(path).get("$ref").and_then(|at| at.as_str()?.strip_prefix('#'));
        shared.map_or_else(|| at(path), at).to_string()
    };
    let fighter = "/$defs/fighter/properties";
    for (path, names) in [
        (format!("{fighter}/like"), &["goblin", "SRD dragon"][..]),
        (format!("{fighter}/weapon"), &["broadsword", "crossbow"]),
        (format!("{fighter}/armor"), &["scale mail"]),
        (format!("{fighter}/shield"), &["large"]),
        ("/properties/rules/properties/base".to_owned(), &["nutshell", "lite"]),
    ] {
        let schema = text(&path);
        let apart = schema.split("#/$defs/").nth(1).and_then(|rest| rest.split('"').next());
        let schema = apart.map_or(schema.clone(), |name| text(&format!("/$defs/{name}")));
        for name in names {
            assert!(schema.contains(&format!("\"{name}\"")), "{path}: {name}: {schema}");
        }
        assert!(schema.contains(r#"{"type":"string"}"#), "{path}: {schema}");
    }
}
