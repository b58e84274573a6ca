//! A cell of a result, and the values of what is varied.

use crate::document::{Node, Span, Value as NodeValue};
use crate::measure::Findings;
use std::ops::{Deref, DerefMut};

/// The answers for one set of rules and numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The variant's name.
    pub variant: Option<String>,
    /// The varied values, one for each of [`StudyResult::varied`](super::StudyResult::varied).
    pub varied: Vec<Value>,
    /// What was found out.
    pub findings: Findings,
}

/// A value: of something varied, as it is written in the scenario, or of an option.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// Yes or no.
    Boolean(bool),
    /// A word.
    Text(String),
}

impl Deref for Cell {
    type Target = Findings;

    fn deref(&self) -> &Findings {
        &self.findings
    }
}

impl DerefMut for Cell {
    fn deref_mut(&mut self) -> &mut Findings {
        &mut self.findings
    }
}

impl Cell {
    /// The cell's place in words: variant and varied values.
    pub fn label(&self) -> String {
        label(self.variant.as_deref(), &self.varied)
    }
}

/// A cell's place in words.
pub(super) fn label(variant: Option<&str>, varied: &[Value]) -> String {
    let values = varied.iter().map(ToString::to_string);
    variant.map(str::to_owned).into_iter().chain(values).collect::<Vec<_>>().join(", ")
}

/// Values from what Rust has for them.
macro_rules! values {
    ($($type:ty => $variant:ident,)+) => {
        $(impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Self::$variant(value.into())
            }
        })+
    };
}

values! {
    bool => Boolean, u8 => Integer, u16 => Integer, u32 => Integer, i32 => Integer, i64 => Integer,
    f32 => Float, f64 => Float, &str => Text, String => Text,
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::Float(number) => write!(f, "{number}"),
            Self::Boolean(yes) => write!(f, "{yes}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Value {
    /// The value as it stands in a document.
    pub fn node(&self, span: Span) -> Node {
        let value = match self {
            Self::Integer(number) => NodeValue::Integer(*number),
            Self::Float(number) => NodeValue::Float(*number),
            Self::Boolean(yes) => NodeValue::Boolean(*yes),
            Self::Text(text) => NodeValue::String(text.clone()),
        };
        Node { value, span }
    }

    /// The value that stands in a document; none for tables and lists.
    pub fn of_node(node: &Node) -> Option<Self> {
        match &node.value {
            NodeValue::Integer(number) => Some(Self::Integer(*number)),
            NodeValue::Float(number) => Some(Self::Float(*number)),
            NodeValue::Boolean(yes) => Some(Self::Boolean(*yes)),
            NodeValue::String(text) => Some(Self::Text(text.clone())),
            NodeValue::Table(_) | NodeValue::Array(_) | NodeValue::Invalid => None,
        }
    }
}
