//! Stops calculations by the page's clock.

use fudgelab::sim::Monitor;
use std::sync::atomic::{AtomicU64, Ordering};

/// A monitor that stops a calculation at its time limit and reports progress to the page.
pub(crate) struct Watch {
    /// The time at which all work must stop, in milliseconds; `None` for no limit.
    stop: Option<f64>,
    /// The time after which a run ends even if it is not precise enough, in milliseconds; `None` for no limit.
    enough: Option<f64>,
    done: AtomicU64,
    total: u64,
}

impl Watch {
    /// Limits the work to `milliseconds`.
    pub(crate) fn within(milliseconds: f64) -> Self {
        Self { stop: Some(now() + milliseconds), enough: None, done: AtomicU64::new(0), total: 0 }
    }

    /// Watches a run of `total` trials, and ends it after `seconds` even if it is not precise enough; `None` for no limit.
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

/// Outside a page, time stands still, so that tests get the same answers everywhere.
#[cfg(not(target_arch = "wasm32"))]
fn now() -> f64 {
    0.0
}

#[cfg(not(target_arch = "wasm32"))]
fn progress(_share: f64) {}
