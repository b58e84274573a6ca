//! Output on the terminal: results on standard output, everything else on standard error.

use clap::ValueEnum;
use fudgelab::error::{Error, system_words};
use fudgelab::report::formats::terminal::Style;
use fudgelab::text::clean;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::OnceLock;

/// Width of text if neither the shell nor the terminal reports one.
const DEFAULT_WIDTH: usize = 80;

/// The result of a command.
pub(super) type Done<T = ()> = Result<T, EarlyExit>;

/// The reason to end the program before its work is done.
#[derive(Debug)]
pub(super) enum EarlyExit {
    /// Something failed, or the input is wrong.
    Error(Error),
    /// The scenario files or the command line are invalid; the reason has been printed.
    AlreadyPrinted,
    /// Two results differ, which has been printed.
    Differs,
    /// The reader of the output has gone away, which is not an error.
    ClosedPipe,
    Interrupted,
}

/// The outcome of a command that Ctrl-C has stopped. If the command also met an error, the error is printed.
pub(super) fn end_interrupted(done: Done) -> Done {
    if let Err(EarlyExit::Error(error)) = &done {
        print_error(error);
    }
    Err(EarlyExit::Interrupted)
}

impl EarlyExit {
    /// Prints the remaining message, and returns the exit code.
    pub(super) fn report(self) -> u8 {
        match self {
            Self::Error(error) => {
                print_error(&error);
                if error.is_input() { 2 } else { 1 }
            }
            Self::AlreadyPrinted => 2,
            Self::Differs => 1,
            Self::ClosedPipe => 0,
            Self::Interrupted => 130,
        }
    }
}

impl From<Error> for EarlyExit {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// Prints a result.
///
/// # Errors
/// [`EarlyExit::ClosedPipe`] if the reader is gone, as in `fudgelab list dice | head -1`; another error if writing
/// fails.
pub(super) fn print(text: &str) -> Done {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|problem| match problem.kind() {
        ErrorKind::BrokenPipe => EarlyExit::ClosedPipe,
        _ => EarlyExit::Error(Error::run(format!("cannot write to standard output: {}", system_words(&problem)))),
    })
}

/// Prints a message on standard error. If even that fails, it is ignored.
pub(super) fn print_message(text: &str) {
    let mut out = io::stderr().lock();
    let _ = writeln!(out, "{}", without_control_characters(text)).and_then(|()| out.flush());
}

/// Like [`print_message`], for text that is already safe, and may be colored.
pub(super) fn print_message_as_is(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

pub(super) fn print_error(error: &Error) {
    let mark = if colored(&io::stderr()) { "\u{1b}[1;31merror\u{1b}[0m" } else { "error" };
    print_message_as_is(&format!("{mark}: {}\n", without_control_characters(error.message())));
    if let Some(help) = error.help() {
        print_message(&format!("help: {help}"));
    }
}

/// The layout of results on standard output.
pub(super) fn style() -> Style {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    Style { color: colored(&io::stdout()), width: told.or_else(seen).unwrap_or(DEFAULT_WIDTH).clamp(40, 160) }
}

pub(super) fn colored_errors() -> bool {
    colored(&io::stderr())
}

/// The setting for colored text.
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

/// The user's color setting; unset until the arguments are known.
static REQUESTED_COLOR: OnceLock<Color> = OnceLock::new();

pub(super) fn set_color(color: Color) {
    // Called only once, so the value is not set yet.
    let _ = REQUESTED_COLOR.set(color);
}

fn colored(stream: &impl IsTerminal) -> bool {
    match REQUESTED_COLOR.get().copied().unwrap_or_default() {
        Color::Always => return true,
        Color::Never => return false,
        Color::Auto => {}
    }
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stream.is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

/// The text with its line breaks unchanged, and all other characters that could control a terminal made visible.
fn without_control_characters(text: &str) -> String {
    text.split('\n').map(clean).collect::<Vec<_>>().join("\n")
}
