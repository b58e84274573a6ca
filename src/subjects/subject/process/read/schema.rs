//! The JSON Schema of the table that plays a process, for editors.

use super::defined::part_of;
use super::own_keys::{KeySort, MOST_ENTRIES, sort_of};
use crate::document::{
    Entry, Node, Table, Value,
    schema::{json_of, kind_schema},
};
use serde_json::{Map, Value as Json, json};

/// The schema of `[NAME]`, from the keys in its definition.
pub fn schema(process: &Entry) -> Json {
    let keys = part_of(process, "keys").map_or(&[][..], Table::entries);
    let properties: Map<String, Json> =
        keys.iter().filter_map(|key| Some((key.key.clone(), of_key(&key.node)?))).collect();
    let about = process.node.text_of("about");
    let described = about.map_or_else(|| format!("Plays the process `{}`.", process.key), str::to_owned);
    json!({ "type": "object", "description": described, "properties": properties, "additionalProperties": false })
}

/// The schema of a key; `None` if its definition has no default.
fn of_key(definition: &Node) -> Option<Json> {
    let (sort, default) = sort_of(definition)?;
    let mut schema = kind_schema(sort.kind());
    if sort == KeySort::List {
        schema["minItems"] = 1.into();
        schema["maxItems"] = MOST_ENTRIES.into();
    }
    for (limit, word) in [("from", "minimum"), ("to", "maximum")].into_iter().filter(|_| sort.has_limits()) {
        if let Some(Value::Integer(bound)) = definition.get(limit).map(|node| &node.value) {
            schema[word] = (*bound).into();
        }
    }
    if let Some(means) = definition.text_of("means") {
        schema["description"] = means.into();
    }
    schema["default"] = json_of(default);
    Some(schema)
}
