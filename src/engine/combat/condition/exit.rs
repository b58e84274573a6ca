//! Ways out of a fight other than wounds.

use crate::rules::effects::Doom;

macro_rules! exits {
    ($($(#[$doc:meta])* $name:ident: $words:literal,)+) => {
        /// A way out of a fight other than by wounds.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Exit {
            $($(#[$doc])* $name,)+
        }

        impl Exit {
            /// All exits, in display order.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The exit in words, to follow the fighter's name.
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$name => $words,)+
                }
            }
        }
    };
}

exits! {
    /// The fight ended before the fighter arrived.
    Absent: "never arrived",
    /// A spare head that has not grown yet (W28).
    Ungrown: "not grown yet",
    /// Fled: by its `flees` key, because of morale (C14), or in fear (W28).
    GotAway: "got away",
    /// Surrendered: at a wound level (C13) or by a formula.
    Surrendered: "surrendered",
    /// Collapsed after diving away from a blow (W22).
    Collapsed: "collapsed",
    /// Fainted from casting, and does not wake during the fight (X1 to X6).
    Fainted: "fainted from casting",
    /// Taken out of the fight by a spell.
    Removed: "put out by a spell",
    /// Paralyzed (W28).
    Paralyzed: "paralyzed",
    Petrified: "turned to stone",
    Charmed: "charmed",
    /// Blinded and sickened.
    Blinded: "blinded",
    /// Knocked out by stuns, without a wound severe enough to put it out (W19).
    KnockedOut: "knocked out",
    /// Digested by the creature that swallowed it, and so dead (W28).
    Swallowed: "swallowed",
}

impl Exit {
    /// The name of the exit as an outcome in queries; `None` if it is the same as [`words`](Self::words).
    pub const fn outcome(self) -> Option<&'static str> {
        match self {
            Self::GotAway => Some("gets away"),
            Self::Surrendered => Some("surrenders"),
            _ => None,
        }
    }

    /// The exit that `doom` causes. `None` for death, which is a wound level and not an exit.
    pub(crate) const fn caused_by(doom: Doom) -> Option<Self> {
        match doom {
            Doom::Death => None,
            Doom::Paralysis => Some(Self::Paralyzed),
            Doom::Stone => Some(Self::Petrified),
            Doom::Charm => Some(Self::Charmed),
            Doom::Blindness => Some(Self::Blinded),
            Doom::Flight => Some(Self::GotAway),
        }
    }
}
