//! Scenario files: from TOML text to values that are known to be good.
//!
//! This is the document layer. It reads a file and what it includes ([`load`]), merges them into one tree of
//! [`Node`]s that know where in which file they stand, cuts the tree into one document for every cell of
//! `[variants]` × `[vary]` ([`Edits`]), and reads tables by data tables of keys ([`Reader`], [`KeySpec`], [`decode`]).
//! Every fault on the way is collected in [`Faults`], all at once, each with its place; the JSON Schema
//! for editors ([`object_schema`]) comes from the same tables of keys.
//!
//! ```
//! use fudgelab::scenario::{Kind, KeySpec, LoadOptions, Reader, Source, decode, load_source};
//! static KEYS: &[KeySpec] = &[KeySpec {
//!     key: "count",
//!     kind: Kind::Integer { min: 1, max: 60 },
//!     required: true,
//!     meaning: "How many of them there are.",
//!     example: "6",
//! }];
//! let source = Source::from_bytes("goblins.toml", b"count = 6".to_vec()).unwrap();
//! let mut document = load_source(source, "".as_ref(), LoadOptions::default());
//! let read = |reader: &mut Reader<'_>| reader.get("count", decode::integer);
//! let count = Reader::read(&document.root, "the scenario", KEYS, &mut document.faults, read);
//! assert_eq!(document.faults.into_result(count).map_err(|faults| faults.to_string()), Ok(Some(6)));
//! ```

mod action;
mod actor;
mod contest;
mod count;
pub mod decode;
mod dice;
mod document;
mod edit;
mod fault;
mod fighters;
mod gear;
mod include;
mod keys;
pub mod library;
mod like;
mod missile;
mod most;
mod nearest;
mod nesting;
mod parse;
mod path;
mod preset;
mod ranges;
mod reader;
mod render;
mod resolve;
mod rules;
mod run;
mod schema;
mod show;
mod source;
mod tactics;
mod vary;

pub use count::spelled_count;
pub use document::{Entry, Node, Table, Value};
pub use edit::{Edited, Edits, MAX_CELLS};
pub use fault::{Fault, Faults, Span};
pub use fighters::FIGHTER as FIGHTER_KEYS;
pub use include::{Document, LoadOptions, MAX_FILES, MAX_INCLUDE_DEPTH, load, load_source};
pub use keys::{DOCUMENT_KEYS, KeySpec, Kind};
pub use nearest::{did_you_mean, nearest};
pub use nesting::MAX_NESTING;
pub use path::Path;
pub use preset::{DEFAULT_PRESET, Preset, presets};
pub use reader::{Item, Reader};
pub use resolve::{Overrides, Scenario, key_at, read, read_source, schema};
pub use rules::RECORD_KINDS;
pub use run::{PRECISION, RELATIVE, limited_seconds};

pub use schema::object_schema;
pub use show::{CHARTS, Show, TABLES};
pub use source::{MAX_BYTES, Source};
pub use vary::MAX_VARIED;

#[cfg(test)]
mod hostile_tests;
