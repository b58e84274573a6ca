//! The state of a psionic struggle.

/// A struggle in which the sides raise their results in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Struggle {
    /// The psi's result.
    pub(super) own: i32,
    /// The subject's result; `None` if the action is not resisted.
    pub(super) other: Option<i32>,
    /// Reservoir modifiers to the rolls of the psi and of the subject.
    pub(super) shifts: [i32; 2],
    /// The number of attempts to raise a result so far.
    pub(super) tried: u8,
    /// Whether the result is final: a critical decided it, or an attempt backfired.
    pub(super) settled: bool,
}
