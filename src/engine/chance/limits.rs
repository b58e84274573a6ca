//! Limits on the work and memory of solving a fight. Work is counted, not timed, so every machine solves the same
//! fights.

use crate::error::{Cause, Error, Result};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// Maximum number of transitions in the state graph of a fight.
pub const MAX_TRANSITIONS: usize = 2_000_000;

/// Maximum number of branches of rolls that are run to solve a fight.
const MAX_BRANCHES: u64 = 20_000_000;

/// Maximum number of transitions followed to solve a fight; each counts again in every round.
pub(crate) const MAX_FOLLOWED: u64 = 2_000_000_000;

/// Default memory limit for solving a fight, in bytes.
pub const DEFAULT_MEMORY: u64 = 1 << 30;

/// Smallest and largest memory limit that can be set, in GiB.
pub const MEMORY_LIMITS_GIB: (f64, f64) = (0.0625, 4096.0);

/// Limits on the cost of an exact answer.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Returns true to stop the calculation; called many times a second.
    pub stopped: &'a dyn Fn() -> bool,
    /// Maximum work, in branches of rolls. One branch costs about as much as reaching a state, finding 4 transitions or
    /// following 200.
    pub work: u64,
    /// Maximum memory, in bytes.
    pub memory: u64,
    /// A counter to which the work done is added; `None` if it is not counted.
    pub spent: Option<&'a AtomicU64>,
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { work, memory, .. } = self;
        out.debug_struct("Limits").field("work", work).field("memory", memory).finish_non_exhaustive()
    }
}

impl Limits<'static> {
    /// The default memory limit, no limit on work beyond the built-in ones, and no way to stop.
    pub const LARGEST: Self = Self::largest(&|| false);
}

impl<'a> Limits<'a> {
    /// Like [`LARGEST`](Self::LARGEST), but the calculation stops when `stopped` returns true.
    pub const fn largest(stopped: &'a dyn Fn() -> bool) -> Self {
        Self { stopped, work: u64::MAX, memory: DEFAULT_MEMORY, spent: None }
    }

    /// The limits for each of `parts` fights: an equal share of the work.
    #[must_use]
    pub fn shared(self, parts: usize) -> Self {
        Self { work: self.work / parts.max(1) as u64, ..self }
    }

    /// The remaining limits: the work that `spent` has counted so far is subtracted.
    #[must_use]
    pub fn remaining(self) -> Self {
        let spent = self.spent.map_or(0, |spent| spent.load(Ordering::Relaxed));
        Self { work: self.work.saturating_sub(spent), ..self }
    }

    /// Adds `work` to the work spent.
    ///
    /// # Errors
    /// If the work spent reaches the limit.
    pub(crate) fn charge(&self, work: u64) -> Result<()> {
        self.spend([work, 0, 0]);
        if self.remaining().work > 0 { Ok(()) } else { Err(too_costly()) }
    }

    /// Adds the cost of a fight to `spent`. `work` is the number of branches run, `transitions` the number of
    /// transitions found, and `steps` the number of transitions followed.
    pub(crate) fn spend(&self, [work, transitions, steps]: [u64; 3]) {
        if let Some(spent) = self.spent {
            spent.fetch_add(
                work + transitions / TRANSITIONS_PER_BRANCH + steps / FOLLOWED_PER_BRANCH,
                Ordering::Relaxed,
            );
        }
    }

    /// Checks whether the user has stopped the computation.
    ///
    /// # Errors
    /// If the computation was stopped.
    pub fn check(&self) -> Result<()> {
        check_stopped(self.stopped)
    }

    /// Maximum number of branches of rolls.
    pub(crate) fn max_branches(&self) -> u64 {
        self.work.min(MAX_BRANCHES)
    }

    /// Maximum number of transitions between states.
    pub(crate) fn max_transitions(&self) -> usize {
        usize::try_from(self.work.saturating_mul(TRANSITIONS_PER_BRANCH))
            .map_or(MAX_TRANSITIONS, |most| most.min(MAX_TRANSITIONS))
    }

    /// Maximum number of transitions followed, over all rounds together.
    pub(crate) fn max_followed(&self) -> u64 {
        self.work.saturating_mul(FOLLOWED_PER_BRANCH).min(MAX_FOLLOWED)
    }

    /// The number of items of `bytes` bytes each that fit in half of the memory limit.
    pub(crate) fn max_items(&self, bytes: usize) -> usize {
        usize::try_from(self.memory / 2 / bytes.max(1) as u64).unwrap_or(usize::MAX)
    }

    /// Whether the work limit is below the built-in maximum.
    pub(crate) fn has_reduced_work(&self) -> bool {
        self.work < MAX_BRANCHES
    }
}

/// Number of transitions that can be found in the time it takes to run one branch.
const TRANSITIONS_PER_BRANCH: u64 = 4;

/// Number of transitions that can be followed in the time it takes to run one branch.
pub(crate) const FOLLOWED_PER_BRANCH: u64 = 200;

/// Returns an error if `stopped` returns true.
///
/// # Errors
/// If `stopped` returns true.
pub(crate) fn check_stopped(stopped: &dyn Fn() -> bool) -> Result<()> {
    if stopped() { Err(Error::run("interrupted before it was solved")) } else { Ok(()) }
}

/// The error for a fight that exceeds the work limit.
pub(crate) fn too_costly() -> Error {
    Error::input("solving takes longer than simulating")
        .with_help("to solve it anyway, use method = \"exact\"")
        .because(Cause::Work)
}

/// The error for a fight that exceeds the memory limit.
pub(crate) fn too_much_memory(limits: &Limits<'_>) -> Error {
    let gib = limits.memory as f64 / f64::from(1 << 30);
    Error::input(format!("solving this fight takes more than {gib} GiB of memory"))
        .with_help("allow more, as with `--memory 4`, or use method = \"simulate\"")
        .because(Cause::Memory)
}
