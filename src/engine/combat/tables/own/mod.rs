//! Custom rules, tabulated for the fighters of a fight: parts of the state select a cell of a lookup table, so formulas
//! are not evaluated during play.

mod compile;
mod meaning;
mod names;
mod rounds;
mod seen;
mod tabulated;

pub(crate) use rounds::Times;

pub(crate) use meaning::BlowSeen;
pub(super) use meaning::InputMeaning;
pub(super) use names::FormulaNames;

use crate::combat::condition::Additions;
use crate::dice::{Bound, Dice};
use crate::rules::own::{AddedTo, Leave, OwnRules, State};
use seen::Counters;
use std::collections::BTreeSet;
use tabulated::Tabulated;

/// Changes at the end of a round, by state; `None` if nothing changes.
pub(super) type RoundEndChanges = Tabulated<Option<Reckoned>>;

/// The custom rules of a fight.
#[derive(Debug, Clone)]
pub(crate) struct Own {
    /// Number of compiled fighters; a pair has the index own · kinds + foe.
    pub(super) kinds: usize,
    /// For each pair, everything that rules add to rolls, as an index into `all`.
    pub(super) additions: Vec<Option<Tabulated<u16>>>,
    /// All additions that occur, with the modifiers behind them; the first adds nothing.
    pub(super) all: Vec<(Additions, Vec<ActingModifier>)>,
    /// Dice that modifiers add, numbered from 1.
    pub(super) rolled: Vec<RolledModifier>,
    /// Dice that depend on the state, numbered from 1.
    pub(super) variants: Vec<Dice>,
    /// For each pair, the rule for whether a blow hits.
    pub(super) hits: Vec<Option<HitRule>>,
    /// For each pair, the numbered states that the damage rule distinguishes.
    pub(super) damage: Vec<Option<Tabulated<()>>>,
    /// For each pair, the conditions on which the first fighter leaves the fight.
    pub(super) leaves: Vec<Vec<(Leave, Tabulated<bool>)>>,
    /// For each compiled fighter, the rules for the end of a round.
    pub(super) after: Vec<Vec<AfterLine>>,
    pub(super) counters: Counters,
    /// For each compiled fighter, the level that formulas see, by state of the track.
    pub(super) levels: Vec<Vec<u8>>,
    /// The number of each stance of the fight in formulas.
    pub(super) stances: Vec<i32>,
    /// The rounds that differ because of these rules.
    pub(crate) times: Times,
    /// Traits (`skill`, `avoid`) that a compiled fighter's dice name, and that may also be added to these dice.
    pub(crate) in_dice: BTreeSet<(usize, &'static str)>,
    /// Whether any rule affects rolls, hits or damage.
    pub(crate) at_rolls: bool,
    /// Whether any formula reads whether a fighter has attacked.
    pub(crate) first_attacks: bool,
    /// Whether any formula reads the hits of a round.
    pub(crate) tells_hits: bool,
    /// Whether any formula reads the points dealt.
    pub(crate) tells_points: bool,
    pub(super) active: ActiveRules,
}

/// Custom rules that have an effect in some state, by index in the rules.
#[derive(Debug, Clone, Default)]
pub struct ActiveRules {
    /// Modifiers that add something.
    pub modifiers: BTreeSet<usize>,
    /// Lines of `after` whose condition can be true.
    pub lines: BTreeSet<usize>,
    /// Counters that a formula other than their own sum uses.
    pub counters: BTreeSet<usize>,
}

/// A modifier of one compiled fighter against another.
#[derive(Debug, Clone)]
pub(super) struct OwnedModifier {
    /// Index among all modifiers.
    pub(super) place: u8,
    pub(super) to: Vec<AddedTo>,
    pub(super) added: Tabulated<Added>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Added {
    Fixed(i8),
    /// The result of the dice with this number, from 1.
    Rolled(u8),
}

/// A modifier without dice that adds something in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ActingModifier {
    pub(super) modifier: u8,
    pub(super) by: i8,
    pub(super) to: Vec<AddedTo>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct RolledModifier {
    pub(super) modifier: u8,
    pub(super) dice: Dice,
    pub(super) to: Vec<AddedTo>,
}

/// The rule for whether a blow hits.
#[derive(Debug, Clone)]
pub(super) struct HitRule {
    pub(super) bound: Bound,
    /// Meaning of each name in the formula.
    pub(super) meanings: Vec<InputMeaning>,
    /// The numbered states that the formula distinguishes.
    pub(super) sight: Tabulated<()>,
}

/// A line of the rules for the end of a round, for one compiled fighter.
#[derive(Debug, Clone)]
pub(super) struct AfterLine {
    /// The counters that it sets, with their new values.
    pub(super) sets: Vec<(usize, Tabulated<Option<Reckoned>>)>,
    pub(super) harm: Option<Tabulated<Option<Reckoned>>>,
}

/// A fixed value, or the number (from 1) of the dice to roll for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reckoned {
    Fixed(i32),
    Rolled(u8),
}

impl Own {
    pub(super) fn pair(&self, own: u16, foe: u16) -> usize {
        usize::from(own) * self.kinds + usize::from(foe)
    }
}

/// The parts of a state that a damage rule names.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    pub(super) table: &'a Tabulated<()>,
    pub(super) rules: &'a OwnRules,
}

impl Sight<'_> {
    /// Number of different states of the two fighters that the damage rule distinguishes.
    pub(crate) fn states(&self) -> usize {
        self.table.cells().len()
    }

    /// Index of a name among the values of a state; `None` if it is not a part of the state.
    pub(crate) fn place_of(&self, name: &str) -> Option<usize> {
        let (of_foe, state) = self.rules.state_named(name)?;
        self.table.find(of_foe, state)
    }

    /// The value of a part in a state; 0 if states do not differ in it.
    pub(crate) fn value(&self, of_foe: bool, part: State, state: usize) -> i64 {
        self.table.find(of_foe, part).map_or(0, |place| self.values(state)[place])
    }

    pub(crate) fn values(&self, state: usize) -> Vec<i64> {
        self.table.values(state)
    }
}
