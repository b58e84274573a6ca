//! Long runs: other Python threads keep running, Ctrl-C stops the work, and progress is reported.

use crate::error::{Failed, Result};
use fudgelab::Error;
use fudgelab::sim::Monitor;
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Time between checks for Ctrl-C, and between progress reports: short enough for people, long enough to cost nothing.
const PERIOD: Duration = Duration::from_millis(100);

/// The progress and limits of a run.
pub(crate) struct Watch {
    start: Instant,
    /// Time limit of a run that stops at a precision; `None` for no limit.
    max_seconds: Option<f64>,
    /// Number of trials done.
    trials: AtomicU64,
    /// The number of solved cases and of all cases; both are 0 before and after the exact attempt.
    solved: Mutex<(usize, usize)>,
    /// Set to stop the run.
    pub(crate) stopped: Arc<AtomicBool>,
}

impl Watch {
    fn solved(&self) -> MutexGuard<'_, (usize, usize)> {
        self.solved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Monitor for Watch {
    fn solving(&self, done: usize, of: usize) {
        *self.solved() = (done, of);
    }

    fn simulating(&self) {
        *self.solved() = (0, 0);
    }

    fn advance(&self, trials: u64) {
        self.trials.fetch_add(trials, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn time_is_up(&self) -> bool {
        self.max_seconds.is_some_and(|max_seconds| self.start.elapsed().as_secs_f64() >= max_seconds)
    }
}

/// Python functions called ten times a second during a run.
pub(crate) struct Listeners {
    /// Called with the number of trials done.
    pub(crate) progress: Option<Py<PyAny>>,
    /// Called during an exact attempt with the seconds since the start, the number of solved cases, and the number of
    /// all cases.
    pub(crate) solving: Option<Py<PyAny>>,
}

/// Does `work` on a new pool of `threads` threads (0: one per core), while this thread calls `listeners` and
/// checks for Ctrl-C. `max_seconds` limits a run that stops at a precision. Runs
/// do not share a pool, since a forked process would inherit it without its threads.
///
/// # Errors
/// If the work fails, the threads cannot be started, or Ctrl-C or a listener raises an exception, which stops the work.
pub(crate) fn run_with_listeners<T: Send, E: Into<Failed> + Send>(
    py: Python<'_>,
    listeners: &Listeners,
    threads: usize,
    max_seconds: Option<f64>,
    work: impl FnOnce(&Watch) -> std::result::Result<T, E> + Send,
) -> Result<T> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool =
        pool.map_err(|_| Error::run("the system cannot start that many threads").with_help("give fewer `threads`"))?;
    let watch = Watch {
        start: Instant::now(),
        max_seconds,
        trials: AtomicU64::new(0),
        solved: Mutex::default(),
        stopped: Arc::default(),
    };
    let check_and_report = |py: Python<'_>| {
        py.check_signals()?;
        let (done, of) = *watch.solved();
        if let Some(solving) = listeners.solving.as_ref().filter(|_| of > 0) {
            solving.call1(py, (watch.start.elapsed().as_secs_f64(), done, of))?;
        }
        let trials = watch.trials.load(Ordering::Relaxed);
        listeners.progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (trials,)).map(|_| ()))
    };
    let done = py.detach(|| {
        thread::scope(|scope| {
            // Nothing is sent. The worker drops the sender when the work ends, even by a panic, and that wakes this
            // thread.
            let (working, wait) = channel::<()>();
            let worker = scope.spawn(|| {
                let _working = working;
                pool.install(|| work(&watch))
            });
            let mut raised = None;
            while raised.is_none() && wait.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                raised = Python::attach(check_and_report).err();
            }
            watch.stopped.store(raised.is_some(), Ordering::Relaxed);
            let done = worker.join();
            raised.map_or(Ok(done), Err)
        })
    })?;
    let found = done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)).map_err(Into::into)?;
    check_and_report(py)?;
    Ok(found)
}

/// Like [`run_with_listeners`], on one thread and without listeners.
///
/// # Errors
/// If the work fails, or Ctrl-C raises an exception, which stops the work.
pub(crate) fn run_stoppable<T: Send, E: Into<Failed> + Send>(
    py: Python<'_>,
    work: impl FnOnce(&Watch) -> std::result::Result<T, E> + Send,
) -> Result<T> {
    run_with_listeners(py, &Listeners { progress: None, solving: None }, 1, None, work)
}
