//! The rules in force, as plain data: one field for each decision point, and pure functions of small numbers.
//!
//! [`OPTIONS`] lists every option that a scenario's `[rules]` may set; the reader, the schema, the `list`
//! command and the reports all derive from it.

mod choice;
pub mod damage;
pub mod gear;
pub mod hit;
mod record;
mod registry;

pub use choice::{Choice, Word};
pub use damage::{DamageRoll, Graze, GrazeRoll};
pub use gear::{DamageCapacity, GearFamily, Shields};
pub use hit::{SizeToHit, WeaponSize};
pub use record::{CAPACITY_BOXES, Condition, LevelRule, MAX_TRACK_STATES, Record, RecordKind, Track};
pub use registry::{CONFLICTS, Conflict, Kind, OPTIONS, RuleOption};

use crate::dice::Dice;

/// Every rule in force in a scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Rules {
    /// The action dice of everyone who has none of their own (D1–D18).
    pub dice: Dice,
    /// The largest sum of situational modifiers, either way; none = no cap (A13).
    pub modifier_cap: Option<i32>,
    /// The level that a winning blow must reach to hit; none = no minimum (C7).
    pub minimum_to_hit: Option<i32>,
    /// What a difference in size does to hitting (C8).
    pub size_to_hit: SizeToHit,
    /// What a shield does (M3).
    pub shields: Shields,
    /// What the smaller weapon suffers (M4).
    pub weapon_size: WeaponSize,
    /// Whose figures weapons have (W2).
    pub gear: GearFamily,
    /// Whether Damage Capacity is part of the defensive factor (W3).
    pub damage_capacity: DamageCapacity,
    /// How damage is rolled (W6).
    pub damage_roll: DamageRoll,
    /// Whether a hit with relative degree 1 is a graze (W7).
    pub graze: Graze,
    /// The smallest damage factor of each graze level above Undamaged, ascending (W7).
    pub graze_from: Vec<i32>,
    /// What the damage roll may do to a graze (W7).
    pub graze_roll: GrazeRoll,
    /// How wounds are recorded (W10, W12).
    pub record: Record,
    /// Points that one blow needs to carry a fighter into or past Incapacitated on a point track; none = any (W12).
    pub large_blow: Option<i32>,
    /// Rounds after which an undecided fight is stopped as a draw (C13).
    pub round_limit: u32,
}

impl Rules {
    /// The rules before any preset: the plainest choice at each decision point. Presets go in on top.
    pub fn plain() -> Self {
        Self {
            dice: Dice::fudge(),
            modifier_cap: None,
            minimum_to_hit: None,
            size_to_hit: SizeToHit::Off,
            shields: Shields::Ignored,
            weapon_size: WeaponSize::Off,
            gear: GearFamily::Srd,
            damage_capacity: DamageCapacity::Counts,
            damage_roll: DamageRoll::None,
            graze: Graze::Off,
            graze_from: vec![0, 5],
            graze_roll: GrazeRoll::Off,
            record: Record::standard(),
            large_blow: None,
            round_limit: 1000,
        }
    }

    /// Situational modifiers as they count: their sum, held within the cap (A13, SRD 3.3).
    pub fn capped(&self, modifiers: i32) -> i32 {
        self.modifier_cap.map_or(modifiers, |cap| modifiers.clamp(-cap, cap))
    }
}
