//! `completions`: a script for a shell that completes commands, options and their values.

use super::args::CompletionsArgs;
use super::ask;
use super::screen::{self, Done};

/// Prints the script.
///
/// # Errors
/// If the output pipe is closed.
pub(super) fn completions(args: &CompletionsArgs) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut ask::command(), "fudgelab", &mut script);
    screen::print(&String::from_utf8_lossy(&script))
}
