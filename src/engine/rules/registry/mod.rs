//! The rules in force, and the list of all options of `[rules]`: `rows` holds them.

#[macro_use]
mod row;
mod rows;

pub use rows::{OPTIONS, Rules};

use super::{ModifierRule, ModifierSum, Record, Word};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::ladder::Ladder;

/// An option of `[rules]`.
#[derive(Debug, Clone, Copy)]
pub struct RuleOption {
    /// Its key in scenario files.
    pub key: &'static str,
    /// The rows of the rule catalogue that it switches.
    pub rows: &'static [&'static str],
    /// Where the sources say it.
    pub source: &'static str,
    /// What it decides, in one line.
    pub meaning: &'static str,
    /// Where it has an effect.
    pub scope: Scope,
    /// What it may be set to, and how.
    pub kind: OptionKind,
}

/// Where an option has an effect. Set by hand for any other subject it is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Wherever dice are rolled.
    All,
    /// In checks, and the checks of a task.
    Checks,
    /// In these, and in processes of one's own.
    Success,
    /// In all actions outside fights.
    Actions,
    /// In actions with a trait: all but reactions.
    Traits,
    /// In reactions.
    Reactions,
    /// Where wounds heal.
    Healing,
    /// In fights, and wherever Fudge points are spent.
    Points,
    /// In fights, and where Fudge points are spent on a difficulty.
    PointsOnDifficulty,
    /// In fights.
    Fights,
}

impl Scope {
    /// The options that act on rolls against a difficulty.
    pub const OF_CHECKS: &'static [Self] = &[Self::All, Self::Checks, Self::Success, Self::Actions, Self::Traits];

    /// The same where Fudge points may be spent on them.
    pub const OF_CHECKS_FOR_POINTS: &'static [Self] =
        &[Self::All, Self::Checks, Self::Success, Self::Actions, Self::Traits, Self::Points, Self::PointsOnDifficulty];
}

/// What an option may be set to, how it is read from the rules and how it is set.
#[derive(Debug, Clone, Copy)]
pub enum OptionKind {
    /// One of a few words; the setter takes a place in the list.
    Words {
        /// The words.
        words: fn() -> &'static [Word],
        /// The word in force.
        get: fn(&Rules) -> &'static str,
        /// Sets the word at a place in `words`.
        set: fn(&mut Rules, usize),
    },
    /// One of a few words, or a damage rule of one's own; a word takes the place of such a rule.
    Damage {
        /// The words.
        words: fn() -> &'static [Word],
        /// The word in force.
        get: fn(&Rules) -> &'static str,
        /// Sets the word at a place in `words`.
        set: fn(&mut Rules, usize),
    },
    /// A dice method.
    Dice {
        /// The dice in force.
        get: fn(&Rules) -> &Dice,
        /// Sets them.
        set: fn(&mut Rules, Dice),
    },
    /// A number, or a word that stands for none.
    Number {
        /// The unit.
        of: NumberOf,
        /// The word for none; `None`: there must be a number.
        word: Option<&'static str>,
        /// The number in force.
        get: fn(&Rules) -> Option<i64>,
        /// Sets it; without a number, sets none if there is a word for that.
        set: fn(&mut Rules, Option<i64>),
    },
    /// A list of whole numbers, ascending.
    Integers {
        /// The list in force.
        get: fn(&Rules) -> &[i32],
        /// Sets it.
        set: fn(&mut Rules, Vec<i32>),
    },
    /// A list of words, of a fixed length.
    WordList {
        /// The words.
        words: &'static [Word],
        /// How many there must be.
        length: usize,
        /// The words in force.
        get: fn(&Rules) -> Vec<&'static str>,
        /// Sets the words at these places in `words`; there are as many as there must be.
        set: fn(&mut Rules, &[usize]),
    },
    /// A wound record.
    Record {
        /// The record in force.
        get: fn(&Rules) -> &Record,
        /// Sets it.
        set: fn(&mut Rules, Record),
    },
}

/// The meaning of the number of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberOf {
    /// A level of the ladder.
    Level,
    /// A wound level of the record by its name, counted from 1.
    Wound,
    /// A whole number.
    Whole {
        /// The smallest.
        low: i64,
        /// The largest.
        high: i64,
    },
}

/// A field that only this package can make. A struct that has one can gain fields without breaking code that uses it: outside, it is made
/// from another one, as in `Rules { round_limit: 20, ..Rules::plain() }`.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct More(pub(crate) ());

