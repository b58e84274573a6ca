//! Checkpoints: the counts of an unfinished part of a study, from which a later run can continue.

use super::args::RunArgs;
use super::files::ValidScenario;
use super::progress::CheckpointPlan;
use fudgelab::error::{Error, Result, system_words};
use fudgelab::study::{self, StudyPart};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file extension of shards.
pub(super) const EXTENSION: &str = "shard";

/// The default time between checkpoints.
const DEFAULT_INTERVAL: Duration = Duration::from_secs(30);

/// The name of the shard of a part, such as `03-of-16.shard`.
pub(super) fn shard_name(part: StudyPart) -> String {
    let digits = part.of.to_string().len();
    format!("{:0digits$}-of-{}.{EXTENSION}", part.number, part.of)
}

/// The name of the checkpoint of a part.
fn checkpoint_name(part: StudyPart) -> String {
    if part == StudyPart::WHOLE { ".checkpoint".to_owned() } else { format!(".{}.checkpoint", shard_name(part)) }
}

/// Removes the checkpoint of a part that is done.
pub(super) fn remove_checkpoint(folder: &Path, part: StudyPart) {
    // Usually no checkpoint exists.
    let _ = fs::remove_file(folder.join(checkpoint_name(part)));
}

/// The checkpoint of a part, from this run or an earlier one.
pub(super) struct Checkpoint {
    path: PathBuf,
    part: StudyPart,
    every: Duration,
    resumes: bool,
}

impl Checkpoint {
    pub(super) fn new(folder: &Path, part: StudyPart, args: &RunArgs) -> Self {
        let every = args.checkpoint.map_or(DEFAULT_INTERVAL, Duration::from_secs_f64);
        Self { path: folder.join(checkpoint_name(part)), part, every, resumes: args.resume }
    }

    pub(super) fn plan(&self) -> CheckpointPlan {
        CheckpointPlan::new(self.path.clone(), self.every)
    }

    /// The counts of an earlier run, if this run continues that run; `None` if this run starts from the beginning.
    /// `tell` is called with a message to the user if that may be unexpected.
    ///
    /// # Errors
    /// If the checkpoint cannot be read, or is from another study or part.
    pub(super) fn read(&self, ready: &ValidScenario, tell: &dyn Fn(&str)) -> Result<Option<Vec<u8>>> {
        if !self.path.is_file() {
            if self.resumes {
                tell(&format!(
                    "{}: no earlier run left anything to continue, so this one starts from the beginning",
                    ready.name
                ));
            }
            return Ok(None);
        }
        if !self.resumes {
            tell(&format!(
                "{}: starting from the beginning; --resume would continue from what a killed run left",
                ready.name
            ));
            return Ok(None);
        }
        let bytes = read_file(&self.path)?;
        match study::check_shard(&ready.scenario.study, self.part, &bytes) {
            Ok(()) => Ok(Some(bytes)),
            Err(error) => {
                let error = error.context(format_args!("cannot continue from `{}`", self.path.display()));
                Err(error.with_help("run without --resume to start from the beginning, which replaces this file"))
            }
        }
    }
}

pub(super) fn read_file(path: &Path) -> Result<Vec<u8>> {
    let failed = |problem| Error::input(format!("cannot read `{}`: {}", path.display(), system_words(&problem)));
    if path.is_file() {
        fs::read(path).map_err(failed)
    } else {
        Err(Error::input(format!("`{}` is not a file", path.display())))
    }
}
