//! Custom rules: formulas about the state of a fight.
//!
//! Formulas are stored as text and parsed once the meaning of their names is known: the number of a wound level depends
//! on the record, and a trait belongs to a fighter.

mod names;

pub use names::{BLOW_NAMES, State, TRAITS, TRUTHS};

use super::choice::{Choice, choice};
use crate::dice::Expression;
use std::fmt;

/// Rules that a scenario file defines with formulas.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OwnRules {
    /// Modifiers of rolls.
    pub modifiers: Vec<OwnModifier>,
    /// The condition for a blow to hit. If `None`, a blow hits if it beats the defense and reaches the minimum.
    pub hit: Option<Expression>,
    /// The roll for the order of turns, which replaces dice and trait.
    pub initiative: Option<Expression>,
    /// Counters of fighters, stored in addition to the wound record.
    pub counters: Vec<Counter>,
    /// Changes of counters and harm at the end of a round, line by line.
    pub after: Vec<RoundEndLine>,
}

impl OwnRules {
    /// Whether there are no custom rules.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// All formulas of these rules.
    pub fn formulas(&self) -> impl Iterator<Item = &Expression> {
        let modifiers = self.modifiers.iter().flat_map(|one| [Some(&one.add), one.when.as_ref()]);
        let sets = self.after.iter().flat_map(|line| line.sets.iter().map(|(_, value)| value));
        let lines = self.after.iter().flat_map(|line| [line.when.as_ref(), line.harm.as_ref()]);
        let all = modifiers.chain(lines).chain([self.hit.as_ref(), self.initiative.as_ref()]);
        all.flatten().chain(sets)
    }

    /// The part of a fighter's state that a name refers to. The flag is true if it is the foe's.
    pub fn state_named(&self, name: &str) -> Option<(bool, State)> {
        let own = |name: &str| {
            let named = State::NAMED.iter().find(|(word, state)| *word == name && state.is_of_blows());
            let counter = || self.counters.iter().position(|counter| counter.name == name);
            named.map(|(_, state)| *state).or_else(|| Some(State::Counter(counter()? as u8)))
        };
        let foe = name.strip_prefix("foe_").and_then(own).filter(|state| state.is_of_foes());
        own(name).map(|state| (false, state)).or_else(|| foe.map(|state| (true, state)))
    }

    /// Key, meaning and text of each rule that is set.
    pub fn described(&self) -> Vec<(&'static str, &'static str, String)> {
        let text = |formula: &Expression| formula.text().to_owned();
        let listed = |all: Vec<String>| (!all.is_empty()).then(|| all.join("; "));
        let rows = [
            ("hit", "whether a blow hits", self.hit.as_ref().map(text)),
            ("initiative_roll", "the roll for the order of turns", self.initiative.as_ref().map(text)),
            ("modifiers", "custom modifiers", listed(self.modifiers.iter().map(ToString::to_string).collect())),
            (
                "counters",
                "numbers kept in addition to wounds",
                listed(self.counters.iter().map(ToString::to_string).collect()),
            ),
            (
                "after",
                "the end of a round",
                listed(self.after.iter().map(|line| line.described(&self.counters)).collect()),
            ),
        ];
        rows.into_iter().filter_map(|(key, meaning, text)| Some((key, meaning, text?))).collect()
    }

    /// Whether any rule applies only to fighters named `name` or of the side `side`.
    pub fn mentions(&self, name: &str, side: &str) -> bool {
        let all =
            self.modifiers.iter().map(|one| &one.applies_to).chain(self.counters.iter().map(|one| &one.applies_to));
        let all = all.chain(self.after.iter().map(|one| &one.applies_to));
        all.into_iter().any(|applies_to| *applies_to != AppliesTo::All && applies_to.includes(name, side))
    }
}

choice! {
    /// A roll or an amount that a modifier applies to.
    AddedTo {
        Attack = "attack": "rolls to hit",
        Defense = "defense": "rolls against blows",
        Damage = "damage": "the damage of hits, as part of `bonus`",
        Initiative = "initiative": "rolls for the order of turns",
        Minimum = "minimum": "the result that a blow must reach",
    }
}

