//! Transcripts: a tree of lines, each with its text and its numbers.

#![deny(missing_docs)]

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// One line of a transcript and the lines that belong to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Line {
    /// The kind of line, as a word for programs: `round`, `sum`, `hit` …
    pub kind: &'static str,
    /// The text for readers; empty if the line only groups others. No-break spaces keep words on one line.
    #[serde(serialize_with = "with_plain_spaces")]
    pub text: String,
    /// The names and numbers behind the text. In JSON they are next to `kind`, `text` and `lines`, so they cannot have
    /// these names.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
    /// The lines below this one.
    pub lines: Vec<Line>,
    /// Whether a blank line precedes it.
    #[serde(skip)]
    pub apart: bool,
    /// The text split into columns, which are aligned with those of neighboring lines. If they do not fit on one line,
    /// the first and last columns come first, and the middle one follows on a line below.
    #[serde(skip)]
    pub columns: Option<[String; 3]>,
}

impl Line {
    /// Creates a line with nothing below it.
    pub fn new(kind: &'static str, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), facts: Map::new(), lines: Vec::new(), apart: false, columns: None }
    }

    pub(crate) fn in_columns(kind: &'static str, columns: [String; 3]) -> Self {
        Self { columns: Some(columns.clone()), ..Self::new(kind, columns.join("  ")) }
    }

    /// Adds a fact, or replaces its value.
    pub(crate) fn with(mut self, key: &str, fact: impl Serialize) -> Self {
        self.set(key, fact);
        self
    }

    pub(crate) fn set(&mut self, key: &str, fact: impl Serialize) {
        // Only maps whose keys are not text can fail, and no fact is such a map.
        self.facts.insert(key.to_owned(), serde_json::to_value(fact).unwrap_or_default());
    }

    /// Puts a blank line before the line.
    pub(crate) fn apart(self) -> Self {
        Self { apart: true, ..self }
    }

    /// Changes the kind and rewrites the text, with the same facts.
    pub(crate) fn reworded(self, kind: &'static str, words: impl FnOnce(&str) -> String) -> Self {
        Self { kind, text: words(&self.text), ..self }
    }

    /// The text of a fact; empty if it is missing or not text.
    pub fn word(&self, key: &str) -> &str {
        self.facts.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// The line itself and all lines below it that are of this kind, in reading order.
    pub fn all(&self, kind: &str) -> Vec<&Self> {
        let own = (self.kind == kind).then_some(self);
        own.into_iter().chain(self.lines.iter().flat_map(|line| line.all(kind))).collect()
    }
}

fn with_plain_spaces<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text.replace('\u{a0}', " "))
}
