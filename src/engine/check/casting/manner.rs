//! Manners of casting and potency of spells in Fudge Magic, with their modifiers and difficulties (SRD 7.12 to 7.15,
//! 7.194).

use crate::rules::choice;

choice! {
    /// A manner of casting a spell (SRD 7.14).
    Manner {
        Long = "long": "taking a long time, with care: +1",
        Quick = "quick": "much more quickly than normal: -1",
        ExtraEffort = "extra-effort": "with extra effort: +1",
        GreatEffort = "great-effort": "with great effort: +2",
        LessEffort = "less-effort": "with less effort than normal: -1",
        Formula = "formula": "with authentic formulae: +1",
        Verse = "verse": "drafted in verse: +1",
        Group = "group": "with other magicians: +1",
        LargeGroup = "large-group": "with many other magicians: +2",
        ManaRich = "mana-rich": "where mana is rich: +1",
        ManaVeryRich = "mana-very-rich": "where mana is very rich: +2",
        ManaPoor = "mana-poor": "where mana is poor: -1",
    }
}

impl Manner {
    /// The modifier to the casting skill.
    pub const fn modifier(self) -> i32 {
        match self {
            Self::GreatEffort | Self::LargeGroup | Self::ManaVeryRich => 2,
            Self::Long | Self::ExtraEffort | Self::Formula | Self::Verse | Self::Group | Self::ManaRich => 1,
            Self::Quick | Self::LessEffort | Self::ManaPoor => -1,
        }
    }

    /// The aspect of casting that the manner changes. Manners of the same aspect exclude each other.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Long | Self::Quick => "the time it takes",
            Self::ExtraEffort | Self::GreatEffort | Self::LessEffort => "effort",
            Self::Formula => "formulae",
            Self::Verse => "verse",
            Self::Group | Self::LargeGroup => "a group",
            Self::ManaRich | Self::ManaVeryRich | Self::ManaPoor => "mana",
        }
    }
}

choice! {
    /// The potency of a spell, which sets its difficulty (SRD 7.12, 7.15).
    Potency {
        VeryTrivial = "very-trivial": "difficulty Poor",
        Trivial = "trivial": "difficulty Mediocre",
        Average = "average": "difficulty Fair",
        Potent = "potent": "difficulty Good",
        VeryPotent = "very-potent": "difficulty Great",
        Extraordinary = "extraordinary": "difficulty Superb",
    }
}

impl Potency {
    pub const fn difficulty(self) -> i32 {
        match self {
            Self::VeryTrivial => -2,
            Self::Trivial => -1,
            Self::Average => 0,
            Self::Potent => 1,
            Self::VeryPotent => 2,
            Self::Extraordinary => 3,
        }
    }
}

choice! {
    /// The castings in which a natural −4 drains no Potential (SRD 7.194).
    Sparing {
        Trivial = "trivial": "for a Trivial spell: a difficulty of Mediocre or less",
        Average = "average": "for a Trivial or Average spell: a difficulty of Fair or less",
        Careful = "careful": "if the caster takes a long time",
        Unhurried = "unhurried": "unless the spell is cast quickly",
        First = "first": "for the first casting, and the first after each rest",
    }
}

impl Sparing {
    /// Whether a natural −4 drains no Potential in any casting at `difficulty` with `manners`. Always `false` for
    /// [`First`](Self::First), which depends on earlier castings.
    pub fn spares(self, difficulty: i32, manners: &[Manner]) -> bool {
        match self {
            Self::Trivial => difficulty <= Potency::Trivial.difficulty(),
            Self::Average => difficulty <= Potency::Average.difficulty(),
            Self::Careful => manners.contains(&Manner::Long),
            Self::Unhurried => !manners.contains(&Manner::Quick),
            Self::First => false,
        }
    }
}
