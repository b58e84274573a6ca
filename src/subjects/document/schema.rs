//! JSON Schema from tables of keys, for editors that validate and complete.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::key::FAR;
use super::keys::{Absent, KeySpec, Keys, Kind, Literal};
use super::node::{Node, Value};
use super::parse::parse_as;
use super::problem::Problems;

/// The schema (draft 2020-12) of a document with this table at its root. No other keys are allowed.
///
/// A table that occurs more than once is in `$defs`. A key is required only inside lists: lists are replaced as a
/// whole, but tables are merged, so any other key can come from an included file, a variant or `[vary]`.
pub fn document_schema(root: &Keys) -> Json {
    let mut schema = SchemaBuilder::default();
    schema.count(root, false);
    let mut whole = schema.table(root, None, false);
    if !schema.defs.is_empty() {
        whole["$defs"] = schema.defs.into_iter().collect::<Map<String, Json>>().into();
    }
    share_keys(&mut whole);
    whole
}

/// The limits for moving the schema of a key to `$defs`: the minimum number of tables that share it, and the length in
/// bytes that it must exceed.
const SHARED: (usize, usize) = (2, 70);

/// Moves keys that many tables share to `$defs`.
fn share_keys(whole: &mut Json) {
    let mut uses = BTreeMap::new();
    count_keys(whole, &mut uses);
    let mut names: BTreeMap<(String, String), String> = BTreeMap::new();
    for ((key, schema), count) in uses {
        if count >= SHARED.0 && schema.len() > SHARED.1 {
            let alike = names.keys().filter(|(other, _)| *other == key).count();
            let name = if alike == 0 { format!("key-{key}") } else { format!("key-{key}-{}", alike + 1) };
            names.insert((key, schema), name);
        }
    }
    let mut moved = Map::new();
    refer_to_keys(whole, &names, &mut moved);
    if let Some(Json::Object(defs)) = whole.get_mut("$defs") {
        defs.extend(moved);
    } else if !moved.is_empty() {
        whole["$defs"] = moved.into();
    }
}

/// Counts in `uses` how often each pair of a key and its schema occurs.
fn count_keys(json: &Json, uses: &mut BTreeMap<(String, String), usize>) {
    let Json::Object(map) = json else {
        return json.as_array().into_iter().flatten().for_each(|entry| count_keys(entry, uses));
    };
    for (name, value) in map {
        if let ("properties", Json::Object(keys)) = (name.as_str(), value) {
            keys.iter().for_each(|(key, schema)| *uses.entry((key.clone(), schema.to_string())).or_default() += 1);
            keys.values().for_each(|schema| count_keys(schema, uses));
        } else {
            count_keys(value, uses);
        }
    }
}

/// Replaces the schema of each key in `names` by a reference to `$defs`, and moves the schema to `moved`. `names` has
/// the name in `$defs` of each pair of a key and its schema.
fn refer_to_keys(json: &mut Json, names: &BTreeMap<(String, String), String>, moved: &mut Map<String, Json>) {
    let Json::Object(map) = json else {
        return json.as_array_mut().into_iter().flatten().for_each(|entry| refer_to_keys(entry, names, moved));
    };
    for (part, value) in map.iter_mut() {
        let ("properties", Json::Object(keys)) = (part.as_str(), &mut *value) else {
            refer_to_keys(value, names, moved);
            continue;
        };
        for (key, schema) in keys.iter_mut() {
            let name = names.get(&(key.clone(), schema.to_string()));
            refer_to_keys(schema, names, moved);
            if let Some(name) = name {
                let reference = json!({ "$ref": format!("#/$defs/{name}") });
                moved.insert(name.clone(), std::mem::replace(schema, reference));
            }
        }
    }
}

/// The schema of a single table, including its required keys.
pub fn object_schema(keys: &Keys) -> Json {
    SchemaBuilder::default().table(keys, None, true)
}

/// The schema of a value of this kind.
pub fn kind_schema(kind: &Kind) -> Json {
    SchemaBuilder::default().kind(kind, false)
}

/// Formats a schema as text, with one key per line.
pub fn schema_text(schema: &Json) -> String {
    let mut text = String::new();
    write(schema, 0, &mut text);
    text.push('\n');
    text
}

/// Writes objects that contain tables of keys with one entry per line, and all others on a single line.
fn write(json: &Json, depth: usize, text: &mut String) {
    match json {
        Json::Object(map) if map.contains_key("$defs") || holds_table(json) => entries(map, depth, text),
        Json::Array(list) if list.iter().any(holds_table) => {
            text.push('[');
            for (place, entry) in list.iter().enumerate() {
                text.push_str(if place == 0 { "" } else { ", " });
                write(entry, depth, text);
            }
            text.push(']');
        }
        other => text.push_str(&other.to_string()),
    }
}

