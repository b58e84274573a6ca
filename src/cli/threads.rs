//! The threads that simulate.

use crate::error::{Error, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// So many threads, or as many as there are cores.
///
/// # Errors
/// The system does not give them.
pub(super) fn pool(threads: Option<u16>) -> Result<ThreadPool> {
    let built = ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build();
    built.map_err(|_| Error::run("the system does not start so many threads").with_help("ask for fewer with --threads"))
}
