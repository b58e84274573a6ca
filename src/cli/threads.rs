//! The threads for simulation.

use fudgelab::error::{Error, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of `threads` threads; `None` means one for each core.
///
/// # Errors
/// If the system does not start them.
pub(super) fn pool(threads: Option<u16>) -> Result<ThreadPool> {
    let built = ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build();
    built.map_err(|_| Error::run("the system cannot start that many threads").with_help("ask for fewer with --threads"))
}
