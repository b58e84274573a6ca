//! Lasting effects of creature abilities on a fighter (W28).

use super::Exit;
use super::lifetime::condition;
use crate::rules::effects::Venom;

condition! {
    /// Lasting effects of creature abilities on a fighter; zero, `None` or false by default.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    Ailments {
        campaign poison: Option<Venom>,
        /// Levels of Health lost to poison.
        campaign drained: u8,
        /// Index + 1 of the [`Kind`](crate::combat::Kind) of the attacker that opened a vein; 0 if the fighter is not
        /// bleeding.
        fight bleeding: u16,
        /// Rounds until the next roll against bleeding to death, counting this one.
        fight bleeds_in: u8,
        /// Damage points from fire at the end of each round.
        fight burning: u8,
        /// Deadly blows survived so far.
        campaign lives: u8,
        /// The exit that an effect will cause when wounds are next felt.
        fight stricken: Option<Exit>,
        /// Penalty to all combat skills from a stench, 0 or less.
        fight sickened: i8,
        /// Bit set of the one-time threats that the fighter has already rolled against.
        fight faced: u16,
        /// For a head: whether a head of the same stat block has grown during the fight.
        fight grown: bool,
    }
}