fn entries(map: &Map<String, Json>, depth: usize, text: &mut String) {
    text.push('{');
    for (place, (key, value)) in map.iter().enumerate() {
        text.push_str(if place == 0 { "\n" } else { ",\n" });
        text.push_str(&" ".repeat(depth + 1));
        text.push_str(&json!(key).to_string());
        text.push_str(": ");
        match value {
            Json::Object(keys) if key == "properties" => entries(keys, depth + 1, text),
            value => write(value, depth + 1, text),
        }
    }
    text.push('\n');
    text.push_str(&" ".repeat(depth));
    text.push('}');
}

/// Whether the schema of a table is anywhere in `json`.
fn holds_table(json: &Json) -> bool {
    match json {
        Json::Object(map) => map.contains_key("properties") || map.values().any(holds_table),
        Json::Array(list) => list.iter().any(holds_table),
        _ => false,
    }
}

/// A schema being built. A table is identified by its name and by `listed`, whether it is inside a list. Only tables
/// inside lists have required keys.
#[derive(Default)]
struct SchemaBuilder {
    uses: BTreeMap<(&'static str, bool), usize>,
    defs: BTreeMap<String, Json>,
}

impl SchemaBuilder {
    /// Counts how often each table is used. The tables inside a table are counted only at its first use.
    fn count(&mut self, keys: &Keys, listed: bool) {
        let uses = self.uses.entry((keys.name(), listed)).or_default();
        *uses += 1;
        if *uses == 1 {
            keys.specs().iter().for_each(|spec| self.count_in(&spec.kind, listed));
        }
    }

    /// Counts the tables that values of the kind `kind` use.
    fn count_in(&mut self, kind: &Kind, listed: bool) {
        match kind {
            Kind::Table(keys) => self.count(keys, listed),
            Kind::List(kind) => self.count_in(kind, true),
            Kind::Map(kind) => self.count_in(kind, listed),
            Kind::Open(keys, others) => {
                self.count(keys, listed);
                self.count_in(others, listed);
            }
            Kind::Any(kinds) => kinds.iter().for_each(|kind| self.count_in(kind, listed)),
            _ => {}
        }
    }

    /// The schema of a table. Its other keys have values of the kind `others`; if it is `None`, there are none.
    fn table(&mut self, keys: &Keys, others: Option<&Kind>, listed: bool) -> Json {
        let properties: Map<String, Json> =
            keys.specs().iter().map(|spec| (spec.key.to_owned(), self.property(spec, listed))).collect();
        let others = others.map_or(Json::Bool(false), |kind| self.kind(kind, listed));
        let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": others });
        let required: Vec<&str> = keys.specs().iter().filter(|spec| spec.required()).map(|spec| spec.key).collect();
        if listed && !required.is_empty() {
            schema["required"] = json!(required);
        }
        schema
    }

    /// The schema of a table, or a reference to it in `$defs`. `others` is the same wherever the table is used.
    fn table_or_reference(&mut self, keys: &Keys, others: Option<&Kind>, listed: bool) -> Json {
        if self.uses.get(&(keys.name(), listed)).is_none_or(|uses| *uses < 2) {
            return self.table(keys, others, listed);
        }
        let apart = listed && self.uses.contains_key(&(keys.name(), false));
        let name = if apart { format!("{} in a list", keys.name()) } else { keys.name().to_owned() };
        let name = name.replace(' ', "-");
        if !self.defs.contains_key(&name) {
            self.defs.insert(name.clone(), Json::Null);
            let table = self.table(keys, others, listed);
            self.defs.insert(name.clone(), table);
        }
        json!({ "$ref": format!("#/$defs/{name}") })
    }

    /// The schema of a key, with its meaning, default and example.
    fn property(&mut self, spec: &KeySpec, listed: bool) -> Json {
        let mut schema = self.kind(&spec.kind, listed);
        schema["description"] = json!(spec.meaning);
        match spec.absent {
            Absent::Value(literal) => schema["default"] = default(literal, spec),
            Absent::Otherwise(_) => schema["description"] = json!(spec.described()),
            Absent::Required | Absent::Nothing => {}
        }
        if let Some(example) = example(spec.example) {
            schema["examples"] = json!([example]);
        }
        schema
    }

