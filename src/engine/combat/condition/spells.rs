//! What spells have cost a fighter, and what they have done to it (X1 to X6).

use super::lifetime::condition;

condition! {
    /// What spells have cost a fighter, and what they have done to it. All is 0 or false where nothing has.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    Enchantment {
        /// By how much the first reservoir is down.
        campaign drained: u8,
        /// By how much the second one is.
        campaign spent: u8,
        /// The castings so far, as far as the next one depends on them.
        fight castings: u8,
        /// Whether a deity is angry.
        fight angry: bool,
        /// Whether the fighter casts a spell this round.
        round casting: bool,
        /// Whether the fighter is unconscious, and may wake.
        fight unconscious: bool,
        /// What spells add to all combat rolls.
        fight skill: i8,
        /// What they add to the defensive factor.
        fight defense: i8,
    }
}
