//! Helpers that parse text, for tests of this package and of packages that build on it.

use crate::document::{Node, Problems, Value, parse::parse_as};

/// Parses `text`; also returns the errors.
pub fn parse_text(text: &str) -> (Node, Problems) {
    let mut problems = Problems::new();
    (parse_as("s.toml", text, &mut problems), problems)
}

/// Parses `text`, which must not have errors.
pub fn parsed(text: &str) -> Node {
    let (node, problems) = parse_text(text);
    assert!(problems.is_empty(), "{problems}");
    node
}

/// The node as text, without source positions.
pub fn shown(node: &Node) -> String {
    match &node.value {
        Value::Table(table) => {
            let entries = table.entries().iter().map(|entry| format!("{}={}", entry.key, shown(&entry.node)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(" "))
        }
        Value::Array(entries) => format!("[{}]", entries.iter().map(shown).collect::<Vec<_>>().join(" ")),
        Value::String(text) => format!("{text:?}"),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(yes) => yes.to_string(),
        Value::Invalid => "!".to_owned(),
    }
}
