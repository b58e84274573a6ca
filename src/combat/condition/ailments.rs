//! What effects of creatures leave a fighter with (W28).

/// What effects have left a fighter with. All is 0 or false where nothing has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ailments {
    /// The kind whose poison drains the fighter, counted from 1; 0 = none does.
    pub poison: u16,
    /// The levels of Health lost to it.
    pub drained: u8,
    /// The kind that has opened a vein, counted from 1; 0 = none has.
    pub bleeding: u16,
    /// In how many rounds, with this one, the fighter rolls against bleeding to death.
    pub bleeds_in: u8,
    /// The damage points of fire at the end of each round.
    pub burning: u8,
    /// How many deadly blows the fighter has survived.
    pub lives: u8,
    /// Whether an effect has put the fighter out of action, which is felt together with the blows.
    pub stricken: bool,
    /// What a smell adds to all combat skills, 0 or less.
    pub sickened: i8,
    /// Which threats the fighter has rolled against that are withstood once.
    pub faced: u16,
    /// Whether the fighter is a head, and one of its block has grown since the fight began.
    pub grown: bool,
}
