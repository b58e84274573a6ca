//! Replays one fight, roll by roll.

use super::read;
use super::rejection::{Rejection, Result};
use fudgelab::chance::Seed;
use fudgelab::report::transcript;
use fudgelab::study::replay::{self, Rolls};
use serde::Deserialize;
use serde_json::{Value, json};

/// Maximum number of trials that are searched for an outcome.
const MAX_TRIALS_SEARCHED: u64 = 20_000;

/// A request to replay a trial of a scenario.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Replay {
    toml: String,
    /// Number of the trials to skip. The first trial after them with `outcome` is replayed, or simply the first trial
    /// after them if `outcome` is empty.
    after: u64,
    outcome: String,
}

impl Replay {
    pub(crate) fn answer(&self) -> Result<Value> {
        let study = read(&self.toml)?.study;
        let planned = &study.cells[0];
        let trial = if self.outcome.trim().is_empty() {
            self.after
        } else {
            let fits = study.subjects.outcome(0, &study.words(planned), &self.outcome)?;
            let mut trials = self.after..self.after + MAX_TRIALS_SEARCHED;
            trials
                .find(|trial| fits(Seed::new(study.seed), *trial))
                .ok_or_else(|| Rejection::plain("This outcome does not occur in the next 20,000 trials."))?
        };
        let played = replay::replay(&study, 0, Rolls::Trial(trial + 1))?;
        Ok(json!({ "trial": trial + 1, "lines": transcript::document(&played)["lines"] }))
    }
}
