//! `schema`: the JSON Schema of scenario files.

use super::args::SchemaArgs;
use super::files::tell_problems;
use super::{Stop, screen};
use crate::document::schema_text;
use crate::scenario;

/// Prints the schema, with the keys of a file's own processes if a file is given.
///
/// # Errors
/// A file that cannot be read; a closed pipe.
pub(super) fn schema(args: &SchemaArgs) -> Result<(), Stop> {
    let schema = match &args.file {
        None => scenario::schema(),
        Some(file) => scenario::schema_for(file, args.allow_outside).map_err(|problems| {
            tell_problems(&problems);
            Stop::Told
        })?,
    };
    screen::print(&schema_text(&schema))
}
