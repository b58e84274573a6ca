//! Rules of one's own: formulas about the state of a fight.
//!
//! They are kept as they are written, and read once it is known what their names mean: a wound level is another number on another
//! record, and a trait belongs to a fighter.

mod names;

pub use names::{BLOW_NAMES, State, TRAITS, TRUTHS};

use super::choice::{Choice, choice};
use crate::dice::Expression;
use std::fmt;

/// The rules that a file states by formulas.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OwnRules {
    /// Modifiers of rolls.
    pub modifiers: Vec<OwnModifier>,
    /// Whether a blow hits; `None`: if it is better than the defense and reaches the minimum.
    pub hit: Option<Expression>,
    /// The roll for the order of turns, instead of dice and trait.
    pub initiative: Option<Expression>,
    /// Small numbers beside the record.
    pub counters: Vec<Counter>,
    /// The changes of counters and records at the end of a round, line by line.
    pub after: Vec<After>,
}

impl OwnRules {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// All formulas.
    pub fn formulas(&self) -> impl Iterator<Item = &Expression> {
        let modifiers = self.modifiers.iter().flat_map(|one| [Some(&one.add), one.when.as_ref()]);
        let sets = self.after.iter().flat_map(|line| line.sets.iter().map(|(_, value)| value));
        let lines = self.after.iter().flat_map(|line| [line.when.as_ref(), line.harm.as_ref()]);
        let all = modifiers.chain(lines).chain([self.hit.as_ref(), self.initiative.as_ref()]);
        all.flatten().chain(sets)
    }

    /// The part of a fighter's state that a name stands for, and whether it is that of the foe.
    pub fn state_named(&self, name: &str) -> Option<(bool, State)> {
        let own = |name: &str| {
            let named = State::NAMED.iter().find(|(word, state)| *word == name && state.is_of_blows());
            let counter = || self.counters.iter().position(|counter| counter.name == name);
            named.map(|(_, state)| *state).or_else(|| Some(State::Counter(counter()? as u8)))
        };
        let foe = name.strip_prefix("foe_").and_then(own).filter(|state| state.is_of_foes());
        own(name).map(|state| (false, state)).or_else(|| foe.map(|state| (true, state)))
    }

    /// The rules by key, each with its meaning and its text; those that are set.
    pub fn told(&self) -> Vec<(&'static str, &'static str, String)> {
        let text = |formula: &Expression| formula.text().to_owned();
        let listed = |all: Vec<String>| (!all.is_empty()).then(|| all.join("; "));
        let rows = [
            ("hit", "whether a blow hits", self.hit.as_ref().map(text)),
            ("initiative_roll", "the roll for the order of turns", self.initiative.as_ref().map(text)),
            ("modifiers", "modifiers of your own", listed(self.modifiers.iter().map(ToString::to_string).collect())),
            (
                "counters",
                "small numbers beside the record",
                listed(self.counters.iter().map(ToString::to_string).collect()),
            ),
            ("after", "the end of a round", listed(self.after.iter().map(|line| line.told(&self.counters)).collect())),
        ];
        rows.into_iter().filter_map(|(key, meaning, text)| Some((key, meaning, text?))).collect()
    }

    /// Whether a rule is for fighters of this name, or of a side of this name, alone.
    pub fn names(&self, name: &str, side: &str) -> bool {
        let all = self.modifiers.iter().map(|one| &one.whom).chain(self.counters.iter().map(|one| &one.whom));
        let all = all.chain(self.after.iter().map(|one| &one.whom));
        all.into_iter().any(|whom| *whom != Whom::All && whom.includes(name, side))
    }
}

choice! {
    /// A roll or an amount that a modifier is added to.
    AddedTo {
        Attack = "attack": "rolls that are to hit",
        Defense = "defense": "rolls against blows",
        Damage = "damage": "the damage of hits: `bonus`",
        Initiative = "initiative": "rolls for the order of turns",
        Minimum = "minimum": "the result that a blow must reach",
    }
}

