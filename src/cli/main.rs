//! The program `fudgelab`. Results go to standard output, everything else to standard error.

mod args;
mod ask;
mod checkpoint;
mod completions;
mod cost;
mod diff;
mod disk;
mod files;
mod job;
mod list;
mod man;
mod new;
mod odds;
mod origin;
mod output;
mod picture;
mod progress;
mod replay;
mod replay_with_dice;
mod result_files;
mod run;
mod schema;
mod screen;
mod shards;
mod table;
mod threads;
mod verify;

use args::{AskArgs, Cli, Command};
use clap::error::{ContextKind, ContextValue};
use clap::{ArgMatches, FromArgMatches};
use screen::{Done, EarlyExit};
use std::process::ExitCode;

/// Runs the program with its command-line arguments.
///
/// The exit code is 0 on success; 1 if a run failed, results differ or an expectation fails; 2 if the input is wrong or
/// an expectation cannot be judged; 130 if the user interrupted the program.
fn main() -> ExitCode {
    // Help and errors are printed before the arguments are parsed, so the color setting is looked up separately.
    screen::set_color(args::requested_color(std::env::args_os().skip(1)));
    let done = match ask::command().try_get_matches_from(args::with_formulas(std::env::args_os())) {
        Ok(matches) => dispatch(&matches),
        Err(problem) => usage(&problem),
    };
    ExitCode::from(done.map_or_else(EarlyExit::report, |()| 0))
}

fn dispatch(matches: &ArgMatches) -> Done {
    if let Some((info, matches)) =
        matches.subcommand().and_then(|(name, matches)| Some((ask::analysis_named(name)?, matches)))
    {
        return match AskArgs::from_arg_matches(matches) {
            Ok(args) => ask::answers(&args, Some(ask::to_toml(info, matches))),
            Err(problem) => usage(&problem),
        };
    }
    let cli = match Cli::from_arg_matches(matches) {
        Ok(cli) => cli,
        Err(problem) => return usage(&problem),
    };
    match cli.command {
        None => screen::print(&format!("{}\nMore: fudgelab --help\n", args::EXAMPLES)),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Merge(args)) => shards::merge(&args),
        Some(Command::Replay(args)) => replay::replay(&args),
        Some(Command::Ask(args)) => ask::answers(&args, None),
        Some(Command::Verify(args)) => verify::verify(&args),
        Some(Command::Diff(args)) => diff::diff(&args),
        Some(Command::Validate(args)) => files::validate(&args),
        Some(Command::Odds(args)) => odds::odds(&args),
        Some(Command::Table(args)) => table::table(&args),
        Some(Command::Cost(args)) => cost::cost(&args),
        Some(Command::New(args)) => new::new(args.starter, args.to.as_deref()),
        Some(Command::List(args)) => list::list(&args),
        Some(Command::Schema(args)) => schema::schema(&args),
        Some(Command::Completions(args)) => completions::completions(&args),
        Some(Command::Man(args)) => man::man(&args),
    }
}

/// Prints help and version to standard output; reports a wrong command line as an error.
fn usage(problem: &clap::Error) -> Done {
    let text = problem.render();
    if problem.use_stderr() {
        // User input can contain anything, so the message is printed without clap's own colors.
        screen::print_message(text.to_string().trim_end());
        if let Some(file) = mistaken_for_command(problem) {
            screen::print_message(&format!("\n  tip: to run a scenario, type 'fudgelab run {file}'"));
        }
        return Err(EarlyExit::AlreadyPrinted);
    }
    let colored = screen::style().color;
    screen::print(&if colored { text.ansi().to_string() } else { text.to_string() })
}

/// The scenario file that was typed in place of a command, if that is the mistake.
fn mistaken_for_command(problem: &clap::Error) -> Option<&str> {
    match problem.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(typed)) if typed.ends_with(".toml") => Some(typed),
        _ => None,
    }
}
