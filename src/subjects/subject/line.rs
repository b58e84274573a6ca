//! Transcripts: a tree of lines, each with its text and its numbers.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// One line of a transcript and the lines that belong to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Line {
    /// What kind of line it is, as a word for programs: `round`, `sum`, `hit` …
    pub kind: &'static str,
    /// The text that people read; empty if the line only groups others. No-break spaces keep words on one line.
    #[serde(serialize_with = "with_plain_spaces")]
    pub text: String,
    /// The names and numbers behind the text. In JSON they are next to `kind`, `text` and `lines`, so they cannot have
    /// these names.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
    /// The lines that belong to it.
    pub lines: Vec<Line>,
    /// Whether a blank line goes before it.
    #[serde(skip)]
    pub apart: bool,
    /// The text cut into columns, where those of neighbors stand below each other. Too wide a line is broken between
    /// the columns: the first and last, then the middle one.
    #[serde(skip)]
    pub columns: Option<[String; 3]>,
}

impl Line {
    /// A line of this kind with this text, and nothing below it.
    pub fn new(kind: &'static str, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), facts: Map::new(), lines: Vec::new(), apart: false, columns: None }
    }

    pub(crate) fn in_columns(kind: &'static str, columns: [String; 3]) -> Self {
        Self { columns: Some(columns.clone()), ..Self::new(kind, columns.join("  ")) }
    }

    /// The line with one more fact, or with another value for one that it has.
    pub(crate) fn with(mut self, key: &str, fact: impl Serialize) -> Self {
        self.set(key, fact);
        self
    }

    pub(crate) fn set(&mut self, key: &str, fact: impl Serialize) {
        // Only maps with keys that are no text fail, and no fact is one.
        self.facts.insert(key.to_owned(), serde_json::to_value(fact).unwrap_or_default());
    }

    /// The line with a blank line before it.
    pub(crate) fn apart(self) -> Self {
        Self { apart: true, ..self }
    }

    /// The same facts in other words.
    pub(crate) fn reworded(self, kind: &'static str, words: impl FnOnce(&str) -> String) -> Self {
        Self { kind, text: words(&self.text), ..self }
    }

    /// A fact that is a text; empty where there is none.
    pub fn word(&self, key: &str) -> &str {
        self.facts.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// The line itself and those that belong to it, as far as they are of this kind, in reading order.
    pub fn all(&self, kind: &str) -> Vec<&Self> {
        let own = (self.kind == kind).then_some(self);
        own.into_iter().chain(self.lines.iter().flat_map(|line| line.all(kind))).collect()
    }
}

fn with_plain_spaces<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text.replace('\u{a0}', " "))
}
