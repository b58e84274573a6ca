//! Dice and errors found in the trials of a process that has too many situations to search first.

use super::MOST_DICE;
use super::board::{DiceKey, ProcessError};
use crate::dice::Dice;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// The dice and errors found in all trials so far.
#[derive(Debug, Default)]
pub struct FoundInTrials {
    dice: RwLock<HashMap<DiceKey, Arc<Dice>>>,
    /// One error for each location. They are sorted by location, so that the first error does not depend on the order
    /// of trials.
    troubles: Mutex<BTreeMap<String, ProcessError>>,
}

impl FoundInTrials {
    pub(super) fn dice(&self, key: &DiceKey) -> Option<Arc<Dice>> {
        self.dice.read().unwrap_or_else(PoisonError::into_inner).get(key).map(Arc::clone)
    }

    /// Caches `dice`, unless [`MOST_DICE`] are cached already.
    pub(super) fn keep(&self, key: DiceKey, dice: &Arc<Dice>) {
        let mut all = self.dice.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() < MOST_DICE {
            all.insert(key, Arc::clone(dice));
        }
    }

    /// Records an error, unless one is recorded at the same location.
    pub(super) fn record(&self, trouble: ProcessError) {
        let mut all = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(trouble.place.clone()).or_insert(trouble);
    }

    /// The error at the first location with an error, in the order of the locations' names; `None` without errors.
    pub fn trouble(&self) -> Option<ProcessError> {
        let all = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        all.first_key_value().map(|(_, trouble)| trouble.clone())
    }
}
