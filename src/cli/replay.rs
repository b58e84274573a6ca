//! `replay`: one trial, roll by roll.

use super::along::along;
use super::args::ReplayArgs;
use super::{Stop, files, screen};
use crate::error::{Error, Result};
use crate::report::number::thousands;
use crate::report::transcript;
use crate::scenario::Overrides;
use crate::study::Study;
use crate::study::replay::{self, Rolls, Transcript};

/// Reads the scenario, finds the trial and prints it.
///
/// # Errors
/// Problems of the scenario; a variant, cell, trial, script or outcome that is none (exit code 2); an outcome that no trial
/// searched has (exit code 1); a closed pipe.
pub(super) fn replay(args: &ReplayArgs) -> std::result::Result<(), Stop> {
    let overrides = Overrides { seed: args.seed, allow_outside: args.allow_outside, ..Overrides::default() };
    let ready = files::read(std::slice::from_ref(&args.file), &overrides, false)?;
    // One file was asked for, so this is done once.
    for ready in &ready {
        let study = &ready.scenario.study;
        let cell = replay::choose(study, args.variant.as_deref(), args.cell)?;
        if args.dice {
            if files::is_stdin(&args.file) {
                return Err(Error::input("standard input cannot hold the scenario and the rolls")
                    .with_help("name a file instead of -")
                    .into());
            }
            return along(study, cell, &mut std::io::stdin().lock());
        }
        let told = tell(args, study, cell)?;
        let text = if args.json {
            format!("{:#}\n", transcript::document(&told))
        } else {
            transcript::page(&told, screen::style().width)
        };
        screen::print(&text)?;
    }
    Ok(())
}

fn tell(args: &ReplayArgs, study: &Study, cell: usize) -> Result<Transcript> {
    match (&args.script, &args.find) {
        (Some(script), _) => replay::replay(study, cell, Rolls::Script(&replay::parse_script(script)?)),
        (None, Some(outcome)) => {
            let trial = replay::find(study, cell, outcome, args.within)?.ok_or_else(|| {
                let searched = thousands(args.within);
                Error::run(format!("`{outcome}` did not happen in the first {searched} trials"))
                    .with_help("search further with --within, or with another --seed")
            })?;
            replay::replay(study, cell, Rolls::Trial(trial))
        }
        (None, None) => replay::replay(study, cell, Rolls::Trial(args.trial)),
    }
}
