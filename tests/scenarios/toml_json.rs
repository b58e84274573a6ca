//! Converts TOML to JSON, with the parser alone, and JSON to TOML.

use serde_json::{Map, Value as Json};
use toml::de::{DeTable, DeValue};

/// Parses a TOML text; tables keep the order of their keys.
pub fn json_of(text: &str) -> Json {
    table(DeTable::parse(text).unwrap().get_ref())
}

fn table(table: &DeTable<'_>) -> Json {
    let entry = |(key, value): (&toml::Spanned<_>, &toml::Spanned<DeValue<'_>>)| {
        (AsRef::<str>::as_ref(key.get_ref()).to_owned(), key.span().start, json(value.get_ref()))
    };
    let mut entries: Vec<_> = table.iter().map(entry).collect();
    entries.sort_by_key(|(_, start, _)| *start);
    Json::Object(entries.into_iter().map(|(key, _, value)| (key, value)).collect())
}

fn json(value: &DeValue<'_>) -> Json {
    match value {
        DeValue::Table(inner) => table(inner),
        DeValue::Array(array) => array.iter().map(|entry| json(entry.get_ref())).collect(),
        DeValue::String(text) => text.as_ref().into(),
        DeValue::Boolean(yes) => (*yes).into(),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).unwrap().into(),
        DeValue::Float(number) => number.as_str().parse::<f64>().unwrap().into(),
        DeValue::Datetime(date) => date.to_string().into(),
    }
}

/// Returns a JSON object as TOML, with one line for each top-level key.
pub fn toml_of(table: &Map<String, Json>) -> String {
    table.iter().map(|(key, value)| format!("{} = {}\n", Json::from(key.as_str()), inline(value))).collect()
}

fn inline(value: &Json) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match value {
        Json::Object(map) => {
            let pair = |(key, value): (&String, &Json)| format!("{} = {}", Json::from(key.as_str()), inline(value));
            format!("{{ {} }}", joined(map.iter().map(pair).collect()))
        }
        Json::Array(list) => format!("[{}]", joined(list.iter().map(inline).collect())),
        other => other.to_string(),
    }
}
