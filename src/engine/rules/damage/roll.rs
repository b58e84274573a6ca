//! The dice of `damage_roll = "game-dice-limited"` (W6).

use crate::rules::choice::choice;

choice! {
    /// The dice of `damage_roll = "game-dice-limited"` (W6; readings 14 and 50).
    DamageDice {
        Action = "action": "the action dice",
        TwoD6 = "2d6-table": "2d6 looked up in the table of F93 4.21, whatever the action dice are",
    }
}
