//! The names that formulas about fights know.

/// Declares the names of a fighter's state.
macro_rules! states {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)+) => {
        /// A part of a fighter's state that formulas can name, by itself or with `foe_` before it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum State {
            $($(#[$doc])* $name,)+
            /// A counter, by its place in the list.
            Counter(u8),
        }

        impl State {
            /// All that have a name of their own.
            pub const NAMED: &'static [(&'static str, Self)] = &[$(($word, Self::$name),)+];
        }
    };
}

states! {
    /// The highest wound level marked, counted from 0 = unhurt; 0 on a record without levels.
    Level = "level",
    /// The boxes or points marked.
    Marked = "marked",
    /// The addition of wounds to rolls, mostly 0 or less.
    Penalty = "penalty",
    /// The stance of this round, by its place among those of the fight.
    Stance = "stance",
    /// The Fudge points left.
    FudgePoints = "fudge_points",
    /// The round, counted from 1.
    Round = "round",
    /// 1 until the fighter has attacked once, hit or miss; then 0.
    FirstAttack = "first_attack",
    /// The foes faced now.
    Foes = "foes",
    /// The others of the own side who can fight on.
    Allies = "allies",
    /// Those of other sides who can fight on.
    Enemies = "enemies",
    /// The members of the own side who are down.
    Lost = "lost",
    /// The members of the own stat block who can fight on.
    Members = "members",
    /// The largest value of a marked slot of an absorbing record.
    WorstSlot = "worst_slot",
    /// The marked slots of an absorbing record.
    SlotsFilled = "slots_filled",
    /// 1 if a blow of the fighter hit in this round, wound or not; else 0.
    Hit = "hit",
    /// 1 if the fighter was hit in this round, wound or not; else 0.
    WasHit = "was_hit",
    /// The points of damage that the fighter did in this round.
    Points = "points",
    /// The points of damage that the fighter took in this round.
    Taken = "taken",
}

/// The names of what a fighter brings to a fight and keeps. With `foe_` before them they are those of the target.
pub const TRAITS: [&str; 8] = ["skill", "avoid", "strength", "agility", "perception", "health", "initiative", "size"];

/// The names that only formulas about a blow know.
pub const BLOW_NAMES: [&str; 8] =
    ["attack", "guard", "guard_fixed", "degree", "minimum", "natural", "foe_natural", "critical"];

/// The names that stand for truth values; as numbers they count 1 and 0.
pub const TRUTHS: [&str; 5] = ["first_attack", "foe_first_attack", "hit", "was_hit", "critical"];

impl State {
    /// Whether only `[[rules.after]]` knows it.
    pub const fn is_of_round(self) -> bool {
        matches!(self, Self::Hit | Self::WasHit | Self::Points | Self::Taken)
    }

    /// Whether only formulas about leaving a fight know it.
    pub const fn is_of_leaving(self) -> bool {
        matches!(self, Self::Lost | Self::Members | Self::WorstSlot | Self::SlotsFilled)
    }

    /// Whether formulas about blows know it.
    pub const fn is_of_blows(self) -> bool {
        !self.is_of_round() && !self.is_of_leaving()
    }

    /// Whether `foe_` may stand before it.
    pub const fn is_of_foes(self) -> bool {
        !self.is_of_round() && !self.is_of_leaving() && !matches!(self, Self::Round)
    }
}
