//! The damage rules of the printed sources: the entries of `printed.toml`, and the options that select them.

use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::rules::choice::Word;
use std::sync::LazyLock;
use toml::de::{DeTable, DeValue};

/// An option whose words and meanings are entries of `printed.toml`.
pub trait PrintedOption: Copy + 'static {
    /// The option's key.
    const KEY: &'static str;

    /// The choice at index `place` of [`words`](Self::words).
    fn from_index(place: usize) -> Self;

    /// The index of this choice in [`words`](Self::words).
    fn index(self) -> usize;

    /// The words that the option can be set to.
    fn words() -> &'static [Word] {
        static WORDS: LazyLock<Vec<(&str, Vec<Word>)>> = LazyLock::new(|| {
            let mut words: Vec<(&str, Vec<Word>)> = Vec::new();
            for choice in choices() {
                let (Some(word), Some(meaning)) = (choice.text("word"), choice.text("meaning")) else { continue };
                let word = Word { word, meaning };
                match words.iter_mut().find(|(option, _)| *option == choice.option) {
                    Some((_, known)) => known.push(word),
                    None => words.push((choice.option, vec![word])),
                }
            }
            words
        });
        WORDS.iter().find(|(option, _)| *option == Self::KEY).map_or(&[], |(_, words)| words)
    }

    /// The word of this choice.
    fn word(self) -> &'static str {
        Self::words().get(self.index()).map_or("", |word| word.word)
    }

    /// The choice with the word `word`.
    ///
    /// # Errors
    /// If the option has no such word.
    fn named(word: &str) -> Result<Self> {
        let words = Self::words();
        words.iter().position(|one| one.word == word).map(Self::from_index).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|word| word.word).collect();
            Error::input(format!("`{}` cannot be `{word}`", Self::KEY))
                .with_help(format!("use one of {}", known.join(", ")))
        })
    }
}

macro_rules! printed {
    ($($(#[$doc:meta])* $name:ident = $key:literal;)+) => {$(
        $(#[$doc])*
        ///
        /// The words are those of `fudgelab list rules`; the first is the default.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name(u8);

        impl PrintedOption for $name {
            const KEY: &'static str = $key;

            fn from_index(place: usize) -> Self {
                Self(place as u8)
            }

            fn index(self) -> usize {
                self.0.into()
            }
        }
    )+};
}

printed! {
    /// The damage roll (W6, W9; SRD 4.55, 4.61, 4.63, F93 4.72, KAER).
    DamageRoll = "damage_roll";
    /// The extent to which a damage roll changes the wound level (W6, reading 15).
    LevelRoll = "level_roll";
    /// The hits that damage is rolled for (W26, SRD 4.58).
    RolledHits = "rolled_hits";
    /// The effect of a damage factor far below 0 on the bonus that selects one of three dice (W9, SRD 4.63).
    LowFactor = "low_factor";
    /// The effect of the damage roll on a graze (W7, reading 13). It has none if damage is read off dice (reading 18).
    GrazeRoll = "graze_roll";
    /// The highest wound level of a graze (W7, reading 49).
    GrazeCeiling = "graze_ceiling";
}

impl DamageRoll {
    /// The name of the damage roll, if it differs from the name of its dice.
    pub fn roll_name(self) -> Option<&'static str> {
        self.choice()?.text("rolled")
    }

    /// Whether the roll is not dice, but an amount computed from the natural results.
    pub fn is_amount(self) -> bool {
        let roll = self.choice().and_then(|choice| choice.value_of("roll")?.as_str());
        roll.is_some_and(|roll| roll != GAME_DICE && Dice::parse(roll).is_err())
    }

    /// Whether the roll changes the wound level, not the points.
    pub fn moves_level(self) -> bool {
        self.has_step("level")
    }

    /// Whether the damage of a hit has a step called `name`.
    pub fn has_step(self, name: &str) -> bool {
        self.steps().any(|[own, _]| own == name)
    }

    /// Whether the relative degree counts toward the points of damage.
    pub fn counts_degree(self) -> bool {
        self.steps().any(|[_, text]| text == "@calculated")
    }

    fn steps(self) -> impl Iterator<Item = [&'static str; 2]> {
        let steps = self.choice().and_then(|choice| choice.value_of("steps")?.as_array());
        steps.into_iter().flatten().filter_map(|step| name_and_text(step.get_ref()))
    }

    fn choice(self) -> Option<&'static PrintedWord> {
        choices().iter().find(|choice| choice.option == Self::KEY && choice.text("word") == Some(self.word()))
    }
}

/// The value of `roll` that means the game's own dice.
pub const GAME_DICE: &str = "damage_dice";

/// An entry of `printed.toml`: a word of an option, with its settings.
pub(super) struct PrintedWord {
    pub(super) option: &'static str,
    line: &'static DeTable<'static>,
}

impl PrintedWord {
    /// The value of a key in this entry, or else in the entry that it is `like`.
    pub(super) fn value_of(&self, key: &str) -> Option<&'static DeValue<'static>> {
        let own = self.line.get(key).map(|value| value.get_ref());
        own.or_else(|| {
            let like = self.line.get("like")?.get_ref().as_str()?;
            let other = |choice: &&Self| choice.option == self.option && choice.text("word") == Some(like);
            choices().iter().find(other)?.value_of(key)
        })
    }

    pub(super) fn text(&self, key: &str) -> Option<&'static str> {
        self.line.get(key)?.get_ref().as_str()
    }
}

pub(super) fn document() -> &'static DeTable<'static> {
    static DOCUMENT: LazyLock<DeTable<'static>> = LazyLock::new(|| {
        // If the file cannot be read, the document is empty and the tests of the damage rules fail.
        DeTable::parse(include_str!("printed.toml")).map(toml::Spanned::into_inner).unwrap_or_default()
    });
    &DOCUMENT
}

pub(super) fn choices() -> &'static [PrintedWord] {
    static CHOICES: LazyLock<Vec<PrintedWord>> = LazyLock::new(|| {
        let lines = document().get("choice").and_then(|lines| lines.get_ref().as_array());
        let lines = lines.into_iter().flatten().filter_map(|line| line.get_ref().as_table());
        lines.filter_map(|line| Some(PrintedWord { option: line.get("option")?.get_ref().as_str()?, line })).collect()
    });
    &CHOICES
}

/// The name and the text of an entry of `steps` or `grazes` in `printed.toml`.
pub(super) fn name_and_text(step: &'static DeValue<'static>) -> Option<[&'static str; 2]> {
    let part = |place: usize| step.as_array()?.get(place)?.get_ref().as_str();
    Some([part(0)?, part(1)?])
}

/// Whether the printed damage rules depend on this option.
pub fn damage_depends_on(option: &str) -> bool {
    choices().iter().any(|choice| choice.option == option && choice.text("word").is_some())
}
