//! Tables of keys: the possible content of a table, declared once for reader, messages and schema.

use crate::ladder::Ladder;
use crate::rules::{Rules, Word};

/// A key of a table, without the type that it reads as (see [`Key`](super::Key)).
#[derive(Debug, Clone, Copy)]
pub struct KeySpec {
    pub key: &'static str,
    pub kind: Kind,
    pub absent: Absent,
    /// The meaning, in one line.
    pub meaning: &'static str,
    /// An example value in TOML syntax.
    pub example: &'static str,
    /// The rules under which the key has an effect; `None` if it always has one.
    pub acts: Option<RuleCondition>,
}

/// The meaning of leaving a key out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Absent {
    /// The table is invalid without the key.
    Required,
    /// The key has no default.
    Nothing,
    /// The default.
    Value(Literal),
    /// The default in words: "as `skill`".
    Otherwise(&'static str),
}

/// A literal value in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Literal {
    Boolean(bool),
    /// A whole number, or a level.
    Integer(i64),
    /// A word, or any text.
    Word(&'static str),
}

/// The rules under which a key has an effect.
#[derive(Debug, Clone, Copy)]
pub struct RuleCondition {
    /// Whether the key has an effect under these rules.
    pub under: fn(&Rules) -> bool,
    /// The situation in which the key has no effect, as the end of a sentence: "in these rounds".
    pub nowhere: &'static str,
    /// The setting in `[rules]` that would give the key an effect.
    pub cure: &'static str,
}

/// A named table of keys.
#[derive(Debug)]
pub struct Keys {
    name: &'static str,
    meaning: &'static str,
    specs: fn() -> &'static [KeySpec],
}

impl Keys {
    /// Creates a table; `keys!` declares one together with its keys.
    pub const fn new(name: &'static str, meaning: &'static str, specs: fn() -> &'static [KeySpec]) -> Self {
        Self { name, meaning, specs }
    }

    /// The name, as used by `fudgelab list keys`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The description of the table, in one line.
    pub fn meaning(&self) -> &'static str {
        self.meaning
    }

    pub fn specs(&self) -> &'static [KeySpec] {
        (self.specs)()
    }

    pub fn find(&self, key: &str) -> Option<&'static KeySpec> {
        self.specs().iter().find(|spec| spec.key == key)
    }
}

/// The total number of keys in `lists`.
pub const fn length(lists: &[&[KeySpec]]) -> usize {
    match lists {
        [first, others @ ..] => first.len() + length(others),
        [] => 0,
    }
}

/// Joins `lists`; `N` is their total [`length`].
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
    /// Creates an optional key, with its meaning and an example value in TOML syntax.
    pub const fn new(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> Self {
        Self { key, kind, absent: Absent::Nothing, meaning, example, acts: None }
    }

    pub fn required(&self) -> bool {
        self.absent == Absent::Required
    }

    /// The default in words; `None` if the key has no default.
    pub fn default(&self) -> Option<String> {
        match self.absent {
            Absent::Required | Absent::Nothing => None,
            Absent::Otherwise(words) => Some(words.to_owned()),
            Absent::Value(literal) => Some(literal.shown(&self.kind)),
        }
    }

    /// The meaning, followed by the default if there is one.
    pub fn described(&self) -> String {
        match self.default() {
            Some(default) => format!("{} Default: {default}.", self.meaning),
            None => self.meaning.to_owned(),
        }
    }
}

impl Literal {
    /// The number; 0 for other literals.
    pub const fn integer(self) -> i64 {
        if let Self::Integer(number) = self { number } else { 0 }
    }

    /// The word; empty for other literals.
    pub const fn word(self) -> &'static str {
        if let Self::Word(word) = self { word } else { "" }
    }

    /// The literal as shown to users. If `kind` is a level, a number is shown as a word of the ladder.
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

/// The kind of value that a key accepts. Limits are inclusive.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    Text,
    /// Any name. The function returns names for editors to suggest.
    Named(fn() -> Vec<String>),
    Integer {
        min: i64,
        max: i64,
    },
    /// A large number of things: `1_000_000`, `1e6` or `"50 million"`.
    Count {
        min: u64,
        max: u64,
    },
    /// A number, whole or not.
    Number {
        /// Negative infinity for no limit.
        min: f64,
        /// Infinity for no limit.
        max: f64,
    },
    Boolean,
    /// A level: a word of the ladder or a whole number.
    Level,
    /// A range of levels or whole numbers, as text.
    Range,
    /// The name of a dice method, or a formula.
    Dice,
    /// A formula as text, or just a number or truth value.
    Formula,
    /// A condition as text, or a truth value.
    Condition,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// One of these words, each with its meaning.
    Words(&'static [Word]),
    /// One of these words, which other parts of the program provide.
    Known(fn() -> Vec<&'static str>),
    /// A list with entries of this kind.
    List(&'static Kind),
    /// A table with these keys.
    Table(&'static Keys),
    /// A table with user-chosen keys, each holding a value of this kind.
    Map(&'static Kind),
    /// A table with these keys, and user-chosen keys with values of this kind.
    Open(&'static Keys, &'static Kind),
    /// One of these kinds.
    Any(&'static [Kind]),
    /// Any value; it is checked elsewhere.
    Free,
}

impl Kind {
    /// The expected value, for messages: `a whole number from 1 to 60`.
    pub fn expected(&self) -> String {
        match self {
            Self::Text | Self::Named(_) => "text".to_owned(),
            Self::Integer { min, max } if min == max => format!("the number {min}"),
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
            Self::Formula => "a formula".to_owned(),
            Self::Condition => "a condition".to_owned(),
            Self::Choice(_) | Self::Words(_) | Self::Known(_) => format!("one of {}", listed(&self.words())),
            Self::List(_) => "a list".to_owned(),
            Self::Table(_) | Self::Map(_) | Self::Open(..) => "a table".to_owned(),
            Self::Any(kinds) => {
                let mut expected: Vec<String> = kinds.iter().map(Self::expected).collect();
                expected.dedup();
                expected.join(", or ")
            }
            Self::Free => "a value".to_owned(),
        }
    }

    /// The words that the kind accepts; empty if it does not list any. Of alternatives, the first that lists words
    /// counts.
    pub fn words(&self) -> Vec<&'static str> {
        match self {
            Self::Choice(words) => words.to_vec(),
            Self::Known(words) => words(),
            Self::Words(words) => words.iter().map(|word| word.word).collect(),
            Self::Any(kinds) => kinds.iter().map(Self::words).find(|words| !words.is_empty()).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// The words that the kind accepts, with their meanings; empty for other kinds, and if the words say it all.
    pub fn explained(&self) -> &'static [Word] {
        match self {
            Self::Words(words) if words.iter().any(|word| !word.word.eq_ignore_ascii_case(word.meaning)) => words,
            _ => &[],
        }
    }

    /// The result of `wanted` for the kind. For [`Kind::Any`], the first `Some` among its alternatives.
    pub fn find<T>(&self, wanted: impl Fn(&Self) -> Option<T> + Copy) -> Option<T> {
        match self {
            Self::Any(kinds) => kinds.iter().find_map(|kind| kind.find(wanted)),
            kind => wanted(kind),
        }
    }
}

/// The words in code marks, separated by commas: `` `a`, `b` ``.
pub fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// Returns `limit`, or `None` if it equals `none`, the value that means no limit.
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
