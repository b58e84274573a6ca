//! A psionic struggle.

/// Results that are being raised in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Struggle {
    /// The psi's result.
    pub(super) own: i32,
    /// The subject's; `None` if nobody resists.
    pub(super) other: Option<i32>,
    /// What the reservoirs added to the rolls of either.
    pub(super) shifts: [i32; 2],
    /// The attempts so far.
    pub(super) tried: u8,
    /// Whether one who tried to change the result could not.
    pub(super) settled: bool,
}
