//! Tables of keys: what a table of a scenario may contain, declared once for reader, messages and schema.

use crate::ladder::Ladder;
use crate::rules::{Rules, Word};

/// One key of a table, without the type that it reads as (see [`Key`](super::Key)).
#[derive(Debug, Clone, Copy)]
pub struct KeySpec {
    /// The key.
    pub key: &'static str,
    /// What its value must be.
    pub kind: Kind,
    /// What holds where it is left out.
    pub absent: Absent,
    /// What it means, in one line.
    pub meaning: &'static str,
    /// A value as one would write it in TOML.
    pub example: &'static str,
    /// Under which rules it has an effect; none where rules do not matter.
    pub acts: Option<Acts>,
}

/// What holds where a key is left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Absent {
    /// The table is invalid without it.
    Required,
    /// Nothing: it is an addition.
    Nothing,
    /// This value.
    Value(Literal),
    /// What these words say: "as `skill`".
    Otherwise(&'static str),
}

/// A value as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Literal {
    /// True or false.
    Boolean(bool),
    /// A whole number, or a level.
    Integer(i64),
    /// A word, or a text.
    Word(&'static str),
}

/// Under which rules a key has an effect.
#[derive(Debug, Clone, Copy)]
pub struct Acts {
    /// Whether it does under these.
    pub under: fn(&Rules) -> bool,
    /// Where it has none, as the rest of a sentence: "in these rounds".
    pub nowhere: &'static str,
    /// What to set in `[rules]` to give it one.
    pub cure: &'static str,
}

/// A table of keys, with a name of its own.
#[derive(Debug)]
pub struct Keys {
    name: &'static str,
    meaning: &'static str,
    specs: fn() -> &'static [KeySpec],
}

impl Keys {
    /// A table; `keys!` makes one of its keys.
    pub const fn new(name: &'static str, meaning: &'static str, specs: fn() -> &'static [KeySpec]) -> Self {
        Self { name, meaning, specs }
    }

    /// Its name, as `fudgelab list keys` takes it.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it is, in one line.
    pub fn meaning(&self) -> &'static str {
        self.meaning
    }

    /// Its keys.
    pub fn specs(&self) -> &'static [KeySpec] {
        (self.specs)()
    }

    /// The key of this name.
    pub fn find(&self, key: &str) -> Option<&'static KeySpec> {
        self.specs().iter().find(|spec| spec.key == key)
    }
}

/// The number of keys in lists of them.
pub const fn length(lists: &[&[KeySpec]]) -> usize {
    match lists {
        [first, others @ ..] => first.len() + length(others),
        [] => 0,
    }
}

/// The keys of lists, one list after the other.
pub const fn joined<const N: usize>(lists: &[&[KeySpec]]) -> [KeySpec; N] {
    let mut all = [KeySpec::new("", Kind::Free, "", ""); N];
    let (mut list, mut place, mut next) = (0, 0, 0);
    while next < N {
        if place < lists[list].len() {
            all[next] = lists[list][place];
            (place, next) = (place + 1, next + 1);
        } else {
            (list, place) = (list + 1, 0);
        }
    }
    all
}

impl KeySpec {
    /// A key that may be left out, with what it means and a value as one would write it in TOML.
    pub const fn new(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> Self {
        Self { key, kind, absent: Absent::Nothing, meaning, example, acts: None }
    }

    /// Whether the table is invalid without it.
    pub fn required(&self) -> bool {
        self.absent == Absent::Required
    }

    /// What holds where it is left out, in words; nothing where nothing does.
    pub fn default(&self) -> Option<String> {
        match self.absent {
            Absent::Required | Absent::Nothing => None,
            Absent::Otherwise(words) => Some(words.to_owned()),
            Absent::Value(literal) => Some(literal.shown(&self.kind)),
        }
    }

    /// What it means, with its default where it has one.
    pub fn described(&self) -> String {
        match self.default() {
            Some(default) => format!("{} Default: {default}.", self.meaning),
            None => self.meaning.to_owned(),
        }
    }
}

impl Literal {
    /// The number; 0 where it is none.
    pub const fn integer(self) -> i64 {
        if let Self::Integer(number) = self { number } else { 0 }
    }

    /// The word; empty where it is none.
    pub const fn word(self) -> &'static str {
        if let Self::Word(word) = self { word } else { "" }
    }

    /// As a value of this kind is shown to people: levels by their words.
    pub fn shown(self, kind: &Kind) -> String {
        match self {
            Self::Boolean(yes) => yes.to_string(),
            Self::Word(word) => word.to_owned(),
            Self::Integer(number) if kind.find(|kind| matches!(kind, Kind::Level).then_some(())).is_some() => {
                i32::try_from(number).map_or_else(|_| number.to_string(), |level| Ladder::default().trait_name(level))
            }
            Self::Integer(number) => number.to_string(),
        }
    }
}

/// What a value must be; limits are inclusive.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Text.
    Text,
    /// A name: one of these, which editors offer, or another.
    Named(fn() -> Vec<String>),
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
    /// The name of a dice method, or a formula.
    Dice,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// One of these words, each with its meaning.
    Words(&'static [Word]),
    /// One of these words, which other parts of the program bring along.
    Known(fn() -> Vec<&'static str>),
    /// A list, each entry of this kind.
    List(&'static Kind),
    /// A table with these keys.
    Table(&'static Keys),
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
            Self::Text | Self::Named(_) => "text".to_owned(),
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
            Self::Dice => "a dice method or a formula".to_owned(),
            Self::Choice(_) | Self::Words(_) | Self::Known(_) => format!("one of {}", listed(&self.words())),
            Self::List(_) => "a list".to_owned(),
            Self::Table(_) | Self::Map(_) => "a table".to_owned(),
            Self::Any(kinds) => kinds.iter().map(Self::expected).collect::<Vec<_>>().join(", or "),
            Self::Free => "a value".to_owned(),
        }
    }

    /// The words that it may be, if any.
    pub fn words(&self) -> Vec<&'static str> {
        match self {
            Self::Choice(words) => words.to_vec(),
            Self::Known(words) => words(),
            Self::Words(words) => words.iter().map(|word| word.word).collect(),
            Self::Any(kinds) => kinds.iter().map(Self::words).find(|words| !words.is_empty()).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// The first kind, among the ones this allows, that a decoder can use.
    pub fn find<T>(&self, wanted: impl Fn(&Self) -> Option<T> + Copy) -> Option<T> {
        match self {
            Self::Any(kinds) => kinds.iter().find_map(|kind| kind.find(wanted)),
            kind => wanted(kind),
        }
    }
}

/// Words in a row, in code marks: `` `a`, `b` ``.
pub fn listed(words: &[&str]) -> String {
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