    fn kind(&mut self, kind: &Kind, listed: bool) -> Json {
        match kind {
            Kind::Text | Kind::Dice => json!({ "type": "string" }),
            Kind::Formula => json!({ "type": ["string", "integer", "boolean"] }),
            Kind::Condition => json!({ "type": ["string", "boolean"] }),
            Kind::Named(names) => json!({ "anyOf": [{ "enum": names() }, { "type": "string" }] }),
            Kind::Range => json!({ "type": "string", "pattern": " to " }),
            Kind::Integer { min, max } => limited("integer", min, max, *min != i64::MIN, *max != i64::MAX),
            Kind::Count { min, max } => {
                let number = limited("number", min, max, true, *max != u64::MAX);
                json!({ "anyOf": [number, { "type": "string", "pattern": "^\\s*[0-9]" }] })
            }
            Kind::Number { min, max } => limited("number", min, max, min.is_finite(), max.is_finite()),
            Kind::Boolean => json!({ "type": "boolean" }),
            Kind::Level => json!({ "type": ["integer", "string"], "minimum": -FAR, "maximum": FAR }),
            Kind::Choice(_) | Kind::Words(_) | Kind::Known(_) => {
                let words = kind.words();
                // A word that is a number can also be given as a number.
                let numbers = words.iter().filter_map(|word| word.parse::<i64>().ok());
                let all: Vec<Json> = words.iter().map(|word| json!(word)).chain(numbers.map(Json::from)).collect();
                json!({ "enum": all })
            }
            Kind::List(kind) => json!({ "type": "array", "items": self.kind(kind, true) }),
            Kind::Table(keys) => self.table_or_reference(keys, None, listed),
            Kind::Open(keys, others) => self.table_or_reference(keys, Some(others), listed),
            Kind::Map(kind) => json!({ "type": "object", "additionalProperties": self.kind(kind, listed) }),
            Kind::Any(kinds) => {
                let kinds: Vec<Json> = kinds.iter().map(|kind| self.kind(kind, listed)).collect();
                json!({ "anyOf": kinds })
            }
            Kind::Free => json!({}),
        }
    }
}

/// The default of a key as JSON; a level becomes its word.
fn default(literal: Literal, spec: &KeySpec) -> Json {
    match literal {
        Literal::Boolean(yes) => json!(yes),
        Literal::Word(word) => json!(word),
        Literal::Integer(number) => match literal.shown(&spec.kind) {
            shown if shown.parse::<i64>().is_err() => json!(shown),
            _ => json!(number),
        },
    }
}

/// The schema of a number: `kind` is its type in JSON, and `has_min` and `has_max` tell which limits it has.
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

/// Converts an example from TOML to JSON; `None` if it is not valid TOML.
fn example(toml: &str) -> Option<Json> {
    let mut problems = Problems::new();
    let root = parse_as("example", &format!("example = {toml}"), &mut problems);
    problems.into_result(root.get("example").map(json_of)).ok()?
}

/// A value of a document as JSON.
pub fn json_of(node: &Node) -> Json {
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
    use super::super::assembly::DOCUMENT;
    use super::super::dice;
    use super::super::key::{Key, KeyOr, keys};
    use super::*;
    use crate::dice::Dice;
    use crate::document::decode;

    keys! {
        FIRST = "first": "For a test.";
        TRAIT: Key<i32> = Key::level("trait").means("The trait.", "\"Fair\"").required();
        COUNT: KeyOr<i64> = Key::<i64>::integer("count", 1, 60).means("How many.", "6").or(1);
    }
    keys! {
        ALL = "all": "For a test.";
        + TRAIT;
        + COUNT;
        DICE: Key<Dice> =
            Key::new("dice", Kind::Any(&[Kind::Dice, Kind::Map(&Kind::Free)]), dice::dice).means("The dice.", "\"4dF\"");
        TRIALS: Key<u64> = Key::count("trials", 1, u64::MAX).means("How long.", "\"50 million\"");
        TIES: Key<Node> =
            Key::new("ties", Kind::List(&Kind::Choice(&["a", "b"])), decode::node).means("Ties.", "[\"a\"]");
    }

    #[test]
    fn object_schema_matches_the_table() {
        let expected = json!({
            "type": "object",
            "properties": {
                "trait": {
                    "type": ["integer", "string"], "minimum": -100, "maximum": 100,
                    "description": "The trait.", "examples": ["Fair"]
                },
                "count": {
                    "type": "integer", "minimum": 1, "maximum": 60,
                    "description": "How many.", "default": 1, "examples": [6]
                }
            },
            "additionalProperties": false,
            "required": ["trait"]
        });
        assert_eq!(object_schema(&FIRST), expected);
    }

    #[test]
    fn validator_accepts_what_the_reader_accepts() {
        let validator = jsonschema::draft202012::new(&object_schema(&ALL)).unwrap();
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
    fn examples_match_their_schema() {
        for keys in [&ALL, &DOCUMENT] {
            for spec in keys.specs() {
                let example = example(spec.example).unwrap_or_else(|| panic!("{} has no example", spec.key));
                assert!(
                    jsonschema::draft202012::new(&SchemaBuilder::default().kind(&spec.kind, true))
                        .unwrap()
                        .is_valid(&example)
                );
            }
        }
    }
}
