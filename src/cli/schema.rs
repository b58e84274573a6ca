//! `schema`: the JSON Schema of scenario files.

use super::{Stop, screen};
use crate::scenario;

/// Prints the schema.
///
/// # Errors
/// A closed pipe.
pub(super) fn schema() -> Result<(), Stop> {
    screen::print(&format!("{:#}\n", scenario::schema()))
}
