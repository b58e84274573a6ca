//! What stops a calculation: the clock of the page.

use fudgelab::sim::Monitor;
use std::sync::atomic::{AtomicU64, Ordering};

/// Stops what takes longer than it may, and tells the page how far it has come.
pub(crate) struct Watch {
    /// When all work must stop; none = it may take as long as it takes.
    stop: Option<f64>,
    /// When no further look at the precision is begun.
    enough: Option<f64>,
    done: AtomicU64,
    total: u64,
}

impl Watch {
    /// Work that must be done within so many milliseconds.
    pub(crate) fn within(milliseconds: f64) -> Self {
        Self { stop: Some(now() + milliseconds), enough: None, done: AtomicU64::new(0), total: 0 }
    }

    /// Work of so many trials in all, which looks at its precision for so many seconds at most.
    pub(crate) fn of(total: u64, seconds: Option<f64>) -> Self {
        let enough = seconds.map(|seconds| now() + 1000.0 * seconds);
        Self { stop: None, enough, done: AtomicU64::new(0), total }
    }
}

impl Monitor for Watch {
    fn advance(&self, trials: u64) {
        let done = self.done.fetch_add(trials, Ordering::Relaxed) + trials;
        if self.total > 0 {
            progress(done as f64 / self.total as f64);
        }
    }

    fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| now() > stop)
    }

    fn time_is_up(&self) -> bool {
        self.enough.is_some_and(|enough| now() > enough)
    }
}

#[cfg(target_arch = "wasm32")]
use super::abi::{now, progress};

/// Outside a page time stands still, so that tests have the same answers anywhere.
#[cfg(not(target_arch = "wasm32"))]
fn now() -> f64 {
    0.0
}

#[cfg(not(target_arch = "wasm32"))]
fn progress(_share: f64) {}
