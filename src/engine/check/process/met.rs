//! What goes wrong while a process is played that has too many situations to look at all of them first.

use super::board::Trouble;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The troubles of trials by their places, so that the first does not depend on the order of the trials.
#[derive(Debug, Default)]
pub struct Met(Mutex<BTreeMap<String, Trouble>>);

impl Met {
    /// Keeps a trouble.
    pub(super) fn note(&self, trouble: Trouble) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(trouble.place.clone()).or_insert(trouble);
    }

    /// The trouble at the first place that had one.
    pub fn first(&self) -> Option<Trouble> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).first_key_value().map(|(_, trouble)| trouble.clone())
    }
}
