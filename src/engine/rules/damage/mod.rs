//! The damage of a blow: printed and custom rules as steps of formulas, and further effects of Scale (W1, W4 to W9,
//! W16, W18, W26).

mod code;
pub mod formulas;
mod graze;
mod own;
pub mod printed;
mod roll;
mod scale;
pub mod text;

use super::choice::choice;

pub use code::Landed;
pub use formulas::DamageFormulas;
pub use graze::Graze;
pub use own::OwnDamage;
pub use printed::{DamageRoll, GrazeCeiling, GrazeRoll, LevelRoll, LowFactor, PrintedOption, RolledHits};
pub use roll::DamageDice;
pub use scale::{HITS_WELL, HalfHits, ScalePiercing, pierced, tech_scale};

choice! {
    /// The basis of a hit's damage (W1, SRD 4.55; W16, W18, LITE).
    DamageBy {
        Degree = "degree": "the relative degree and the damage factor add up to points",
        Hit = "hit": "a hit marks one box, whatever its degree; enormous threats mark more, see the fighter's `injuries`",
        Weapon = "weapon": "offensive minus defensive factor, at least 0: a weapon's boxes minus those that armor prevents",
    }
}
