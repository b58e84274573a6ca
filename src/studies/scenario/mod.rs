//! Reads a scenario file into a validated study.
//!
//! Combines variants, varied values, includes, presets, stat blocks of the library, `[run]`, `[[show]]` and the one
//! subject of a file. See [`document`](crate::document) for parsing, and [`subject`](crate::subject) for the table of
//! each subject.

mod cells;
mod edit;
mod idle_keys;
mod idle_options;
pub mod library;
mod like;
mod preset;
mod resolve;
mod root;
mod rules;
mod sections;
mod shipped_presets;
mod source;
mod vary;

pub use crate::document::record::RECORD_KINDS;
pub use crate::document::{Files, MAX_BYTES, Problem, Problems, Source, Span};
pub use edit::{Edited, Edits};
pub use idle_options::options_without_effect;
pub use preset::{OwnPreset, Preset, amend, own_preset, presets};
pub use resolve::{Overrides, Scenario, dice_warnings, read, read_files, read_source, with_overrides};
pub use root::{key_at, schema, schema_for, tables, tables_in};
pub use rules::setting;
pub use sections::run::{PRECISION_LIMITS, RELATIVE_LIMITS, limited_seconds};
pub use sections::sheets::{sheets, sheets_alone, sheets_of};
pub use sections::show::{Order, Show, TABLES};
pub use shipped_presets::DEFAULT_PRESET;
pub use vary::{MAX_CELLS, MAX_VARIED};

#[cfg(test)]
#[path = "tests/hostile.rs"]
mod hostile;
#[cfg(test)]
#[path = "../../subjects/document/tests/parsed.rs"]
mod parsed;
