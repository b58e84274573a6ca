//! The counts that a run keeps of a part of a study until it is done, and those that a killed run has kept.

use super::args::RunArgs;
use super::files::Ready;
use super::progress::Kept;
use crate::error::{Error, Result, system_words};
use crate::study::{self, Part};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The ending of the file of a shard.
pub(super) const ENDING: &str = "shard";

/// How often what is done is kept.
const EVERY: Duration = Duration::from_secs(30);

/// The file of a part, such as `03-of-16.shard`.
pub(super) fn name(part: Part) -> String {
    let digits = part.of.to_string().len();
    format!("{:0digits$}-of-{}.{ENDING}", part.number, part.of)
}

/// The file with what is done of a part until it is done.
fn kept_name(part: Part) -> String {
    if part == Part::WHOLE { ".checkpoint".to_owned() } else { format!(".{}.checkpoint", name(part)) }
}

/// Removes what was kept of a part that is done.
pub(super) fn forget(folder: &Path, part: Part) {
    // Mostly there is none.
    let _ = fs::remove_file(folder.join(kept_name(part)));
}

/// What a run keeps of a part, and finds of an earlier run.
pub(super) struct Checkpoint {
    path: PathBuf,
    part: Part,
    every: Duration,
    resumes: bool,
}

impl Checkpoint {
    pub(super) fn new(folder: &Path, part: Part, args: &RunArgs) -> Self {
        let every = args.checkpoint.map_or(EVERY, Duration::from_secs_f64);
        Self { path: folder.join(kept_name(part)), part, every, resumes: args.resume }
    }

    pub(super) fn keeper(&self) -> Kept {
        Kept::new(self.path.clone(), self.every)
    }

    /// The counts that an earlier run has kept, if this one is to go on with them; else `tell` says what becomes of them.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn read(&self, ready: &Ready, tell: &dyn Fn(&str)) -> Result<Option<Vec<u8>>> {
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
        let bytes = read(&self.path)?;
        match study::fits(&ready.scenario.study, self.part, &bytes) {
            Ok(()) => Ok(Some(bytes)),
            Err(error) => {
                let error = error.context(format_args!("cannot continue from `{}`", self.path.display()));
                Err(error.with_help("run without --resume to start from the beginning, which replaces this file"))
            }
        }
    }
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>> {
    let failed = |problem| Error::input(format!("cannot read `{}`: {}", path.display(), system_words(&problem)));
    if path.is_file() {
        fs::read(path).map_err(failed)
    } else {
        Err(Error::input(format!("`{}` is not a file", path.display())))
    }
}
