//! Subjects as files state them and readers are told of them.

use super::{Line, RollSource, Wording};
use crate::chance::{Ask, Seed};
use crate::document::{Effect, Item, Owner};
use crate::error::Result;
use crate::ladder::Ladder;
use crate::measure::Findings;
use crate::rules::Rules;
use crate::text::true_minus;
use std::any::Any;
use std::fmt::{self, Debug, Display, Formatter};

/// A subject as a file states it, and all that is said of it beside its trials.
pub trait Presented: Any + Debug + Send + Sync {
    /// Reads it from its table in a file, for a study of this number of cells. What is wrong with the table is reported with its place.
    fn read(item: Item<'_>, cells: usize) -> Option<Self>
    where
        Self: Sized;

    /// Whom it is about, in the order in which they are read; nobody where that needs no words.
    fn introduce(&self, _words: &Wording<'_>) -> Vec<Introduced> {
        Vec::new()
    }

    /// Whether each key set in the file has an effect under these rules, for keys that may have none.
    fn idle(&self, _rules: &Rules, _written: IsSet<'_>) -> Vec<Effect> {
        Vec::new()
    }

    /// What a file says that is hardly meant, though nothing is wrong with it.
    fn cautions(&self, _rules: &Rules, _written: IsSet<'_>) -> Vec<Remark> {
        Vec::new()
    }

    /// Lines, conditions and names of its own that never do anything: said only if that is so in all cases of a study.
    fn never(&self, _rules: &Rules, _written: IsSet<'_>) -> Vec<Remark> {
        Vec::new()
    }

    /// Whether the rolls of a trial can be written down beforehand.
    ///
    /// # Errors
    /// Why not.
    fn takes_script(&self) -> Result<()> {
        Ok(())
    }

    /// A roll in words: whose it is; `None` if only one rolls.
    fn roller(&self, _ask: Ask) -> Option<String> {
        None
    }

    /// Remarks on the answers, for a reader.
    fn remarks(_all: &[&Self], _ladder: &Ladder, _findings: &[Findings]) -> Vec<Remark>
    where
        Self: Sized,
    {
        Vec::new()
    }
}

/// A subject whose trials are told roll by roll.
pub trait Told: Presented {
    /// One trial roll by roll, each line as soon as it is whole: a trial may take more lines than fit in memory. Gives the source of
    /// chance back.
    fn tell(&self, words: &Wording<'_>, chance: RollSource, out: &mut dyn FnMut(Line)) -> RollSource;

    /// All lines of one trial.
    fn replay(&self, words: &Wording<'_>, chance: RollSource) -> (Vec<Line>, RollSource) {
        let mut lines = Vec::new();
        let chance = self.tell(words, chance, &mut |line| lines.push(line));
        (lines, chance)
    }

    /// Leaves out the part of a trial in which a script broke off; false where a trial has no such parts.
    fn cut_short(&self, _lines: &mut Vec<Line>, _why: BreakOff<'_>) -> bool {
        false
    }

    /// The standing of a trial once these rolls are made: each way in which it may end, and its chance; empty if that cannot be said.
    fn standing(&self, _rolls: &[i32], _seed: Seed) -> Vec<(String, f64)> {
        Vec::new()
    }
}

/// Why a script breaks off.
#[derive(Debug, Clone, Copy)]
pub enum BreakOff<'w> {
    /// It lacks this roll.
    Missing(&'w str),
    /// It has a roll that the dice cannot show, which this sentence says.
    Impossible(&'w str),
}

/// Something the reader of a result should know, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The settings that do nothing; empty if something else is the matter.
    pub settings: Vec<String>,
    /// Why they do nothing, or what is the matter.
    pub reason: String,
    /// What to do about it.
    pub remedy: String,
}

/// No more settings are named in one remark.
const MOST_SETTINGS: usize = 4;

impl Remark {
    /// A remark on something that is the matter.
    pub fn new(reason: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { settings: Vec::new(), reason: reason.into(), remedy: remedy.into() }
    }

    /// The remark that a setting does nothing.
    pub fn idle(setting: String, reason: &str, remedy: impl Into<String>) -> Self {
        Self { settings: vec![setting], ..Self::new(reason, remedy) }
    }

    /// The matter in words.
    pub fn message(&self) -> String {
        let (named, last) = match &self.settings[..] {
            [] => return self.reason.clone(),
            [one] => return format!("{one} does nothing: {}", self.reason),
            [named @ .., last] if named.len() <= MOST_SETTINGS => (named, last.clone()),
            all => (&all[..MOST_SETTINGS], format!("{} more", all.len() - MOST_SETTINGS)),
        };
        format!("{} and {last} do nothing: {}", named.join(", "), self.reason)
    }
}

/// The value of a fact about a fighter, written as people read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactValue {
    /// It is not so, or not there.
    Not,
    /// It is so.
    So,
    /// A number.
    Number(i64),
    /// Anything else.
    Words(String),
}

impl Display for FactValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Not => Ok(()),
            Self::So => f.write_str("yes"),
            Self::Number(number) => f.write_str(&true_minus(number)),
            Self::Words(words) => f.write_str(words),
        }
    }
}

/// The fact of a fighter who acts as a player character, where only those act (C5).
pub const PLAYER_CHARACTER: &str = "player character";

/// The fact of a fighter whose weapons and armor change no wound: hits mark boxes (W16).
pub const NO_GEAR: &str = "gear without effect";

/// One of those that a subject is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Introduced {
    /// The name.
    pub name: String,
    /// The side.
    pub side: String,
    /// The fight of a campaign that it is in, and the number of such fights; `None` if it is in all fights.
    pub fight: Option<(String, u32)>,
    /// How many such there are.
    pub count: u64,
    /// What its figures come to, by the key that they belong to.
    pub facts: Vec<(&'static str, FactValue)>,
    /// The wound levels, with what each takes from skill.
    pub track: String,
}

/// Whether a file sets a key of somebody's.
pub type IsSet<'w> = &'w dyn Fn(&Owner, &str) -> bool;
