//! `completions`: what a shell needs to complete commands, options and their values.

use super::args::{self, CompletionsArgs};
use super::{Stop, screen};

/// Prints them.
///
/// # Errors
/// A closed pipe.
pub(super) fn completions(args: &CompletionsArgs) -> Result<(), Stop> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "fudgelab", &mut script);
    screen::print(&String::from_utf8_lossy(&script))
}
