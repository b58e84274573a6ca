//! Saves counts as text, so that a simulation can be continued later, perhaps on another machine.

use crate::error::{Error, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The version of the counts, and of the rolls that they count: version 1 had another generator. Ids of measures never change their
/// meaning, so they need none.
const VERSION: u32 = 2;

#[derive(Serialize, Deserialize)]
struct Saved<T> {
    version: u32,
    /// The names of all figures, in order: counts can be merged only if these are the same.
    figures: Vec<String>,
    counts: T,
}

/// The counts as text.
///
/// # Errors
/// They cannot be written, which is an error of this program.
pub(super) fn save<T: Serialize>(counts: &T, figures: Vec<String>) -> Result<String> {
    let saved = Saved { version: VERSION, figures, counts };
    serde_json::to_string(&saved).map_err(|error| Error::run(format!("cannot save what was counted: {error}")))
}

/// The counts of a text.
///
/// # Errors
/// It is no such text, of another version, or of other figures.
pub(super) fn load<T: DeserializeOwned>(text: &str, figures: &[String]) -> Result<T> {
    let wrong = |why: &str| Error::input(format!("these are not the counts of this study: {why}"));
    let saved: Saved<T> = serde_json::from_str(text).map_err(|error| wrong(&error.to_string()))?;
    match saved {
        Saved { version, .. } if version != VERSION => Err(wrong("they were saved by another version of the program")),
        saved if saved.figures != figures => Err(wrong("they count other figures")),
        saved => Ok(saved.counts),
    }
}
