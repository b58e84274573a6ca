//! The damage of a blow: points, the damage roll, grazes, Min-Mid-Max, Scale (W1, W4 to W9, W26).

pub mod formulas;
mod graze;
pub mod min_mid_max;
mod own;
mod roll;
mod scale;

use super::choice::choice;

pub use formulas::DamageFormulas;
pub use graze::{Graze, GrazeCeiling, GrazeRoll, graze_level, rolled_graze_level};
pub use min_mid_max::LowFactor;
pub use own::{Landed, OwnDamage};
pub use roll::{DamageDice, DamageRoll, LevelRoll, limited, moved_level, parity};
pub use scale::{HITS_WELL, HalfHits, RolledHits, ScalePiercing, pierced, tech_scale};

choice! {
    /// What the damage of a hit goes by (W1, SRD 4.55; W16, W18, LITE).
    DamageBy {
        Degree = "degree": "relative degree and damage factor make points",
        Hit = "hit": "a hit marks one box, whatever its degree; enormous threats mark more, see the fighter's `injuries`",
        Weapon = "weapon": "offensive minus defensive factor, at least 0: a weapon's boxes minus those that armor prevents",
    }
}
