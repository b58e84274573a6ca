//! A key of a table, as one typed value: its name, what it must be, how it is decoded, its default and its meaning.
//!
//! [`Key`] may be left out and then gives nothing; [`KeyOr`] has a default. [`keys!`] declares the keys of a table
//! together with their table. The reader, the JSON Schema, `fudgelab list keys` and the hints of error messages all use these
//! values.

use super::decode;
use super::keys::{Absent, Acts, KeySpec, Kind, Literal};
pub use super::reader::{AnyKey, Context, Decode, ReadKey};
use crate::rules::Choice;

/// How far levels and factors go, either way, unless their key says otherwise.
pub const FAR: i64 = 100;

/// A key that may be left out, or must be given: it reads as `Option<T>`.
pub struct Key<T> {
    spec: KeySpec,
    decode: Decode<T>,
}

/// A key with a default: it reads as `T`.
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
    /// A key of this name and kind, decoded by a function of its own. [`Key::means`] says the rest.
    pub const fn new(key: &'static str, kind: Kind, decode: Decode<T>) -> Self {
        Self { spec: KeySpec::new(key, kind, "", ""), decode }
    }

    /// What the key means, in a line or two, and a value as one would write it in TOML.
    #[must_use]
    pub const fn means(mut self, meaning: &'static str, example: &'static str) -> Self {
        self.spec.meaning = meaning;
        self.spec.example = example;
        self
    }

    /// The same key for a table that is invalid without it.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.spec.absent = Absent::Required;
        self
    }

    /// What holds where the key is left out and no fixed value stands for it, in words: "as `skill`".
    #[must_use]
    pub const fn otherwise(mut self, words: &'static str) -> Self {
        self.spec.absent = Absent::Otherwise(words);
        self
    }

    /// Says under which rules the key has an effect; under others it is refused.
    #[must_use]
    pub const fn acts(mut self, acts: Acts) -> Self {
        self.spec.acts = Some(acts);
        self
    }

    /// A default that is shown as the literal, and made of it by a function.
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
    /// Says under which rules the key has an effect; under others it is refused.
    #[must_use]
    pub const fn acts(mut self, acts: Acts) -> Self {
        self.key.spec.acts = Some(acts);
        self
    }

    /// The key without its type, for a table of keys.
    pub const fn spec(&self) -> KeySpec {
        self.key.spec
    }
}

impl Key<bool> {
    /// True or false.
    pub const fn flag(key: &'static str) -> Self {
        Self::new(key, Kind::Boolean, decode::boolean)
    }

    /// The default.
    pub const fn or(self, default: bool) -> KeyOr<bool> {
        self.or_made(Literal::Boolean(default), |literal| literal == Literal::Boolean(true))
    }
}

impl Key<String> {
    /// Text that is not empty.
    pub const fn text(key: &'static str) -> Self {
        Self::new(key, Kind::Text, decode::text)
    }

    /// The default.
    pub const fn or(self, default: &'static str) -> KeyOr<String> {
        self.or_made(Literal::Word(default), |literal| literal.word().to_owned())
    }
}

impl Key<&'static str> {
    /// One of these words.
    pub const fn word(key: &'static str, words: &'static [&'static str]) -> Self {
        Self::new(key, Kind::Choice(words), decode::choice)
    }

    /// The default.
    pub const fn or(self, default: &'static str) -> KeyOr<&'static str> {
        self.or_made(Literal::Word(default), Literal::word)
    }
}

impl<C: Choice> Key<C> {
    /// One of the choices.
    pub const fn choice(key: &'static str) -> Self {
        Self::new(key, Kind::Words(C::WORDS), decode::choice_of)
    }

    /// The choice that is listed first is the default.
    pub const fn or_first(self) -> KeyOr<C> {
        self.or_made(Literal::Word(C::WORDS[0].word), |_| C::ALL[0])
    }
}

impl Key<i32> {
    /// A level: a word of the ladder or a whole number, within ±100.
    pub const fn level(key: &'static str) -> Self {
        Self::new(key, Kind::Level, decode::level)
    }

    /// A whole number within ±100.
    pub const fn factor(key: &'static str) -> Self {
        Self::integer(key, -FAR, FAR)
    }
}

impl Key<u64> {
    /// A large number of things: `1_000_000`, `1e6` or `"50 million"`.
    pub const fn count(key: &'static str, min: u64, max: u64) -> Self {
        Self::new(key, Kind::Count { min, max }, decode::count)
    }
}

impl Key<f64> {
    /// A number, whole or not.
    pub const fn number(key: &'static str, min: f64, max: f64) -> Self {
        Self::new(key, Kind::Number { min, max }, decode::number)
    }
}

/// Whole numbers of several sizes: a decoder within limits, and a default.
macro_rules! integers {
    ($($number:ty),+) => {$(
        impl Key<$number> {
            /// A whole number within limits, which are inclusive.
            pub const fn integer(key: &'static str, min: i64, max: i64) -> Self {
                Self::new(key, Kind::Integer { min, max }, decode::whole)
            }

            /// The default.
            pub const fn or(self, default: $number) -> KeyOr<$number> {
                self.or_made(Literal::Integer(default as i64), |literal| literal.integer() as $number)
            }
        }
    )+};
}

integers!(i32, u8, i16, u16, u32, u64, i64);

/// Declares the keys of a table and the table at once: one constant for each key, and a [`Keys`](super::keys::Keys) of
/// them all in this order. A line that begins with `+` puts a key in that is declared elsewhere, one with `..` a list of keys.
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
