//! TOML documents: from a text to values whose every key and error has its place.
//!
//! It reads a file and what it includes ([`load`]), merges them into one tree of [`Node`]s that know where in which file they
//! stand, and reads tables by data tables of keys ([`Reader`], [`KeySpec`], [`decode`]). All errors on the way are
//! collected in [`Faults`]; the JSON Schema for editors ([`object_schema`]) comes from the same tables of keys. It knows
//! nothing of what the documents are about.
//!
//! ```
//! use fudgelab::document::{Kind, KeySpec, LoadOptions, Reader, Source, decode, load_source};
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

pub(crate) mod count;
pub mod decode;
pub(crate) mod dice;
pub(crate) mod fault;
pub(crate) mod include;
pub(crate) mod keys;
pub(crate) mod nearest;
pub(crate) mod nesting;
pub(crate) mod node;
pub(crate) mod parse;
pub(crate) mod path;
pub(crate) mod reader;
mod render;
pub(crate) mod schema;
pub(crate) mod source;

pub use count::spelled_count;
pub use fault::{Fault, Faults, Span};
pub use include::{Document, LoadOptions, MAX_FILES, MAX_INCLUDE_DEPTH, load, load_source};
pub use keys::{DOCUMENT_KEYS, KeySpec, Kind};
pub use nearest::{did_you_mean, nearest};
pub use nesting::MAX_NESTING;
pub use node::{Entry, Node, Table, Value};
pub use path::Path;
pub use reader::{Item, Reader};
pub use schema::object_schema;
pub use source::{MAX_BYTES, Source};