/// A custom modifier.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnModifier {
    /// The name of the modifier.
    pub name: String,
    /// The rolls or amounts that the modifier is added to.
    pub to: Vec<AddedTo>,
    /// The amount to add, in levels or points.
    pub add: Expression,
    /// The condition; `None` if it always applies.
    pub when: Option<Expression>,
    /// The fighters that it applies to.
    pub applies_to: AppliesTo,
}

/// A small number that each fighter keeps in addition to its wound record.
#[derive(Debug, Clone, PartialEq)]
pub struct Counter {
    /// The name in formulas.
    pub name: String,
    /// The minimum.
    pub from: i32,
    /// The maximum.
    pub to: i32,
    /// The initial value.
    pub start: i32,
    /// The fighters who have the counter. For all others, it is the value in its range that is nearest to 0.
    pub applies_to: AppliesTo,
}

/// A line of `after`: changes at the end of a round.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundEndLine {
    /// The condition; `None` if it always applies.
    pub when: Option<Expression>,
    /// The counters that change, by index, and their new values.
    pub sets: Vec<(usize, Expression)>,
    /// Points of damage to the fighter itself.
    pub harm: Option<Expression>,
    /// The fighters that it applies to.
    pub applies_to: AppliesTo,
}

impl fmt::Display for OwnModifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to: Vec<&str> = self.to.iter().map(|to| to.word()).collect();
        write!(f, "{}: {} to {}", self.name, self.add.text(), to.join(", "))?;
        self.when.iter().try_for_each(|when| write!(f, ", when {}", when.text()))?;
        write!(f, "{}", self.applies_to)
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {} to {}, at first {}{}", self.name, self.from, self.to, self.start, self.applies_to)
    }
}

impl RoundEndLine {
    /// The line as text. `counters` supplies the names of the counters.
    fn described(&self, counters: &[Counter]) -> String {
        let set = |(place, value): &(usize, Expression)| {
            let name = counters.get(*place).map_or("", |counter| counter.name.as_str());
            format!("{name} = {}", value.text())
        };
        let harm = self.harm.iter().map(|harm| format!("harm = {}", harm.text()));
        let changes: Vec<String> = self.sets.iter().map(set).chain(harm).collect();
        let when = self.when.as_ref().map(|when| format!(", when {}", when.text())).unwrap_or_default();
        format!("{}{when}{}", changes.join(", "), self.applies_to)
    }
}

impl fmt::Display for AppliesTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => Ok(()),
            Self::Named(name) => write!(f, ", for {name}"),
        }
    }
}

/// A formula that makes a fighter leave the fight.
#[derive(Debug, Clone, PartialEq)]
pub struct LeavingRule {
    /// The method of leaving.
    pub how: LeavingMethod,
    /// The condition.
    pub when: Expression,
}

/// A way to leave a fight because of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeavingMethod {
    /// Flees at the start of its own turn; in simultaneous rounds, at the start of the round.
    Flees,
    /// Surrenders at the same time as [`Flees`](Self::Flees).
    Surrenders,
    /// Surrenders at the start of an opponent's turn.
    Concedes,
}

impl LeavingMethod {
    /// The fighter's key that holds the condition.
    pub fn key(self) -> &'static str {
        match self {
            Self::Flees => "flees",
            Self::Surrenders => "surrenders",
            Self::Concedes => "concedes",
        }
    }
}

/// The fighters that a custom rule applies to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum AppliesTo {
    /// All fighters.
    #[default]
    All,
    /// The fighters with the given name, or of the side with the given name.
    Named(String),
}

impl AppliesTo {
    /// Whether the rule applies to a fighter named `name` of the side `side`; ignores case.
    pub fn includes(&self, name: &str, side: &str) -> bool {
        match self {
            Self::All => true,
            Self::Named(own) => own.eq_ignore_ascii_case(name) || own.eq_ignore_ascii_case(side),
        }
    }
}

/// The number of a stance in formulas; `None` if there is no such stance.
pub fn stance_number(word: &str) -> Option<i64> {
    super::STANCES.iter().position(|stance| stance.word.eq_ignore_ascii_case(word)).map(|place| place as i64)
}

/// Maximum number of counters.
pub const MOST_COUNTERS: usize = 8;

/// Maximum number of combinations of a fighter's counter values.
pub const MOST_COUNTER_STATES: u64 = 1 << 31;
