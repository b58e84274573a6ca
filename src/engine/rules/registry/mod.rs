//! The list of all options of `[rules]`.

mod actions;
mod melee;
mod missiles;
mod survival;
mod tactics;
mod wounds;

use super::{Record, Rules, Word};
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
    pub kind: Kind,
}

/// The keys of the options in which two sets of rules differ.
pub fn differing(rules: &Rules, from: &Rules, ladder: &Ladder) -> Vec<&'static str> {
    if rules == from {
        return Vec::new();
    }
    let differs = |option: &&RuleOption| option.setting(rules, ladder) != option.setting(from, ladder);
    OPTIONS.iter().filter(differs).map(|option| option.key).collect()
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
pub enum Kind {
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
    /// A level of the ladder.
    Level {
        /// The level in force.
        get: fn(&Rules) -> i32,
        /// Sets it.
        set: fn(&mut Rules, i32),
    },
    /// A level of the ladder, or `none`.
    LevelOrNone {
        /// The level in force.
        get: fn(&Rules) -> Option<i32>,
        /// Sets it.
        set: fn(&mut Rules, Option<i32>),
    },
    /// A whole number in a range.
    Integer {
        /// The smallest number.
        low: i64,
        /// The largest number.
        high: i64,
        /// The number in force.
        get: fn(&Rules) -> i64,
        /// Sets it.
        set: fn(&mut Rules, i64),
    },
    /// A whole number in a range, or a word that stands for none.
    IntegerOrWord {
        /// The word for none.
        word: &'static str,
        /// The smallest number.
        low: i64,
        /// The largest number.
        high: i64,
        /// The number in force.
        get: fn(&Rules) -> Option<i64>,
        /// Sets it.
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
    /// A wound level of the record by its name, or a word that stands for none.
    WoundOrWord {
        /// The word for none.
        word: &'static str,
        /// The level in force, counted from 1.
        get: fn(&Rules) -> Option<u8>,
        /// Sets it.
        set: fn(&mut Rules, Option<u8>),
    },
    /// A wound record.
    Record {
        /// The record in force.
        get: fn(&Rules) -> &Record,
        /// Sets it.
        set: fn(&mut Rules, Record),
    },
}

/// An option of words over one field of the rules.
macro_rules! words {
    ($choice:ident, $field:ident) => {
        Kind::Words {
            words: || <$choice as $crate::rules::Choice>::WORDS,
            get: |rules| $crate::rules::Choice::word(rules.$field),
            set: |rules, place| rules.$field = <$choice as $crate::rules::Choice>::ALL[place],
        }
    };
}
use words;

/// An option of words that mean what `printed.toml` says.
macro_rules! printed {
    ($option:ident, $field:ident) => {
        Kind::Words {
            words: <$option as $crate::rules::damage::PrintedOption>::words,
            get: |rules| $crate::rules::damage::PrintedOption::word(rules.$field),
            set: |rules, place| rules.$field = $crate::rules::damage::PrintedOption::at(place),
        }
    };
}
use printed;

/// The options by family, in the order in which they are listed and written.
const FAMILIES: [&[RuleOption]; 6] =
    [actions::OPTIONS, melee::OPTIONS, tactics::OPTIONS, missiles::OPTIONS, survival::OPTIONS, wounds::OPTIONS];

/// How many options there are.
const COUNT: usize = {
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
};

/// Every option, in the order in which they are listed and written.
pub const OPTIONS: &[RuleOption] = &joined();

/// The families, one after the other.
const fn joined() -> [RuleOption; COUNT] {
    let mut all = [FAMILIES[0][0]; COUNT];
    let (mut place, mut family) = (0, 0);
    while family < FAMILIES.len() {
        let mut own = 0;
        while own < FAMILIES[family].len() {
            all[place] = FAMILIES[family][own];
            (place, own) = (place + 1, own + 1);
        }
        family += 1;
    }
    all
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
        if matches!(option.kind, Kind::Integers { .. }) && !figures.is_sorted_by(|one, next| one < next) {
            return Err(Error::input(format!("`{}` must be a list of numbers, each above the one before", option.key)));
        }
        Ok(())
    })
}

impl RuleOption {
    /// The least and the most that its figures may be, and what they are set to.
    fn figures(&self, rules: &Rules) -> ([i64; 2], Vec<i64>) {
        let far = [-FAR, FAR];
        match self.kind {
            Kind::Level { get, .. } => (far, vec![get(rules).into()]),
            Kind::LevelOrNone { get, .. } => (far, get(rules).map(i64::from).into_iter().collect()),
            Kind::Integers { get, .. } => (far, get(rules).iter().copied().map(i64::from).collect()),
            Kind::Integer { low, high, get, .. } => ([low, high], vec![get(rules)]),
            Kind::IntegerOrWord { low, high, get, .. } => ([low, high], get(rules).into_iter().collect()),
            Kind::WoundOrWord { get, .. } => {
                let levels = rules.record.wound_levels() as i64;
                ([1, levels], get(rules).map(i64::from).into_iter().collect())
            }
            Kind::Words { .. }
            | Kind::Damage { .. }
            | Kind::Dice { .. }
            | Kind::WordList { .. }
            | Kind::Record { .. } => (far, Vec::new()),
        }
    }

    /// The option of this key.
    pub fn find(key: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|option| option.key == key)
    }

    /// Its setting in words.
    pub fn setting(&self, rules: &Rules, ladder: &Ladder) -> String {
        match self.kind {
            Kind::Words { get, .. } => get(rules).to_owned(),
            Kind::Damage { get, .. } => rules.own_damage.as_ref().map_or(get(rules), |own| own.name()).to_owned(),
            Kind::Dice { get, .. } => get(rules).name().to_owned(),
            Kind::Level { get, .. } => ladder.trait_name(get(rules)),
            Kind::LevelOrNone { get, .. } => get(rules).map_or("none".to_owned(), |level| ladder.trait_name(level)),
            Kind::Integer { get, .. } => get(rules).to_string(),
            Kind::IntegerOrWord { word, get, .. } => get(rules).map_or(word.to_owned(), |number| number.to_string()),
            Kind::WoundOrWord { word, get, .. } => {
                let name = |level: u8| rules.record.level_names(0).get(usize::from(level)).cloned().unwrap_or_default();
                get(rules).map_or(word.to_owned(), name)
            }
            Kind::Integers { get, .. } => get(rules).iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            Kind::WordList { get, .. } => get(rules).join(", "),
            Kind::Record { get, .. } => get(rules).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_sets_itself() {
        for option in OPTIONS {
            if let Kind::Words { words, get, set } = option.kind {
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
