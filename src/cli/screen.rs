//! What goes to the terminal: results to standard output, everything else to standard error.

use crate::error::{Error, system_words};
use crate::report::formats::terminal::Style;
use crate::text::clean;
use clap::ValueEnum;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::OnceLock;

/// The width that text is laid out for where neither the shell nor the terminal says.
const WIDTH: usize = 80;

/// The result of a command.
pub(super) type Done<T = ()> = Result<T, Stop>;

/// Why the program ends before its work is done.
#[derive(Debug)]
pub(super) enum Stop {
    /// Something failed, or was asked for wrongly.
    Error(Error),
    /// The scenario files or the command line are invalid; the reason has been printed.
    Told,
    /// Two results are not the same, which was printed.
    Differs,
    /// The reader of the output has gone away: not an error.
    ClosedPipe,
    /// The user pressed Ctrl-C.
    Interrupted,
}

/// Ends a command that Ctrl-C has stopped. An error that it has met is told all the same.
pub(super) fn interrupted(done: Done) -> Done {
    if let Err(Stop::Error(error)) = &done {
        tell_error(error);
    }
    Err(Stop::Interrupted)
}

impl Stop {
    /// Prints the remaining message; returns the exit code.
    pub(super) fn report(self) -> u8 {
        match self {
            Self::Error(error) => {
                tell_error(&error);
                if error.is_input() { 2 } else { 1 }
            }
            Self::Told => 2,
            Self::Differs => 1,
            Self::ClosedPipe => 0,
            Self::Interrupted => 130,
        }
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// Prints a result.
///
/// # Errors
/// [`Stop::ClosedPipe`] where nobody reads on, as in `fudgelab list dice | head -1`; any other failure to write.
pub(super) fn print(text: &str) -> Done {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|problem| match problem.kind() {
        ErrorKind::BrokenPipe => Stop::ClosedPipe,
        _ => Stop::Error(Error::run(format!("cannot write to standard output: {}", system_words(&problem)))),
    })
}

/// Tells the user something that is no result. Nothing can be done where even that fails.
pub(super) fn tell(text: &str) {
    let mut out = io::stderr().lock();
    let _ = writeln!(out, "{}", cleaned(text)).and_then(|()| out.flush());
}

/// As [`tell`], for text that is already safe, and perhaps colored.
pub(super) fn tell_as_is(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Tells what went wrong and what would cure it.
pub(super) fn tell_error(error: &Error) {
    let mark = if colored(&io::stderr()) { "\u{1b}[1;31merror\u{1b}[0m" } else { "error" };
    tell_as_is(&format!("{mark}: {}\n", cleaned(error.message())));
    if let Some(help) = error.help() {
        tell(&format!("help: {help}"));
    }
}

/// How results are laid out on standard output.
pub(super) fn style() -> Style {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    Style { color: colored(&io::stdout()), width: told.or_else(seen).unwrap_or(WIDTH).clamp(40, 160) }
}

/// True where errors on standard error may be colored.
pub(super) fn colored_errors() -> bool {
    colored(&io::stderr())
}

/// When text is colored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On terminals that can show it, for users who do not forbid it (no-color.org).
    #[default]
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

/// What the user asked for; nothing is colored against it.
static ASKED: OnceLock<Color> = OnceLock::new();

/// Colors text from now on as the user asks.
pub(super) fn set_color(color: Color) {
    // Set once, by the arguments.
    let _ = ASKED.set(color);
}

fn colored(stream: &impl IsTerminal) -> bool {
    match ASKED.get().copied().unwrap_or_default() {
        Color::Always => return true,
        Color::Never => return false,
        Color::Auto => {}
    }
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stream.is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

/// The text with its lines as they are and all else that could steer a terminal made visible.
fn cleaned(text: &str) -> String {
    text.split('\n').map(clean).collect::<Vec<_>>().join("\n")
}
