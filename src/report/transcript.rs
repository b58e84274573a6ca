//! One trial roll by roll, as JSON.

use super::formats::json::{self, VERSION};
use crate::study::replay::{Line, Transcript};
use crate::text::escape_json;
use serde_json::{Map, Value};

/// The transcript as a JSON document: its lines as a tree of objects, each with its `kind`, its `text`, the facts
/// behind the text, and nested `lines`.
pub fn document(transcript: &Transcript) -> Value {
    let mut document = Map::new();
    document.insert("fudgelab".to_owned(), VERSION.into());
    document.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    // Plain structures with text keys always become a JSON object.
    if let Ok(Value::Object(whole)) = serde_json::to_value(transcript) {
        document.extend(whole);
    }
    Value::Object(document)
}

/// Writer of the text of a [`document`] piece by piece, for a transcript that is printed line by line.
#[derive(Debug)]
pub struct JsonPieces {
    any: bool,
}

impl JsonPieces {
    /// The text before the lines; `transcript` must not have any lines yet.
    pub fn begin(transcript: &Transcript) -> (Self, String) {
        let text = json::printed(&document(transcript));
        (Self { any: false }, text.trim_end_matches(NO_LINES).to_owned())
    }

    /// The text of the next line.
    pub fn line(&mut self, line: &Line) -> String {
        let comma = if std::mem::replace(&mut self.any, true) { "," } else { "" };
        // Plain structures with text keys always become JSON.
        let text = serde_json::to_string_pretty(line).unwrap_or_default().replace('\n', "\n    ");
        escape_json(&format!("{comma}\n    {text}")).into_owned()
    }

    /// The text after the lines.
    pub fn end(self) -> &'static str {
        if self.any { "\n  ]\n}\n" } else { NO_LINES }
    }
}

/// The end of a document without lines, which follows the opening bracket of its list of lines.
const NO_LINES: &str = "]\n}\n";
