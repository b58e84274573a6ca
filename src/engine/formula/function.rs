//! The functions of formulas.

macro_rules! functions {
    ($($name:ident = $word:literal: $least:literal to $most:literal, $gives:ident;)+) => {
        /// A function of formulas.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Function {
            $($name,)+
        }

        impl Function {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The word by which it is called.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }

            /// The least and the largest number of arguments.
            pub const fn arguments(self) -> (usize, usize) {
                match self {
                    $(Self::$name => ($least, $most),)+
                }
            }

            /// The kind of its value.
            pub const fn gives(self) -> super::tree::Kind {
                match self {
                    $(Self::$name => super::tree::Kind::$gives,)+
                }
            }
        }
    };
}

functions! {
    Highest = "highest": 2 to 2, Pool;
    Lowest = "lowest": 2 to 2, Pool;
    Middle = "middle": 2 to 2, Pool;
    Sum = "sum": 1 to 1, Number;
    Count = "count": 1 to 1, Number;
    Reroll = "reroll": 1 to 2, Pool;
    Explode = "explode": 1 to 2, Pool;
    Ignore = "ignore": 2 to 2, Pool;
    Join = "join": 1 to 60, Pool;
    Pool = "pool": 2 to 2, Pool;
    Matches = "matches": 1 to 1, Number;
    Distinct = "distinct": 1 to 1, Number;
    Min = "min": 2 to 60, Number;
    Max = "max": 2 to 60, Number;
    Abs = "abs": 1 to 1, Number;
    Sign = "sign": 1 to 1, Number;
    Clamp = "clamp": 3 to 3, Number;
    Lookup = "lookup": 2 to 2, Number;
    Steps = "steps": 2 to 2, Number;
    Best = "best": 2 to 2, Number;
    Worst = "worst": 2 to 2, Number;
    Median = "median": 2 to 2, Number;
    Until = "until": 2 to 2, Number;
    Nearest = "nearest": 1 to 1, Number;
    RoundUp = "round_up": 1 to 1, Number;
    Remainder = "remainder": 2 to 2, Number;
    Method = "method": 1 to 1, Number;
}

impl Function {
    /// The function of this name.
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.word() == word)
    }

    /// True if it takes numbers, or a number and a list of them, and gives one that follows from these.
    pub const fn is_of_numbers(self) -> bool {
        matches!(
            self,
            Self::Min
                | Self::Max
                | Self::Abs
                | Self::Sign
                | Self::Clamp
                | Self::Steps
                | Self::Nearest
                | Self::RoundUp
                | Self::Remainder
        )
    }
}

/// Functions of other tools, and what to write instead.
pub const FOREIGN: [(&str, &str); 6] = [
    ("round", "write `nearest(a / b)`; `/` alone rounds down"),
    ("floor", "`/` rounds down by itself"),
    ("ceil", "write `round_up(a / b)`"),
    ("ceiling", "write `round_up(a / b)`"),
    ("roll", "dice are written alone: `2d6`"),
    ("mod", "write `remainder(a, b)`"),
];
