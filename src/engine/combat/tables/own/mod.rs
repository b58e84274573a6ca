//! Custom rules, tabulated for the fighters of a fight. During play, the parts of the state that a formula names select
//! a cell of a lookup table, so the formula is not evaluated again.

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
use crate::rules::own::{AddedTo, LeavingMethod, OwnRules, State};
use seen::Counters;
use std::collections::BTreeSet;
pub(super) use tabulated::Tabulated;

/// A change at the end of a round, for each state; `None` in states in which the rule does not apply.
pub(super) type RoundEndChanges = Tabulated<Option<Reckoned>>;

/// The custom rules of a fight.
///
/// Tables for a pair of compiled fighters have the index own · `kinds` + foe.
#[derive(Debug, Clone)]
pub(crate) struct Own {
    /// Number of compiled fighters.
    pub(super) kinds: usize,
    /// For each pair, all that rules add to the first fighter's rolls against the second, as an index into `all`.
    /// `None` if they never add anything.
    pub(super) additions: Vec<Option<Tabulated<u16>>>,
    /// All combinations of additions that occur, each with the modifiers behind it. The first one adds nothing.
    pub(super) all: Vec<(Additions, Vec<ActingModifier>)>,
    /// Modifiers that roll dice. Other tables refer to them by number, counted from 1.
    pub(super) rolled: Vec<RolledModifier>,
    /// Dice that depend on the state. Other tables refer to them by number, counted from 1.
    pub(super) variants: Vec<Dice>,
    /// For each pair, the custom rule for whether a blow of the first hits the second; `None` without such a rule.
    pub(super) hits: Vec<Option<HitRule>>,
    /// For each pair, the numbering of the states that the damage rule distinguishes; `None` if damage does not depend
    /// on the state.
    pub(super) damage: Vec<Option<Tabulated<()>>>,
    /// For each pair, the conditions on which the first fighter leaves the fight when it faces the second.
    pub(super) leaves: Vec<Vec<(LeavingMethod, Tabulated<bool>)>>,
    /// Whether any fighter can leave the fight because of a formula.
    pub(super) has_exits: bool,
    /// For each compiled fighter, its rules for the end of a round.
    pub(super) after: Vec<Vec<AfterLine>>,
    /// Whether any rule applies at the end of a round.
    pub(super) has_round_end: bool,
    pub(super) counters: Counters,
    /// For each compiled fighter, the wound level that formulas see, by state of its track.
    pub(super) levels: Vec<Vec<u8>>,
    /// For each stance of the fight, its number in formulas.
    pub(super) stances: Vec<i32>,
    /// The rounds that differ because of these rules.
    pub(crate) times: Times,
    /// Traits (`skill`, `avoid`) that the dice formula of a compiled fighter names, each with the index of that
    /// fighter. If the rules also add the trait to the dice, it counts twice; see
    /// [`Fight::added_twice`](crate::combat::Fight::added_twice).
    pub(crate) in_dice: BTreeSet<(usize, &'static str)>,
    /// Whether any rule affects rolls, or whether blows hit, or their damage.
    pub(crate) at_rolls: bool,
    /// Whether any formula reads whether a fighter has attacked yet.
    pub(crate) first_attacks: bool,
    /// Whether any formula reads which fighters hit or were hit in the round.
    pub(crate) tells_hits: bool,
    /// Whether any formula reads the points dealt or taken in the round.
    pub(crate) tells_points: bool,
    pub(super) active: ActiveRules,
}

/// The custom rules that have an effect in some state of a fight, each by its index in the rules.
#[derive(Debug, Clone, Default)]
pub struct ActiveRules {
    /// Modifiers that add something to some roll.
    pub modifiers: BTreeSet<usize>,
    /// Lines of `after` that can apply.
    pub lines: BTreeSet<usize>,
    /// Counters that a formula uses for more than the counter's own next value.
    pub counters: BTreeSet<usize>,
}

/// A custom modifier, tabulated for one compiled fighter against another.
#[derive(Debug, Clone)]
pub(super) struct OwnedModifier {
    /// Index of the modifier in the rules.
    pub(super) place: u8,
    /// The rolls or amounts that it is added to.
    pub(super) to: Vec<AddedTo>,
    pub(super) added: Tabulated<Added>,
}

/// The amount that a modifier adds in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Added {
    Fixed(i8),
    /// The result of the dice with this number, from 1.
    Rolled(u8),
}

/// A modifier without dice, with the amount that it adds in some state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ActingModifier {
    /// Index of the modifier in the rules.
    pub(super) modifier: u8,
    pub(super) by: i8,
    pub(super) to: Vec<AddedTo>,
}

/// A modifier that rolls dice, with its dice in some state.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RolledModifier {
    /// Index of the modifier in the rules.
    pub(super) modifier: u8,
    pub(super) dice: Dice,
    pub(super) to: Vec<AddedTo>,
}

/// The custom rule for whether a blow hits, for one compiled fighter against another.
#[derive(Debug, Clone)]
pub(super) struct HitRule {
    pub(super) bound: Bound,
    /// The meaning of each name, by its index in the formula.
    pub(super) meanings: Vec<InputMeaning>,
    /// The numbering of the states that the formula distinguishes.
    pub(super) sight: Tabulated<()>,
}

/// A rule for the end of a round, tabulated for one compiled fighter.
#[derive(Debug, Clone)]
pub(super) struct AfterLine {
    /// The counters that it sets, by index, with their new values by state.
    pub(super) sets: Vec<(usize, Tabulated<Option<Reckoned>>)>,
    /// The points of damage that it deals to the fighter, by state; `None` if it deals none.
    pub(super) harm: Option<Tabulated<Option<Reckoned>>>,
}

/// A value for the end of a round: a fixed number, or the number of the dice to roll for it, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reckoned {
    Fixed(i32),
    Rolled(u8),
}

impl Own {
    /// The index of a pair of compiled fighters in the tables.
    pub(super) fn pair(&self, own: u16, foe: u16) -> usize {
        usize::from(own) * self.kinds + usize::from(foe)
    }
}

/// The parts of two fighters' state that the damage rule names. States that differ in none of them share an index.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    pub(super) table: &'a Tabulated<()>,
    pub(super) rules: &'a OwnRules,
}

impl Sight<'_> {
    /// Number of states that the damage rule distinguishes.
    pub(crate) fn states(&self) -> usize {
        self.table.cells().len()
    }

    /// The index of the part called `name` among the [`values`](Self::values) of a state. `None` if the damage rule
    /// does not distinguish states by it.
    pub(crate) fn place_of(&self, name: &str) -> Option<usize> {
        let (of_foe, state) = self.rules.state_named(name)?;
        self.table.find(of_foe, state)
    }

    /// The value of a part in the state with the index `state`; 0 if the damage rule does not distinguish states by it.
    pub(crate) fn value(&self, of_foe: bool, part: State, state: usize) -> i64 {
        self.table.find(of_foe, part).map_or(0, |place| self.values(state)[place])
    }

    /// The values of all parts in the state with the index `state`.
    pub(crate) fn values(&self, state: usize) -> Vec<i64> {
        self.table.values(state)
    }
}
