//! `schema`: the JSON Schema of scenario files.

use super::{Stop, screen};
use crate::document::schema_text;
use crate::scenario;

/// Prints the schema.
///
/// # Errors
/// A closed pipe.
pub(super) fn schema() -> Result<(), Stop> {
    screen::print(&schema_text(&scenario::schema()))
}
