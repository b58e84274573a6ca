//! The JSON Schema of the table that plays a process, for editors.

use super::defined::{default_of, part_of};
use super::own_keys::KINDS;
use crate::document::{Entry, Node, Table, Value};
use serde_json::{Map, Value as Json, json};

/// The schema of `[NAME]`, from the keys in its definition.
pub fn schema(process: &Entry) -> Json {
    let keys = part_of(process, "keys").map_or(&[][..], Table::entries);
    let properties: Map<String, Json> = keys.iter().filter_map(|key| Some((key.key.clone(), of_key(key)?))).collect();
    let about = process.node.as_table().and_then(|table| table.get("about")).and_then(Node::as_str);
    let described = about.map_or_else(|| format!("Plays the process `{}`.", process.key), str::to_owned);
    json!({ "type": "object", "description": described, "properties": properties, "additionalProperties": false })
}

/// The schema of a key; `None` if its definition has no default.
fn of_key(key: &Entry) -> Option<Json> {
    let table = key.node.as_table();
    let kind = table.and_then(|table| KINDS.into_iter().find(|kind| table.get(kind).is_some()));
    let default = default_of(&key.node)?;
    let kind = kind.unwrap_or(match default.value {
        Value::String(_) => "level",
        Value::Boolean(_) => "truth",
        Value::Array(_) => "list",
        _ => "number",
    });
    let mut schema = match kind {
        "level" => json!({ "type": ["string", "integer"] }),
        "truth" => json!({ "type": "boolean" }),
        "list" => json!({ "type": "array", "items": { "type": ["string", "integer"] }, "maxItems": 100 }),
        "dice" => json!({ "type": ["string", "integer"] }),
        "choice" => json!({ "type": ["string", "integer", "boolean"] }),
        // A number may also be written as a word of the ladder.
        _ => json!({ "type": ["integer", "string"] }),
    };
    for (limit, word) in [("from", "minimum"), ("to", "maximum")] {
        if let Some(Value::Integer(bound)) = table.and_then(|table| table.get(limit)).map(|node| &node.value) {
            schema[word] = (*bound).into();
        }
    }
    if let Some(means) = table.and_then(|table| table.get("means")).and_then(Node::as_str) {
        schema["description"] = means.into();
    }
    schema["default"] = json_of(default);
    Some(schema)
}

fn json_of(node: &Node) -> Json {
    match &node.value {
        Value::String(text) => text.as_str().into(),
        Value::Integer(number) => (*number).into(),
        Value::Boolean(truth) => (*truth).into(),
        Value::Array(entries) => entries.iter().map(json_of).collect(),
        _ => Json::Null,
    }
}
