//! `replay`: one trial, roll by roll.

use super::args::ReplayArgs;
use super::files;
use super::replay_with_dice::replay_with_dice;
use super::screen::{self, Done};
use fudgelab::error::{Error, Result};
use fudgelab::report::formats::json;
use fudgelab::report::number::thousands;
use fudgelab::report::transcript::{self, JsonPieces};
use fudgelab::scenario::Overrides;
use fudgelab::study::Study;
use fudgelab::study::replay::{self, Rolls, Stream, page};

/// Reads the scenario, finds the trial and prints it.
///
/// # Errors
/// If the scenario has problems; if a variant, cell, trial, script or outcome is invalid (exit code 2); if no trial
/// searched has the outcome (exit code 1); or if the output pipe is closed.
pub(super) fn replay(args: &ReplayArgs) -> Done {
    let overrides = Overrides { seed: args.seed, allow_outside: args.allow_outside, ..Overrides::default() };
    let ready = files::read_one(&args.file, &overrides)?;
    let study = &ready.scenario.study;
    let cell = replay::choose(study, args.variant.as_deref(), args.cell)?;
    if args.dice {
        if files::is_stdin(&args.file) {
            return Err(Error::input("standard input cannot provide both the scenario and the rolls")
                .with_help("give a file instead of -")
                .into());
        }
        return replay_with_dice(study, cell, &mut std::io::stdin().lock());
    }
    let Some(script) = &args.script else {
        return print_trial(replay::stream(study, cell, trial_to_replay(args, study, cell)?)?, args.json);
    };
    let played = replay::replay(study, cell, Rolls::Script(&replay::parse_script(script)?))?;
    screen::print(&match args.json {
        true => json::printed(&transcript::document(&played)),
        false => page::whole(&played, screen::style().width),
    })
}

/// The number of the trial to replay: the first with the outcome in `--find`, or else `--trial`.
fn trial_to_replay(args: &ReplayArgs, study: &Study, cell: usize) -> Result<u64> {
    let Some(outcome) = &args.find else { return Ok(args.trial) };
    replay::find(study, cell, outcome, args.within, &())?.ok_or_else(|| {
        let searched = thousands(args.within);
        Error::run(format!("`{outcome}` did not happen in the first {searched} trials"))
            .with_help("search further with --within, or with another --seed")
    })
}

/// Prints a trial line by line, since the transcript of a large fight may not fit in memory.
fn print_trial(trial: Stream<'_>, as_json: bool) -> Done {
    let mut printed = Ok(());
    let mut print = |text: &str| {
        if printed.is_ok() {
            printed = screen::print(text);
        }
    };
    if as_json {
        let (mut pieces, begin) = JsonPieces::begin(&trial.head);
        print(&begin);
        trial.play(&mut |line| print(&pieces.line(&line)));
        print(pieces.end());
    } else {
        let width = screen::style().width;
        print(&page::head(&trial.head, width));
        trial.play(&mut |line| print(&page::lines(&[line], width)));
    }
    printed
}
