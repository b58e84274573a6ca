//! The keys of a document, and the values that each may take besides the one it has.

use crate::dice::methods;
use crate::document::{Kind, Node, Value as NodeValue};
use crate::ladder::Ladder;
use crate::study::Value;

/// The paths of all values below a node that are no tables themselves, each behind the segments before it.
pub(super) fn leaves(node: &Node, before: &[String]) -> Vec<Vec<String>> {
    let Some(table) = node.as_table() else { return vec![before.to_vec()] };
    table
        .entries()
        .iter()
        .flat_map(|entry| leaves(&entry.node, &[before, std::slice::from_ref(&entry.key)].concat()))
        .collect()
}

/// What is changed in a key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scale {
    /// A level, shown by its word.
    Level,
    /// Whole numbers within limits.
    Whole(i64, i64),
    /// One of several words, yes and no among them.
    Choice,
}

/// The scale of a key of this kind, and where a value stands on it; none for tables, lists and numbers with a fraction. An absent
/// value stands at 0.
pub(super) fn scale(kind: &Kind, value: Option<&Node>, ladder: &Ladder) -> Option<(Scale, i64)> {
    let level = kind.find(|kind| matches!(kind, Kind::Level).then_some(())).is_some();
    let whole = kind.find(|kind| if let Kind::Integer { min, max } = kind { Some((*min, *max)) } else { None });
    let numbers = match (level, whole) {
        (true, _) => Some(Scale::Level),
        (false, Some((min, max))) => Some(Scale::Whole(min, max)),
        (false, None) => None,
    };
    match (value.map(|node| &node.value), numbers) {
        (None, Some(scale)) => Some((scale, 0)),
        (Some(NodeValue::Integer(number)), Some(scale)) => Some((scale, *number)),
        (Some(NodeValue::String(word)), Some(Scale::Level)) => Some((Scale::Level, ladder.parse(word).ok()?.into())),
        (None | Some(NodeValue::String(_) | NodeValue::Boolean(_)), _) if !choices(kind).is_empty() => {
            Some((Scale::Choice, 0))
        }
        _ => None,
    }
}

/// The words that a key of this kind may have, yes and no, or dice that are common.
pub(super) fn choices(kind: &Kind) -> Vec<Value> {
    let fixed = kind.find(|kind| match kind {
        Kind::Boolean => Some(vec![Value::Boolean(true), Value::Boolean(false)]),
        Kind::Dice => Some(
            methods()
                .iter()
                .filter(|one| one.name == one.example && one.name != "none")
                .map(|one| Value::from(one.name))
                .collect(),
        ),
        _ => None,
    });
    fixed.unwrap_or_else(|| kind.words().into_iter().map(Value::from).collect())
}

/// A value as people read it: a level by its word.
pub(super) fn shown(value: &Value, scale: Scale, ladder: &Ladder) -> String {
    match (value, scale) {
        (Value::Integer(level), Scale::Level) => {
            i32::try_from(*level).map_or_else(|_| level.to_string(), |level| ladder.trait_name(level))
        }
        _ => value.to_string(),
    }
}
