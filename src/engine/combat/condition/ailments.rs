//! What effects of creatures leave a fighter with (W28).

use super::Exit;
use super::lifetime::condition;
use crate::rules::effects::Venom;

condition! {
    /// What effects have left a fighter with. All is 0 or false where nothing has.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    Ailments {
        /// The poison that drains the fighter.
        campaign poison: Option<Venom>,
        /// The levels of Health lost to it.
        campaign drained: u8,
        /// The kind that has opened a vein, counted from 1; 0 = none has.
        fight bleeding: u16,
        /// In how many rounds, with this one, the fighter rolls against bleeding to death.
        fight bleeds_in: u8,
        /// The damage points of fire at the end of each round.
        fight burning: u8,
        /// How many deadly blows the fighter has survived.
        campaign lives: u8,
        /// The way in which an effect has put the fighter out of action, which is felt together with the blows.
        fight stricken: Option<Exit>,
        /// What a smell adds to all combat skills, 0 or less.
        fight sickened: i8,
        /// Which threats the fighter has rolled against that are withstood once.
        fight faced: u16,
        /// Whether the fighter is a head, and one of its block has grown since the fight began.
        fight grown: bool,
    }
}
