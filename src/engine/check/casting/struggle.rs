//! The state of a psionic struggle.

/// A psionic contest in which caster and subject can raise their results after the roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Struggle {
    /// The caster's result.
    pub(super) caster: i32,
    /// The subject's result; `None` if the action is not resisted.
    pub(super) subject: Option<i32>,
    /// Modifiers from the reservoirs to the rolls of the caster and of the subject.
    pub(super) shifts: [i32; 2],
    /// The number of attempts to raise a result so far.
    pub(super) attempts: u8,
    /// Whether the result is final: a critical decided it, or an attempt backfired.
    pub(super) is_final: bool,
}
