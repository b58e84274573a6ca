//! A key of a table as one typed value: name, kind, decoder, default and meaning.
//!
//! A [`Key`] reads as an `Option`; a [`KeyOr`] has a default. [`keys!`] declares a table together with its keys. The
//! reader, the JSON Schema, `fudgelab list keys` and the hints in error messages all use these values.

use super::decode;
use super::keys::{Absent, KeySpec, Kind, Literal, RuleCondition};
pub use super::reader::{AnyKey, Context, Decode, ReadKey};
use crate::rules::Choice;

/// The largest level or factor, positive or negative, unless the key has other limits.
pub const FAR: i64 = 100;

/// A key without a default, optional or required. It reads as `Option<T>`.
pub struct Key<T> {
    spec: KeySpec,
    decode: Decode<T>,
}

/// A key with a default. It reads as `T`.
pub struct KeyOr<T> {
    key: Key<T>,
    default: fn(Literal) -> T,
}

impl<T> AnyKey for Key<T> {
    fn spec(&self) -> &KeySpec {
        &self.spec
    }
}

impl<T> ReadKey for Key<T> {
    type Value = T;
    type Output = Option<T>;

    fn decode(&self) -> Decode<T> {
        self.decode
    }

    fn output(&self, value: Option<T>) -> Option<T> {
        value
    }
}

impl<T> AnyKey for KeyOr<T> {
    fn spec(&self) -> &KeySpec {
        &self.key.spec
    }
}

impl<T> ReadKey for KeyOr<T> {
    type Value = T;
    type Output = T;

    fn decode(&self) -> Decode<T> {
        self.key.decode
    }

    fn output(&self, value: Option<T>) -> T {
        value.unwrap_or_else(|| match self.key.spec.absent {
            Absent::Value(literal) => (self.default)(literal),
            _ => (self.default)(Literal::Integer(0)),
        })
    }
}

impl<T> Key<T> {
    /// Creates an optional key with a custom decoder. [`Key::means`] adds the meaning.
    pub const fn new(key: &'static str, kind: Kind, decode: Decode<T>) -> Self {
        Self { spec: KeySpec::new(key, kind, "", ""), decode }
    }

    /// Sets the meaning, in a line or two, and an example value in TOML syntax.
    #[must_use]
    pub const fn means(mut self, meaning: &'static str, example: &'static str) -> Self {
        self.spec.meaning = meaning;
        self.spec.example = example;
        self
    }

    /// Makes the key required: a table without it is invalid.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.spec.absent = Absent::Required;
        self
    }

    /// Describes a default that is not a fixed value: "as `skill`".
    #[must_use]
    pub const fn otherwise(mut self, words: &'static str) -> Self {
        self.spec.absent = Absent::Otherwise(words);
        self
    }

    /// Sets the rules under which the key has an effect. Under others it is rejected.
    #[must_use]
    pub const fn acts(mut self, acts: RuleCondition) -> Self {
        self.spec.acts = Some(acts);
        self
    }

    /// Sets a default: `literal` is shown to users, and `default` makes the value from it.
    pub const fn or_made(mut self, literal: Literal, default: fn(Literal) -> T) -> KeyOr<T> {
        self.spec.absent = Absent::Value(literal);
        KeyOr { key: self, default }
    }

    /// The key without its type, for a table of keys.
    pub const fn spec(&self) -> KeySpec {
        self.spec
    }
}

impl<T> KeyOr<T> {
    /// Like [`Key::acts`].
    #[must_use]
    pub const fn acts(mut self, acts: RuleCondition) -> Self {
        self.key.spec.acts = Some(acts);
        self
    }

    /// Like [`Key::spec`].
    pub const fn spec(&self) -> KeySpec {
        self.key.spec
    }
}

impl Key<bool> {
    /// A key that is true or false.
    pub const fn flag(key: &'static str) -> Self {
        Self::new(key, Kind::Boolean, decode::boolean)
    }

    pub const fn or(self, default: bool) -> KeyOr<bool> {
        self.or_made(Literal::Boolean(default), |literal| literal == Literal::Boolean(true))
    }
}

impl Key<String> {
    /// A key for text that is not empty.
    pub const fn text(key: &'static str) -> Self {
        Self::new(key, Kind::Text, decode::text)
    }

