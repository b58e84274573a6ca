//! The losses of fighters from casting spells, and the effects of spells on fighters (X1 to X6).

use super::lifetime::condition;

condition! {
    /// The losses from casting so far, and the effects of spells on the fighter. Zero or false by default.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    Enchantment {
        /// Loss of the first reservoir; see [`ReserveLosses`](crate::check::ReserveLosses).
        campaign drained: u8,
        /// Loss of the second reservoir.
        campaign spent: u8,
        /// Number of castings so far, if later castings depend on it.
        fight castings: u8,
        /// Whether a deity is angry with the caster.
        fight angry: bool,
        /// Whether the fighter has cast a spell this round.
        round casting: bool,
        /// Whether the fighter is unconscious from casting.
        fight unconscious: bool,
        /// Amount that spells add to all combat rolls of the fighter.
        fight skill: i8,
        /// Amount that spells add to the fighter's defensive factor.
        fight defense: i8,
    }
}
