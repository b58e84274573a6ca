//! Deaths that nobody rolls for (W27; SRD 4.51, F93 4.7).

use super::choice::choice;

choice! {
    /// Whether the helpless are killed without a roll (W27; SRD 4.51, F93 4.7).
    AutomaticDeath {
        Off = "off": "they are attacked as others are who do not defend",
        Helpless = "helpless": "who is `helpless` dies before blows fall in the first round in which a foe who can strike is near",
    }
}