    pub const fn or(self, default: &'static str) -> KeyOr<String> {
        self.or_made(Literal::Word(default), |literal| literal.word().to_owned())
    }
}

impl Key<&'static str> {
    /// A key for one of `words`.
    pub const fn word(key: &'static str, words: &'static [&'static str]) -> Self {
        Self::new(key, Kind::Choice(words), decode::choice)
    }

    pub const fn or(self, default: &'static str) -> KeyOr<&'static str> {
        self.or_made(Literal::Word(default), Literal::word)
    }
}

impl<C: Choice> Key<C> {
    /// A key for one of the choices of `C`.
    pub const fn choice(key: &'static str) -> Self {
        Self::new(key, Kind::Words(C::WORDS), decode::choice_of)
    }

    /// Makes the first choice in the list the default.
    pub const fn or_first(self) -> KeyOr<C> {
        self.or_made(Literal::Word(C::WORDS[0].word), |_| C::ALL[0])
    }
}

impl Key<i32> {
    /// A key for a level: a word of the ladder, or a whole number within ±100.
    pub const fn level(key: &'static str) -> Self {
        Self::new(key, Kind::Level, decode::level)
    }

    /// A key for a whole number within ±100.
    pub const fn factor(key: &'static str) -> Self {
        Self::integer(key, -FAR, FAR)
    }
}

impl Key<u64> {
    /// A key for a large number of things, within inclusive limits: `1_000_000`, `1e6` or `"50 million"`.
    pub const fn count(key: &'static str, min: u64, max: u64) -> Self {
        Self::new(key, Kind::Count { min, max }, decode::count)
    }
}

impl Key<f64> {
    /// A key for a number, whole or not, within inclusive limits.
    pub const fn number(key: &'static str, min: f64, max: f64) -> Self {
        Self::new(key, Kind::Number { min, max }, decode::number)
    }
}

/// Whole-number keys of several types.
macro_rules! integers {
    ($($number:ty),+) => {$(
        impl Key<$number> {
            /// A key for a whole number within inclusive limits.
            pub const fn integer(key: &'static str, min: i64, max: i64) -> Self {
                Self::new(key, Kind::Integer { min, max }, decode::whole)
            }

            pub const fn or(self, default: $number) -> KeyOr<$number> {
                self.or_made(Literal::Integer(default as i64), |literal| literal.integer() as $number)
            }
        }
    )+};
}

integers!(i32, u8, i16, u16, u32, u64, i64);

/// Declares a table and its keys: one constant per key, and a [`Keys`](super::keys::Keys) with all of them in this
/// order. A line that begins with `+` adds a key that is declared elsewhere; a line that begins with `..` adds a list
/// of keys.
///
/// ```
/// use fudgelab::document::{Key, KeyOr, keys};
/// keys! {
///     /// The keys of a goblin.
///     pub GOBLIN = "goblin": "A goblin.";
///     COUNT: KeyOr<u16> = Key::<u16>::integer("count", 1, 60).means("How many goblins there are.", "6").or(1);
///     NAME: Key<String> = Key::text("name").means("What it is called.", "\"Grishnak\"").required();
/// }
/// assert_eq!(GOBLIN.specs().len(), 2);
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! document_keys {
    (
        $(#[$doc:meta])*
        $vis:vis $table:ident = $name:literal: $meaning:literal;
        $($(+ $($shared:ident)::+)? $(.. $($list:ident)::+)? $($key:ident: $type:ty = $value:expr)?;)*
    ) => {
        $($(
            #[doc = concat!("A key of the table `", $name, "`.")]
            $vis const $key: $type = $value;
        )?)*

        $(#[$doc])*
        $vis const $table: $crate::document::Keys = $crate::document::Keys::new(
            $name,
            $meaning,
            || {
                const LISTS: &[&[$crate::document::KeySpec]] =
                    &[$($(&[$($shared)::+.spec()])? $($($list)::+)? $(&[$key.spec()])?,)*];
                const { &$crate::document::keys::joined::<{ $crate::document::keys::length(LISTS) }>(LISTS) }
            },
        );
    };
}

pub use crate::document_keys as keys;
