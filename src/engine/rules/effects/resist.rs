//! Rolls to resist an effect, and the consequences of failure.

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
    /// The fate of a fighter who fails to resist an effect. Each puts the fighter out of action; only `Death` kills.
    Doom {
        Death = "death": "dies",
        Paralysis = "paralysis": "is paralyzed",
        Stone = "stone": "turns to stone",
        Charm = "charm": "is charmed",
        Blindness = "blindness": "is blinded and sickened",
        Flight = "flight": "flees in fear",
    }
}

/// A roll to resist an effect. Wound penalties only apply with
/// [`WoundPenalties::All`](crate::rules::WoundPenalties::All) (reading 43).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Check {
    /// The trait rolled against.
    pub by: Resist,
    /// The lowest result that succeeds.
    pub least: i32,
}
