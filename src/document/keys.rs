//! Tables of keys: what a table of a scenario may hold, said once for reader, messages and schema.

/// One key of a table.
#[derive(Debug, Clone, Copy)]
pub struct KeySpec {
    /// The key.
    pub key: &'static str,
    /// What its value must be.
    pub kind: Kind,
    /// True where the table is at fault without it.
    pub required: bool,
    /// What it means, in one line.
    pub meaning: &'static str,
    /// A value as one would write it in TOML.
    pub example: &'static str,
}

/// What a value must be; limits are inclusive.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number.
    Integer {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// A large number of things: `1_000_000`, `1e6` or `"50 million"`.
    Count {
        /// The smallest.
        min: u64,
        /// The largest.
        max: u64,
    },
    /// A number, whole or not.
    Number {
        /// The smallest; minus infinity for no limit.
        min: f64,
        /// The largest; infinity for no limit.
        max: f64,
    },
    /// True or false.
    Boolean,
    /// A level: a word of the ladder or a whole number.
    Level,
    /// A range of levels or whole numbers, as text.
    Range,
    /// The name of a dice method.
    Dice,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A list, each entry of this kind.
    List(&'static Kind),
    /// A table with these keys.
    Table(&'static [KeySpec]),
    /// A table whose keys are free names, each value of this kind.
    Map(&'static Kind),
    /// Any one of these kinds.
    Any(&'static [Kind]),
    /// Any value: what it must be is decided elsewhere.
    Free,
}

impl Kind {
    /// What is expected, for messages: `a whole number from 1 to 60`.
    pub fn expected(&self) -> String {
        match self {
            Self::Text => "text".to_owned(),
            Self::Integer { min, max } => {
                format!("a whole number{}", limits(bound(*min, i64::MIN), bound(*max, i64::MAX)))
            }
            Self::Count { min, max } => {
                let limits = limits(bound(*min, 0), bound(*max, u64::MAX));
                format!("a whole number{limits}, such as `1_000_000` or `\"50 million\"`")
            }
            Self::Number { min, max } => {
                format!("a number{}", limits(bound(*min, f64::NEG_INFINITY), bound(*max, f64::INFINITY)))
            }
            Self::Boolean => "true or false".to_owned(),
            Self::Level => "a level: a word of the ladder or a whole number".to_owned(),
            Self::Range => "a range such as `\"1 to 3\"`".to_owned(),
            Self::Dice => "the name of a dice method".to_owned(),
            Self::Choice(words) => format!("one of {}", listed(words)),
            Self::List(_) => "a list".to_owned(),
            Self::Table(_) | Self::Map(_) => "a table".to_owned(),
            Self::Any(kinds) => kinds.iter().map(Self::expected).collect::<Vec<_>>().join(", or "),
            Self::Free => "a value".to_owned(),
        }
    }

    /// The first kind, among the ones this allows, that a decoder can use.
    pub(crate) fn find<T>(&self, wanted: impl Fn(&Self) -> Option<T> + Copy) -> Option<T> {
        match self {
            Self::Any(kinds) => kinds.iter().find_map(|kind| kind.find(wanted)),
            kind => wanted(kind),
        }
    }
}

/// Two tables of keys as one, `first` before `last`.
pub(crate) const fn joined<const M: usize, const N: usize, const ALL: usize>(
    first: [KeySpec; M],
    last: [KeySpec; N],
) -> [KeySpec; ALL] {
    let mut keys = [first[0]; ALL];
    let mut place = 0;
    while place < ALL {
        keys[place] = if place < M { first[place] } else { last[place - M] };
        place += 1;
    }
    keys
}

/// Words in a row, in code marks: `` `a`, `b` ``.
pub(crate) fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// A limit, unless it is the one that says there is none.
fn bound<T: PartialEq>(limit: T, none: T) -> Option<T> {
    (limit != none).then_some(limit)
}

fn limits<T: std::fmt::Display>(min: Option<T>, max: Option<T>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!(" from {min} to {max}"),
        (Some(min), None) => format!(" of at least {min}"),
        (None, Some(max)) => format!(" of at most {max}"),
        (None, None) => String::new(),
    }
}

/// The keys of a scenario that this layer itself reads, for the schema of the whole; they are gone from the documents
/// that are read.
pub const DOCUMENT_KEYS: &[KeySpec] = &[
    KeySpec {
        key: "include",
        kind: Kind::List(&Kind::Text),
        required: false,
        meaning: "Files to merge under this one, relative to it.",
        example: "[\"cast/barroom.toml\"]",
    },
    KeySpec {
        key: "variants",
        kind: Kind::Map(&Kind::Map(&Kind::Free)),
        required: false,
        meaning: "Named variants, each with what is different in it.",
        example: "{ \"no roll\" = { rules = { damage_roll = \"none\" } }, \"as is\" = {} }",
    },
    KeySpec {
        key: "vary",
        kind: Kind::Map(&Kind::Free),
        required: false,
        meaning: "Dotted paths and the values to try; `combine = \"zip\"` takes them side by side.",
        example: "{ \"rules.dice\" = [\"4dF\", \"3d6-table\"], \"check.difficulty\" = { from = \"Poor\", to = \"Great\" } }",
    },
];
