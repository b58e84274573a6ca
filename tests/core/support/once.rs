//! Answers that several tests look at, each found once for all of them.

use super::fights::{self, Solved, Tallied};
use fudgelab::combat::Fight;
use fudgelab::error::Result;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

/// What is known, each by everything that it depends on.
pub type Known<T> = Mutex<BTreeMap<String, Arc<OnceLock<T>>>>;

/// The exact answer to a fight.
pub fn solve(fight: &Fight) -> Result<Arc<Solved>> {
    static KNOWN: Known<Result<Arc<Solved>>> = Mutex::new(BTreeMap::new());
    known(&KNOWN, format!("{fight:?}"), || fights::solve(fight).map(Arc::new))
}

/// So many trials of a fight, with the seed of all tests that compare.
pub fn simulated(fight: &Fight, trials: u64) -> Arc<Tallied> {
    static KNOWN: Known<Arc<Tallied>> = Mutex::new(BTreeMap::new());
    known(&KNOWN, format!("{trials} of {fight:?}"), || Arc::new(super::agree::simulated(fight, trials)))
}

/// What is known under the key, found where it is not. Whoever asks while it is looked for waits for it.
pub fn known<T: Clone>(known: &Known<T>, key: String, find: impl FnOnce() -> T) -> T {
    let place = Arc::clone(known.lock().unwrap().entry(key).or_default());
    place.get_or_init(find).clone()
}
