//! Subjects as they are defined in files and described to readers.

use super::{Line, RollSource, Wording};
use crate::chance::{Ask, Seed};
use crate::document::{Item, KeyEffect, Node, Owner, Problem};
use crate::error::Result;
use crate::exact::Limits;
use crate::ladder::Ladder;
use crate::measure::Findings;
use crate::rules::Rules;
use crate::text::true_minus;
use std::any::Any;
use std::fmt::{self, Debug, Display, Formatter};

/// A subject as defined in a file, and everything reported about it apart from its trials.
pub trait Presented: Any + Debug + Send + Sync {
    /// Reads the subject from its table, for a study of `cells` cells. Errors are reported with their positions.
    fn read(item: Item<'_>, cells: usize) -> Option<Self>
    where
        Self: Sized;

    /// Finds the states of a subject that must be known before it is solved or simulated, and the errors that depend on
    /// them. `document` is the one that the subject was read from. Processes that are not played are searched only if
    /// `others` is true.
    fn search(&mut self, _document: &Node, _others: bool, _limits: &Limits<'_>) -> Vec<Problem> {
        Vec::new()
    }

    /// The fighters or members that the subject is about, in reading order; empty if they need no introduction.
    fn introduce(&self, _words: &Wording<'_>) -> Vec<Introduced> {
        Vec::new()
    }

    /// The effects of keys that are set in the file and that may have no effect under these rules.
    fn key_effects(&self, _rules: &Rules, _written: IsSet<'_>) -> Vec<KeyEffect> {
        Vec::new()
    }

    /// Warnings about valid settings that are probably unintended.
    fn cautions(&self, _rules: &Rules, _written: IsSet<'_>) -> Vec<Remark> {
        Vec::new()
    }

    /// Remarks on custom lines, conditions and names that never have an effect. They are reported only if this is true
    /// in all cases of a study.
    fn ineffective_remarks(&self, _rules: &Rules, _written: IsSet<'_>) -> Vec<Remark> {
        Vec::new()
    }

    /// Checks that the rolls of a trial can be given in advance.
    ///
    /// # Errors
    /// If they cannot; the error says why.
    fn takes_script(&self) -> Result<()> {
        Ok(())
    }

    /// The name of the character or action that a roll belongs to; `None` if it needs no name, as in a check. `round` is
    /// the round of the roll, as in [`Chance::begin_round`](crate::chance::Chance::begin_round).
    fn roller(&self, _ask: Ask, _round: u32) -> Option<String> {
        None
    }

    /// Remarks on the answers, for the reader of a result. `findings` has the answers of the subjects in `all`, in the
    /// same order. It is empty if the subjects were not run themselves, but only analyses of them.
    fn remarks(_all: &[&Self], _ladder: &Ladder, _findings: &[Findings]) -> Vec<Remark>
    where
        Self: Sized,
    {
        Vec::new()
    }
}

/// A subject whose trials can be described roll by roll.
pub trait Transcribed: Presented {
    /// Describes one trial roll by roll, and returns the source of rolls. `out` receives each line as soon as it is
    /// complete, since a trial can have more lines than fit in memory.
    fn tell(&self, words: &Wording<'_>, chance: RollSource, out: &mut dyn FnMut(Line)) -> RollSource;

    /// All lines of one trial. `chance` is the source of its rolls, and is returned for the next trial.
    fn replay(&self, words: &Wording<'_>, chance: RollSource) -> (Vec<Line>, RollSource) {
        let mut lines = Vec::new();
        let chance = self.tell(words, chance, &mut |line| lines.push(line));
        (lines, chance)
    }

    /// Replaces the part of a trial in which a script broke off by a line that says why, and returns true. Returns
    /// false if trials do not consist of such parts.
    fn cut_short(&self, _lines: &mut Vec<Line>, _why: BreakOff<'_>) -> bool {
        false
    }

    /// The possible ends of a trial after these rolls, each with its chance; empty if they cannot be computed.
    fn standing(&self, _rolls: &[i32], _seed: Seed) -> Vec<(String, f64)> {
        Vec::new()
    }
}

/// The reason why a script breaks off.
#[derive(Debug, Clone, Copy)]
pub enum BreakOff<'w> {
    /// The name of the missing roll.
    Missing(&'w str),
    /// A sentence about a roll that the dice cannot show.
    Impossible(&'w str),
}

/// A remark for the reader of a result, with advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The settings that have no effect; empty if the remark is about something else.
    pub settings: Vec<String>,
    /// Why the settings have no effect, or the remark itself.
    pub reason: String,
    /// Advice on what to do.
    pub remedy: String,
}

/// Maximum number of settings named in one remark.
const MOST_SETTINGS: usize = 4;

impl Remark {
    /// Creates a remark that is not about settings.
    pub fn new(reason: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { settings: Vec::new(), reason: reason.into(), remedy: remedy.into() }
    }

    /// Creates the remark that a setting has no effect.
    pub fn idle(setting: String, reason: &str, remedy: impl Into<String>) -> Self {
        Self { settings: vec![setting], ..Self::new(reason, remedy) }
    }

    /// The remark in words, without the advice.
    pub fn message(&self) -> String {
        let (named, last) = match &self.settings[..] {
            [] => return self.reason.clone(),
            [one] => return format!("{one} has no effect: {}", self.reason),
            [named @ .., last] if named.len() <= MOST_SETTINGS => (named, last.clone()),
            all => (&all[..MOST_SETTINGS], format!("{} more", all.len() - MOST_SETTINGS)),
        };
        format!("{} and {last} have no effect: {}", named.join(", "), self.reason)
    }
}

/// The value of a fact about a fighter, as readers see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactValue {
    /// False or absent.
    Not,
    /// True.
    So,
    Number(i64),
    /// Any other value, in words.
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

/// The name of the fact that a fighter acts as a player character, under rules where only those act (C5).
pub const PLAYER_CHARACTER: &str = "player character";

/// The name of the fact that a fighter's weapons and armor do not change wounds, since hits mark boxes (W16).
pub const NO_GEAR: &str = "gear without effect";

/// A fighter or member that a subject is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Introduced {
    pub name: String,
    pub side: String,
    /// The name of the fight of a campaign in which the fighter appears, and the number of such fights. `None` if the
    /// fighter appears in all fights.
    pub fight: Option<(String, u32)>,
    /// The number of identical fighters.
    pub count: u64,
    /// Facts about the fighter, by the key that each belongs to.
    pub facts: Vec<(&'static str, FactValue)>,
    /// The wound levels with their skill penalties, in words.
    pub track: String,
}

/// Returns whether the file sets a key of an owner.
pub type IsSet<'w> = &'w dyn Fn(&Owner, &str) -> bool;
