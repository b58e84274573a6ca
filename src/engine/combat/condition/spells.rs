//! The cost of casting for the caster, and the effects of spells on fighters (X1 to X6).

use super::lifetime::condition;

condition! {
    /// The cost of casting so far, and the effects of spells on the fighter; zero or false by default.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    Enchantment {
        /// Loss from the first reservoir; see [`Reserve`](crate::check::Reserve).
        campaign drained: u8,
        /// Loss from the second reservoir.
        campaign spent: u8,
        /// Castings so far, if later castings depend on their number.
        fight castings: u8,
        /// Whether a deity is angry with the caster.
        fight angry: bool,
        round casting: bool,
        /// Whether casting has made the fighter unconscious.
        fight unconscious: bool,
        /// Added by spells to all combat rolls.
        fight skill: i8,
        /// Added by spells to the defensive factor.
        fight defense: i8,
    }
}
