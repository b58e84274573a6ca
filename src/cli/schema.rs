//! `schema`: the JSON Schema of scenario files.

use super::args::SchemaArgs;
use super::files::print_problems;
use super::screen::{self, Done};
use fudgelab::document::schema_text;
use fudgelab::scenario;

/// Prints the schema. If a file is given, it includes the keys of that file's processes.
///
/// # Errors
/// If the file cannot be read, or the output pipe is closed.
pub(super) fn schema(args: &SchemaArgs) -> Done {
    let schema = match &args.file {
        None => scenario::schema(),
        Some(file) => scenario::schema_for(file, args.allow_outside).map_err(|problems| print_problems(&problems))?,
    };
    screen::print(&schema_text(&schema))
}
