//! Death without a roll (W27; SRD 4.51, F93 4.7).

use super::choice::choice;

choice! {
    /// Whether helpless fighters are killed without a roll (W27; SRD 4.51, F93 4.7).
    AutomaticDeath {
        Off = "off": "helpless fighters are attacked like others who do not defend",
        Helpless = "helpless": "a `helpless` fighter dies before blows are exchanged in the first round in which a foe who can attack is near",
    }
}
