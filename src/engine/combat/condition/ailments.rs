//! Lasting effects of creature abilities on a fighter (W28).

use super::Exit;
use super::lifetime::condition;
use crate::rules::effects::Venom;

condition! {
    /// Lasting effects of creature abilities on a fighter; zero, `None` or false by default.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    Ailments {
        /// The poison at work in the fighter, if any.
        campaign poison: Option<Venom>,
        /// Levels that the poison has drained from Health, before resistance to poison.
        campaign drained: u8,
        /// 1 + the index of the compiled fighter ([`CompiledFighter`](crate::combat::CompiledFighter)) of the attacker
        /// who opened a vein. 0 if the fighter is not bleeding.
        fight bleeding: u16,
        /// Number of rounds until the next roll against bleeding to death, the current round included.
        fight bleeds_in: u8,
        /// Points of fire damage at the end of each round; 0 if the fighter is not burning.
        fight burning: u8,
        /// Number of lives used up to survive deadly blows.
        campaign lives: u8,
        /// The exit that takes effect when wounds are next felt.
        fight stricken: Option<Exit>,
        /// Penalty to all combat skills from a stench, 0 or less.
        fight sickened: i8,
        /// Bit set of the threats that the fighter has rolled to resist, as far as one roll per fight is enough.
        fight faced: u16,
        /// For a head: whether any head of its stat block has grown during the fight.
        fight grown: bool,
    }
}
