//! JSON Schema from tables of keys, for editors that check and complete while one types.

use serde_json::{Map, Value as Json, json};

use super::fault::Faults;
use super::keys::{KeySpec, Kind};
use super::node::{Node, Value};
use super::parse::parse;
use super::source::Source;

/// The schema (draft 2020-12) of a table with these keys; no others are allowed.
///
/// It is a fragment, without `$schema`, to stand by itself or inside another.
pub fn object_schema(keys: &[KeySpec]) -> Json {
    let properties: Map<String, Json> = keys.iter().map(|spec| (spec.key.to_owned(), property(spec))).collect();
    let required: Vec<&str> = keys.iter().filter(|spec| spec.required).map(|spec| spec.key).collect();
    let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

/// Takes out that keys are required, but for the tables in lists: lists are replaced as a whole, tables are merged.
pub(crate) fn let_keys_be_absent(schema: &mut Json) {
    match schema {
        Json::Object(map) => {
            map.retain(|key, value| key != "required" || !value.is_array());
            map.iter_mut().filter(|(key, _)| *key != "items").for_each(|(_, inner)| let_keys_be_absent(inner));
        }
        Json::Array(list) => list.iter_mut().for_each(let_keys_be_absent),
        _ => {}
    }
}

/// A key's schema, with what it means and how it is written.
fn property(spec: &KeySpec) -> Json {
    let mut schema = kind_schema(&spec.kind);
    schema["description"] = json!(spec.meaning);
    if let Some(example) = example(spec.example) {
        schema["examples"] = json!([example]);
    }
    schema
}

fn kind_schema(kind: &Kind) -> Json {
    match kind {
        Kind::Text | Kind::Dice => json!({ "type": "string" }),
        Kind::Range => json!({ "type": "string", "pattern": " to " }),
        Kind::Integer { min, max } => limited("integer", min, max, *min != i64::MIN, *max != i64::MAX),
        Kind::Count { min, max } => {
            let number = limited("number", min, max, true, *max != u64::MAX);
            json!({ "anyOf": [number, { "type": "string", "pattern": "^\\s*[0-9]" }] })
        }
        Kind::Number { min, max } => limited("number", min, max, min.is_finite(), max.is_finite()),
        Kind::Boolean => json!({ "type": "boolean" }),
        Kind::Level => json!({ "type": ["integer", "string"] }),
        Kind::Choice(words) => json!({ "enum": words }),
        Kind::List(kind) => json!({ "type": "array", "items": kind_schema(kind) }),
        Kind::Table(keys) => object_schema(keys),
        Kind::Map(kind) => json!({ "type": "object", "additionalProperties": kind_schema(kind) }),
        Kind::Any(kinds) => json!({ "anyOf": kinds.iter().map(kind_schema).collect::<Vec<_>>() }),
        Kind::Free => json!({}),
    }
}

fn limited<T: serde::Serialize>(kind: &str, min: &T, max: &T, has_min: bool, has_max: bool) -> Json {
    let mut schema = json!({ "type": kind });
    if has_min {
        schema["minimum"] = json!(min);
    }
    if has_max {
        schema["maximum"] = json!(max);
    }
    schema
}

/// An example, written as TOML, as JSON; none where it is no TOML.
fn example(toml: &str) -> Option<Json> {
    let mut faults = Faults::new();
    let source = Source::from_bytes("example", format!("example = {toml}").into_bytes()).ok()?;
    let source = faults.add_source(source);
    let root = parse(source, &mut faults);
    faults.into_result(root.as_table()?.get("example").map(json_of)).ok()?
}

fn json_of(node: &Node) -> Json {
    match &node.value {
        Value::Table(table) => {
            Json::Object(table.entries().iter().map(|entry| (entry.key.clone(), json_of(&entry.node))).collect())
        }
        Value::Array(nodes) => Json::Array(nodes.iter().map(json_of).collect()),
        Value::String(text) => json!(text),
        Value::Integer(number) => json!(number),
        Value::Float(number) => json!(number),
        Value::Boolean(yes) => json!(yes),
        Value::Invalid => Json::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::super::keys::DOCUMENT_KEYS;
    use super::*;

    static KEYS: &[KeySpec] = &[
        KeySpec { key: "trait", kind: Kind::Level, required: true, meaning: "The trait.", example: "\"Fair\"" },
        KeySpec {
            key: "count",
            kind: Kind::Integer { min: 1, max: 60 },
            required: false,
            meaning: "How many.",
            example: "6",
        },
        KeySpec {
            key: "dice",
            kind: Kind::Any(&[Kind::Dice, Kind::Map(&Kind::Free)]),
            required: false,
            meaning: "The dice.",
            example: "\"4dF\"",
        },
        KeySpec {
            key: "trials",
            kind: Kind::Count { min: 1, max: u64::MAX },
            required: false,
            meaning: "How long.",
            example: "\"50 million\"",
        },
        KeySpec {
            key: "ties",
            kind: Kind::List(&Kind::Choice(&["a", "b"])),
            required: false,
            meaning: "Ties.",
            example: "[\"a\"]",
        },
    ];

    #[test]
    fn the_fragment_says_what_the_table_says() {
        let fragment = object_schema(KEYS.get(..2).unwrap_or_default());
        let expected = json!({
            "type": "object",
            "properties": {
                "trait": { "type": ["integer", "string"], "description": "The trait.", "examples": ["Fair"] },
                "count": {
                    "type": "integer", "minimum": 1, "maximum": 60, "description": "How many.", "examples": [6]
                }
            },
            "additionalProperties": false,
            "required": ["trait"]
        });
        assert_eq!(fragment, expected);
    }

    #[test]
    fn a_validator_takes_what_the_reader_takes() {
        let validator = jsonschema::draft202012::new(&object_schema(KEYS)).unwrap();
        let good = [
            json!({ "trait": 3 }),
            json!({ "trait": "Fair", "dice": { "faces": [1] }, "trials": 1_000_000, "ties": ["b", "a"] }),
            json!({ "trait": "Fair", "dice": "4dF", "trials": "50 million", "count": 60 }),
        ];
        let bad = [
            json!({}),
            json!({ "trait": 1.5 }),
            json!({ "trait": 1, "count": 0 }),
            json!({ "trait": 1, "ties": ["c"] }),
            json!({ "trait": 1, "trials": "many" }),
            json!({ "trait": 1, "triat": 1 }),
        ];
        assert!(good.iter().all(|instance| validator.is_valid(instance)));
        assert!(!bad.iter().any(|instance| validator.is_valid(instance)));
    }

    #[test]
    fn every_example_is_good() {
        for keys in [KEYS, DOCUMENT_KEYS] {
            for spec in keys {
                let example = example(spec.example).unwrap_or_else(|| panic!("{} has no example", spec.key));
                assert!(jsonschema::draft202012::new(&kind_schema(&spec.kind)).unwrap().is_valid(&example));
            }
        }
    }
}
