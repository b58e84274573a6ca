//! Scenario files: turns a whole document into a validated study.
//!
//! This is where variants, varied values, includes, presets, stat blocks of the library, `[run]`, `[[show]]` and the one subject of
//! a file come together. How a document is read is in [`document`](crate::document), what a subject's table holds in
//! [`subject`](crate::subject).

mod after;
mod ask;
mod base;
mod damage;
mod definitions;
mod edit;
mod expect;
mod idle;
pub mod library;
mod like;
mod most;
mod own;
mod preset;
mod resolve;
mod rules;
mod run;
mod sheets;
mod show;
mod source;
mod tried;
mod vary;

pub use crate::document::record::RECORD_KINDS;
pub use crate::document::{Files, MAX_BYTES, Problem, Problems, Source, Span};
pub use edit::{Edited, Edits, MAX_CELLS};
pub use preset::{DEFAULT_PRESET, OwnPreset, Preset, own_preset, presets};
pub use resolve::{
    Overrides, Scenario, dice_warnings, key_at, read, read_files, read_source, schema, schema_for, set_over, tables,
    tables_in,
};
pub use rules::{amend, setting};
pub use run::{DEFAULT_TRIALS, PRECISION, RELATIVE, limited_seconds};
pub use sheets::{sheets, sheets_alone, sheets_of};
pub use show::{Order, Show, TABLES};
pub use tried::without_effect;
pub use vary::MAX_VARIED;

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
#[path = "../../subjects/document/parsed.rs"]
mod parsed;
