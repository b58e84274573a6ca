//! Reads TOML documents: from text to typed values, with the position of every key and error.
//!
//! [`load`] reads a file and its includes, and merges them into one tree of [`Node`]s that know their file and
//! position. [`Reader`] reads tables by their declared keys ([`Key`], [`decode`]). [`Problems`] collects all errors,
//! and [`document_schema`] derives the JSON Schema for editors from the same keys. The module knows the words for
//! levels and the rules in force, but not the subjects of the documents.
//!
//! ```
//! use fudgelab::document::{Context, Key, KeyOr, LoadOptions, Reader, Source, keys, load_source};
//! keys! {
//!     GOBLINS = "goblins": "Goblins.";
//!     COUNT: Key<u16> = Key::<u16>::integer("count", 1, 60).means("How many of them there are.", "6").required();
//!     SKILL: KeyOr<i32> = Key::level("skill").means("How well they fight.", "\"Poor\"").or(0);
//! }
//! let source = Source::from_bytes("goblins.toml", b"count = 6".to_vec()).unwrap();
//! let mut document = load_source(source, "".as_ref(), LoadOptions::default());
//! let read = |reader: &mut Reader<'_>| Some((reader.read(&COUNT)?, reader.read(&SKILL)));
//! let read = Reader::open(&document.root, "the file", &GOBLINS, Context::plain(), &mut document.problems, read);
//! assert_eq!(document.problems.into_result(read).map_err(|problems| problems.to_string()), Ok(Some((6, 0))));
//! ```

pub mod assembly;
pub mod count;
pub mod decode;
pub mod dice;
mod fingerprint;
pub mod formula;
pub mod include;
pub mod key;
pub mod keys;
pub mod nearest;
pub(crate) mod nesting;
pub mod node;
pub mod parse;
#[cfg(test)]
#[path = "tests/parsed.rs"]
pub(crate) mod parsed;
pub mod path;
pub mod problem;
pub mod reader;
pub mod record;
mod render;
pub mod schema;
mod single;
pub mod source;
pub mod state;

pub use assembly::DOCUMENT;
pub use count::{spelled_count, spelled_seconds};
pub use fingerprint::fingerprint;
pub use formula::push_faults;
pub use include::{
    Bases, Document, Files, LoadOptions, MAX_FILES, MAX_INCLUDE_DEPTH, is_file, load, load_files, load_source,
};
pub use key::{FAR, Key, KeyOr, keys};
pub use keys::{Absent, KeySpec, Keys, Kind, Literal, RuleCondition, listed};
pub use nearest::{did_you_mean, did_you_mean_one_of, nearest, related, same_word};
pub use nesting::MAX_NESTING;
pub use node::{Entry, Node, Table, Value};
pub use path::Path;
pub use problem::{KeyEffect, Owner, Problems, excerpt};
pub use reader::{AnyKey, Context, Decode, Item, ReadKey, Reader};
pub use schema::{document_schema, object_schema, schema_text};
pub use single::{Problem, Span};
pub use source::{MAX_BYTES, Source};
