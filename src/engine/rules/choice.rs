//! Options that are set to one of a few words.

/// One word that an option can be set to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// The word in scenario files.
    pub word: &'static str,
    /// The effect, in one line.
    pub meaning: &'static str,
}

/// An option that is one of a few named choices.
pub trait Choice: Copy + PartialEq + 'static {
    /// All choices, in the order of [`WORDS`](Self::WORDS).
    const ALL: &'static [Self];
    /// The words and meanings of the choices.
    const WORDS: &'static [Word];

    /// The word of this choice.
    fn word(self) -> &'static str {
        let place = Self::ALL.iter().position(|choice| *choice == self);
        place.map_or("", |k| Self::WORDS[k].word)
    }
}

/// Defines an enum together with the word and meaning of each variant, so that neither can be forgotten.
#[macro_export]
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal: $meaning:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = $meaning] $variant,)+
        }

        impl $crate::rules::Choice for $name {
            const ALL: &'static [Self] = &[$(Self::$variant,)+];
            const WORDS: &'static [$crate::rules::Word] =
                &[$($crate::rules::Word { word: $word, meaning: $meaning },)+];
        }
    };
}
pub use choice;

choice! {
    /// Whether a rule is in use.
    Switch {
        Off = "off": "not used",
        On = "on": "used",
    }
}
