//! Rules of one's own, tabulated for the fighters of a fight: what formulas name of a state is looked up, and their values are read off
//! tables.

mod compile;
mod meaning;
mod names;
mod rounds;
mod seen;
mod tabulated;

pub(crate) use rounds::Times;

pub(crate) use meaning::BlowSeen;
pub(super) use meaning::Meaning;
pub(super) use names::FormulaNames;

use crate::combat::condition::Additions;
use crate::dice::{Bound, Dice};
use crate::rules::own::{AddedTo, Leave, OwnRules, State};
use seen::Counters;
use std::collections::BTreeSet;
use tabulated::Tabulated;

/// The change in each state at the end of a round; `None` if there is none.
pub(super) type Changes = Tabulated<Option<Reckoned>>;

/// The rules of one's own that act in a fight.
#[derive(Debug, Clone)]
pub(crate) struct Own {
    /// The number of kinds of fighters; pairs of them are numbered own · kinds + foe.
    pub(super) kinds: usize,
    /// For each pair what all rules add to rolls, as a number of `all`.
    pub(super) additions: Vec<Option<Tabulated<u16>>>,
    /// All that is ever added, with the modifiers that add it; the first is nothing.
    pub(super) all: Vec<(Additions, Vec<ActingModifier>)>,
    /// Dice that modifiers add, by number from 1.
    pub(super) rolled: Vec<RolledModifier>,
    /// The dice that fighters roll where they depend on the state.
    pub(super) variants: Vec<Dice>,
    /// For each pair whether a blow hits.
    pub(super) hits: Vec<Option<HitRule>>,
    /// For each pair the parts of the state that its damage rule names, as the number of a state.
    pub(super) damage: Vec<Option<Tabulated<()>>>,
    /// For each pair when the one leaves the fight, in which way.
    pub(super) leaves: Vec<Vec<(Leave, Tabulated<bool>)>>,
    /// For each kind what the end of a round does.
    pub(super) after: Vec<Vec<AfterLine>>,
    pub(super) counters: Counters,
    /// For each kind and state of its track the level that formulas see.
    pub(super) levels: Vec<Vec<u8>>,
    /// The number in formulas of each stance of the fight.
    pub(super) stances: Vec<i32>,
    /// The rounds that differ by these rules.
    pub(crate) times: Times,
    /// The traits that the dice of a kind name and that may be added to them as well: `skill`, `avoid`.
    pub(crate) in_dice: BTreeSet<(usize, &'static str)>,
    /// Whether anything but the end of rounds is by these rules.
    pub(crate) at_rolls: bool,
    /// Whether it matters who has attacked once.
    pub(crate) first_attacks: bool,
    /// Whether it matters who hit whom in a round.
    pub(crate) tells_hits: bool,
    /// Whether it matters how many points they did.
    pub(crate) tells_points: bool,
    pub(super) active: ActiveRules,
}

/// Rules of one's own that do something in some state, by their places in the rules.
#[derive(Debug, Clone, Default)]
pub struct ActiveRules {
    /// Modifiers that add something.
    pub modifiers: BTreeSet<usize>,
    /// Lines of `after` whose condition holds.
    pub lines: BTreeSet<usize>,
    /// Counters that something but their own sum names.
    pub counters: BTreeSet<usize>,
}

/// A modifier of one kind of fighter against another.
#[derive(Debug, Clone)]
pub(super) struct OwnedModifier {
    /// Its place among all.
    pub(super) place: u8,
    pub(super) to: Vec<AddedTo>,
    pub(super) added: Tabulated<Added>,
}

/// The addition of a modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Added {
    Fixed(i8),
    /// The result of the dice of this number.
    Rolled(u8),
}

/// A modifier with its addition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ActingModifier {
    pub(super) modifier: u8,
    pub(super) by: i8,
    pub(super) to: Vec<AddedTo>,
}

/// Dice that a modifier adds.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RolledModifier {
    pub(super) modifier: u8,
    pub(super) dice: Dice,
    pub(super) to: Vec<AddedTo>,
}

/// Whether a blow hits.
#[derive(Debug, Clone)]
pub(super) struct HitRule {
    pub(super) bound: Bound,
    /// The meaning of each name of the formula.
    pub(super) meanings: Vec<Meaning>,
    /// The parts of the state that it names, as the number of a state.
    pub(super) sight: Tabulated<()>,
}

/// A line of what the end of a round does, for one kind of fighter.
#[derive(Debug, Clone)]
pub(super) struct AfterLine {
    /// The counters that it sets, with their new values.
    pub(super) sets: Vec<(usize, Tabulated<Option<Reckoned>>)>,
    pub(super) harm: Option<Tabulated<Option<Reckoned>>>,
}

/// A number, or dice that give it, by number from 1.
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
    /// The number of states that are told apart.
    pub(crate) fn states(&self) -> usize {
        self.table.cells().len()
    }

    /// The place of a name among the values of a state; `None` if it is no part of the state.
    pub(crate) fn place_of(&self, name: &str) -> Option<usize> {
        let (of_foe, state) = self.rules.state_named(name)?;
        self.table.find(of_foe, state)
    }

    /// The value of a part of a state; 0 if states do not differ in it.
    pub(crate) fn value(&self, of_foe: bool, part: State, state: usize) -> i64 {
        self.table.find(of_foe, part).map_or(0, |place| self.values(state)[place])
    }

    /// The values of a state.
    pub(crate) fn values(&self, state: usize) -> Vec<i64> {
        self.table.values(state)
    }
}
