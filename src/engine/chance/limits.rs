//! Limits on the work and memory of solving a fight. Work is counted, not timed, so every machine solves the same fights.

use crate::error::{Cause, Error, Result};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most transitions between states of a fight that is solved.
pub const BUDGET: usize = 2_000_000;

/// The most branches of rolls that are run for a fight.
const MAX_BRANCHES: u64 = 20_000_000;

/// The most transitions that are followed, over all rounds.
pub(crate) const MAX_STEPS: u64 = 2_000_000_000;

/// The memory that solving a fight may hold unless more is allowed, in bytes.
pub const MEMORY: u64 = 1 << 30;

/// The least and the most memory that may be allowed, in GiB.
pub const MEMORY_GIB: (f64, f64) = (0.0625, 4096.0);

/// The most that an exact answer may cost.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Says whether to give up; it is asked many times a second.
    pub stopped: &'a dyn Fn() -> bool,
    /// The most work, in branches of rolls: to run one costs about as much as to reach a state, and as to find 4 transitions or follow 200.
    pub work: u64,
    /// The most memory, in bytes.
    pub memory: u64,
    /// The work done is added to this.
    pub spent: Option<&'a AtomicU64>,
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { work, memory, .. } = self;
        out.debug_struct("Limits").field("work", work).field("memory", memory).finish_non_exhaustive()
    }
}

impl Limits<'static> {
    /// The limits of an answer that is solved in any case and never stopped.
    pub const LARGEST: Self = Self::largest(&|| false);
}

impl<'a> Limits<'a> {
    /// The limits of an answer that is solved in any case unless it is stopped.
    pub const fn largest(stopped: &'a dyn Fn() -> bool) -> Self {
        Self { stopped, work: u64::MAX, memory: MEMORY, spent: None }
    }

    /// The limits with an equal share of the work for each of `parts` fights.
    #[must_use]
    pub fn shared(self, parts: usize) -> Self {
        Self { work: self.work / parts.max(1) as u64, ..self }
    }

    /// The limits of what comes next: less what has been spent.
    #[must_use]
    pub fn rest(self) -> Self {
        let spent = self.spent.map_or(0, |spent| spent.load(Ordering::Relaxed));
        Self { work: self.work.saturating_sub(spent), ..self }
    }

    /// Adds `work` to what is spent.
    ///
    /// # Errors
    /// The sum reaches the limit.
    pub(crate) fn charge(&self, work: u64) -> Result<()> {
        self.spend([work, 0, 0]);
        if self.rest().work > 0 { Ok(()) } else { Err(too_costly()) }
    }

    /// Adds the cost of a fight to `spent`: work, transitions found, and transitions followed.
    pub(crate) fn spend(&self, [work, transitions, steps]: [u64; 3]) {
        if let Some(spent) = self.spent {
            spent.fetch_add(work + transitions / TRANSITIONS + steps / STEPS, Ordering::Relaxed);
        }
    }

    /// Fails where the user stopped the computation.
    ///
    /// # Errors
    /// It was stopped.
    pub fn check(&self) -> Result<()> {
        check_stopped(self.stopped)
    }

    /// The most branches of rolls.
    pub(crate) fn branches(&self) -> u64 {
        self.work.min(MAX_BRANCHES)
    }

    /// The most transitions.
    pub(crate) fn transitions(&self) -> usize {
        usize::try_from(self.work.saturating_mul(TRANSITIONS)).map_or(BUDGET, |most| most.min(BUDGET))
    }

    /// The most transitions that are followed, over all rounds.
    pub(crate) fn steps(&self) -> u64 {
        self.work.saturating_mul(STEPS).min(MAX_STEPS)
    }

    /// The most items of this size that fit into half of the memory.
    pub(crate) fn items(&self, bytes: usize) -> usize {
        usize::try_from(self.memory / 2 / bytes.max(1) as u64).unwrap_or(usize::MAX)
    }

    /// Whether less is allowed than any fight may cost.
    pub(crate) fn is_hurried(&self) -> bool {
        self.work < MAX_BRANCHES
    }
}

/// The transitions that are found in the time of a branch.
const TRANSITIONS: u64 = 4;

/// The transitions that are followed in the time of a branch.
pub(crate) const STEPS: u64 = 200;

/// Fails where the user stopped the computation.
///
/// # Errors
/// It was stopped.
pub(crate) fn check_stopped(stopped: &dyn Fn() -> bool) -> Result<()> {
    if stopped() { Err(Error::run("interrupted before it was solved")) } else { Ok(()) }
}

/// The error of a fight that exceeds the limit of work.
pub(crate) fn too_costly() -> Error {
    Error::input("solving takes longer than simulating")
        .with_help("to try it all the same, use method = \"exact\"")
        .because(Cause::Work)
}

/// The error of a fight that exceeds the limit of memory.
pub(crate) fn too_much_memory(limits: &Limits<'_>) -> Error {
    let gib = limits.memory as f64 / f64::from(1 << 30);
    Error::input(format!("solving this fight takes more than {gib} GiB of memory"))
        .with_help("allow more, as with `--memory 4`, or use method = \"simulate\"")
        .because(Cause::Memory)
}
