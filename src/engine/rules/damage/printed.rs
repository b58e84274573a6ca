//! The printed ways of damage: the lines of `printed.toml`, and the options that choose between them.

use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::rules::choice::Word;
use std::sync::LazyLock;
use toml::de::{DeTable, DeValue};

/// An option whose words, and what they mean, are lines of `printed.toml`.
pub trait PrintedOption: Copy + 'static {
    /// Its key.
    const KEY: &'static str;

    /// The word at a place in [`words`](Self::words).
    fn at(place: usize) -> Self;

    /// The place of the word.
    fn place(self) -> usize;

    /// Its words.
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

    /// The word.
    fn word(self) -> &'static str {
        Self::words().get(self.place()).map_or("", |word| word.word)
    }

    /// The choice of a word.
    ///
    /// # Errors
    /// A word that the option does not have.
    fn named(word: &str) -> Result<Self> {
        let words = Self::words();
        words.iter().position(|one| one.word == word).map(Self::at).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|word| word.word).collect();
            Error::input(format!("`{word}` is no word of `{}`", Self::KEY))
                .with_help(format!("it is {}", known.join(", ")))
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

            fn at(place: usize) -> Self {
                Self(place as u8)
            }

            fn place(self) -> usize {
                self.0.into()
            }
        }
    )+};
}

printed! {
    /// The damage roll (W6, W9; SRD 4.55, 4.61, 4.63, F93 4.72, KAER).
    DamageRoll = "damage_roll";
    /// The reach of a damage roll on the wound level (W6, reading 15).
    LevelRoll = "level_roll";
    /// The hits that damage is rolled for (W26, SRD 4.58).
    RolledHits = "rolled_hits";
    /// The addition of a damage factor well below 0 to the bonus by which one of three dice is read (W9, SRD 4.63).
    LowFactor = "low_factor";
    /// The effect of the damage roll on a graze (W7, reading 13); where dice are read off for damage, grazes are left alone (reading 18).
    GrazeRoll = "graze_roll";
    /// The highest level of a graze (W7, reading 49).
    GrazeCeiling = "graze_ceiling";
}

impl DamageRoll {
    /// The name of the roll, if it is not that of its dice.
    pub fn rolled(self) -> Option<&'static str> {
        self.choice()?.text("rolled")
    }

    /// True if the roll is no dice, but an amount that follows from the natural results.
    pub fn is_amount(self) -> bool {
        let roll = self.choice().and_then(|choice| choice.of("roll")?.as_str());
        roll.is_some_and(|roll| roll != GAME_DICE && Dice::parse(roll).is_err())
    }

    /// True if the wound level is what the roll moves.
    pub fn moves_level(self) -> bool {
        self.has_step("level")
    }

    /// True if a hit's damage has a step of this name.
    pub fn has_step(self, name: &str) -> bool {
        self.steps().any(|[own, _]| own == name)
    }

    /// True if the relative degree makes points of damage.
    pub fn counts_degree(self) -> bool {
        self.steps().any(|[_, text]| text == "@calculated")
    }

    fn steps(self) -> impl Iterator<Item = [&'static str; 2]> {
        let steps = self.choice().and_then(|choice| choice.of("steps")?.as_array());
        steps.into_iter().flatten().filter_map(|step| parts(step.get_ref()))
    }

    fn choice(self) -> Option<&'static PrintedWord> {
        choices().iter().find(|choice| choice.option == Self::KEY && choice.text("word") == Some(self.word()))
    }
}

/// The roll that is of the game's own dice.
pub const GAME_DICE: &str = "damage_dice";

/// A word of an option and what goes with it.
pub(super) struct PrintedWord {
    pub(super) option: &'static str,
    line: &'static DeTable<'static>,
}

impl PrintedWord {
    /// The value of a key, its own or that of the choice that it is like.
    pub(super) fn of(&self, key: &str) -> Option<&'static DeValue<'static>> {
        let own = self.line.get(key).map(|value| value.get_ref());
        own.or_else(|| {
            let like = self.line.get("like")?.get_ref().as_str()?;
            let other = |choice: &&Self| choice.option == self.option && choice.text("word") == Some(like);
            choices().iter().find(other)?.of(key)
        })
    }

    pub(super) fn text(&self, key: &str) -> Option<&'static str> {
        self.line.get(key)?.get_ref().as_str()
    }
}

pub(super) fn document() -> &'static DeTable<'static> {
    static DOCUMENT: LazyLock<DeTable<'static>> = LazyLock::new(|| {
        // A text that cannot be read leaves everything out, and the tests of all ways fail.
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

/// The name and the text of a step.
pub(super) fn parts(step: &'static DeValue<'static>) -> Option<[&'static str; 2]> {
    let part = |place: usize| step.as_array()?.get(place)?.get_ref().as_str();
    Some([part(0)?, part(1)?])
}

/// True if the printed rules of damage follow from this option.
pub fn decides(option: &str) -> bool {
    choices().iter().any(|choice| choice.option == option && choice.text("word").is_some())
}
