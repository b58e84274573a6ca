//! The names in formulas about fights.

/// Declares the names of a fighter's state.
macro_rules! states {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)+) => {
        /// A part of a fighter's state that formulas can use, on its own or with the prefix `foe_`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum State {
            $($(#[$doc])* $name,)+
            /// A counter, by index.
            Counter(u8),
        }

        impl State {
            /// All parts with a fixed name.
            pub const NAMED: &'static [(&'static str, Self)] = &[$(($word, Self::$name),)+];
        }
    };
}

states! {
    /// The highest wound level marked, counted from 0 = unhurt; 0 on a record without levels.
    Level = "level",
    /// Number of boxes or points marked.
    Marked = "marked",
    /// The wound modifier to rolls, usually 0 or less.
    Penalty = "penalty",
    /// The stance of this round, by its index among the stances of the fight.
    Stance = "stance",
    /// Fudge points left.
    FudgePoints = "fudge_points",
    /// The round, counted from 1.
    Round = "round",
    /// 1 until the fighter has attacked once, hit or miss; then 0.
    FirstAttack = "first_attack",
    /// Number of foes faced now.
    Foes = "foes",
    /// Number of other fighters of the same side who can fight on.
    Allies = "allies",
    /// Number of fighters of other sides who can fight on.
    Enemies = "enemies",
    /// Number of fighters of the same side who are down.
    Lost = "lost",
    /// Number of fighters of the same stat block who can fight on.
    Members = "members",
    /// The largest value of a marked slot of an absorbing record.
    WorstSlot = "worst_slot",
    /// Number of marked slots of an absorbing record.
    SlotsFilled = "slots_filled",
    /// 1 if a blow of the fighter hit in this round, wound or not; else 0.
    Hit = "hit",
    /// 1 if the fighter was hit in this round, wound or not; else 0.
    WasHit = "was_hit",
    /// Points of damage that the fighter dealt in this round.
    Points = "points",
    /// Points of damage that the fighter took in this round.
    Taken = "taken",
}

/// The built-in traits of a fighter. With the prefix `foe_` they are those of the target.
pub const TRAITS: [&str; 8] = ["skill", "avoid", "strength", "agility", "perception", "health", "initiative", "size"];

/// The names that are only available in formulas about a blow.
pub const BLOW_NAMES: [&str; 8] =
    ["attack", "guard", "guard_fixed", "degree", "minimum", "natural", "foe_natural", "critical"];

/// The names that are truth values. As numbers they are 1 and 0.
pub const TRUTHS: [&str; 5] = ["first_attack", "foe_first_attack", "hit", "was_hit", "critical"];

impl State {
    /// Whether the name is only available in `[[rules.after]]`.
    pub const fn is_of_round(self) -> bool {
        matches!(self, Self::Hit | Self::WasHit | Self::Points | Self::Taken)
    }

    /// Whether the name is only available in formulas about leaving a fight.
    pub const fn is_of_leaving(self) -> bool {
        matches!(self, Self::Lost | Self::Members | Self::WorstSlot | Self::SlotsFilled)
    }

    /// Whether the name is available in formulas about blows.
    pub const fn is_of_blows(self) -> bool {
        !self.is_of_round() && !self.is_of_leaving()
    }

    /// Whether the name can have the prefix `foe_`.
    pub const fn is_of_foes(self) -> bool {
        !self.is_of_round() && !self.is_of_leaving() && !matches!(self, Self::Round)
    }
}
