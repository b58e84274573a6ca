//! Rolls to resist an effect, and what happens to those who fail.

use crate::rules::choice::choice;

choice! {
    /// The trait that resists an effect.
    Resist {
        Health = "health": "Health",
        Willpower = "willpower": "Willpower",
        Agility = "agility": "Agility",
        Constitution = "constitution": "Constitution",
    }
}

choice! {
    /// What becomes of who does not escape an effect: each is out of action, and the first also dead.
    Doom {
        Death = "death": "dies",
        Paralysis = "paralysis": "is paralyzed",
        Stone = "stone": "turns to stone",
        Charm = "charm": "is charmed",
        Blindness = "blindness": "is blinded and sickened",
        Flight = "flight": "flees in fear",
    }
}

/// A roll against an effect. Wounds take nothing from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Check {
    /// The trait rolled for.
    pub by: Resist,
    /// The least result that escapes.
    pub least: i32,
}
