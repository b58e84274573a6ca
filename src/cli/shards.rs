//! `run --shard` and `merge`: a study in equal parts.

use super::args::{MergeArgs, OutputArgs, RunArgs};
use super::checkpoint::{Checkpoint, EXTENSION, read_file, remove_checkpoint, shard_name};
use super::disk;
use super::files::{self, ValidScenario};
use super::job::StudyRunner;
use super::origin;
use super::output::FolderUse;
use super::screen::{Done, EarlyExit};
use fudgelab::error::{Error, Result};
use fudgelab::report::number::thousands;
use fudgelab::scenario::Overrides;
use fudgelab::sim::Monitor;
use fudgelab::study::{self, Study, StudyPart};
use fudgelab::subject::counted;
use fudgelab::text::clean;
use std::fs;
use std::path::{Path, PathBuf};

/// Runs a part of a study and writes its shard.
///
/// # Errors
/// If the study cannot be split or solved, the file cannot be written, or the run was interrupted.
pub(super) fn run(job: &StudyRunner<'_>, ready: &ValidScenario, part: StudyPart, args: &RunArgs) -> Result<()> {
    let folder = job.folder(ready);
    let path = folder.join(shard_name(part));
    let study = &ready.scenario.study;
    let done_before = if args.resume && path.is_file() { Some(read_file(&path)?) } else { None };
    if done_before.is_some_and(|bytes| study::check_shard(study, part, &bytes).is_ok()) {
        job.print_message(&format!("{}: `{}` already exists", ready.name, path.display()));
        return Ok(());
    }
    let checkpoint = Checkpoint::new(&folder, part, args);
    let kept = checkpoint.read(ready, &|text| job.print_message(text))?;
    let work = |study: &Study, watch: &dyn Monitor| study::shard(study, part, kept.as_deref(), watch);
    let (bytes, took, _) = job.run_watched(ready, part, Some(checkpoint.plan()), work)?;
    job.print_message(&format!("{}: {took}", ready.name));
    if let Some(record) = origin::record_for(&folder, &ready.path) {
        disk::replace_file(&folder.join(origin::RECORD_FILE), format!("{record}\n").as_bytes())?;
    }
    disk::replace_file(&path, &bytes)?;
    remove_checkpoint(&folder, part);
    job.print_message(&format!("{}: part {} of {} in `{}`", ready.name, part.number, part.of, path.display()));
    Ok(())
}

/// Merges the shards of a folder, and saves and prints the results.
///
/// # Errors
/// If a shard is missing or does not fit, if the scenario is missing or has errors, and for the same reasons as `run`.
pub(super) fn merge(args: &MergeArgs) -> Done {
    let folder = folder_of_shards(&args.folder)?;
    let (shards, copies) = read_all(&shards_in(&folder)?)?;
    let overrides = Overrides { allow_outside: args.allow_outside, ..Overrides::of_shard(&shards[0])? };
    let scenario = match &args.file {
        Some(file) => file.clone(),
        None => origin::scenario(&folder)?,
    };
    let mut scenarios = files::read(&[scenario], &overrides, !args.output.writes_nothing())?;
    // The results go to the folder of the shards, unless the user names another one.
    let whole =
        if folder.file_name().is_some() { folder.clone() } else { fs::canonicalize(&folder).unwrap_or_default() };
    let beside = args.output.out.is_none().then(|| whole.parent().map(Path::to_owned)).flatten();
    let output = OutputArgs { out: beside.or(args.output.out.clone()), ..args.output.clone() };
    let job = StudyRunner::new(&output, &[])?;
    copies.iter().for_each(|copy| job.print_message(copy));
    scenarios.iter_mut().for_each(|ready| job.drop_large_distributions(ready));
    let claims = job.claim(&scenarios, FolderUse::Alone)?;
    let answer = |ready: &ValidScenario| {
        let work = |study: &Study, watch: &dyn Monitor| study::merge(study, &shards, watch);
        let (result, ..) = job.run_watched(ready, StudyPart::WHOLE, None, work)?;
        let study = &ready.scenario.study;
        let what = if study.simulates() {
            format!("{} simulated trials", thousands(study.total_trials()))
        } else {
            format!("exact answers to {} cases", thousands(study.cells.len() as u64))
        };
        job.print_message(&format!("{}: merged {what} from {}", ready.name, counted(shards.len() as u64, "shard")));
        Ok(result)
    };
    let merged = job.run_all(&scenarios, &answer);
    drop(claims);
    if job.is_interrupted() { Err(EarlyExit::Interrupted) } else { merged }
}

/// The bytes of the shards, each part once, and a note for each file that repeats another.
///
/// # Errors
/// If a file cannot be read, is damaged, or is a different shard of the same part. The error names it.
fn read_all(paths: &[PathBuf]) -> Result<(Vec<Vec<u8>>, Vec<String>)> {
    let mut shards: Vec<(StudyPart, &PathBuf, Vec<u8>)> = Vec::new();
    let mut copies = Vec::new();
    for path in paths {
        let bytes = read_file(path)?;
        let part = study::part_of(&bytes).map_err(|error| {
            let error = error.context(format_args!("`{}`", path.display()));
            error.with_help("delete it and run that part again with --shard")
        })?;
        match shards.iter().find(|(known, ..)| *known == part) {
            None => shards.push((part, path, bytes)),
            Some((_, known, same)) if *same == bytes => {
                copies.push(format!("`{}` repeats `{}` and is left out", path.display(), known.display()));
            }
            Some((_, known, _)) => {
                let both = format!("`{}` and `{}`", known.display(), path.display());
                let message = format!("{both} are different files for shard {} of {}", part.number, part.of);
                return Err(Error::input(message).with_help("remove the one from another run"));
            }
        }
    }
    Ok((shards.into_iter().map(|(.., bytes)| bytes).collect(), copies))
}

/// Number of folder levels below the named one that are searched for shards.
const MAX_DEPTH: usize = 4;

/// The folder itself if it contains shards, or else the only folder below it that does.
///
/// # Errors
/// If several folders below it do.
fn folder_of_shards(named: &Path) -> Result<PathBuf> {
    if !named.is_dir() || contains_shards(named) {
        return Ok(named.to_owned());
    }
    let mut found = Vec::new();
    let mut level = vec![named.to_owned()];
    for _ in 0..MAX_DEPTH {
        let below = level.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        level = below.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect();
        level.sort();
        found.extend(level.iter().filter(|folder| contains_shards(folder)).cloned());
    }
    match &found[..] {
        [] => Ok(named.to_owned()),
        [only] => Ok(only.clone()),
        several => {
            let names: Vec<String> = several.iter().map(|folder| format!("`{}`", folder.display())).collect();
            let message = format!("several folders below `{}` hold shards", named.display());
            Err(Error::input(message).with_help(format!("give one of {}", names.join(", "))))
        }
    }
}

fn is_shard(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == EXTENSION) && path.is_file()
}

fn contains_shards(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| entries.flatten().any(|entry| is_shard(&entry.path())))
}

/// The shards in a folder, sorted by name.
///
/// # Errors
/// If there are none.
fn shards_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut shards = disk::entries(folder)?;
    shards.retain(|path| is_shard(path));
    if shards.is_empty() {
        let message = format!("there are no shards in `{}`", clean(&folder.display().to_string()));
        return Err(
            Error::input(message).with_help("`fudgelab run FILE --shard 1/16` writes one, such as 01-of-16.shard")
        );
    }
    Ok(shards)
}
