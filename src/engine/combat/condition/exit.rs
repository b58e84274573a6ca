//! Ways out of a fight other than wounds.

use crate::rules::effects::Doom;

macro_rules! exits {
    ($($(#[$doc:meta])* $name:ident: $words:literal,)+) => {
        /// A way out of a fight other than a wound that puts out of action.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Exit {
            $($(#[$doc])* $name,)+
        }

        impl Exit {
            /// All of them, in the order in which they are shown.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The way out in words, after the fighter's name.
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$name => $words,)+
                }
            }
        }
    };
}

exits! {
    /// The fight was over before the fighter arrived.
    Absent: "never arrived",
    /// A head that has yet to grow (W28).
    Ungrown: "not grown yet",
    /// Fled (C14, or by `flees`), or fled in fear (W28).
    GotAway: "got away",
    /// Reached the wound level at which it yields (C13).
    Surrendered: "surrendered",
    /// Collapsed after an evasion (W22).
    Collapsed: "collapsed",
    /// Fainted from casting, for as long as matters (X1 to X6).
    Fainted: "fainted from casting",
    /// A spell that takes out of the fight.
    Removed: "put out by a spell",
    /// Paralyzed (W28).
    Paralyzed: "paralyzed",
    /// Turned to stone.
    Petrified: "turned to stone",
    /// Charmed.
    Charmed: "charmed",
    /// Blinded and sickened.
    Blinded: "blinded",
    /// Knocked out by stuns, without a wound that would do it (W19).
    KnockedOut: "knocked out",
    /// Digested by the creature that swallowed it, and dead (W28).
    Swallowed: "swallowed",
}

impl Exit {
    /// The way out as an outcome that can be asked for, where that is worded otherwise.
    pub const fn outcome(self) -> Option<&'static str> {
        match self {
            Self::GotAway => Some("gets away"),
            Self::Surrendered => Some("surrenders"),
            _ => None,
        }
    }

    /// The way out by an effect; `None` for death, which is a wound level.
    pub(crate) const fn by(doom: Doom) -> Option<Self> {
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