/// The most rounds that a fight can be limited to.
pub const MOST_ROUNDS: u32 = 10_000;

/// The keys of the options in which two sets of rules differ.
pub fn differing(rules: &Rules, from: &Rules, ladder: &Ladder) -> Vec<&'static str> {
    if rules == from {
        return Vec::new();
    }
    let differs = |option: &&RuleOption| option.setting(rules, ladder) != option.setting(from, ladder);
    OPTIONS.iter().filter(differs).map(|option| option.key).collect()
}

/// How far levels and other small figures of rules go, either way.
const FAR: i64 = 100;

/// Holds the figures of rules to their limits; a scenario is held to them where it is read.
///
/// # Errors
/// A figure past the limits of its option; a list that must ascend and does not.
pub fn check_figures(rules: &Rules) -> Result<()> {
    OPTIONS.iter().try_for_each(|option| {
        let ([low, high], figures) = option.figures(rules);
        if let Some(figure) = figures.iter().find(|figure| !(low..=high).contains(*figure)) {
            let problem = Error::input(format!("`{}` is {figure}", option.key));
            return Err(problem.with_help(format!("it goes from {low} to {high}")));
        }
        if matches!(option.kind, OptionKind::Integers { .. }) && !figures.is_sorted_by(|one, next| one < next) {
            return Err(Error::input(format!("`{}` must be a list of numbers, each above the one before", option.key)));
        }
        Ok(())
    })
}

impl Rules {
    /// How situational modifiers add up (A13, SRD 3.3).
    pub fn modifier_rule(&self) -> ModifierRule {
        match self.stacking {
            ModifierSum::Sum => ModifierRule::Sum { cap: self.modifier_cap.map(i32::unsigned_abs) },
            ModifierSum::Largest => ModifierRule::Largest,
        }
    }
}

impl RuleOption {
    /// The least and the most that its figures may be, and what they are set to.
    fn figures(&self, rules: &Rules) -> ([i64; 2], Vec<i64>) {
        let far = [-FAR, FAR];
        match self.kind {
            OptionKind::Number { of, get, .. } => {
                let limits = match of {
                    NumberOf::Level => far,
                    NumberOf::Wound => [1, rules.record.wound_levels() as i64],
                    NumberOf::Whole { low, high } => [low, high],
                };
                (limits, get(rules).into_iter().collect())
            }
            OptionKind::Integers { get, .. } => (far, get(rules).iter().copied().map(i64::from).collect()),
            _ => (far, Vec::new()),
        }
    }

    /// The option of this key.
    pub fn find(key: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|option| option.key == key)
    }

    /// Its setting in words.
    pub fn setting(&self, rules: &Rules, ladder: &Ladder) -> String {
        match self.kind {
            OptionKind::Words { get, .. } => get(rules).to_owned(),
            OptionKind::Damage { get, .. } => rules.own_damage.as_ref().map_or(get(rules), |own| own.name()).to_owned(),
            OptionKind::Dice { get, .. } => get(rules).name().to_owned(),
            OptionKind::Number { of, word, get, .. } => {
                let shown = |number: i64| match of {
                    NumberOf::Level => ladder.trait_name(number as i32),
                    NumberOf::Wound => rules.record.level_names(0).get(number as usize).cloned().unwrap_or_default(),
                    NumberOf::Whole { .. } => number.to_string(),
                };
                get(rules).map_or_else(|| word.unwrap_or_default().to_owned(), shown)
            }
            OptionKind::Integers { get, .. } => {
                get(rules).iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            }
            OptionKind::WordList { get, .. } => get(rules).join(", "),
            OptionKind::Record { get, .. } => get(rules).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_sets_itself() {
        for option in OPTIONS {
            if let OptionKind::Words { words, get, set } = option.kind {
                for (place, word) in words().iter().enumerate() {
                    let mut rules = Rules::plain();
                    set(&mut rules, place);
                    assert_eq!(get(&rules), word.word, "{}", option.key);
                }
            }
        }
    }

    #[test]
    fn keys_are_unique() {
        for (k, option) in OPTIONS.iter().enumerate() {
            assert!(OPTIONS[k + 1..].iter().all(|other| other.key != option.key), "{}", option.key);
        }
    }

    #[test]
    fn an_option_is_found_by_its_key() {
        assert_eq!(RuleOption::find("pacing").map(|option| option.key), Some("pacing"));
        assert!(RuleOption::find("pace").is_none());
    }
}
