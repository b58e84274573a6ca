//! The functions of formulas.

/// The kind of value that a part of a formula has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// A whole number.
    Number,
    Truth,
    /// Dice with their faces.
    Pool,
}

macro_rules! functions {
    (
        functions { $($name:ident = $word:literal: $least:literal to $most:literal, $gives:ident;)+ }
        operators { $($sign:ident = $written:literal: $count:literal, $truth:ident;)+ }
    ) => {
        /// A function of formulas, or a word or sign of the grammar that works like one.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Function {
            $($name,)+
            $($sign,)+
        }

        impl Function {
            /// All functions that are called by name.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The name, the minimum and maximum number of arguments, and the kind of the value.
            const fn row(self) -> (&'static str, (usize, usize), ValueKind) {
                match self {
                    $(Self::$name => ($word, ($least, $most), ValueKind::$gives),)+
                    $(Self::$sign => ($written, ($count, $count), ValueKind::$truth),)+
                }
            }
        }
    };
}

functions! {
    functions {
        // Name in formulas, minimum and maximum number of arguments, kind of the value. Faults describe a maximum of 60
        // as "or more".
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
    operators {
        Negate = "-": 1, Number;
        Not = "not": 1, Truth;
        And = "and": 2, Truth;
        Or = "or": 2, Truth;
    }
}

impl Function {
    /// The name of the function.
    pub const fn word(self) -> &'static str {
        self.row().0
    }

    /// Minimum and maximum number of arguments.
    pub const fn arguments(self) -> (usize, usize) {
        self.row().1
    }

    /// The kind of value that the function returns.
    pub const fn value_kind(self) -> ValueKind {
        self.row().2
    }

    /// The function that is called `word`; `None` if there is no such function.
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.word() == word)
    }

    /// Whether the value depends only on numbers: its arguments are numbers, or a number and a list of numbers.
    pub const fn takes_numbers(self) -> bool {
        matches!(
            self,
            Self::Min
                | Self::Max
                | Self::Abs
                | Self::Sign
                | Self::Clamp
                | Self::Steps
                | Self::Remainder
                | Self::Negate
                | Self::Not
        )
    }
}

/// Names of functions in other tools, each with the suggested fix.
pub const FOREIGN_FUNCTIONS: [(&str, &str); 6] = [
    ("round", "write `nearest(a / b)`; `/` alone rounds down"),
    ("floor", "`/` rounds down already"),
    ("ceil", "write `round_up(a / b)`"),
    ("ceiling", "write `round_up(a / b)`"),
    ("roll", "write dice without a function: `2d6`"),
    ("mod", "write `remainder(a, b)`"),
];

/// Whether `name` is the name of a function.
pub fn is_function(name: &str) -> bool {
    Function::find(name).is_some()
}
