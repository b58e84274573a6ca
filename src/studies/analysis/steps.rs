//! The other values that a key of a document can have.

use crate::dice::methods;
use crate::document::{Entry, Kind, Node, Path, Span, Value as NodeValue};
use crate::ladder::Ladder;
use crate::study::{Setting, Study, Value};

/// The custom modifiers of a document: name, path and value.
pub(super) fn own_modifiers(document: &Node) -> Vec<(String, Path, Node)> {
    let modifiers = document.get("rules").map(|rules| rules.entries_of("modifiers")).unwrap_or_default();
    let one = |Entry { key, node, .. }: &Entry| (key.clone(), Path::of(["rules", "modifiers", key]), node.clone());
    modifiers.iter().map(one).collect()
}

/// Like [`own_modifiers`], for a study; empty if the study has variants.
pub(super) fn modifiers_of(study: &Study) -> Vec<(String, Path, Node)> {
    let source = study.source.as_ref().filter(|_| study.variants.is_empty());
    let document = source.and_then(|source| source.document(&Setting::default()).ok());
    document.map(|document| own_modifiers(&document)).unwrap_or_default()
}

/// The paths of all values below `node` that are not tables, prefixed with `before`.
pub(super) fn leaves(node: &Node, before: &[String]) -> Vec<Vec<String>> {
    let Some(table) = node.as_table() else { return vec![before.to_vec()] };
    let below = |entry: &Entry| leaves(&entry.node, &[before, std::slice::from_ref(&entry.key)].concat());
    table.entries().iter().flat_map(below).collect()
}

/// The scale along which a key is changed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum StepScale {
    /// A level, shown by its name.
    Level,
    /// Whole numbers within inclusive limits.
    Whole(i64, i64),
    /// One of a fixed set of words (or `true`/`false`).
    Choice,
}

/// The scale of a key of this kind, and the key's number in force, if any. `None` for tables, lists, names and numbers
/// with a fraction.
pub(super) fn scale(kind: &Kind, in_force: Option<&Node>, ladder: &Ladder) -> Option<(StepScale, Option<i64>)> {
    let level = kind.find(|kind| matches!(kind, Kind::Level).then_some(())).is_some();
    let whole = kind.find(|kind| if let Kind::Integer { min, max } = kind { Some((*min, *max)) } else { None });
    let text = kind.find(|kind| matches!(kind, Kind::Text).then_some(())).is_some();
    let named = |word: &str| ladder.parse(word).ok().map(i64::from);
    // A trait that is only displayed can be a number or any text, which may be a level.
    let level = level || (text && whole.is_some() && in_force.and_then(Node::as_str).and_then(named).is_some());
    let numbers = if level { Some(StepScale::Level) } else { whole.map(|(min, max)| StepScale::Whole(min, max)) };
    match (in_force.map(|node| &node.value), numbers) {
        (Some(NodeValue::Integer(number)), Some(scale)) => Some((scale, Some(*number))),
        (Some(NodeValue::String(word)), Some(scale)) => {
            let number = named(word).filter(|_| scale == StepScale::Level);
            (number.is_some() || kind.words().contains(&word.as_str())).then_some((scale, number))
        }
        (None | Some(NodeValue::Boolean(_)), Some(scale)) => Some((scale, None)),
        (None | Some(NodeValue::String(_) | NodeValue::Boolean(_)), None) if !choices(kind).is_empty() => {
            Some((StepScale::Choice, None))
        }
        _ => None,
    }
}

/// The words that a key of this kind accepts, `true` and `false`, or the common dice.
pub(super) fn choices(kind: &Kind) -> Vec<Value> {
    let common = || methods().iter().filter(|one| one.name == one.example && one.name != "none");
    let fixed = kind.find(|kind| match kind {
        Kind::Boolean => Some(vec![Value::Boolean(true), Value::Boolean(false)]),
        Kind::Dice => Some(common().map(|one| Value::from(one.name)).collect()),
        _ => None,
    });
    fixed.unwrap_or_else(|| words(kind))
}

/// The words that a numeric key accepts instead of a number.
pub(super) fn words(kind: &Kind) -> Vec<Value> {
    kind.words().into_iter().map(Value::from).collect()
}

/// The span of values that are not from a file.
pub(super) const NOWHERE: Span = Span { source: 0, start: 0, end: 0 };

/// Creates a node for a value that is not from a file.
pub(super) fn node(value: NodeValue) -> Node {
    Node { value, span: NOWHERE }
}

/// A value as shown to readers; a level is shown by its name.
pub(super) fn shown(value: &Node, scale: StepScale, ladder: &Ladder) -> String {
    match &value.value {
        NodeValue::Integer(level) if scale == StepScale::Level => {
            i32::try_from(*level).map_or_else(|_| level.to_string(), |level| ladder.trait_name(level))
        }
        NodeValue::Array(list) => list.iter().map(|one| shown(one, scale, ladder)).collect::<Vec<_>>().join(", "),
        _ => value.as_scalar().map(|value| value.to_string()).unwrap_or_default(),
    }
}
