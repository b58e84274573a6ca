//! Answers that several tests use, each computed only once.

use super::fights::{self, Solved, Tallied};
use fudgelab::combat::Fight;
use fudgelab::error::Result;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

/// A cache, keyed by everything that the answer depends on.
pub type Known<T> = Mutex<BTreeMap<String, Arc<OnceLock<T>>>>;

/// Like [`fights::solve`], but cached.
pub fn solve(fight: &Fight) -> Result<Arc<Solved>> {
    static KNOWN: Known<Result<Arc<Solved>>> = Mutex::new(BTreeMap::new());
    known(&KNOWN, format!("{fight:?}"), || fights::solve(fight).map(Arc::new))
}

/// Like [`super::agree::simulated`], but cached.
pub fn simulated(fight: &Fight, trials: u64) -> Arc<Tallied> {
    static KNOWN: Known<Arc<Tallied>> = Mutex::new(BTreeMap::new());
    known(&KNOWN, format!("{trials} of {fight:?}"), || Arc::new(super::agree::simulated(fight, trials)))
}

/// The answer for `key`, computed by `find` if it is not cached. Other callers wait while it is computed.
pub fn known<T: Clone>(known: &Known<T>, key: String, find: impl FnOnce() -> T) -> T {
    let place = Arc::clone(known.lock().unwrap().entry(key).or_default());
    place.get_or_init(find).clone()
}
