//! `new`: commented scenarios to start from.

use super::disk::{self, RealDisk, cannot_write};
use super::screen::{self, Done};
use fudgelab::error::Error;
use fudgelab::starters::Starter;
use std::io::ErrorKind;
use std::path::Path;

/// Prints the starter, or writes it to a new file.
///
/// # Errors
/// If the file exists or cannot be written, or the output pipe is closed.
pub(super) fn new(starter: &Starter, to: Option<&Path>) -> Done {
    let Some(path) = to else { return screen::print(starter.text) };
    let name = path.display();
    disk::write_new(&RealDisk, path, starter.text.as_bytes()).map_err(|problem| match problem.kind() {
        ErrorKind::AlreadyExists => Error::input(format!("`{name}` already exists"))
            .with_help("choose another file name; existing files are not overwritten"),
        _ => cannot_write(path, problem),
    })?;
    let next = if starter.name == "character" { "cost" } else { "run" };
    screen::print_message(&format!("wrote {name}; next: fudgelab {next} {name}"));
    Ok(())
}
