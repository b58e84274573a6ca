//! `run`: runs scenarios, and saves and prints their results.

use super::args::RunArgs;
use super::files;
use super::job::StudyRunner;
use super::output::FolderUse;
use super::screen::{self, Done, EarlyExit};
use super::shards;
use fudgelab::error::Error;
use fudgelab::scenario::Overrides;
use fudgelab::stats::TargetWidth;

/// Reads all files, then runs, saves and prints one after another.
///
/// # Errors
/// Before anything is written, if any file has errors. Later, if a folder cannot be written to, or the user pressed
/// Ctrl-C. After everything is written, if exact and simulated figures disagree, or an expectation fails or cannot be
/// judged.
pub(super) fn run(args: &RunArgs) -> Done {
    let writes = !args.output.writes_nothing();
    if !writes && (args.shard.is_some() || args.resume || args.checkpoint.is_some()) {
        let what = "--shard, --resume and --checkpoint need a folder to write to";
        return Err(Error::input(what).with_help("choose one with --out").into());
    }
    let mut scenarios = files::read(&files::list_files(&args.files.files)?, &overrides(args), writes)?;
    let job = StudyRunner::new(&args.output, &args.figures)?;
    if args.shard.is_none() {
        scenarios.iter_mut().for_each(|ready| job.drop_large_distributions(ready));
    }
    let claims = job.claim(&scenarios, if args.shard.is_some() { FolderUse::Shared } else { FolderUse::Alone })?;
    let results = match args.shard {
        Some(part) => {
            scenarios.iter().try_for_each(|ready| shards::run(&job, ready, part, args)).map_err(EarlyExit::from)
        }
        None => job.run_all(&scenarios, &|ready| job.simulate(ready, args)),
    };
    drop(claims);
    if job.is_interrupted() { screen::end_interrupted(results) } else { results }
}

fn overrides(args: &RunArgs) -> Overrides {
    let aim = args.precision.map(TargetWidth::Absolute).or(args.relative.map(TargetWidth::Relative));
    Overrides {
        trials: args.trials,
        aim,
        figure: args.figures.first().cloned(),
        more_figures: args.figures.iter().skip(1).cloned().collect(),
        max_trials: args.max_trials,
        max_seconds: args.max_time,
        seed: args.seed,
        memory: args.memory.map(|gib| (gib * f64::from(1 << 30)) as u64),
        method: args.method,
        allow_outside: args.files.allow_outside,
        ..Overrides::default()
    }
}