/// A modifier.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnModifier {
    /// Its name.
    pub name: String,
    /// The rolls or amounts that it is added to.
    pub to: Vec<AddedTo>,
    /// The addition, in levels or points.
    pub add: Expression,
    /// The condition; `None`: always.
    pub when: Option<Expression>,
    /// For whom.
    pub whom: Whom,
}

/// A small number beside the record of a fighter.
#[derive(Debug, Clone, PartialEq)]
pub struct Counter {
    /// Its name in formulas.
    pub name: String,
    /// The least that it can be.
    pub from: i32,
    /// The most.
    pub to: i32,
    /// Its first value.
    pub start: i32,
    /// Its fighters; for all others it is 0, or the value nearest to 0.
    pub whom: Whom,
}

/// A line of what the end of a round does.
#[derive(Debug, Clone, PartialEq)]
pub struct After {
    /// The condition; `None`: always.
    pub when: Option<Expression>,
    /// The counters, by their places in the list, and what they become.
    pub sets: Vec<(usize, Expression)>,
    /// The points that the fighter's own record takes.
    pub harm: Option<Expression>,
    /// For whom.
    pub whom: Whom,
}

impl fmt::Display for OwnModifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to: Vec<&str> = self.to.iter().map(|to| to.word()).collect();
        write!(f, "{}: {} to {}", self.name, self.add.text(), to.join(", "))?;
        self.when.iter().try_for_each(|when| write!(f, ", when {}", when.text()))?;
        write!(f, "{}", self.whom)
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {} to {}, at first {}{}", self.name, self.from, self.to, self.start, self.whom)
    }
}

impl After {
    /// The line in words, where these are the counters.
    fn told(&self, counters: &[Counter]) -> String {
        let set = |(place, value): &(usize, Expression)| {
            let name = counters.get(*place).map_or("", |counter| counter.name.as_str());
            format!("{name} = {}", value.text())
        };
        let harm = self.harm.iter().map(|harm| format!("harm = {}", harm.text()));
        let changes: Vec<String> = self.sets.iter().map(set).chain(harm).collect();
        let when = self.when.as_ref().map(|when| format!(", when {}", when.text())).unwrap_or_default();
        format!("{}{when}{}", changes.join(", "), self.whom)
    }
}

impl fmt::Display for Whom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => Ok(()),
            Self::Named(name) => write!(f, ", for {name}"),
        }
    }
}

/// The moment at which a fighter leaves a fight, by a formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaves {
    /// In which way.
    pub how: Leave,
    /// The condition.
    pub when: Expression,
}

/// The ways to leave a fight by a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leave {
    /// Flees, as a turn of the fighter's own begins; where all strike at once, as a round does.
    Flees,
    /// Surrenders at such a moment.
    Surrenders,
    /// Surrenders as the turn of an opponent begins.
    Concedes,
}

impl Leave {
    /// The key of a fighter that says when.
    pub fn key(self) -> &'static str {
        match self {
            Self::Flees => "flees",
            Self::Surrenders => "surrenders",
            Self::Concedes => "concedes",
        }
    }
}

/// Those for whom a rule of one's own is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Whom {
    /// Everybody.
    #[default]
    All,
    /// The fighters of this name, or of a side of this name.
    Named(String),
}

impl Whom {
    /// Whether it is for a fighter of this name and side.
    pub fn includes(&self, name: &str, side: &str) -> bool {
        match self {
            Self::All => true,
            Self::Named(own) => own.eq_ignore_ascii_case(name) || own.eq_ignore_ascii_case(side),
        }
    }
}

/// The number that a stance has in formulas; `None` if there is no such stance.
pub fn stance_number(word: &str) -> Option<i64> {
    super::STANCES.iter().position(|stance| stance.word.eq_ignore_ascii_case(word)).map(|place| place as i64)
}

/// The most counters.
pub const MOST_COUNTERS: usize = 8;

/// The most values that all counters of a fighter can have together.
pub const MOST_COUNTED: u64 = 1 << 31;
